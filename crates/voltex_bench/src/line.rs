//! The same work by several contenders, measured in turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of a table; each contender is measured once a round.
const ROUNDS: usize = 41;
/// Time one contender takes of a round, at least.
const SLICE: Duration = Duration::from_millis(4);

/// One measurement.
pub struct Contender {
    /// Who is measured, and how if there are several ways.
    pub name: &'static str,
    /// Does the work once and returns the time that it took, without preparation and clean-up.
    pub run: Box<dyn FnMut() -> Duration>,
}

/// The same work by several contenders.
pub struct Line {
    /// What is done.
    pub name: String,
    /// The bar comes first: what ratios refer to.
    pub contenders: Vec<Contender>,
    /// Number of units that one run does.
    pub per: u32,
    /// Suffix of times, such as `/entity`; empty for a whole run.
    pub unit: &'static str,
}

/// What was measured of one contender of a line.
pub struct Row {
    /// Name of the line.
    pub line: String,
    /// Name of the contender.
    pub contender: &'static str,
    /// Median over all rounds, ns per unit.
    pub median: f64,
    /// Least over all rounds, ns per unit.
    pub least: f64,
    /// Median of the ratios to the first contender within each round.
    pub ratio: f64,
}

/// Contender that prepares a state anew for each run and drops it outside the time.
pub(crate) fn prepared<S: 'static, O: 'static>(
    name: &'static str,
    mut prepare: impl FnMut() -> S + 'static,
    mut work: impl FnMut(&mut S) -> O + 'static,
) -> Contender {
    Contender {
        name,
        run: Box::new(move || {
            let mut state = prepare();
            let begin = Instant::now();
            let output = black_box(work(black_box(&mut state)));
            let time = begin.elapsed();
            drop(output);
            time
        }),
    }
}

/// Contender that does the same work on one state again and again.
pub(crate) fn repeated<S: 'static, O>(
    name: &'static str,
    mut state: S,
    mut work: impl FnMut(&mut S) -> O + 'static,
) -> Contender {
    Contender {
        name,
        run: Box::new(move || {
            let begin = Instant::now();
            black_box(work(black_box(&mut state)));
            begin.elapsed()
        }),
    }
}

/// Measures a line: all contenders in turn, again and again, each coming first in turn.
///
/// A machine that others use as well slows all contenders of a round alike, so ratios are taken within
/// rounds.
pub fn measure(line: &mut Line) -> Vec<Row> {
    let count = line.contenders.len();
    let mut rounds = vec![Vec::new(); count];
    let mut ratios = vec![Vec::new(); count];
    for round in 0..ROUNDS {
        let mut times = vec![0.0; count];
        for offset in 0..count {
            let place = (offset + round) % count;
            times[place] = middle(&mut line.contenders[place]);
        }
        for place in 0..count {
            rounds[place].push(times[place]);
            ratios[place].push(times[place] / times[0]);
        }
    }
    let per = f64::from(line.per);
    let contenders = line.contenders.iter().enumerate();
    contenders
        .map(|(place, contender)| Row {
            line: line.name.clone(),
            contender: contender.name,
            // Sorts, so that the least comes first.
            median: median(&mut rounds[place]) / per,
            least: rounds[place][0] / per,
            ratio: median(&mut ratios[place]),
        })
        .collect()
}

/// Measures lines and prints a table; returns its rows.
pub fn table(lines: impl IntoIterator<Item = Line>) -> Vec<Row> {
    println!("| line | contender | median | ratio to the first | least |");
    println!("|---|---|---|---|---|");
    let mut all = Vec::new();
    for mut line in lines {
        for row in measure(&mut line) {
            println!(
                "| {} | {} | {} | {:.2} | {} |",
                row.line,
                row.contender,
                show(row.median, line.unit),
                row.ratio,
                show(row.least, line.unit),
            );
            all.push(row);
        }
    }
    all
}

/// Nanoseconds of the middle of several runs: a run that others interrupt does not count.
fn middle(contender: &mut Contender) -> f64 {
    let begin = Instant::now();
    let mut runs = Vec::new();
    while runs.len() < 3 || begin.elapsed() < SLICE {
        runs.push((contender.run)().as_nanos() as f64);
    }
    median(&mut runs)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn show(nanoseconds: f64, unit: &str) -> String {
    if nanoseconds >= 1.0e6 {
        format!("{:.2} ms{unit}", nanoseconds / 1.0e6)
    } else if nanoseconds >= 1000.0 {
        format!("{:.2} us{unit}", nanoseconds / 1000.0)
    } else {
        format!("{nanoseconds:.2} ns{unit}")
    }
}
