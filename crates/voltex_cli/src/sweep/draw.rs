//! The values of a row: a point of the grid, and numbers drawn for this row alone.
//!
//! Row `r` stands at point `r mod G` of a grid of `G` points, of which the last axis turns fastest, and has draw `r div G`.
//! Each random axis has a stream of its own, named by its path, and the row is the counter: the value depends on seed, path and
//! row alone. So a plan with more samples begins with the rows of the one with fewer, and one more axis leaves the others as
//! they were.

use voltex_flight::units::parse::Dimension;
use voltex_math::f64::{exp, ln};
use voltex_math::hash::StateHasher;
use voltex_math::random::{self, Key};

use super::plan::{Amount, Vary};

/// Most rows of a sweep; what is drawn again uses the counters above it.
pub(crate) const MAX_ROWS: u64 = 1 << 40;
/// Most values of an axis of the grid.
const MAX_COUNT: usize = 1_000_000;
/// Draws of a value that lies outside its bounds before the nearest bound is taken. Bounds hold the mean and at least a tenth
/// of sigma, so one draw in 25 is inside and this many fail less than once in 10^70.
const ATTEMPTS: u64 = 4096;

/// A value of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// SI.
    Number(f64),
    /// Name of a ball, a material: place in the list of the axis, and the name.
    Name(usize, &'a str),
}

/// Something that varies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    /// The way to it, as in the plan.
    pub(crate) path: String,
    /// Dimension that a unit in the plan says, if any.
    pub(crate) dimension: Option<Dimension>,
    key: Key,
    source: Source,
}

#[derive(Clone, Debug, PartialEq)]
enum Source {
    Grid(Values),
    Choice(Values),
    Uniform {
        low: f64,
        high: f64,
    },
    LogUniform {
        low: f64,
        high: f64,
    },
    Normal {
        mean: f64,
        sigma: f64,
        min: f64,
        max: f64,
    },
}

#[derive(Clone, Debug, PartialEq)]
enum Values {
    Numbers(Vec<f64>),
    Names(Vec<String>),
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::Numbers(values) => values.len(),
            Self::Names(values) => values.len(),
        }
    }

    fn get(&self, index: usize) -> Value<'_> {
        match self {
            Self::Numbers(values) => Value::Number(values[index]),
            Self::Names(values) => Value::Name(index, &values[index]),
        }
    }
}

impl Axis {
    /// An axis of a plan. `dimension` is that of the number it changes, where that is known.
    ///
    /// # Errors
    /// A sentence about what is wrong with its values, and the way out.
    pub(crate) fn new(
        seed: u64,
        path: &str,
        vary: &Vary,
        dimension: Option<Dimension>,
    ) -> Result<Self, String> {
        let mut read = Read {
            wanted: dimension,
            found: dimension,
        };
        let source = match vary {
            Vary::Linspace { from, to, count } => {
                let (from, to) = (read.number(from)?, read.number(to)?);
                Source::Grid(Values::Numbers(spaced(*count, |share| {
                    from * (1.0 - share) + to * share
                })?))
            }
            Vary::Logspace { from, to, count } => {
                let (from, to) = read.positive(from, to)?;
                let (low, high) = (ln(from), ln(to));
                let last = count.saturating_sub(1) as usize;
                let mut values = spaced(*count, |share| exp(low * (1.0 - share) + high * share))?;
                // The ends are what the plan says, not what the logarithm gives back.
                values[0] = from;
                values[last] = if last == 0 { from } else { to };
                Source::Grid(Values::Numbers(values))
            }
            Vary::List(values) => Source::Grid(read.values(values)?),
            Vary::Choice(values) => Source::Choice(read.values(values)?),
            Vary::Uniform { low, high } => {
                let (low, high) = (read.number(low)?, read.number(high)?);
                rising(low, high)?;
                Source::Uniform { low, high }
            }
            Vary::LogUniform { low, high } => {
                let (low, high) = read.positive(low, high)?;
                rising(low, high)?;
                Source::LogUniform { low, high }
            }
            Vary::Normal {
                mean,
                sigma,
                min,
                max,
            } => {
                let mean = read.number(mean)?;
                let sigma = read.difference(sigma)?;
                let mut end = |amount: &Option<Amount>, open: f64| match amount {
                    Some(amount) => read.number(amount),
                    None => Ok(open),
                };
                let (min, max) = (end(min, f64::NEG_INFINITY)?, end(max, f64::INFINITY)?);
                if !(sigma.is_finite() && sigma > 0.0) {
                    return Err(format!(
                        "sigma is {sigma}; it must be above 0, and for a value that does not vary leave the axis out"
                    ));
                }
                if !(min <= mean && mean <= max && max - min >= 0.1 * sigma) {
                    return Err(format!(
                        "min {min} and max {max} must hold the mean {mean} between them and be at least {} apart, a tenth of sigma; \
                         widen them, or use Uniform",
                        0.1 * sigma
                    ));
                }
                Source::Normal {
                    mean,
                    sigma,
                    min,
                    max,
                }
            }
        };
        let mut stream = StateHasher::new();
        stream.write_str(path);
        Ok(Self {
            path: path.to_owned(),
            dimension: read.found,
            key: Key::new(seed, stream.finish()),
            source,
        })
    }

