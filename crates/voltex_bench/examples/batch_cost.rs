//! Flies one way only, for instruction counts: `batch_cost LEVEL ROWS`, level `alone`, `scalar`, `avx2`, ...
//!
//! The difference between two numbers of rows, over the difference of the steps, is the cost of a step:
//! `valgrind --tool=callgrind target/release/examples/batch_cost "avx2" 64`.

use voltex_flight::batch::{Batch, Row};
use voltex_flight::units::{deg, mph, rpm};
use voltex_flight::{Launch, balls};
use voltex_math::simd::Level;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(way), Some(count)) = (arguments.next(), arguments.next()) else {
        panic!("give a level and a number of rows");
    };
    let count: u32 = count.parse().expect("a number of rows");
    let rows: Vec<Row> = (0..count)
        .map(|i| {
            let launch = Launch::at(mph(160.0) + 0.01 * f64::from(i)).up(deg(10.9));
            Row::new(&balls::GOLF, launch.backspin(rpm(2686.0)))
        })
        .collect();
    let batch = Batch::new();
    if way == "alone" {
        let carry = |row: &Row| batch.shot(row).fly(&row.air).ok().and_then(|f| f.carry());
        println!("{:?}", rows.iter().filter_map(carry).sum::<f64>());
        return;
    }
    let level = Level::available()
        .into_iter()
        .find(|level| level.name() == way)
        .expect("a level of this processor");
    let landings = batch.level(level).fly(&rows).expect("all can be flown");
    println!("{:?}", landings.x.iter().sum::<f64>());
}
