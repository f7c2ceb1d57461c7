//! Text such as `167mph` to SI, with errors that say what to write instead.
//!
//! ```
//! use voltex_flight::units::{mph, parse};
//! assert_eq!(parse::speed("167mph"), Ok(mph(167.0)));
//! let error = parse::speed("167").unwrap_err().to_string();
//! assert!(error.starts_with("`167` has no unit; write 167m/s"));
//! ```

use crate::error::{edit_distance, quoted};

use super::{
    OUNCE, POUND, celsius, cm, deg, fahrenheit, feet, fps, grams, hpa, inches, inhg, kmh, mph, rpm,
    rps, yards,
};

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Speed, SI unit m/s.
    Speed,
    /// Angle, SI unit rad.
    Angle,
    /// Spin rate, SI unit rad/s.
    Spin,
    /// Length, SI unit m.
    Length,
    /// Absolute temperature, SI unit K.
    Temperature,
    /// Pressure, SI unit Pa.
    Pressure,
    /// Mass, SI unit kg.
    Mass,
}

impl Dimension {
    /// Every dimension, in the order of the enum.
    pub const ALL: [Self; 7] = [
        Self::Speed,
        Self::Angle,
        Self::Spin,
        Self::Length,
        Self::Temperature,
        Self::Pressure,
        Self::Mass,
    ];

    /// The name with its article, for sentences: `a speed`, `an angle`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "a speed",
            Self::Angle => "an angle",
            Self::Spin => "a spin rate",
            Self::Length => "a length",
            Self::Temperature => "a temperature",
            Self::Pressure => "a pressure",
            Self::Mass => "a mass",
        }
    }

    /// The units of this dimension by the spelling used in messages, the most usual first.
    pub fn units(self) -> impl Iterator<Item = &'static str> {
        self.table().iter().map(|unit| unit.symbol)
    }

    fn table(self) -> &'static [Unit] {
        match self {
            Self::Speed => SPEED,
            Self::Angle => ANGLE,
            Self::Spin => SPIN,
            Self::Length => LENGTH,
            Self::Temperature => TEMPERATURE,
            Self::Pressure => PRESSURE,
            Self::Mass => MASS,
        }
    }

    /// An exact spelling wins over one that differs in case, so that `c` and `MPH` are understood too.
    fn find(self, spelling: &str) -> Option<&'static Unit> {
        let table = self.table();
        table
            .iter()
            .find(|unit| unit.spellings().any(|known| known == spelling))
            .or_else(|| {
                table.iter().find(|unit| {
                    unit.spellings()
                        .any(|known| known.eq_ignore_ascii_case(spelling))
                })
            })
    }

    fn list(self) -> String {
        self.units().collect::<Vec<_>>().join(", ")
    }
}

struct Unit {
    symbol: &'static str,
    other_spellings: &'static [&'static str],
    to_si: fn(f64) -> f64,
}

impl Unit {
    fn spellings(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.symbol).chain(self.other_spellings.iter().copied())
    }
}

const fn unit(
    symbol: &'static str,
    other_spellings: &'static [&'static str],
    to_si: fn(f64) -> f64,
) -> Unit {
    Unit {
        symbol,
        other_spellings,
        to_si,
    }
}

static SPEED: &[Unit] = &[
    unit("m/s", &["mps", "ms-1", "m s-1"], |v| v),
    unit("km/h", &["kmh", "kph", "km/hr"], kmh),
    unit("mph", &["mi/h", "miles/h"], mph),
    unit("ft/s", &["fps", "ft/sec"], fps),
    unit("cm/s", &["cms-1"], cm),
];

static ANGLE: &[Unit] = &[
    unit("deg", &["°", "º", "degs", "degree", "degrees"], deg),
    unit("rad", &["rads", "radian", "radians"], |v| v),
];

static SPIN: &[Unit] = &[
    unit("rpm", &["rev/min", "r/min"], rpm),
    unit("rps", &["rev/s", "r/s", "Hz"], rps),
    unit("rad/s", &["rad/sec", "rads-1"], |v| v),
    unit("deg/s", &["°/s"], deg),
];

