//! Wind: the velocity of the air over place and time, m/s, world axes.

use voltex_math::DVec3;
use voltex_math::f64::{cos, ln, max, pow, sin_cos};
use voltex_math::random::{self, Key};

use crate::error::{FlightError, check_range};

/// The largest wind that is accepted, m/s: beyond any that was measured near the ground.
const FASTEST: f64 = 200.0;

/// A wind field.
#[derive(Clone, Debug, PartialEq)]
pub enum Wind {
    /// The same everywhere.
    Uniform(DVec3),
    /// Power law over height: `reference (y/height)^exponent`, calm at the ground.
    Power {
        /// Wind at the reference height.
        reference: DVec3,
        /// Reference height, m.
        height: f64,
        /// Exponent; about 1/7 over open ground.
        exponent: f64,
    },
    /// Logarithmic law over height: `reference ln(1 + y/z0)/ln(1 + height/z0)`, calm at the ground.
    Log {
        /// Wind at the reference height.
        reference: DVec3,
        /// Reference height, m.
        height: f64,
        /// Roughness length `z0`, m; about 0.01 on mown grass.
        roughness: f64,
    },
    /// Seeded gusts on a mean wind.
    Gusts(Gusts),
    /// Linear between rows of height and wind, held beyond the ends.
    Table(Vec<(f64, DVec3)>),
}

impl Default for Wind {
    fn default() -> Self {
        Self::Uniform(DVec3::ZERO)
    }
}

impl Wind {
    /// Velocity of the air at a place (m) and time (s after launch).
    pub fn at(&self, position: DVec3, time: f64) -> DVec3 {
        let y = max(position.y, 0.0);
        match self {
            Self::Uniform(wind) => *wind,
            Self::Power {
                reference,
                height,
                exponent,
            } => *reference * pow(y / height, *exponent),
            Self::Log {
                reference,
                height,
                roughness,
            } => *reference * (ln(1.0 + y / roughness) / ln(1.0 + height / roughness)),
            Self::Gusts(gusts) => gusts.at(position, time),
            Self::Table(rows) => interpolate(rows, position.y),
        }
    }

    /// Refuses what is not a wind.
    ///
    /// # Errors
    /// NaN or more than 200 m/s, a reference height or roughness that is not positive, a table that is
    /// empty or does not rise.
    pub fn validate(&self) -> Result<(), FlightError> {
        match self {
            Self::Uniform(wind) => check_wind(*wind),
            Self::Power {
                reference,
                height,
                exponent,
            } => {
                check_wind(*reference)?;
                check_range("wind reference height (m)", *height, 1e-3, 1e4, "")?;
                check_range(
                    "wind profile exponent",
                    *exponent,
                    0.0,
                    2.0,
                    "; open ground has 0.14",
                )?;
                Ok(())
            }
            Self::Log {
                reference,
                height,
                roughness,
            } => {
                check_wind(*reference)?;
                check_range("wind reference height (m)", *height, 1e-3, 1e4, "")?;
                check_range(
                    "roughness length (m)",
                    *roughness,
                    1e-6,
                    10.0,
                    "; grass has 0.01",
                )?;
                Ok(())
            }
            Self::Gusts(gusts) => gusts.validate(),
            Self::Table(rows) => {
                if rows.is_empty() {
                    return Err(FlightError::Conflict(
                        "a wind table has no rows; give at least one height and wind".to_owned(),
                    ));
                }
                for &(height, wind) in rows {
                    check_range("wind table height (m)", height, -1e4, 1e5, "")?;
                    check_wind(wind)?;
                }
                match rows.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
                    None => Ok(()),
                    Some(pair) => Err(FlightError::OutOfRange {
                        what: "wind table height (m)".to_owned(),
                        value: pair[1].0,
                        allowed: format!("it must be above the row before it, {}", pair[0].0),
                    }),
                }
            }
        }
    }
}

fn check_wind(wind: DVec3) -> Result<(), FlightError> {
    check_range(
        "wind speed (m/s)",
        wind.length(),
        0.0,
        FASTEST,
        "; give finite components in m/s",
    )?;
    Ok(())
}

