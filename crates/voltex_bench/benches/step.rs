//! Whole steps beside Rapier: `cargo bench -p voltex_bench --features peers --bench step [NAME]`.

use std::time::Instant;

use voltex_bench::step::rapier::Rapier;
use voltex_bench::step::voltex::Voltex;
use voltex_bench::step::{Engine, Scene, scenes};

/// Runs of each engine, taken in turn.
const ROUNDS: usize = 3;

fn main() {
    let name = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    println!(
        "| scene | threads | Voltex ms | Rapier ms | ratio | contacts, points | Rapier's | sunk, m | Rapier's |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for scene in scenes() {
        if name
            .as_ref()
            .is_some_and(|name| !scene.name.contains(name.as_str()))
        {
            continue;
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .expect("one thread");
        pool.install(|| compare(&scene));
    }
}

fn compare(scene: &Scene) {
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    let mut ends = Vec::new();
    for _ in 0..ROUNDS {
        let mut voltex = Voltex::new(scene);
        ours.push(milliseconds(&mut voltex, scene));
        let mut rapier = Rapier::new(scene);
        theirs.push(milliseconds(&mut rapier, scene));
        ends = vec![end(&voltex, scene), end(&rapier, scene)];
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "| {} | 1 | {ours:.4} | {theirs:.4} | {:.2} | {} | {} | {:.4} | {:.4} |",
        scene.name,
        ours / theirs,
        ends[0].0,
        ends[1].0,
        ends[0].1,
        ends[1].1
    );
}

/// Time of one step.
fn milliseconds(engine: &mut dyn Engine, scene: &Scene) -> f64 {
    let [before, timed] = scene.steps;
    for _ in 0..before {
        engine.step();
    }
    let start = Instant::now();
    for _ in 0..timed {
        engine.step();
    }
    start.elapsed().as_secs_f64() * 1e3 / timed as f64
}

/// Contacts and points, and by how much the highest thing has come down.
fn end(engine: &dyn Engine, scene: &Scene) -> (String, f32) {
    let [pairs, points] = engine.contacts();
    let top =
        scene
            .things
            .iter()
            .zip(engine.places())
            .fold((f32::MIN, 0.0), |best, (thing, now)| {
                if thing.moves && thing.place.y > best.0 {
                    (thing.place.y, thing.place.y - now.y)
                } else {
                    best
                }
            });
    (format!("{pairs}, {points}"), top.1)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
