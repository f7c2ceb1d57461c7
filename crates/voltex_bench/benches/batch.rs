//! Flights per second and core: one by one, as a plain loop, and as a batch at every width of lanes.
//!
//! `cargo bench -p voltex_bench --bench batch`. The ways take turns, so that all see the same machine; each
//! keeps its best round. Every way flies the same shots, and the carries of all batches are compared. Time is
//! that on the processor where the system tells it, so that other programs do not count.

use std::time::Instant;

use voltex_bench::plain_flight;
use voltex_flight::batch::{Batch, Row};
use voltex_flight::units::{deg, mph, rpm};
use voltex_flight::{Air, Ball, Launch, balls};
use voltex_math::simd::Level;

const ROWS: u32 = 8192;
const ROUNDS: usize = 5;

/// One way to fly all rows.
struct Way<'a> {
    name: String,
    fly: Box<dyn Fn() -> f64 + 'a>,
    best: f64,
    sum: f64,
}

fn main() {
    let sports: [(&Ball, Launch, f64, f64); 2] = [
        (
            &balls::GOLF,
            Launch::at(mph(167.0)).up(deg(10.9)),
            rpm(2686.0),
            0.004,
        ),
        (
            &balls::SOCCER,
            Launch::at(28.0).up(deg(18.0)),
            rpm(500.0),
            0.02,
        ),
    ];
    println!("{ROWS} shots, one core, best of {ROUNDS} rounds");
    for (ball, launch, spin, spread) in sports {
        bench(ball, launch, spin, spread);
    }
}

fn bench(ball: &Ball, launch: Launch, spin: f64, spread: f64) {
    let air = Air::default();
    let rows: Vec<Row> = (0..ROWS)
        .map(|i| {
            let share = f64::from(i) / f64::from(ROWS) - 0.5;
            let speed = launch.speed * (1.0 + spread * share);
            let launch = Launch { speed, ..launch }.backspin(spin * (1.0 + 0.2 * share));
            Row::new(ball, launch)
        })
        .collect();
    let shots: Vec<_> = rows.iter().map(|row| Batch::new().shot(row)).collect();
    let mut ways = vec![
        Way::new("Shot::fly", || {
            let carry = |shot: &voltex_flight::Shot| shot.fly(&air).ok().and_then(|f| f.carry());
            shots.iter().filter_map(carry).sum()
        }),
        Way::new("plain loop", || {
            shots
                .iter()
                .map(|shot| plain_flight::carry(shot, &air))
                .sum()
        }),
    ];
    for level in Level::available() {
        let batch = Batch::new().level(level);
        let rows = &rows;
        ways.push(Way::new(
            &format!("batch, {} ({} lanes)", level.name(), level.lanes()),
            move || batch.fly(rows).expect("all can be flown").x.iter().sum(),
        ));
    }
    for _ in 0..ROUNDS {
        for way in &mut ways {
            way.round();
        }
    }
    println!(
        "\n{:<28} {:>12} {:>12} {:>12}",
        ball.name, "flights/s", "x Shot::fly", "x plain"
    );
    let (single, plain) = (ways[0].best, ways[1].best);
    for way in &ways {
        println!(
            "{:<28} {:>12.0} {:>12.2} {:>12.2}",
            way.name,
            f64::from(ROWS) / way.best,
            single / way.best,
            plain / way.best
        );
        if way.name != "plain loop" {
            assert_eq!(way.sum, ways[0].sum, "{} lands elsewhere", way.name);
        }
    }
}

impl<'a> Way<'a> {
    fn new(name: &str, fly: impl Fn() -> f64 + 'a) -> Self {
        Self {
            name: name.to_owned(),
            fly: Box::new(fly),
            best: f64::INFINITY,
            sum: 0.0,
        }
    }

    fn round(&mut self) {
        let (start, clock) = (on_processor(), Instant::now());
        self.sum = (self.fly)();
        let elapsed = match (start, on_processor()) {
            (Some(start), Some(end)) => end - start,
            _ => clock.elapsed().as_secs_f64(),
        };
        if elapsed < self.best {
            self.best = elapsed;
        }
    }
}

/// Seconds that this thread has spent on a processor, where the kernel is Linux.
fn on_processor() -> Option<f64> {
    let numbers = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = numbers.split_whitespace().next()?.parse().ok()?;
    (nanoseconds > 0.0).then_some(nanoseconds * 1e-9)
}