fn interpolate(rows: &[(f64, DVec3)], y: f64) -> DVec3 {
    let after = rows.partition_point(|row| row.0 <= y);
    if after == 0 {
        return rows[0].1;
    }
    if after == rows.len() {
        return rows[after - 1].1;
    }
    let ((y0, w0), (y1, w1)) = (rows[after - 1], rows[after]);
    w0 + (w1 - w0) * ((y - y0) / (y1 - y0))
}

/// Number of waves that a gust field is made of.
const WAVES: usize = 24;

/// Frozen turbulence: waves across their own direction (so that no air appears or vanishes), carried
/// along by the mean wind and drawn from a seed.
///
/// Wave lengths run from the integral length down to 1/32 of it; amplitudes follow Kolmogorov's
/// `E(k) ~ k^(-5/3)`. The root mean square of each component is `sigma`.
#[derive(Clone, Debug, PartialEq)]
pub struct Gusts {
    mean: DVec3,
    sigma: f64,
    length: f64,
    seed: u64,
    waves: Vec<Wave>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Wave {
    /// Wave vector, rad/m.
    k: DVec3,
    amplitude: DVec3,
    phase: f64,
}

impl Gusts {
    /// Gusts of root mean square `sigma` (m/s) and integral length `length` (m) on a mean wind.
    ///
    /// # Errors
    /// A wind above 200 m/s, a negative `sigma`, a length outside 0.1 to 10,000 m, NaN.
    pub fn new(mean: DVec3, sigma: f64, length: f64, seed: u64) -> Result<Self, FlightError> {
        let gusts = Self {
            mean,
            sigma,
            length,
            seed,
            waves: Vec::new(),
        };
        gusts.validate()?;
        Ok(Self {
            waves: draw_waves(sigma, length, seed),
            ..gusts
        })
    }

    /// Mean wind, m/s.
    pub fn mean(&self) -> DVec3 {
        self.mean
    }

    /// Root mean square of each component, m/s.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// Integral length, m.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// What the waves were drawn from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn validate(&self) -> Result<(), FlightError> {
        check_wind(self.mean)?;
        check_range("gust strength (m/s)", self.sigma, 0.0, 50.0, "")?;
        check_range("gust length (m)", self.length, 0.1, 1e4, "")?;
        Ok(())
    }

    fn at(&self, position: DVec3, time: f64) -> DVec3 {
        let carried = position - self.mean * time;
        self.waves.iter().fold(self.mean, |sum, wave| {
            sum + wave.amplitude * cos(wave.k.dot(carried) + wave.phase)
        })
    }
}

fn draw_waves(sigma: f64, length: f64, seed: u64) -> Vec<Wave> {
    let key = Key::new(seed, 0x67_7573_7473);
    let mut counter = 0;
    let mut uniform = || {
        counter += 1;
        random::uniform(key, counter)
    };
    let tau = core::f64::consts::TAU;
    let mut waves: Vec<Wave> = (0..WAVES)
        .map(|i| {
            // Five octaves in equal steps; dk ~ k there, so amplitude^2 ~ k E(k) ~ k^(-2/3).
            let octave = 5.0 * (i as f64 + 0.5) / WAVES as f64;
            let number = tau / length * pow(2.0, octave);
            let towards = unit_vector(uniform(), uniform());
            let across = towards.cross(unit_vector(uniform(), uniform()));
            let across = across.normalize_or(towards.any_orthonormal_vector());
            Wave {
                k: towards * number,
                amplitude: across * pow(2.0, -octave / 3.0),
                phase: tau * uniform(),
            }
        })
        .collect();
    // The mean square of a cosine is 1/2; three components share the sum.
    let power: f64 = waves
        .iter()
        .map(|w| w.amplitude.length_squared() / 2.0)
        .sum();
    let scale = sigma * (3.0 / power).sqrt();
    for wave in &mut waves {
        wave.amplitude *= scale;
    }
    waves
}