static LENGTH: &[Unit] = &[
    unit("m", &["metre", "metres", "meter", "meters"], |v| v),
    unit(
        "cm",
        &["centimetre", "centimetres", "centimeter", "centimeters"],
        cm,
    ),
    unit("ft", &["foot", "feet", "'", "′"], feet),
    unit("in", &["inch", "inches", "\"", "″"], inches),
    unit("yd", &["yds", "yard", "yards"], yards),
    unit(
        "mm",
        &["millimetre", "millimetres", "millimeter", "millimeters"],
        |v| v / 1000.0,
    ),
    unit(
        "km",
        &["kilometre", "kilometres", "kilometer", "kilometers"],
        |v| v * 1000.0,
    ),
];

static TEMPERATURE: &[Unit] = &[
    unit("C", &["°C", "ºC", "℃", "degC", "celsius"], celsius),
    unit("F", &["°F", "ºF", "℉", "degF", "fahrenheit"], fahrenheit),
    unit("K", &["kelvin", "kelvins"], |v| v),
];

static PRESSURE: &[Unit] = &[
    unit("Pa", &["pascal", "pascals"], |v| v),
    unit("hPa", &["mbar", "mb"], hpa),
    unit("kPa", &[], |v| v * 1000.0),
    unit("inHg", &["\"Hg", "in.Hg", "in Hg"], inhg),
];

static MASS: &[Unit] = &[
    unit("kg", &["kgs", "kilogram", "kilograms"], |v| v),
    unit("g", &["gram", "grams"], grams),
    unit("oz", &["ounce", "ounces"], |v| v * OUNCE),
    unit("lb", &["lbs", "pound", "pounds"], |v| v * POUND),
];

/// Why a text is not a quantity. Each sentence names the value and the way out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum UnitError {
    /// The text is empty.
    #[error("nothing given where {} is wanted; write a number with a unit, for example {}", .wanted.name(), example(*.wanted))]
    Empty {
        /// The dimension that was asked for.
        wanted: Dimension,
    },
    /// The text does not begin with a number.
    #[error("`{text}` does not begin with a number; {} is written like {}", .wanted.name(), example(*.wanted))]
    NoNumber {
        /// The text as given.
        text: String,
        /// The dimension that was asked for.
        wanted: Dimension,
    },
    /// A number without a unit.
    #[error("`{text}` has no unit; write {number}{} (units of {}: {})", .wanted.table()[0].symbol, .wanted.name(), .wanted.list())]
    BareNumber {
        /// The text as given.
        text: String,
        /// Its numeric part, as given.
        number: String,
        /// The dimension that was asked for.
        wanted: Dimension,
    },
    /// A known unit of another dimension.
    #[error("`{text}` is {}, but {} is wanted here; its units are {}", .found.name(), .wanted.name(), .wanted.list())]
    WrongDimension {
        /// The text as given.
        text: String,
        /// What the given unit measures.
        found: Dimension,
        /// The dimension that was asked for.
        wanted: Dimension,
    },
    /// A unit that Voltex does not know.
    #[error("`{unit}` in `{text}` is not a known unit; did you mean `{nearest}`? Units of {}: {}", .wanted.name(), .wanted.list())]
    UnknownUnit {
        /// The text as given.
        text: String,
        /// The part after the number.
        unit: String,
        /// The unit of the wanted dimension with the nearest spelling.
        nearest: &'static str,
        /// The dimension that was asked for.
        wanted: Dimension,
    },
    /// NaN, an infinity, or a number too large for 64-bit floating point.
    #[error("`{text}` is not a finite number; {} has to lie within +-1.8e308 in SI units", .wanted.name())]
    NotFinite {
        /// The text as given.
        text: String,
        /// The dimension that was asked for.
        wanted: Dimension,
    },
}

fn example(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Speed => "167mph or 74.7m/s",
        Dimension::Angle => "10.9deg or 0.19rad",
        Dimension::Spin => "2686rpm or 281.3rad/s",
        Dimension::Length => "1.83m or 6ft",
        Dimension::Temperature => "21.1C, 70F or 294.25K",
        Dimension::Pressure => "101325Pa or 29.92inHg",
        Dimension::Mass => "45.93g or 0.04593kg",
    }
}

/// A speed in m/s: `167mph`, `269 km/h`.
///
/// # Errors
/// [`UnitError`] unless the text is a finite number followed by a unit of speed.
pub fn speed(text: &str) -> Result<f64, UnitError> {
    quantity(text, Dimension::Speed)
}

