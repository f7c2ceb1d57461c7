//! A camera that flies: forwards where it looks, sidewards, up and down.

use std::f32::consts::{FRAC_PI_2, TAU};

use voltex_math::Vec3;
use voltex_math::f32::{asin, atan2, clamp, sin_cos};

use crate::camera::Camera;

/// How far the view turns up or down at most, rad: short of the pole, where the heading would be lost.
const STEEPEST: f32 = FRAC_PI_2 - 0.01;

/// What the pilot wants in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FlyInput {
    /// Forwards where the camera looks, 1 to -1.
    pub forward: f32,
    /// To the right, 1 to -1.
    pub right: f32,
    /// Up in the world, 1 to -1.
    pub up: f32,
    /// How far the view turns to the right and up, rad.
    pub turn: [f32; 2],
    /// Whether to go fast.
    pub fast: bool,
    /// Steps by which the speed changes, of a mouse wheel; each is a fifth more.
    pub faster: f32,
}

/// Place, heading and speed of a flying camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlyCamera {
    /// Where it is, m.
    pub position: Vec3,
    /// Heading to the right of -Z, rad.
    pub yaw: f32,
    /// Upwards, rad.
    pub pitch: f32,
    /// m/s; four times that when fast.
    pub speed: f32,
    /// Vertical angle of view, rad.
    pub field_of_view: f32,
}

impl FlyCamera {
    /// Starts where a camera is, at a speed that crosses the distance to what it looks at in two seconds.
    pub fn from_camera(camera: &Camera) -> Self {
        let [_, _, forward] = camera.axes();
        Self {
            position: camera.position,
            yaw: atan2(forward.x, -forward.z),
            pitch: clamp(asin(clamp(forward.y, -1.0, 1.0)), -STEEPEST, STEEPEST),
            speed: clamp(0.5 * camera.look_at.distance(camera.position), 0.5, 100.0),
            field_of_view: camera.field_of_view,
        }
    }

    /// Direction of view, a unit vector.
    pub fn forward(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = sin_cos(self.yaw);
        let (sin_pitch, cos_pitch) = sin_cos(self.pitch);
        Vec3::new(sin_yaw * cos_pitch, sin_pitch, -cos_yaw * cos_pitch)
    }

    /// Flies for a time, s.
    pub fn update(&mut self, input: &FlyInput, seconds: f32) {
        let turned = self.yaw + input.turn[0];
        self.yaw = turned - TAU * (turned / TAU).round();
        self.pitch = clamp(self.pitch + input.turn[1], -STEEPEST, STEEPEST);
        self.speed = clamp(
            self.speed * voltex_math::f32::pow(1.2, input.faster),
            0.05,
            2000.0,
        );
        let (sin_yaw, cos_yaw) = sin_cos(self.yaw);
        let right = Vec3::new(cos_yaw, 0.0, sin_yaw);
        let wish = self.forward() * input.forward + right * input.right + Vec3::Y * input.up;
        let direction = if wish.length_squared() > 1.0 {
            wish.normalize()
        } else {
            wish
        };
        let speed = if input.fast {
            4.0 * self.speed
        } else {
            self.speed
        };
        self.position += direction * (speed * seconds);
    }

    /// The camera of the moment.
    pub fn camera(&self) -> Camera {
        Camera {
            field_of_view: self.field_of_view,
            ..Camera::new(self.position, self.position + self.forward())
        }
    }
}