/// Uniform on the sphere from two uniform numbers.
fn unit_vector(u: f64, v: f64) -> DVec3 {
    let z = 2.0 * u - 1.0;
    let (s, c) = sin_cos(core::f64::consts::TAU * v);
    let r = max(1.0 - z * z, 0.0).sqrt();
    DVec3::new(r * c, r * s, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_meet_their_reference_and_are_calm_at_the_ground() {
        let reference = DVec3::new(5.0, 0.0, -2.0);
        for wind in [
            Wind::Power {
                reference,
                height: 10.0,
                exponent: 1.0 / 7.0,
            },
            Wind::Log {
                reference,
                height: 10.0,
                roughness: 0.01,
            },
        ] {
            wind.validate().unwrap();
            assert!((wind.at(DVec3::new(3.0, 10.0, 1.0), 2.0) - reference).length() < 1e-12);
            assert_eq!(wind.at(DVec3::ZERO, 0.0), DVec3::ZERO);
            assert_eq!(wind.at(DVec3::NEG_Y, 0.0), DVec3::ZERO);
            let (low, high) = (wind.at(DVec3::Y, 0.0), wind.at(DVec3::Y * 20.0, 0.0));
            assert!(low.length() < reference.length() && reference.length() < high.length());
        }
    }

    #[test]
    fn a_table_is_linear_between_rows_and_held_beyond() {
        let wind = Wind::Table(vec![(0.0, DVec3::X), (10.0, DVec3::X * 3.0)]);
        wind.validate().unwrap();
        for (y, speed) in [
            (-1.0, 1.0),
            (0.0, 1.0),
            (5.0, 2.0),
            (10.0, 3.0),
            (99.0, 3.0),
        ] {
            assert_eq!(wind.at(DVec3::Y * y, 0.0), DVec3::X * speed);
        }
    }

    #[test]
    fn gusts_have_the_stated_strength_and_no_drift() {
        let mean = DVec3::new(4.0, 0.0, 1.0);
        let mut sum = DVec3::ZERO;
        let mut squares = DVec3::ZERO;
        let mut n = 0.0;
        for seed in 0..40 {
            let gusts = Wind::Gusts(Gusts::new(mean, 1.5, 30.0, seed).unwrap());
            for i in 0..400 {
                let place = DVec3::new(
                    f64::from(i) * 37.0,
                    f64::from(i % 7),
                    f64::from(i % 11) * 5.0,
                );
                let gust = gusts.at(place, f64::from(i) * 0.3) - mean;
                sum += gust;
                squares += gust * gust;
                n += 1.0;
            }
        }
        assert!((sum / n).length() < 0.05, "{}", sum / n);
        // 40 fields of 24 waves: each component's rms is within a few percent of sigma.
        let rms = ((squares.x + squares.y + squares.z) / (3.0 * n)).sqrt();
        assert!((rms - 1.5).abs() < 0.05, "{rms}");
    }

    #[test]
    fn gusts_make_no_air_and_depend_on_the_seed() {
        let gusts = |seed| Wind::Gusts(Gusts::new(DVec3::ZERO, 2.0, 20.0, seed).unwrap());
        let (field, h) = (gusts(7), 1e-4);
        let place = DVec3::new(3.0, 2.0, -1.0);
        let slope = |axis: DVec3| {
            (field.at(place + axis * h, 0.0) - field.at(place - axis * h, 0.0)).dot(axis)
                / (2.0 * h)
        };
        // Central differences leave rounding of 1e-16/h and h^2 k^3.
        assert!((slope(DVec3::X) + slope(DVec3::Y) + slope(DVec3::Z)).abs() < 1e-6);
        assert_eq!(gusts(7), gusts(7));
        assert_ne!(gusts(7).at(place, 0.0), gusts(8).at(place, 0.0));
    }

    #[test]
    fn a_wind_that_is_none_is_refused() {
        let bad = [
            Wind::Uniform(DVec3::new(f64::NAN, 0.0, 0.0)),
            Wind::Uniform(DVec3::X * 1e9),
            Wind::Power {
                reference: DVec3::X,
                height: 0.0,
                exponent: 0.1,
            },
            Wind::Log {
                reference: DVec3::X,
                height: 10.0,
                roughness: -1.0,
            },
            Wind::Table(vec![]),
            Wind::Table(vec![(1.0, DVec3::X), (1.0, DVec3::X)]),
        ];
        for wind in bad {
            assert!(wind.validate().is_err(), "{wind:?}");
        }
        assert!(Gusts::new(DVec3::ZERO, -1.0, 10.0, 0).is_err());
        assert!(Gusts::new(DVec3::ZERO, 1.0, f64::NAN, 0).is_err());
    }
}
