//! The built-in scenes by name. Each is a file of this crate's folder `scenes`.

use voltex_ecs::{StateHasher, World};

use crate::error::SceneError;
use crate::scene::Scene;

/// A scene that is compiled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Its file, in RON.
    pub ron: &'static str,
}

macro_rules! built_in {
    ($($name:literal)*) => {
        &[$(BuiltIn {
            name: $name,
            ron: include_str!(concat!("../scenes/", $name, ".ron")),
        }),*]
    };
}

/// All built-in scenes: teaching first, then those that measure speed, in the order in which they are published.
pub static ALL: &[BuiltIn] = built_in! {
    "stack"
    "tower"
    "dominoes"
    "spheres_drop"
    "slope"
    "seam"
    "cradle"
    "restitution_row"
    "spin_bounce"
    "chain"
    "free_kick"
    "tennis_net"
    "free_throw"
    "ten_pins"
    "tee_shot"
    "table_tennis"
    "wicket"
    "volleyball_serve"
    "baseball_hit"
    "place_kick"
    "tennis_serve"
    "long_pass"
    "large_pyramid"
    "many_pyramids"
    "convex_pile"
    "joint_grid"
    "junkyard"
    "large_world"
    "rain"
    "trees"
    "trees_2"
    "trees_4"
    "washer"
    "jolt_ragdolls"
    "jolt_convex_vs_mesh"
    "jolt_pyramid"
    "high_speed"
    "spheres_10k"
    "bounce_10k"
    "mixed_4k"
    "tiny_1"
    "tiny_10"
    "tiny_100"
    "sleeping_100k"
    "rays_boxes"
    "rays_mesh"
};

/// Recorded hashes of the built-in scenes of at most 200 bodies: a line each with the name, a number of steps and what
/// [`seen_hash`] then gives, in hexadecimal digits.
pub const GOLDEN_STEPS: &str = include_str!("../golden_steps.txt");

/// Names of the built-in scenes.
pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
    ALL.iter().map(|scene| scene.name)
}

/// The file of a name; `-` and spaces may stand for `_`, case is ignored.
///
/// # Errors
/// A name that no built-in scene has; the error names the nearest.
pub fn find(name: &str) -> Result<&'static BuiltIn, SceneError> {
    let key = name.trim().to_lowercase().replace(['-', ' '], "_");
    ALL.iter()
        .find(|scene| scene.name == key)
        .ok_or_else(|| SceneError::Unknown {
            place: Box::default(),
            what: "scene",
            name: name.to_owned(),
            known: names().map(str::to_owned).collect(),
        })
}

/// As [`World::hash`], without the state of the physics: the hash in the table of built-in scenes, which moves when
/// what anyone sees of a world does and not when only the way there is kept otherwise.
pub fn seen_hash(world: &World) -> u64 {
    let mut hasher = StateHasher::new();
    let parts = world.hash_parts().into_iter();
    for (name, hash) in parts.filter(|(name, _)| *name != "voltex.physics_state") {
        hasher.write_str(name);
        hasher.write_u64(hash);
    }
    hasher.finish()
}

/// The built-in scene of a name.
///
/// # Errors
/// As for [`find`].
pub fn get(name: &str) -> Result<Scene, SceneError> {
    let scene = find(name)?;
    Scene::from_ron(scene.ron).map_err(|error| error.in_file(scene.name))
}
