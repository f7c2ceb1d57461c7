//! Where the window looks from: a camera that goes round a point.

use voltex_math::f32::{asin, atan2, sin_cos};
use voltex_math::{Vec2, Vec3};
use voltex_renderer::Camera;

/// How near to straight up or down one can look, rad.
const STEEPEST: f32 = 1.55;
/// Turn by a pixel of the mouse, rad.
const TURN: f32 = 0.006;

/// A camera by what it looks at, from where round it, and how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Eye {
    target: Vec3,
    yaw: f32,
    pitch: f32,
    distance: f32,
    view: f32,
}

impl Eye {
    /// The same view as that of a camera.
    pub(crate) fn of(camera: &Camera) -> Self {
        let way = camera.position - camera.look_at;
        let distance = voltex_math::f32::max(way.length(), 0.05);
        Self {
            target: camera.look_at,
            yaw: atan2(way.x, way.z),
            pitch: asin((way.y / distance).clamp(-1.0, 1.0)).clamp(-STEEPEST, STEEPEST),
            distance,
            view: camera.field_of_view,
        }
    }

    pub(crate) fn camera(&self) -> Camera {
        let (sine, cosine) = sin_cos(self.yaw);
        let (up, flat) = sin_cos(self.pitch);
        let way = Vec3::new(sine * flat, up, cosine * flat);
        Camera {
            field_of_view: self.view,
            ..Camera::new(self.target + way * self.distance, self.target)
        }
    }

    /// By pixels of the mouse to the right and down.
    pub(crate) fn turn(&mut self, by: Vec2) {
        self.yaw -= by.x * TURN;
        self.pitch = (self.pitch + by.y * TURN).clamp(-STEEPEST, STEEPEST);
    }

    /// Across the view, by pixels of a picture of this height.
    pub(crate) fn shift(&mut self, by: Vec2, height: u32) {
        let camera = self.camera();
        let [right, up, _] = camera.axes();
        let metres = 1.0 / camera.pixels_per_metre(self.distance, height);
        self.target += (up * by.y - right * by.x) * metres;
    }

    /// Nearer by lines of the wheel.
    pub(crate) fn approach(&mut self, lines: f32) {
        self.distance *= voltex_math::f32::exp(-0.15 * lines);
    }

    /// Goes along with something that moved.
    pub(crate) fn carry(&mut self, by: Vec3) {
        self.target += by;
    }

    /// Looks at a point from the same side and distance.
    pub(crate) fn look_at(&mut self, point: Vec3) {
        self.target = point;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_comes_back_and_what_is_grabbed_stays_under_the_mouse() {
        let camera = Camera::new(Vec3::new(3.0, 4.0, -5.0), Vec3::new(0.5, 1.0, 0.0));
        let mut eye = Eye::of(&camera);
        let again = eye.camera();
        assert!(again.position.distance(camera.position) < 1e-4, "{again:?}");
        // A point in the plane of the target moves with the mouse.
        let before = again.project(eye.target, 800, 600).expect("ahead");
        let point = eye.target;
        eye.shift(Vec2::new(30.0, -20.0), 600);
        let after = eye.camera().project(point, 800, 600).expect("ahead");
        assert!(
            (after - before - Vec2::new(30.0, -20.0)).length() < 0.1,
            "{after} {before}"
        );
        eye.turn(Vec2::new(0.0, 1e5));
        let [_, up, _] = eye.camera().axes();
        assert!(up.y > 0.0, "it never stands on its head");
    }
}
