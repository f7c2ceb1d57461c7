//! Random poses, and pairs of bodies that just touch, overlap or lie apart.

use parry3d::query::{DefaultQueryDispatcher, QueryDispatcher};
use parry3d::shape::SharedShape;
use voltex_math::random::{Key, Sequence};
use voltex_math::{Pose, Quat, Vec3};

use super::Body;

/// Pairs of each line; small enough for everything to stay in the second-level cache.
pub(super) const PAIRS: usize = 256;

/// Poses of a moving pair; they are visited there and back.
pub(super) const FRAMES: usize = 4;

/// Two bodies and where the second lies in the frame of the first.
pub(super) struct Pair {
    pub(super) a: Body,
    pub(super) b: Body,
    /// The same shapes for the peer.
    pub(super) parry: [SharedShape; 2],
    /// Pose of B in the frame of A, one per frame of a motion.
    pub(super) frames: [Pose; FRAMES],
}

/// How the bodies of pairs lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lie {
    /// Apart by 1 to 30 cm.
    Apart,
    /// Every other pair apart, every other overlapping by up to 5 cm.
    Half,
}

/// How a pair moves from frame to frame.
#[derive(Clone, Copy)]
pub(super) struct Drift {
    /// m a frame
    pub(super) length: f32,
    /// rad a frame
    pub(super) angle: f32,
}

impl Drift {
    pub(super) const NONE: Self = Self {
        length: 0.0,
        angle: 0.0,
    };
}

/// Random pairs of two kinds; equal arguments give equal pairs.
pub(super) fn pairs(kinds: (&str, &str), lie: Lie, drift: Drift) -> Vec<Pair> {
    let mut draws = Key::new(4, 0).sequence();
    (0..PAIRS)
        .map(|index| {
            let a = Body::random(kinds.0, &mut draws);
            let b = Body::random(kinds.1, &mut draws);
            let parry = [a.parry(), b.parry()];
            let direction = match a {
                Body::HalfSpace(normal) => normal,
                _ => random_direction(&mut draws),
            };
            let rotation = random_rotation(&mut draws);
            let touch = touching(&parry, direction, rotation);
            let gap = if lie == Lie::Half && index % 2 == 0 {
                draws.uniform_in(-0.05, 0.0)
            } else {
                draws.uniform_in(0.01, 0.3)
            };
            let step = random_direction(&mut draws) * drift.length;
            let spin = Quat::from_scaled_axis(random_direction(&mut draws) * drift.angle);
            let mut pose = Pose::new(direction * (touch + gap as f32), rotation);
            let frames = std::array::from_fn(|_| {
                let now = pose;
                pose = Pose::new(pose.position + step, spin * pose.rotation).normalized();
                now
            });
            Pair {
                a,
                b,
                parry,
                frames,
            }
        })
        .collect()
}

/// How far along `direction` from the frame of A the origin of B lies when the two begin to touch.
fn touching(shapes: &[SharedShape; 2], direction: Vec3, rotation: Quat) -> f32 {
    let (mut inside, mut outside) = (0.0_f32, 8.0_f32);
    for _ in 0..24 {
        let middle = 0.5 * (inside + outside);
        let pose = parry_pose(&Pose::new(direction * middle, rotation));
        let touch = DefaultQueryDispatcher.intersection_test(&pose, &*shapes[0], &*shapes[1]);
        if touch.expect("a supported pair").intersecting {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

/// Direction spread evenly over the sphere.
pub fn random_direction(draws: &mut Sequence) -> Vec3 {
    loop {
        let mut unit = || draws.uniform_in(-1.0, 1.0) as f32;
        let vector = Vec3::new(unit(), unit(), unit());
        let square = vector.length_squared();
        if (0.01..=1.0).contains(&square) {
            return vector / square.sqrt();
        }
    }
}

/// Rotation spread evenly over all rotations.
pub fn random_rotation(draws: &mut Sequence) -> Quat {
    loop {
        let mut unit = || draws.uniform_in(-1.0, 1.0) as f32;
        let quat = Quat::from_xyzw(unit(), unit(), unit(), unit());
        if (0.01..=1.0).contains(&quat.length_squared()) {
            return quat.normalize();
        }
    }
}

/// The peer's vector.
pub fn parry_vector(vector: Vec3) -> parry3d::math::Vector {
    parry3d::math::Vector::new(vector.x, vector.y, vector.z)
}

/// The peer's pose.
pub fn parry_pose(pose: &Pose) -> parry3d::math::Pose {
    let Quat { x, y, z, w } = pose.rotation;
    parry3d::math::Pose::from_parts(
        parry_vector(pose.position),
        parry3d::math::Rotation::from_xyzw(x, y, z, w),
    )
}