    /// Values on the grid; 1 for what varies at random.
    pub(crate) fn count(&self) -> u64 {
        match &self.source {
            Source::Grid(values) => values.len() as u64,
            _ => 1,
        }
    }

    /// Whether its values are names.
    pub(crate) fn names(&self) -> Option<&[String]> {
        match &self.source {
            Source::Grid(Values::Names(names)) | Source::Choice(Values::Names(names)) => {
                Some(names)
            }
            _ => None,
        }
    }

    /// Values that stand for all others when a plan is checked: all of a short list, the ends of an interval, the mean.
    pub(crate) fn examples(&self) -> Vec<Value<'_>> {
        match &self.source {
            Source::Grid(values) | Source::Choice(values) => {
                let last = values.len() - 1;
                (0..values.len())
                    .filter(|index| *index < 256 || *index == last)
                    .map(|index| values.get(index))
                    .collect()
            }
            Source::Uniform { low, high } | Source::LogUniform { low, high } => {
                vec![Value::Number(*low), Value::Number(*high)]
            }
            Source::Normal { mean, min, max, .. } => [*mean, *min, *max]
                .into_iter()
                .filter(|value| value.is_finite())
                .map(Value::Number)
                .collect(),
        }
    }

    /// The value of a row that stands at place `index` of this axis of the grid.
    fn value(&self, row: u64, index: usize) -> Value<'_> {
        match &self.source {
            Source::Grid(values) => values.get(index),
            Source::Choice(values) => {
                let place = random::below(self.key, row, values.len() as u64);
                values.get(place.expect("no list is empty") as usize)
            }
            Source::Uniform { low, high } => {
                Value::Number(random::uniform_in(self.key, row, *low, *high))
            }
            Source::LogUniform { low, high } => {
                let value = exp(random::uniform_in(self.key, row, ln(*low), ln(*high)));
                Value::Number(between(value, *low, *high))
            }
            Source::Normal {
                mean,
                sigma,
                min,
                max,
            } => {
                let mut value = *mean;
                for attempt in 0..ATTEMPTS {
                    let counter = row + attempt * MAX_ROWS;
                    value = mean + sigma * random::normal(self.key, counter);
                    if value >= *min && value <= *max {
                        break;
                    }
                }
                Value::Number(between(value, *min, *max))
            }
        }
    }
}

/// All axes, and how often the grid is visited.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grid {
    pub(crate) axes: Vec<Axis>,
    /// Places of the grid, and visits of each.
    points: u64,
    samples: u64,
}

