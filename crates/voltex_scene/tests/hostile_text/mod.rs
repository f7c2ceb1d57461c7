//! Texts that may be anything, read as scenes. Shared by the tests and the fuzz target.

#![allow(dead_code, reason = "each user takes what it needs")]

use voltex_physics::physics_step;
use voltex_scene::Scene;

/// Bodies of a scene that is built and stepped: larger ones are sound, and take their time.
const FEW_BODIES: u64 = 100;

/// Reads a text in both forms; what comes of it must be a sound scene, or be refused in few words.
pub(crate) fn read(text: &str) {
    for scene in [Scene::from_ron(text), Scene::from_json(text)] {
        match scene {
            Ok(scene) => assert!(scene.validate().is_ok()),
            Err(error) => {
                let message = error.to_string();
                assert!(message.len() < 4000, "{message}");
                assert!(!message.contains('\u{0}'));
            }
        }
    }
}

/// As [`read`], and builds and steps the scene that came of it.
pub(crate) fn read_and_step(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    read(text);
    let scenes = [Scene::from_ron(text), Scene::from_json(text)];
    for scene in scenes.into_iter().flatten() {
        if scene.body_count().is_ok_and(|count| count <= FEW_BODIES)
            && let Ok(mut world) = scene.build()
        {
            for _ in 0..3 {
                if scene.advance(&mut world).is_err() {
                    break;
                }
                physics_step(&mut world, &scene.config()).expect("the settings were checked");
            }
        }
    }
}
