//! Light: the sky, a sun with a shadow, lamps.

use voltex_math::{Mat4, Vec3, Vec4};

/// Colours of what is above and around, linear light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sky {
    /// Straight above.
    pub zenith: [f32; 3],
    /// Where sky and ground meet; far things fade into it.
    pub horizon: [f32; 3],
    /// Light that comes back from the ground.
    pub ground: [f32; 3],
    /// Strength of the light from all around, 1 for that of the colours above.
    pub ambient: f32,
    /// Distance over which things fade to 1/e, m; infinite for clear air.
    pub fade: f32,
}

impl Default for Sky {
    fn default() -> Self {
        Self {
            zenith: [0.13, 0.30, 0.62],
            horizon: [0.62, 0.74, 0.86],
            ground: [0.20, 0.19, 0.16],
            ambient: 0.62,
            fade: 900.0,
        }
    }
}

impl Sky {
    /// A hall with light from all sides.
    pub const HALL: Self = Self {
        zenith: [0.16, 0.17, 0.19],
        horizon: [0.30, 0.31, 0.33],
        ground: [0.22, 0.20, 0.18],
        ambient: 1.25,
        fade: 400.0,
    };
}

/// Light from one direction, with one shadow map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// Where it comes from, any length but zero.
    pub from: Vec3,
    /// Linear light.
    pub colour: [f32; 3],
    /// Middle of the ball within which shadows are drawn, m.
    pub shadow_center: Vec3,
    /// Radius of that ball, m; 0 for no shadows.
    pub shadow_radius: f32,
}

impl Default for Sun {
    fn default() -> Self {
        Self {
            from: Vec3::new(0.35, 0.85, 0.45),
            colour: [1.0, 0.95, 0.86],
            shadow_center: Vec3::ZERO,
            shadow_radius: 20.0,
        }
    }
}

impl Sun {
    /// Unit vector towards it; straight up where none is given.
    pub fn direction(&self) -> Vec3 {
        self.from.normalize_or(Vec3::Y)
    }

    /// From the world to the shadow map: x and y from -1 to 1 over the ball, depth from 0, three radii on the sunny side,
    /// so that what stands there throws its shadow in, to 1, a radius behind.
    pub(crate) fn shadow_matrix(&self) -> Mat4 {
        let forward = -self.direction();
        let right = forward
            .cross(if forward.y.abs() > 0.99 {
                Vec3::X
            } else {
                Vec3::Y
            })
            .normalize_or(Vec3::X);
        let up = right.cross(forward);
        let radius = self.shadow_radius;
        let row = |axis: Vec3, scale: f32, shift: f32| {
            (axis / scale).extend(shift - axis.dot(self.shadow_center) / scale)
        };
        Mat4::from_cols(
            row(right, radius, 0.0),
            row(up, radius, 0.0),
            row(forward, 4.0 * radius, 0.75),
            Vec4::W,
        )
        .transpose()
    }
}

/// A lamp that shines to all sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointLight {
    /// Where it is, m.
    pub position: Vec3,
    /// Linear light at a distance of 1 m, falling with the square of the distance.
    pub colour: [f32; 3],
    /// Beyond it there is no light of this lamp, m.
    pub range: f32,
}
