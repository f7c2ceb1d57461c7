//! A plan of a sweep as its file says it: what is flown or stepped, and what varies how.

use std::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use voltex_flight::units::parse::{self, Dimension};
use voltex_scene::{AirDef, LaunchDef, Table, WindDef};

/// Rows of a part unless the plan says otherwise: of shots, and of scenes, whose rows cost much more.
const PART: [u32; 2] = [65_536, 64];

/// A plan. Exactly one of `shot` and `scene` is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Plan {
    /// What it is for, in one line.
    pub(crate) about: String,
    /// Names the random numbers.
    pub(crate) seed: u64,
    /// Draws of what varies at random for each point of the grid; 1 unless given.
    pub(crate) samples: Option<u64>,
    /// Rows of a file; the rows themselves do not depend on it.
    pub(crate) part: Option<u32>,
    /// A ball and its launch.
    pub(crate) shot: Option<ShotDef>,
    /// A scene: the name of a built-in one, or a file beside the plan.
    pub(crate) scene: Option<String>,
    /// Steps of the scene; as many as it suggests unless given.
    pub(crate) ticks: Option<u32>,
    /// Bodies and balls of the scene whose end is written down.
    pub(crate) watch: Vec<String>,
    /// What varies: the way to a number, and its values.
    pub(crate) vary: Table<Vary>,
}

impl Plan {
    /// Rows of a part.
    pub(crate) fn part(&self) -> u64 {
        let [shots, scenes] = PART;
        let usual = if self.shot.is_some() { shots } else { scenes };
        u64::from(self.part.unwrap_or(usual))
    }
}

/// A shot whose numbers may vary. What is left out has its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ShotDef {
    /// Which ball, such as `golf`.
    pub(crate) ball: String,
    /// Its force model; the first unless given.
    pub(crate) model: Option<String>,
    /// Coefficients that are replaced, SI.
    pub(crate) set: Table<f64>,
    /// A shot that has a name, such as `curve-kick`, instead of ball and launch.
    pub(crate) named: Option<String>,
    /// Speed, direction and spin.
    pub(crate) launch: Option<LaunchDef>,
    /// What it lands on, such as `fairway`; none ends the flight at first touch.
    pub(crate) surface: Option<String>,
    /// m/s^2; 9.81 unless given.
    pub(crate) gravity: Option<f64>,
    /// State of the air.
    pub(crate) air: AirDef,
    /// Motion of the air.
    pub(crate) wind: WindDef,
    /// Time step, s; 1/60 unless given.
    pub(crate) dt: Option<f64>,
    /// Longest flight, s; 60 unless given.
    pub(crate) until: Option<f64>,
    /// Distance of a plane whose passage is wanted, m.
    pub(crate) plane_x: Option<Amount>,
}

/// The values of something that varies: over a grid, of which every point is visited, or at random.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum Vary {
    /// On the grid: `count` values at equal distances, both ends included.
    Linspace {
        from: Amount,
        to: Amount,
        count: u32,
    },
    /// On the grid: `count` values at equal ratios, both ends included.
    Logspace {
        from: Amount,
        to: Amount,
        count: u32,
    },
    /// On the grid: these values.
    List(Vec<Amount>),
    /// At random, all values of `[low, high)` equally likely.
    Uniform { low: Amount, high: Amount },
    /// At random, all ratios within `[low, high)` equally likely.
    LogUniform { low: Amount, high: Amount },
    /// At random by a normal distribution; draws outside `min` to `max` are drawn again.
    Normal {
        mean: Amount,
        sigma: Amount,
        min: Option<Amount>,
        max: Option<Amount>,
    },
    /// At random, one of these values.
    Choice(Vec<Amount>),
}

/// A number in SI, or a text: a number with a unit, or a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Amount {
    Number(f64),
    Text(String),
}

impl Amount {
    /// The number and the dimension that its unit says; `None` for a text that is no quantity.
    pub(crate) fn quantity(&self) -> Option<(f64, Option<Dimension>)> {
        match self {
            Self::Number(value) => Some((*value, None)),
            Self::Text(text) => Dimension::ALL.into_iter().find_map(|dimension| {
                let value = parse::quantity(text, dimension).ok()?;
                Some((value, Some(dimension)))
            }),
        }
    }

    /// The number in SI where it has to be of a dimension, or a plain number if there is none.
    pub(crate) fn of(&self, dimension: Option<Dimension>) -> Result<f64, String> {
        match (self, dimension) {
            (Self::Number(value), _) => Ok(*value),
            (Self::Text(text), Some(dimension)) => {
                parse::quantity(text, dimension).map_err(|error| error.to_string())
            }
            (Self::Text(text), None) => Err(format!(
                "`{text}` is a text where a plain number in SI units is wanted; write it without quotes and unit"
            )),
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(text) => write!(f, "`{text}`"),
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct NumberOrText;

        impl Visitor<'_> for NumberOrText {
            type Value = Amount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number in SI units, or a text: a number with a unit, or a name")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Amount, E> {
                Ok(Amount::Number(value as f64))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Amount, E> {
                Ok(Amount::Number(value as f64))
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Amount, E> {
                if value.is_finite() {
                    Ok(Amount::Number(value))
                } else {
                    Err(E::custom(format_args!(
                        "{value} is not a finite number; write one between -1e308 and 1e308"
                    )))
                }
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Amount, E> {
                Ok(Amount::Text(text.to_owned()))
            }
        }

        input.deserialize_any(NumberOrText)
    }
}
