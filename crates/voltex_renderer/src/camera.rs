//! Where the picture is seen from: perspective with reversed depth, and the way back from pixels.

use voltex_math::f32::tan;
use voltex_math::{Mat4, Vec2, Vec3, Vec4};

/// A camera. +Y is up in the world; the picture has x to the right and y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it is, m.
    pub position: Vec3,
    /// What lies in the middle of the picture, m.
    pub look_at: Vec3,
    /// Vertical angle of view, rad.
    pub field_of_view: f32,
    /// Nothing nearer is seen, m.
    pub near: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self::new(Vec3::new(0.0, 2.0, 8.0), Vec3::ZERO)
    }
}

impl Camera {
    /// Vertical angle of view where none is given: 60 degrees, in rad.
    pub const DEFAULT_VIEW: f32 = std::f32::consts::PI / 3.0;

    /// At `position`, looking at `look_at`, m.
    pub const fn new(position: Vec3, look_at: Vec3) -> Self {
        Self {
            position,
            look_at,
            field_of_view: Self::DEFAULT_VIEW,
            near: 0.02,
        }
    }

    /// Right, up and forward as unit vectors. A camera that looks straight up or down has +X to its right; one that
    /// looks nowhere looks along -Z.
    pub fn axes(&self) -> [Vec3; 3] {
        let forward = (self.look_at - self.position).normalize_or(Vec3::NEG_Z);
        let right = forward.cross(Vec3::Y).normalize_or(Vec3::X);
        [right, right.cross(forward), forward]
    }

    /// From the world to clip space: x and y from -1 to 1 with y up, depth 1 at the nearest plane and 0 at infinity, for
    /// a picture of this width over height.
    ///
    /// Depth that falls with distance spends the fine steps of floats near 0 on what is far: all distances have the
    /// same relative resolution.
    pub fn view_projection(&self, aspect: f32) -> Mat4 {
        self.projection(aspect) * self.view()
    }

    /// From the world to the camera's own frame: x right, y up, looking along -z.
    pub(crate) fn view(&self) -> Mat4 {
        let [right, up, forward] = self.axes();
        let row = |axis: Vec3| axis.extend(-axis.dot(self.position));
        Mat4::from_cols(row(right), row(up), row(-forward), Vec4::W).transpose()
    }

    /// From the camera's own frame to clip space.
    pub(crate) fn projection(&self, aspect: f32) -> Mat4 {
        let scale = 1.0 / tan(0.5 * self.field_of_view);
        Mat4::from_cols(
            Vec4::new(scale / aspect, 0.0, 0.0, 0.0),
            Vec4::new(0.0, scale, 0.0, 0.0),
            Vec4::new(0.0, 0.0, 0.0, -1.0),
            Vec4::new(0.0, 0.0, self.near, 0.0),
        )
    }

    /// Where a point of the world lies in a picture of this size, pixels from the upper left corner; `None` behind the
    /// nearest plane.
    pub fn project(&self, point: Vec3, width: u32, height: u32) -> Option<Vec2> {
        let [width, height] = [width as f32, height as f32];
        let clip = self.view_projection(width / height) * point.extend(1.0);
        (clip.w > self.near).then(|| {
            Vec2::new(
                (0.5 + 0.5 * clip.x / clip.w) * width,
                (0.5 - 0.5 * clip.y / clip.w) * height,
            )
        })
    }

    /// The direction, a unit vector of the world, in which a place of the picture lies; pixels as for
    /// [`Camera::project`].
    pub fn ray(&self, pixel: Vec2, width: u32, height: u32) -> Vec3 {
        let [width, height] = [width as f32, height as f32];
        let [right, up, forward] = self.axes();
        let half = tan(0.5 * self.field_of_view);
        let x = (2.0 * pixel.x / width - 1.0) * half * width / height;
        let y = (1.0 - 2.0 * pixel.y / height) * half;
        (forward + right * x + up * y).normalize()
    }

    /// How many pixels a metre across the view has at a distance along it (m), in a picture of this height.
    pub fn pixels_per_metre(&self, distance: f32, height: u32) -> f32 {
        0.5 * height as f32 / (tan(0.5 * self.field_of_view) * distance)
    }
}
