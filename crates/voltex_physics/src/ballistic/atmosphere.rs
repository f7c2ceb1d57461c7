//! Air and wind of a world.

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, StateHasher};
use voltex_flight::surface::TEST_TEMPERATURE;
use voltex_flight::wind::Gusts;
use voltex_flight::{Air, FlightError, Wind};
use voltex_math::DVec3;

use crate::error::PhysicsError;

/// Air and wind, a resource. Without it balls fly in [`Air::default`] and no wind.
///
/// Its clock runs with the steps: gusts are the same for all balls, whenever they were launched.
#[derive(Clone, Debug, PartialEq)]
pub struct Atmosphere {
    air: Air,
    wind: Wind,
    ball_temperature: f64,
    pub(crate) time: f64,
}

impl Default for Atmosphere {
    fn default() -> Self {
        Self {
            air: Air::default(),
            wind: Wind::default(),
            ball_temperature: TEST_TEMPERATURE,
            time: 0.0,
        }
    }
}

impl Atmosphere {
    /// Air and wind, with balls at 23 C.
    ///
    /// # Errors
    /// A wind that is none.
    pub fn new(air: Air, wind: Wind) -> Result<Self, PhysicsError> {
        wind.validate().map_err(bad)?;
        Ok(Self {
            air,
            wind,
            ..Self::default()
        })
    }

    /// With balls of another temperature (K, 200 to 400), which their restitution may depend on.
    ///
    /// # Errors
    /// A temperature out of range.
    pub fn with_balls_at(self, ball_temperature: f64) -> Result<Self, PhysicsError> {
        if (200.0..=400.0).contains(&ball_temperature) {
            return Ok(Self {
                ball_temperature,
                ..self
            });
        }
        Err(PhysicsError::OutOfRange {
            what: "ball temperature (K)".to_owned(),
            value: ball_temperature as f32,
            allowed: "it must lie between 200 and 400; 23 C is 296.15 K".to_owned(),
        })
    }

    /// The air.
    pub fn air(&self) -> &Air {
        &self.air
    }

    /// The wind.
    pub fn wind(&self) -> &Wind {
        &self.wind
    }

    /// Temperature of the balls, K.
    pub fn ball_temperature(&self) -> f64 {
        self.ball_temperature
    }

    /// What the wind's clock shows, s.
    pub fn time(&self) -> f64 {
        self.time
    }
}

fn bad(error: FlightError) -> PhysicsError {
    PhysicsError::BadBall(error.to_string())
}

/// A wind as bytes tell it: number of the kind, seed, numbers.
type StoredWind = (u8, u64, Vec<f64>);

fn stored(wind: &Wind) -> StoredWind {
    let with = |vector: DVec3, more: &[f64]| [&vector.to_array()[..], more].concat();
    match wind {
        Wind::Uniform(wind) => (0, 0, with(*wind, &[])),
        Wind::Power {
            reference,
            height,
            exponent,
        } => (1, 0, with(*reference, &[*height, *exponent])),
        Wind::Log {
            reference,
            height,
            roughness,
        } => (2, 0, with(*reference, &[*height, *roughness])),
        Wind::Gusts(gusts) => (
            3,
            gusts.seed(),
            with(gusts.mean(), &[gusts.sigma(), gusts.length()]),
        ),
        Wind::Table(rows) => {
            let rows = rows.iter().map(|(height, wind)| with(*wind, &[*height]));
            (4, 0, rows.flatten().collect())
        }
    }
}