impl Grid {
    /// The axes of a plan.
    ///
    /// # Errors
    /// A sentence if there are no rows or too many.
    pub(crate) fn new(axes: Vec<Axis>, samples: u64) -> Result<Self, String> {
        let points = axes
            .iter()
            .fold(1_u64, |points, axis| points.saturating_mul(axis.count()));
        let rows = points.saturating_mul(samples);
        if rows == 0 || rows > MAX_ROWS {
            return Err(format!(
                "{points} points of the grid with {samples} samples each are {rows} rows; a sweep has 1 to {MAX_ROWS}"
            ));
        }
        Ok(Self {
            axes,
            points,
            samples,
        })
    }

    /// Count of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.points * self.samples
    }

    /// Values of a row as messages show them, each with the way to it, and its unit where `unit` knows that of the axis.
    pub(crate) fn told(
        &self,
        values: &[Value<'_>],
        unit: impl Fn(usize) -> Option<&'static str>,
    ) -> String {
        let shown = self.axes.iter().zip(values).enumerate();
        let shown: Vec<String> = shown
            .map(|(place, (axis, value))| match (value, unit(place)) {
                (Value::Number(value), Some(unit)) => format!("{} = {value} {unit}", axis.path),
                (Value::Number(value), None) => format!("{} = {value}", axis.path),
                (Value::Name(_, name), _) => format!("{} = `{name}`", axis.path),
            })
            .collect();
        shown.join(", ")
    }

    /// The values of a row, in the order of the axes.
    pub(crate) fn values<'a>(&'a self, row: u64, values: &mut Vec<Value<'a>>) {
        values.clear();
        let mut place = row % self.points;
        let mut stride = self.points;
        for axis in &self.axes {
            stride /= axis.count();
            values.push(axis.value(row, (place / stride) as usize));
            place %= stride;
        }
    }
}

/// Reads the numbers of an axis, which have one dimension.
struct Read {
    wanted: Option<Dimension>,
    found: Option<Dimension>,
}

impl Read {
    fn number(&mut self, amount: &Amount) -> Result<f64, String> {
        if self.wanted.is_some() {
            return amount.of(self.wanted);
        }
        let Some((value, dimension)) = amount.quantity() else {
            return Err(format!(
                "{amount} is not a number; write a plain one in SI units, or one with a unit such as `12m/s`"
            ));
        };
        if let Some(dimension) = dimension {
            match self.found {
                Some(found) if found != dimension => {
                    return Err(format!(
                        "{amount} is {}, and another number of this axis {}; give all of them one unit",
                        dimension.name(),
                        found.name()
                    ));
                }
                _ => self.found = Some(dimension),
            }
        }
        Ok(value)
    }

    /// A distance between two values.
    fn difference(&mut self, amount: &Amount) -> Result<f64, String> {
        let value = self.number(amount)?;
        match (amount, self.found) {
            // `5C` is 278.15 K, and as a difference 5 K.
            (Amount::Text(_), Some(Dimension::Temperature)) => Err(format!(
                "sigma is {amount}, which is a temperature and not a difference of two; write it in K without a unit"
            )),
            _ => Ok(value),
        }
    }

    fn positive(&mut self, low: &Amount, high: &Amount) -> Result<(f64, f64), String> {
        let ends = [self.number(low)?, self.number(high)?];
        for end in ends {
            if !(end.is_finite() && end > 0.0) {
                return Err(format!(
                    "{end} has no logarithm; the ends must be above 0, or use Linspace or Uniform"
                ));
            }
        }
        Ok((ends[0], ends[1]))
    }

    fn values(&mut self, amounts: &[Amount]) -> Result<Values, String> {
        if amounts.is_empty() || amounts.len() > MAX_COUNT {
            return Err(format!(
                "the list has {} values; it must have 1 to {MAX_COUNT}",
                amounts.len()
            ));
        }
        let named = |amount: &Amount| amount.quantity().is_none();
        if self.wanted.is_none() && amounts.iter().all(named) {
            return Ok(Values::Names(
                amounts
                    .iter()
                    .map(|amount| match amount {
                        Amount::Text(text) => text.clone(),
                        Amount::Number(value) => value.to_string(),
                    })
                    .collect(),
            ));
        }
        let numbers: Result<Vec<f64>, String> =
            amounts.iter().map(|amount| self.number(amount)).collect();
        numbers.map(Values::Numbers)
    }
}

