//! What a caller can get wrong, in sentences that name the value, the allowed range and the way out.

use thiserror::Error;
use voltex_math::MathError;

/// Bad input to a flight.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FlightError {
    /// A number that is NaN, infinite or outside its range.
    #[error("{what} is {}; {allowed}", shown(*value))]
    OutOfRange {
        /// The quantity with its unit, such as `speed (m/s)`.
        what: String,
        /// The value that was given.
        value: f64,
        /// The allowed range and the way out, as the rest of the sentence.
        allowed: String,
    },
    /// A name that nothing carries.
    #[error("there is no {what} named `{}`{}; known: {}", quoted(name), nearest_clause(nearest), known.join(", "))]
    Unknown {
        /// The kind of thing looked for: ball, model, surface, parameter.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// The known name that is nearest in spelling, if any is near.
        nearest: Option<String>,
        /// Every valid name.
        known: Vec<String>,
    },
    /// A direction of length zero.
    #[error("{what} is the zero vector and has no direction; {remedy}")]
    NoDirection {
        /// The vector.
        what: &'static str,
        /// The way out.
        remedy: &'static str,
    },
    /// Two things that cannot be asked for together.
    #[error("{0}")]
    Conflict(String),
    /// A thread that does not compute as IEEE 754 prescribes.
    #[error(transparent)]
    FloatMode(#[from] MathError),
    /// A row of a batch that cannot be flown.
    #[error("row {row} of the batch (the first is 0): {error}")]
    Row {
        /// Its place, counted from 0.
        row: usize,
        /// What is wrong with it.
        error: Box<FlightError>,
    },
}

fn nearest_clause(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}

impl FlightError {
    /// An [`FlightError::Unknown`] with the nearest of `known` filled in.
    pub fn unknown<'a>(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        let nearest = nearest_name(name, known.iter().map(String::as_str)).map(str::to_owned);
        Self::Unknown {
            what,
            name: name.to_owned(),
            nearest,
            known,
        }
    }
}

/// The candidate with the smallest edit distance to `name` (case ignored), if that distance is at
/// most a third of the longer name's length, rounded up, or if it begins with `name` of at least three
/// letters. The first of equals wins.
pub fn nearest_name<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let name = name.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let lower = candidate.to_lowercase();
        let distance = edit_distance(&name, &lower);
        let abbreviated = name.len() >= 3 && lower.starts_with(&name);
        let allowed = name
            .chars()
            .count()
            .max(candidate.chars().count())
            .div_ceil(3);
        if (distance <= allowed || abbreviated) && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Distance of two spellings in typing errors: insertions, deletions, substitutions and swaps of neighbours
/// (optimal string alignment). Only the first 64 characters count.
pub(crate) fn edit_distance(a: &str, b: &str) -> usize {
    // A pasted book must not cost a quadratic amount of work.
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            let substitute = row[j] + usize::from(a[i] != b[j]);
            next[j + 1] = substitute.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                next[j + 1] = next[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// The text as messages quote it: at most 40 characters, control characters escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut short = String::new();
    for letter in text.chars().take(40) {
        if letter.is_control() {
            short.extend(letter.escape_debug())
        } else {
            short.push(letter)
        }
    }
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// A number as messages show it: at most nine significant digits, with an exponent where it would fill a line.
fn shown(value: f64) -> String {
    let short: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    if short == 0.0 || (1e-4..1e9).contains(&short.abs()) {
        format!("{short}")
    } else {
        format!("{short:e}")
    }
}

/// Refuses NaN, infinities and anything outside `[lo, hi]`.
pub(crate) fn check_range(
    what: &str,
    value: f64,
    lo: f64,
    hi: f64,
    remedy: &str,
) -> Result<f64, FlightError> {
    if value >= lo && value <= hi {
        return Ok(value);
    }
    Err(FlightError::OutOfRange {
        what: what.to_owned(),
        value,
        allowed: format!("allowed is {} to {}{remedy}", shown(lo), shown(hi)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        let balls = ["golf", "soccer", "tennis", "table_tennis"];
        assert_eq!(nearest_name("soccr", balls), Some("soccer"));
        assert_eq!(nearest_name("GOLF", balls), Some("golf"));
        assert_eq!(nearest_name("xylophone", balls), None);
        assert_eq!(nearest_name("", balls), None);
        assert_eq!(nearest_name("tab", balls), Some("table_tennis"));
    }

    #[test]
    fn a_message_stays_readable_whatever_was_given() {
        let huge = check_range("speed (m/s)", 1e308, 0.0, 3000.0, "").unwrap_err();
        assert_eq!(
            huge.to_string(),
            "speed (m/s) is 1e308; allowed is 0 to 3000"
        );
        let long = FlightError::unknown("ball", &"x".repeat(5000), ["golf"]).to_string();
        assert!(long.len() < 200, "{long}");
    }

    #[test]
    fn rounding_noise_is_not_shown() {
        assert_eq!(shown(-26.850_000_000_000_023), "-26.85");
        assert_eq!(shown(core::f64::consts::FRAC_PI_2), "1.57079633");
        assert_eq!(shown(2e-4), "0.0002");
        assert_eq!(shown(f64::NAN), "NaN");
        assert_eq!(shown(f64::NEG_INFINITY), "-inf");
        assert_eq!(shown(-0.0), "-0");
    }

    #[test]
    fn a_swap_of_letters_is_one_error() {
        assert_eq!(edit_distance("rmp", "rpm"), 1);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("same", "same"), 0);
    }

    #[test]
    fn a_message_names_value_range_and_way_out() {
        let error = check_range(
            "speed (m/s)",
            f64::NAN,
            0.0,
            3000.0,
            "; give a finite speed",
        );
        let text = error.unwrap_err().to_string();
        assert_eq!(
            text,
            "speed (m/s) is NaN; allowed is 0 to 3000; give a finite speed"
        );
        let text = FlightError::unknown("ball", "golff", ["golf", "tennis"]).to_string();
        assert_eq!(
            text,
            "there is no ball named `golff`; did you mean `golf`?; known: golf, tennis"
        );
    }
}
