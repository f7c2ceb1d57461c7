//! How far a sweep is, on standard error: rows, rate and time left.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// From one report to the next on a terminal, where each replaces the last, and elsewhere, where each is a line.
const EVERY: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(2)];

/// Counts rows and tells of them.
#[derive(Debug)]
pub(crate) struct Progress {
    rows: u64,
    begun: Instant,
    terminal: bool,
    told: Mutex<Told>,
}

#[derive(Debug)]
struct Told {
    rows: u64,
    /// When the next report is due; none: nobody is told.
    due: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// Reports on a terminal, and elsewhere if `asked`.
    pub(crate) fn new(rows: u64, asked: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let begun = Instant::now();
        let every = EVERY[usize::from(!terminal)];
        Self {
            rows,
            begun,
            terminal,
            told: Mutex::new(Told {
                rows: 0,
                due: (terminal || asked).then_some(begun + every),
                shown: false,
            }),
        }
    }

    /// So many more rows are made.
    pub(crate) fn add(&self, rows: u64) {
        let mut told = self.told.lock().expect("no thread panics with it");
        told.rows += rows;
        let now = Instant::now();
        let Some(due) = told.due else { return };
        if now < due && told.rows < self.rows {
            return;
        }
        told.due = Some(now + EVERY[usize::from(!self.terminal)]);
        told.shown = true;
        let text = report(told.rows, self.rows, self.begun.elapsed());
        let mut out = std::io::stderr().lock();
        // A closed standard error is nobody's loss.
        let _ = if self.terminal {
            write!(out, "\r\u{1b}[2K{text}").and_then(|()| out.flush())
        } else {
            writeln!(out, "{text}")
        };
    }

    /// Leaves the terminal at the beginning of a line.
    pub(crate) fn end(&self) {
        let told = self.told.lock().expect("no thread panics with it");
        if self.terminal && told.shown {
            let _ = write!(std::io::stderr(), "\r\u{1b}[2K");
        }
    }
}

fn report(done: u64, all: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let rate = if seconds > 0.0 {
        done as f64 / seconds
    } else {
        0.0
    };
    let percent = 100.0 * done as f64 / all.max(1) as f64;
    let left = if rate > 0.0 {
        let seconds = ((all - done.min(all)) as f64 / rate).round() as u64;
        match (seconds / 3600, seconds / 60 % 60) {
            (0, 0) => format!("{seconds} s left"),
            (0, minutes) => format!("{minutes} min {} s left", seconds % 60),
            (hours, minutes) => format!("{hours} h {minutes} min left"),
        }
    } else {
        "no rate yet".to_owned()
    };
    format!("{percent:.0} %, {done} of {all} rows, {rate:.0} rows/s, {left}")
}

#[cfg(test)]
mod tests {
    use super::report;
    use std::time::Duration;

    #[test]
    fn a_report_has_rate_and_time_left() {
        assert_eq!(
            report(250, 1000, Duration::from_secs(5)),
            "25 %, 250 of 1000 rows, 50 rows/s, 15 s left"
        );
        assert_eq!(
            report(1, 10_000, Duration::from_secs(1)),
            "0 %, 1 of 10000 rows, 1 rows/s, 2 h 46 min left"
        );
        assert_eq!(
            report(0, 0, Duration::ZERO),
            "0 %, 0 of 0 rows, 0 rows/s, no rate yet"
        );
    }
}