fn wind_of((kind, seed, numbers): &StoredWind) -> Option<Wind> {
    if *kind == 4 {
        let rows = numbers.chunks(4).map(|row| match *row {
            [x, y, z, height] => Some((height, DVec3::new(x, y, z))),
            _ => None,
        });
        return rows.collect::<Option<Vec<_>>>().map(Wind::Table);
    }
    let (vector, more) = numbers.split_first_chunk::<3>()?;
    let reference = DVec3::from_array(*vector);
    match (kind, more) {
        (0, []) => Some(Wind::Uniform(reference)),
        (1, [height, exponent]) => Some(Wind::Power {
            reference,
            height: *height,
            exponent: *exponent,
        }),
        (2, [height, roughness]) => Some(Wind::Log {
            reference,
            height: *height,
            roughness: *roughness,
        }),
        (3, [sigma, length]) => {
            let gusts = Gusts::new(reference, *sigma, *length, *seed);
            gusts.ok().map(Wind::Gusts)
        }
        _ => None,
    }
}

impl Atmosphere {
    fn numbers(&self) -> [f64; 7] {
        [
            self.air.temperature(),
            self.air.pressure(),
            self.air.humidity(),
            self.air.density(),
            self.air.viscosity(),
            self.ball_temperature,
            self.time,
        ]
    }
}

impl Codec for Atmosphere {
    const MIN_BYTES: usize = <([f64; 7], StoredWind)>::MIN_BYTES;

    fn encode(&self, out: &mut Encoder<'_>) {
        (self.numbers(), stored(&self.wind)).encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let (numbers, wind) = <([f64; 7], StoredWind)>::decode(input)?;
        let [
            temperature,
            pressure,
            humidity,
            density,
            viscosity,
            balls,
            time,
        ] = numbers;
        let air = Air::new(temperature, pressure, humidity)
            .and_then(|air| air.with_density(density)?.with_viscosity(viscosity));
        let whole = wind_of(&wind).zip(air.ok()).and_then(|(wind, air)| {
            let whole = Self::new(air, wind).ok()?.with_balls_at(balls).ok()?;
            time.is_finite().then_some(Self { time, ..whole })
        });
        whole.ok_or_else(|| input.invalid("air and wind, by the kind of wind", u64::from(wind.0)))
    }

    fn hash(&self, hasher: &mut StateHasher) {
        (self.numbers(), stored(&self.wind)).hash(hasher);
    }

    fn describe(&self, out: &mut Describer<'_>) {
        let names = [
            "air.temperature",
            "air.pressure",
            "air.humidity",
            "air.density",
            "air.viscosity",
            "ball_temperature",
            "time",
        ];
        for (name, number) in names.into_iter().zip(self.numbers()) {
            out.field(name, &number);
        }
        let (kind, seed, numbers) = stored(&self.wind);
        let kinds = ["uniform", "power", "log", "gusts", "table"];
        out.field("wind.kind", &kinds[usize::from(kind)].to_owned());
        out.field("wind.seed", &seed);
        out.field("wind.numbers", &numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wind_comes_back_from_bytes() {
        let reference = DVec3::new(5.0, -0.0, 2.0);
        let winds = [
            Wind::Uniform(reference),
            Wind::Power {
                reference,
                height: 10.0,
                exponent: 0.14,
            },
            Wind::Log {
                reference,
                height: 10.0,
                roughness: 0.01,
            },
            Wind::Gusts(Gusts::new(reference, 1.5, 30.0, 7).unwrap()),
            Wind::Table(vec![(0.0, reference), (20.0, -reference)]),
        ];
        for wind in winds {
            let air = Air::new(280.0, 9.0e4, 0.7).unwrap();
            let air = air.with_density(1.1).unwrap();
            let weather = Atmosphere {
                time: 3.25,
                ..Atmosphere::new(air, wind).unwrap()
            };
            let mut bytes = Vec::new();
            weather.encode(&mut Encoder::new(&mut bytes));
            let back = Atmosphere::decode(&mut Decoder::new(&bytes)).unwrap();
            assert_eq!(back, weather);
        }
    }

    #[test]
    fn a_wind_that_is_none_is_refused_with_its_number() {
        let wind = Wind::Uniform(DVec3::new(f64::NAN, 0.0, 0.0));
        let error = Atmosphere::new(Air::default(), wind).unwrap_err();
        assert!(error.to_string().contains("NaN"), "{error}");
    }
}