fn spaced(count: u32, value: impl Fn(f64) -> f64) -> Result<Vec<f64>, String> {
    if count == 0 || count as usize > MAX_COUNT {
        return Err(format!(
            "count is {count}; it must lie between 1 and {MAX_COUNT}"
        ));
    }
    let last = f64::from(count - 1);
    let share = |index: u32| {
        if count == 1 {
            0.0
        } else {
            f64::from(index) / last
        }
    };
    Ok((0..count).map(|index| value(share(index))).collect())
}

fn rising(low: f64, high: f64) -> Result<(), String> {
    if low < high {
        Ok(())
    } else {
        Err(format!(
            "low is {low} and high {high}; low must be below high, exchange them or use List"
        ))
    }
}

fn between(value: f64, low: f64, high: f64) -> f64 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Grid, Value};
    use crate::sweep::plan::{Amount, Vary};

    fn number(value: f64) -> Amount {
        Amount::Number(value)
    }

    fn text(text: &str) -> Amount {
        Amount::Text(text.to_owned())
    }

    fn axis(path: &str, vary: Vary) -> Axis {
        Axis::new(7, path, &vary, None).expect("a sound axis")
    }

    fn row(grid: &Grid, row: u64) -> Vec<f64> {
        let mut values = Vec::new();
        grid.values(row, &mut values);
        values
            .iter()
            .map(|value| match value {
                Value::Number(value) => *value,
                Value::Name(index, _) => *index as f64,
            })
            .collect()
    }

    /// Every combination once, the last axis fastest, and again for the next sample.
    #[test]
    fn a_grid_is_visited_point_by_point() {
        let grid = Grid::new(
            vec![
                axis(
                    "a",
                    Vary::Linspace {
                        from: number(0.0),
                        to: number(1.0),
                        count: 2,
                    },
                ),
                axis(
                    "b",
                    Vary::List(vec![text("ice"), text("wood"), text("clay")]),
                ),
            ],
            2,
        )
        .expect("a grid");
        assert_eq!(grid.rows(), 12);
        let all: Vec<Vec<f64>> = (0..12).map(|index| row(&grid, index)).collect();
        let once = [
            [0.0, 0.0],
            [0.0, 1.0],
            [0.0, 2.0],
            [1.0, 0.0],
            [1.0, 1.0],
            [1.0, 2.0],
        ];
        assert_eq!(all[..6], once);
        assert_eq!(all[6..], once);
    }

    /// Row i of a short and of a long sweep agree, whatever else varies.
    #[test]
    fn worker_count_a_row_depends_on_seed_and_row_alone() {
        let spin = || {
            axis(
                "launch.spin",
                Vary::Normal {
                    mean: text("2686rpm"),
                    sigma: text("200rpm"),
                    min: None,
                    max: None,
                },
            )
        };
        let wind = || {
            axis(
                "wind.x",
                Vary::Uniform {
                    low: number(-3.0),
                    high: number(3.0),
                },
            )
        };
        let short = Grid::new(vec![spin()], 1000).expect("a grid");
        let long = Grid::new(vec![wind(), spin()], 1_000_000).expect("a grid");
        for index in [0, 1, 7, 999] {
            assert_eq!(
                row(&short, index)[0].to_bits(),
                row(&long, index)[1].to_bits()
            );
        }
        assert_ne!(row(&long, 1), row(&long, 2));
    }

    /// Mean and variance of what is drawn, each within four standard errors of the theory.
    #[test]
    fn draws_have_the_moments_of_their_distribution() {
        let n = 40_000_u64;
        let half_pi = std::f64::consts::FRAC_PI_2;
        for (vary, mean, variance) in [
            (
                Vary::Uniform {
                    low: number(-1.0),
                    high: number(3.0),
                },
                1.0,
                16.0 / 12.0,
            ),
            (
                Vary::Normal {
                    mean: number(5.0),
                    sigma: number(2.0),
                    min: None,
                    max: None,
                },
                5.0,
                4.0,
            ),
            // Half of a normal distribution: mean sigma sqrt(2/pi), variance sigma^2 (1 - 2/pi).
            (
                Vary::Normal {
                    mean: number(0.0),
                    sigma: number(1.0),
                    min: Some(number(0.0)),
                    max: None,
                },
                1.0 / half_pi.sqrt(),
                1.0 - 1.0 / half_pi,
            ),
            // ln x is uniform over (0, 1): mean e - 1, variance (e^2 - 1)/2 - (e - 1)^2.
            (
                Vary::LogUniform {
                    low: number(1.0),
                    high: number(std::f64::consts::E),
                },
                1.718_281_828_459_045,
                0.242_035_607_452_765,
            ),
            (
                Vary::Choice(vec![number(1.0), number(2.0), number(6.0)]),
                3.0,
                14.0 / 3.0,
            ),
        ] {
            let grid = Grid::new(vec![axis("x", vary.clone())], n).expect("a grid");
            let values: Vec<f64> = (0..n).map(|index| row(&grid, index)[0]).collect();
            let count = n as f64;
            let found = values.iter().sum::<f64>() / count;
            let spread = values
                .iter()
                .map(|x| (x - found) * (x - found))
                .sum::<f64>()
                / count;
            let error = (variance / count).sqrt();
            assert!(
                (found - mean).abs() < 4.0 * error,
                "{vary:?}: {found} for {mean}"
            );
            // No distribution here has a kurtosis above 4: the error of the variance is below sqrt(3/n) of it.
            assert!(
                (spread / variance - 1.0).abs() < 4.0 * (3.0 / count).sqrt(),
                "{vary:?}: {spread} for {variance}"
            );
        }
    }

    #[test]
    fn equal_ratios_end_at_the_ends() {
        let grid = Grid::new(
            vec![axis(
                "x",
                Vary::Logspace {
                    from: number(0.1),
                    to: number(1000.0),
                    count: 5,
                },
            )],
            1,
        )
        .expect("a grid");
        let values: Vec<f64> = (0..5).map(|index| row(&grid, index)[0]).collect();
        assert_eq!((values[0], values[4]), (0.1, 1000.0));
        for pair in values.windows(2) {
            assert!((pair[1] / pair[0] - 10.0).abs() < 1e-12, "{values:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_the_way_out() {
        let wrong = |vary: Vary, words: &[&str]| {
            let message = Axis::new(1, "x", &vary, None).expect_err("it is refused");
            for word in words {
                assert!(message.contains(word), "{message} lacks {word}");
            }
        };
        wrong(
            Vary::Linspace {
                from: number(0.0),
                to: number(1.0),
                count: 0,
            },
            &["count is 0", "1 and 1000000"],
        );
        wrong(
            Vary::Uniform {
                low: number(2.0),
                high: number(2.0),
            },
            &["low is 2", "exchange", "List"],
        );
        wrong(
            Vary::Uniform {
                low: text("1m"),
                high: text("2rpm"),
            },
            &["a spin rate", "a length", "one unit"],
        );
        wrong(
            Vary::LogUniform {
                low: number(0.0),
                high: number(1.0),
            },
            &["0 has no logarithm", "Uniform"],
        );
        wrong(Vary::List(Vec::new()), &["0 values", "1 to"]);
        wrong(
            Vary::Normal {
                mean: text("20C"),
                sigma: text("5C"),
                min: None,
                max: None,
            },
            &["`5C`", "not a difference", "in K"],
        );
        wrong(
            Vary::Normal {
                mean: number(0.0),
                sigma: number(1.0),
                min: Some(number(2.0)),
                max: None,
            },
            &["min 2", "mean 0", "Uniform"],
        );
        wrong(
            Vary::Normal {
                mean: number(0.0),
                sigma: number(0.0),
                min: None,
                max: None,
            },
            &["sigma is 0", "above 0"],
        );
        assert!(Grid::new(Vec::new(), 0).is_err());
        assert!(Grid::new(Vec::new(), u64::MAX).is_err());
    }
}