/// An angle in rad: `10.9deg`, `-3°`.
///
/// # Errors
/// [`UnitError`] unless the text is a finite number followed by a unit of angle.
pub fn angle(text: &str) -> Result<f64, UnitError> {
    quantity(text, Dimension::Angle)
}

/// A spin rate in rad/s: `2686rpm`, `10rps`.
///
/// # Errors
/// [`UnitError`] unless the text is a finite number followed by a unit of spin rate.
pub fn spin(text: &str) -> Result<f64, UnitError> {
    quantity(text, Dimension::Spin)
}

/// A length in m: `6ft`, `183cm`.
///
/// # Errors
/// [`UnitError`] unless the text is a finite number followed by a unit of length.
pub fn length(text: &str) -> Result<f64, UnitError> {
    quantity(text, Dimension::Length)
}

/// An absolute temperature in K: `21.1C`, `70°F`. Below absolute zero is left to the caller, who knows the range of its law.
///
/// # Errors
/// [`UnitError`] unless the text is a finite number followed by a unit of temperature.
pub fn temperature(text: &str) -> Result<f64, UnitError> {
    quantity(text, Dimension::Temperature)
}

/// A pressure in Pa: `1013.25hPa`, `29.92inHg`.
///
/// # Errors
/// [`UnitError`] unless the text is a finite number followed by a unit of pressure.
pub fn pressure(text: &str) -> Result<f64, UnitError> {
    quantity(text, Dimension::Pressure)
}

/// A mass in kg: `45.93g`, `5.125oz`.
///
/// # Errors
/// [`UnitError`] unless the text is a finite number followed by a unit of mass.
pub fn mass(text: &str) -> Result<f64, UnitError> {
    quantity(text, Dimension::Mass)
}

/// A number with a unit of `wanted`, in SI.
///
/// # Errors
/// [`UnitError`] for an empty text, no number, no unit, a unit of another dimension, an unknown unit or a value that is not finite.
pub fn quantity(text: &str, wanted: Dimension) -> Result<f64, UnitError> {
    let trimmed = text.trim();
    let given = || quoted(trimmed);
    if trimmed.is_empty() {
        return Err(UnitError::Empty { wanted });
    }
    // The typographic minus of documents and web pages, pasted into a terminal.
    let ascii = trimmed.replacen('\u{2212}', "-", 1);
    let (number, unit) = split_number(&ascii);
    if number.is_empty() {
        return Err(if names_no_number(&ascii) {
            UnitError::NotFinite {
                text: given(),
                wanted,
            }
        } else {
            UnitError::NoNumber {
                text: given(),
                wanted,
            }
        });
    }
    let Ok(value) = number.parse::<f64>() else {
        return Err(UnitError::NoNumber {
            text: given(),
            wanted,
        });
    };
    if unit.is_empty() {
        return Err(if value.is_finite() {
            UnitError::BareNumber {
                text: given(),
                number: quoted(number),
                wanted,
            }
        } else {
            UnitError::NotFinite {
                text: given(),
                wanted,
            }
        });
    }
    let Some(known) = wanted.find(unit) else {
        return Err(
            match Dimension::ALL
                .into_iter()
                .find(|other| other.find(unit).is_some())
            {
                Some(found) => UnitError::WrongDimension {
                    text: given(),
                    found,
                    wanted,
                },
                None => UnitError::UnknownUnit {
                    text: given(),
                    unit: quoted(unit),
                    nearest: nearest_unit(unit, wanted),
                    wanted,
                },
            },
        );
    };
    let si = (known.to_si)(value);
    if si.is_finite() {
        Ok(si)
    } else {
        Err(UnitError::NotFinite {
            text: given(),
            wanted,
        })
    }
}

/// Splits `-1.5e3 m/s` into `-1.5e3` and `m/s`. An `e` counts as an exponent only when digits follow.
fn split_number(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let mut end = digits(sign);
    let mut count = end - sign;
    if bytes.get(end) == Some(&b'.') {
        let after = digits(end + 1);
        count += after - end - 1;
        end = after;
    }
    if count == 0 {
        return ("", text);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let mut exponent = end + 1;
        exponent += usize::from(matches!(bytes.get(exponent), Some(b'+' | b'-')));
        let after = digits(exponent);
        if after > exponent {
            end = after;
        }
    }
    (&text[..end], text[end..].trim())
}

fn names_no_number(text: &str) -> bool {
    let lower = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    lower.starts_with("nan") || lower.starts_with("inf")
}

