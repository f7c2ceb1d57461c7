//! Collision detection beside parry3d, on the same shapes and poses.
//!
//!     cargo bench -p voltex_bench --features peers --bench collision                # all lines
//!     cargo bench -p voltex_bench --features peers --bench collision -- box-box     # lines whose name holds it
//!
//! All contenders of a line are measured in turn, again and again; medians, and medians of the ratios within
//! rounds. docs/collision.md shows the table.

use voltex_bench::collision::sections;
use voltex_bench::line::{Row, table};

fn main() {
    let filter = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    let chosen = |name: &str| filter.as_ref().is_none_or(|text| name.contains(text));
    let lines = sections()
        .into_iter()
        .flat_map(|section| (section.lines)(&chosen));
    summary(&table(lines));
}

/// Geometric mean of the ratios of Voltex, and its slowest lines.
fn summary(rows: &[Row]) {
    let mut own: Vec<&Row> = rows
        .iter()
        .filter(|row| row.contender == "voltex")
        .collect();
    if own.is_empty() {
        return;
    }
    let logarithms: f64 = own.iter().map(|row| voltex_math::f64::ln(row.ratio)).sum();
    let mean = voltex_math::f64::exp(logarithms / own.len() as f64);
    println!(
        "\n{} lines, geometric mean of the ratios {mean:.3}",
        own.len()
    );
    own.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    for row in own.iter().take_while(|row| row.ratio > 1.0) {
        println!("slower than parry: {} {:.2}", row.line, row.ratio);
    }
}
