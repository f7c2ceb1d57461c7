//! Point clouds that tests share.

use voltex_math::random::{Key, Sequence};
use voltex_math::{Quat, Vec3};

/// Numbers of a named stream.
pub(crate) fn numbers(stream: u64) -> Sequence {
    Key::new(20, stream).sequence()
}

pub(crate) fn in_cube(numbers: &mut Sequence) -> Vec3 {
    let mut next = || numbers.uniform_in(-1.0, 1.0) as f32;
    Vec3::new(next(), next(), next())
}

pub(crate) fn in_ball(numbers: &mut Sequence) -> Vec3 {
    loop {
        let point = in_cube(numbers);
        if point.length_squared() <= 1.0 {
            return point;
        }
    }
}

pub(crate) fn on_sphere(numbers: &mut Sequence) -> Vec3 {
    let mut next = || numbers.normal();
    voltex_math::DVec3::new(next(), next(), next())
        .normalize()
        .as_vec3()
}

pub(crate) fn rotation(numbers: &mut Sequence) -> Quat {
    let mut next = || numbers.normal() as f32;
    Quat::from_xyzw(next(), next(), next(), next()).normalize()
}

pub(crate) fn box_corners(half: Vec3) -> Vec<Vec3> {
    (0..8)
        .map(|bits| {
            let sign = |bit: u32| if bits >> bit & 1 == 0 { -1.0 } else { 1.0 };
            half * Vec3::new(sign(0), sign(1), sign(2))
        })
        .collect()
}

/// The same points in another order.
pub(crate) fn shuffled(points: &[Vec3], stream: u64) -> Vec<Vec3> {
    let mut numbers = numbers(stream);
    let mut points = points.to_vec();
    for left in (1..points.len()).rev() {
        let other = numbers.below(left as u64 + 1).expect("a range") as usize;
        points.swap(left, other);
    }
    points
}