fn nearest_unit(spelling: &str, wanted: Dimension) -> &'static str {
    let lower = spelling.to_lowercase();
    let distance = |unit: &&Unit| {
        unit.spellings()
            .map(|known| edit_distance(&known.to_lowercase(), &lower))
            .min()
    };
    wanted
        .table()
        .iter()
        .min_by_key(distance)
        .map_or("", |unit| unit.symbol)
}

#[cfg(test)]
mod tests {
    use super::{Dimension, UnitError, length, pressure, quantity, speed, split_number};

    /// Reference values follow from the definitions by hand, not from the constants above.
    #[test]
    fn every_unit_converts_by_its_definition() {
        let cases: [(&str, Dimension, f64); 44] = [
            ("3.5m/s", Dimension::Speed, 3.5),
            ("36km/h", Dimension::Speed, 10.0),
            ("100mph", Dimension::Speed, 44.704),
            ("167 mph", Dimension::Speed, 74.655_68),
            ("10ft/s", Dimension::Speed, 3.048),
            ("250cm/s", Dimension::Speed, 2.5),
            ("180deg", Dimension::Angle, std::f64::consts::PI),
            ("-90°", Dimension::Angle, -std::f64::consts::FRAC_PI_2),
            (
                "\u{2212}90 deg",
                Dimension::Angle,
                -std::f64::consts::FRAC_PI_2,
            ),
            ("0.19rad", Dimension::Angle, 0.19),
            ("60rpm", Dimension::Spin, std::f64::consts::TAU),
            ("1rps", Dimension::Spin, std::f64::consts::TAU),
            ("2 Hz", Dimension::Spin, 2.0 * std::f64::consts::TAU),
            ("281.3rad/s", Dimension::Spin, 281.3),
            ("360deg/s", Dimension::Spin, std::f64::consts::TAU),
            ("1.5m", Dimension::Length, 1.5),
            ("1.5 metres", Dimension::Length, 1.5),
            ("183cm", Dimension::Length, 1.83),
            ("6ft", Dimension::Length, 1.8288),
            ("6'", Dimension::Length, 1.8288),
            ("10in", Dimension::Length, 0.254),
            ("100yd", Dimension::Length, 91.44),
            ("40mm", Dimension::Length, 0.04),
            ("1.2km", Dimension::Length, 1200.0),
            ("0C", Dimension::Temperature, 273.15),
            ("21.1 °C", Dimension::Temperature, 294.25),
            ("-40F", Dimension::Temperature, 233.15),
            ("70°F", Dimension::Temperature, 294.261_111_111_111_1),
            ("300K", Dimension::Temperature, 300.0),
            ("300 kelvin", Dimension::Temperature, 300.0),
            ("101325Pa", Dimension::Pressure, 101_325.0),
            ("1013.25hPa", Dimension::Pressure, 101_325.0),
            ("1013.25mbar", Dimension::Pressure, 101_325.0),
            ("101.325kPa", Dimension::Pressure, 101_325.0),
            ("1inHg", Dimension::Pressure, 3_386.388_640_341),
            ("29.92inHg", Dimension::Pressure, 101_320.748_119_002_72),
            ("0.43kg", Dimension::Mass, 0.43),
            ("430g", Dimension::Mass, 0.43),
            ("16oz", Dimension::Mass, 0.453_592_37),
            ("1lb", Dimension::Mass, 0.453_592_37),
            ("1e2 m/s", Dimension::Speed, 100.0),
            ("+.5e-1m", Dimension::Length, 0.05),
            ("5.MPH", Dimension::Speed, 2.2352),
            ("20 c", Dimension::Temperature, 293.15),
        ];
        for (text, dimension, expected) in cases {
            let value = quantity(text, dimension).unwrap_or_else(|error| panic!("{text}: {error}"));
            let tolerance = 4.0 * f64::EPSILON * expected.abs();
            assert!(
                (value - expected).abs() <= tolerance,
                "{text}: {value} is not {expected}"
            );
        }
    }

