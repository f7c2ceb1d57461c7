//! A body at one tick, and its poses on the way to the next.

use voltex_ecs::{Entity, Transform, World};
use voltex_flight::Sample;
use voltex_math::f32::sin_cos;
use voltex_math::{DVec3, Pose, Quat, Vec3};
use voltex_physics::RigidBody;

/// Square of half an angle (rad) up to which sine and cosine are summed: the first term left out is then below
/// 2e-10 of the sum.
const SUMMED: f32 = 0.0625;
/// Square of the sine of half an angle up to which an even share of the rotation is one of its vector part: what
/// that neglects is below 1e-7 rad.
const STRAIGHT: f32 = 1e-5;

/// Place and motion of a body at a tick, world axes.
///
/// ```
/// use voltex_math::{Quat, Vec3};
/// use voltex_replay::Moment;
///
/// // A golf ball at 281 rad/s makes more than half a turn in a tick of 1/60 s; halfway it has made half of that.
/// let spin = Vec3::Z * 281.0;
/// let at = |time: f32| Moment {
///     position: Vec3::X * time,
///     rotation: Quat::from_rotation_z(281.0 * time),
///     velocity: Vec3::X,
///     spin,
/// };
/// let between = at(0.0).toward(&at(1.0 / 60.0), 1.0 / 60.0, 0.5);
/// assert!(between.rotation.dot(at(1.0 / 120.0).rotation).abs() > 0.999_999);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Origin of the body, m.
    pub position: Vec3,
    /// Attitude, a unit quaternion.
    pub rotation: Quat,
    /// Velocity, m/s; zero of what is no body.
    pub velocity: Vec3,
    /// Angular velocity, rad/s; zero of what is no body.
    pub spin: Vec3,
}

impl Moment {
    /// From the components of an entity.
    pub fn of(transform: &Transform, body: Option<&RigidBody>) -> Self {
        Self {
            position: transform.position,
            rotation: transform.rotation,
            velocity: body.map_or(Vec3::ZERO, |body| body.velocity),
            spin: body.map_or(Vec3::ZERO, |body| body.angular_velocity),
        }
    }

    /// Of a body of a world; `None` for what is no body or has no place.
    pub fn of_body(world: &World, entity: Entity) -> Option<Self> {
        let body = world.get::<RigidBody>(entity)?;
        let transform = world.get::<Transform>(entity)?;
        Some(Self::of(&transform, Some(&body)))
    }

    /// The same as a sample of a track at a time, s. At rest its direction is +X, without spin its axis +Z.
    pub fn sample(&self, time: f64) -> Sample {
        let (velocity, spin) = (self.velocity.as_dvec3(), self.spin.as_dvec3());
        Sample {
            time,
            position: self.position.as_dvec3(),
            rotation: self.rotation.as_dquat(),
            direction: velocity.normalize_or(DVec3::X),
            speed: velocity.length(),
            spin_axis: spin.normalize_or(DVec3::Z),
            spin_rate: spin.length(),
        }
    }

    /// The pose with this position and attitude.
    pub const fn pose(&self) -> Pose {
        Pose::new(self.position, self.rotation)
    }

    /// Where the body is after a share of the `dt` (s) that lie between this moment and the one after it; at 0 and 1, and
    /// beyond, exactly where the moments have it.
    ///
    /// The position is linear. The attitude turns by the mean of both spins and blends in what then remains, so
    /// that a body that makes more than half a turn in between turns the right way, as
    /// [`Track::pose_at`](voltex_flight::Track::pose_at) has it.
    pub fn toward(&self, after: &Self, dt: f32, share: f32) -> Pose {
        if share >= 1.0 || self == after {
            return after.pose();
        }
        // False for NaN.
        let under_way = share > 0.0;
        if !under_way {
            return self.pose();
        }
        let position = self.position + (after.position - self.position) * share;
        let angle = (self.spin + after.spin) * (0.5 * dt);
        let arrived = turn(angle) * self.rotation;
        let missing = after.rotation * arrived.conjugate();
        let missing = if missing.w < 0.0 { -missing } else { missing };
        let vector = missing.xyz();
        let blend = if vector.length_squared() < STRAIGHT {
            Quat::from_vec4((vector * share).extend(1.0 + (missing.w - 1.0) * share))
        } else {
            turn(missing.to_scaled_axis() * share)
        };
        let rotation = blend * turn(angle * share) * self.rotation;
        Pose::new(position, rotation.normalize())
    }
}

