//! Deviations from closed forms in three engines, line by line: `accuracy [PART OF A NAME]`.

use voltex_bench::accuracy::box3d::Box3d;
use voltex_bench::accuracy::rapier::Rapier;
use voltex_bench::accuracy::voltex::Voltex;
use voltex_bench::accuracy::{Engine, lines};

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let box3d = Box3d::new();
    let engines: [&dyn Engine; 3] = [&Voltex, &Rapier, &box3d];
    println!(
        "| what happens | deviation | {} |",
        engines.map(|engine| engine.name()).join(" | ")
    );
    println!("|---|---|---|---|---|");
    let (mut all, mut won) = (0, 0);
    for line in lines() {
        if !line.name.contains(&wanted) {
            continue;
        }
        let found = engines.map(|engine| (line.run)(engine));
        let best =
            found.iter().flatten().fold(
                f64::INFINITY,
                |best, found| if *found < best { *found } else { best },
            );
        // Equal within the noise of the line.
        let good = |found: f64| found <= line.noise || found <= best * 1.02;
        let cell = |found: Option<f64>| match found {
            None => "no means".to_owned(),
            Some(found) if good(found) => format!("**{}**", written(found)),
            Some(found) => written(found),
        };
        all += 1;
        won += usize::from(found[0].is_some_and(good));
        println!(
            "| {} | {} | {} |",
            line.name,
            line.measure,
            found.map(cell).join(" | ")
        );
    }
    println!("\nVoltex is best, or equal within noise, on {won} of {all} lines.");
}

/// Two digits are what a deviation is worth.
fn written(deviation: f64) -> String {
    if deviation == 0.0 {
        "0".to_owned()
    } else if !deviation.is_finite() {
        "lost".to_owned()
    } else if (1e-3..1e3).contains(&deviation) {
        let digits = if deviation < 0.01 {
            4
        } else if deviation < 0.1 {
            3
        } else {
            2
        };
        format!("{deviation:.digits$}")
    } else {
        format!("{deviation:.1e}")
    }
}
