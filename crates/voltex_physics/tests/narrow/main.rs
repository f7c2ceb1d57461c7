//! Contact manifolds: closed forms, sign rules, symmetry, patches.

#[path = "../solids/mod.rs"]
mod solids;

mod boxes;
mod closed_forms;
mod invariance;
mod pairs;
mod patches;
mod seams;
mod surfaces;

use voltex_math::Vec3;
use voltex_math::random::Key;
use voltex_physics::Hull;

/// A rock half a metre in radius.
fn hull() -> Hull {
    let mut random = Key::new(3, 3).sequence();
    let points: Vec<Vec3> = (0..20)
        .map(|_| solids::direction(&mut random) * 0.5)
        .collect();
    Hull::from_points(&points).unwrap()
}
