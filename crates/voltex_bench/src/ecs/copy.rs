//! Copies of a whole world; no peer has them, so plain vectors are the bar.

use super::{Contender, ENTITIES, Line, bundles, prepared, repeated, voltex, voltex_grouped};

pub(super) fn lines() -> Vec<Line> {
    let line = |name: &str, contenders| Line {
        name: name.to_owned(),
        contenders,
        per: 1,
        unit: "",
    };
    vec![
        line("clone_from_warm", clone_from()),
        line("clone", clone()),
    ]
}

/// As many bytes as a world of [`ENTITIES`] holds: components, the entity of each, sparse arrays
/// and slots, each in a block of its own as in the world.
fn blocks() -> Vec<Vec<u8>> {
    let sparse = ENTITIES.next_power_of_two() * size_of::<u32>();
    let entities = ENTITIES * size_of::<voltex_ecs::Entity>();
    let mut blocks = vec![vec![1; ENTITIES * size_of::<u32>()]];
    for floats in [16, 3, 3, 3] {
        blocks.push(vec![1; ENTITIES * floats * size_of::<f32>()]);
        blocks.push(vec![1; entities]);
        blocks.push(vec![1; sparse]);
    }
    blocks
}

fn clone_from() -> Vec<Contender> {
    let source = blocks();
    vec![
        repeated("memcpy", (source.clone(), source), |(target, source)| {
            for (target, source) in target.iter_mut().zip(&*source) {
                target.copy_from_slice(source);
            }
        }),
        repeated("voltex", (voltex(), voltex()), |(target, source)| {
            target.clone_from(source);
        }),
        repeated(
            "voltex_grouped",
            (voltex_grouped(), voltex_grouped()),
            |(target, source)| target.clone_from(source),
        ),
    ]
}

fn clone() -> Vec<Contender> {
    vec![
        prepared(
            "Vec x 4",
            || bundles().collect::<Vec<_>>(),
            |components| components.clone(),
        ),
        prepared("voltex", voltex, |world| world.clone()),
    ]
}