    #[test]
    fn a_bare_number_says_which_unit_to_add() {
        assert_eq!(
            speed("167").unwrap_err().to_string(),
            "`167` has no unit; write 167m/s (units of a speed: m/s, km/h, mph, ft/s, cm/s)"
        );
        for (dimension, first) in Dimension::ALL
            .into_iter()
            .zip(["m/s", "deg", "rpm", "m", "C", "Pa", "kg"])
        {
            let error = quantity("12.5", dimension).unwrap_err();
            assert!(matches!(error, UnitError::BareNumber { .. }), "{error}");
            assert!(
                error.to_string().contains(&format!("write 12.5{first} ")),
                "{error}"
            );
            assert!(
                dimension
                    .units()
                    .all(|unit| error.to_string().contains(unit)),
                "{error}"
            );
        }
    }

    #[test]
    fn a_unit_of_another_dimension_is_named() {
        let error = speed("10deg").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`10deg` is an angle, but a speed is wanted here; its units are m/s, km/h, mph, ft/s, cm/s"
        );
        for (text, wanted, found) in [
            ("3kg", Dimension::Length, Dimension::Mass),
            ("3m", Dimension::Spin, Dimension::Length),
            ("3 rad/s", Dimension::Angle, Dimension::Spin),
            ("3 rad", Dimension::Spin, Dimension::Angle),
            ("3K", Dimension::Pressure, Dimension::Temperature),
            ("3inHg", Dimension::Length, Dimension::Pressure),
            ("3mph", Dimension::Temperature, Dimension::Speed),
        ] {
            match quantity(text, wanted) {
                Err(UnitError::WrongDimension { found: got, .. }) => {
                    assert_eq!(got, found, "{text}")
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn an_unknown_unit_names_the_nearest() {
        for (text, wanted, expected) in [
            ("3mhp", Dimension::Speed, "mph"),
            ("3km/s", Dimension::Speed, "m/s"),
            ("3kmph", Dimension::Speed, "km/h"),
            ("3dge", Dimension::Angle, "deg"),
            ("3rmp", Dimension::Spin, "rpm"),
            ("3yrd", Dimension::Length, "yd"),
            ("3celcius", Dimension::Temperature, "C"),
            ("3inHq", Dimension::Pressure, "inHg"),
            ("3onces", Dimension::Mass, "oz"),
        ] {
            match quantity(text, wanted) {
                Err(UnitError::UnknownUnit { nearest, .. }) => {
                    assert_eq!(nearest, expected, "{text}")
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_is_not_a_finite_number_is_refused() {
        for text in [
            "NaN",
            "nan mph",
            "-nanmph",
            "inf",
            "-infinity m/s",
            "+Inf",
            "1e999mph",
            "1e308km/h0",
            "1e999",
            "9e307 m/s",
        ] {
            let result = speed(text);
            match text {
                "9e307 m/s" => assert_eq!(result, Ok(9e307)),
                "1e308km/h0" => assert!(
                    matches!(result, Err(UnitError::UnknownUnit { .. })),
                    "{result:?}"
                ),
                _ => assert!(
                    matches!(result, Err(UnitError::NotFinite { .. })),
                    "{text}: {result:?}"
                ),
            }
        }
        let overflow = pressure("1e306inHg");
        assert!(
            matches!(overflow, Err(UnitError::NotFinite { .. })),
            "{overflow:?}"
        );
        for text in [
            "", "   ", "mph", "-", ".", "e5", "--3mph", "½mph", "٣mph", "🏌mph", "\0", "x3mph",
        ] {
            let error = speed(text).unwrap_err();
            assert!(
                matches!(error, UnitError::Empty { .. } | UnitError::NoNumber { .. }),
                "{text:?}: {error}"
            );
        }
    }

    #[test]
    fn an_exponent_needs_digits() {
        assert_eq!(split_number("1e3m"), ("1e3", "m"));
        assert_eq!(split_number("1e"), ("1", "e"));
        assert_eq!(split_number("1e+x"), ("1", "e+x"));
        assert_eq!(split_number("-2E-2 ft"), ("-2E-2", "ft"));
        assert_eq!(split_number("1.2.3m"), ("1.2", ".3m"));
        assert_eq!(split_number("1/60"), ("1", "/60"));
    }

    #[test]
    fn a_very_long_text_is_answered_at_once() {
        let long = format!("3{}", "x".repeat(1_000_000));
        let error = speed(&long).unwrap_err();
        assert!(matches!(error, UnitError::UnknownUnit { .. }));
        assert!(error.to_string().len() < 300, "{error}");
        let digits = format!("{}m", "9".repeat(400));
        assert!(matches!(length(&digits), Err(UnitError::NotFinite { .. })));
    }
}