/// The rotation about a vector by its length, rad.
fn turn(angle: Vec3) -> Quat {
    let y = 0.25 * angle.length_squared();
    let (sine_over_half, cosine) = if y < SUMMED {
        (
            1.0 - y / 6.0 * (1.0 - y / 20.0 * (1.0 - y / 42.0)),
            1.0 - y / 2.0 * (1.0 - y / 12.0 * (1.0 - y / 30.0 * (1.0 - y / 56.0))),
        )
    } else {
        let half = y.sqrt();
        let (sine, cosine) = sin_cos(half);
        (sine / half, cosine)
    };
    Quat::from_vec4((angle * (0.5 * sine_over_half)).extend(cosine))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use voltex_flight::Track;

    use super::*;

    fn vector(size: f32) -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-size..size).prop_map(Vec3::from_array)
    }

    fn moment(spin: f32) -> impl Strategy<Value = Moment> {
        (vector(5.0), vector(3.0), vector(8.0), vector(spin)).prop_map(
            |(place, turned, v, spin)| Moment {
                position: place,
                rotation: turn(turned),
                velocity: v,
                spin,
            },
        )
    }

    fn angle_between(a: Quat, b: Quat) -> f32 {
        2.0 * (a * b.conjugate()).xyz().length()
    }

    proptest! {
        /// In double precision and by another way, a track has the same poses.
        #[test]
        fn poses_are_those_of_a_track(before in moment(600.0), after in moment(600.0), share in 0.0_f32..1.0) {
            let dt = 1.0 / 60.0;
            let track = Track::new(vec![before.sample(0.0), after.sample(f64::from(dt))]);
            let (position, rotation) = track.pose_at(f64::from(share) * f64::from(dt)).unwrap();
            let pose = before.toward(&after, dt, share);
            prop_assert!((pose.position - position.as_vec3()).length() < 2e-6);
            // Near half a turn of what remains, either way round is as short.
            let arrived = turn((before.spin + after.spin) * (0.5 * dt)) * before.rotation;
            prop_assume!((after.rotation * arrived.conjugate()).w.abs() > 1e-3);
            prop_assert!(angle_between(pose.rotation, rotation.as_quat()) < 1e-4);
        }

        /// A step of the physics leaves little to blend in: the way is a steady turn.
        #[test]
        fn a_steady_spin_is_even(spin in vector(40.0), share in 0.0_f32..1.0) {
            let dt = 1.0 / 60.0;
            let at = |time: f32| Moment {
                position: Vec3::ZERO,
                rotation: turn(spin * time),
                velocity: Vec3::ZERO,
                spin,
            };
            let pose = at(0.0).toward(&at(dt), dt, share);
            prop_assert!(angle_between(pose.rotation, turn(spin * (share * dt))) < 1e-6);
        }
    }

    /// The two ways to the sine of a rotation meet where they change, and at no angle.
    #[test]
    fn turns_are_continuous() {
        let edge = 2.0 * SUMMED.sqrt();
        let [below, above] = [0.999_999, 1.000_001].map(|share| turn(Vec3::Y * (edge * share)));
        assert!(angle_between(below, above) < 2e-6);
        assert_eq!(turn(Vec3::ZERO), Quat::IDENTITY);
        let half = turn(Vec3::X * std::f32::consts::PI);
        assert!((half.x - 1.0).abs() < 1e-6 && half.w.abs() < 1e-6);
    }

    #[test]
    fn ends_are_exact() {
        let before = Moment {
            position: Vec3::new(0.1, 0.2, 0.3),
            rotation: turn(Vec3::new(0.3, 0.2, 0.1)),
            velocity: Vec3::X,
            spin: Vec3::Y * 300.0,
        };
        let after = Moment {
            position: Vec3::ONE,
            ..before
        };
        for (share, end) in [
            (-1.0, before),
            (0.0, before),
            (f32::NAN, before),
            (1.0, after),
            (7.0, after),
        ] {
            assert_eq!(before.toward(&after, 0.01, share), end.pose(), "{share}");
        }
    }
}
