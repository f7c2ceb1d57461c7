//! Balls, their launches, air and wind of a scene file, and the flights that they describe.

use serde::{Deserialize, Serialize};
use voltex_flight::air::pressure_at;
use voltex_flight::wind::Gusts;
use voltex_flight::{Air, Ball, FlightError, Launch, Shot, Wind, balls, shots};
use voltex_math::DVec3;

use crate::quantity::{self, unset};
use crate::scene::Scene;

/// A ball of `voltex balls`, waiting for its shots.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BallDef {
    /// Name by which shots and cameras find it.
    pub name: String,
    /// Which ball, such as `golf`.
    pub ball: String,
    /// Its force model; the first unless given.
    #[serde(skip_serializing_if = "unset")]
    pub model: Option<String>,
    /// Point of the ground that it is launched above, m.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub position: DVec3,
    /// What it lands on, such as `fairway`; none ends the flight at first touch.
    #[serde(skip_serializing_if = "unset")]
    pub surface: Option<String>,
}

/// A launch of a ball: by numbers, or by the name of a shot that has one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShotDef {
    /// Name of one of the balls of the scene.
    pub ball: String,
    /// Before which step it is launched; the first step is 0.
    #[serde(skip_serializing_if = "unset")]
    pub tick: u32,
    /// A shot that has a name, such as `curve-kick`, instead of a launch.
    #[serde(skip_serializing_if = "unset")]
    pub named: Option<String>,
    /// Speed, direction and spin.
    #[serde(skip_serializing_if = "unset")]
    pub launch: Option<LaunchDef>,
}

/// How a ball leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LaunchDef {
    /// m/s
    #[serde(with = "quantity::speed")]
    pub speed: f64,
    /// Angle above the horizontal, rad.
    #[serde(with = "quantity::angle", skip_serializing_if = "unset")]
    pub up: f64,
    /// Heading to the right of +X, rad.
    #[serde(with = "quantity::angle", skip_serializing_if = "unset")]
    pub right: f64,
    /// Spin rate, rad/s; positive is backspin where tilt and gyro angle are 0.
    #[serde(with = "quantity::spin", skip_serializing_if = "unset")]
    pub spin: f64,
    /// Tilt of the spin axis, rad; positive curves to the right.
    #[serde(with = "quantity::angle", skip_serializing_if = "unset")]
    pub tilt: f64,
    /// Angle of the spin axis towards the heading, rad.
    #[serde(with = "quantity::angle", skip_serializing_if = "unset")]
    pub gyro: f64,
    /// Spin in world axes, rad/s, instead of the three above.
    #[serde(with = "quantity::spin", skip_serializing_if = "unset")]
    pub spin_vector: Option<DVec3>,
    /// Height of the lowest point of the ball above the ground, m.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub height: f64,
    /// Where the nose of an oval ball points above the horizontal, rad; along the launch unless given.
    #[serde(with = "quantity::angle", skip_serializing_if = "unset")]
    pub nose: Option<f64>,
}

impl LaunchDef {
    /// The launch, unchecked.
    pub fn launch(&self) -> Launch {
        let launch = Launch::at(self.speed)
            .up(self.up)
            .right(self.right)
            .backspin(self.spin)
            .tilt(self.tilt)
            .gyro(self.gyro)
            .from_height(self.height);
        let launch = match self.nose {
            Some(nose) => launch.nose(nose, self.right),
            None => launch,
        };
        match self.spin_vector {
            Some(spin) => launch.spin_vector(spin),
            None => launch,
        }
    }
}

/// State of the air; 21.1 C, 101,325 Pa and 50 % relative humidity unless given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AirDef {
    /// K
    #[serde(with = "quantity::temperature", skip_serializing_if = "unset")]
    pub temperature: Option<f64>,
    /// Station pressure, Pa.
    #[serde(with = "quantity::pressure", skip_serializing_if = "unset")]
    pub pressure: Option<f64>,
    /// Height above the sea whose standard pressure is taken, m, instead of a pressure.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub altitude: Option<f64>,
    /// Relative humidity, 0 to 1.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub humidity: Option<f64>,
    /// kg/m^3, instead of what the others give; 0 for a vacuum.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub density: Option<f64>,
}

impl AirDef {
    /// The air.
    ///
    /// # Errors
    /// A value outside its range; both a pressure and an altitude.
    pub fn air(&self) -> Result<Air, FlightError> {
        let default = Air::default();
        let pressure = match (self.pressure, self.altitude) {
            (Some(_), Some(_)) => {
                return Err(FlightError::Conflict(
                    "both a pressure and an altitude are given, which sets the pressure; leave one out"
                        .to_owned(),
                ));
            }
            (Some(pressure), None) => pressure,
            (None, Some(altitude)) => pressure_at(altitude)?,
            (None, None) => default.pressure(),
        };
        let air = Air::new(
            self.temperature.unwrap_or(default.temperature()),
            pressure,
            self.humidity.unwrap_or(default.humidity()),
        )?;
        match self.density {
            Some(density) => air.with_density(density),
            None => Ok(air),
        }
    }
}

/// Velocity of the air, m/s, world axes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WindDef {
    /// None.
    #[default]
    Calm,
    /// The same everywhere.
    Uniform {
        /// m/s
        #[serde(with = "quantity::speed")]
        velocity: DVec3,
    },
    /// Grows with a power of the height.
    Power {
        /// At the reference height, m/s.
        #[serde(with = "quantity::speed")]
        velocity: DVec3,
        /// Reference height, m.
        #[serde(with = "quantity::length")]
        height: f64,
        /// About 1/7 over open ground.
        #[serde(with = "quantity::plain")]
        exponent: f64,
    },
    /// Grows with the logarithm of the height.
    Log {
        /// At the reference height, m/s.
        #[serde(with = "quantity::speed")]
        velocity: DVec3,
        /// Reference height, m.
        #[serde(with = "quantity::length")]
        height: f64,
        /// Roughness length, m; grass has about 0.01.
        #[serde(with = "quantity::length")]
        roughness: f64,
    },
    /// Gusts on an even wind.
    Gusts {
        /// Mean, m/s.
        #[serde(with = "quantity::speed")]
        velocity: DVec3,
        /// Root mean square of each component of the gusts, m/s.
        #[serde(with = "quantity::speed")]
        sigma: f64,
        /// Size of the largest gusts, m.
        #[serde(with = "quantity::length")]
        length: f64,
        /// Names the random numbers.
        #[serde(default, skip_serializing_if = "unset")]
        seed: u64,
    },
    /// By height, on straight lines between rows.
    Table {
        /// Rows of rising height.
        rows: Vec<WindRow>,
    },
}

/// The wind at a height.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindRow {
    /// m
    #[serde(with = "quantity::length")]
    pub height: f64,
    /// m/s
    #[serde(with = "quantity::speed")]
    pub velocity: DVec3,
}

impl WindDef {
    /// The wind.
    ///
    /// # Errors
    /// A value outside its range.
    pub fn wind(&self) -> Result<Wind, FlightError> {
        let wind = match *self {
            Self::Calm => Wind::default(),
            Self::Uniform { velocity } => Wind::Uniform(velocity),
            Self::Power {
                velocity,
                height,
                exponent,
            } => Wind::Power {
                reference: velocity,
                height,
                exponent,
            },
            Self::Log {
                velocity,
                height,
                roughness,
            } => Wind::Log {
                reference: velocity,
                height,
                roughness,
            },
            Self::Gusts {
                velocity,
                sigma,
                length,
                seed,
            } => Wind::Gusts(Gusts::new(velocity, sigma, length, seed)?),
            Self::Table { ref rows } => {
                Wind::Table(rows.iter().map(|row| (row.height, row.velocity)).collect())
            }
        };
        wind.validate()?;
        Ok(wind)
    }
}

impl BallDef {
    /// The ball under its model.
    ///
    /// # Errors
    /// A ball or model that does not exist.
    pub fn preset(&self) -> Result<Ball, FlightError> {
        let ball = balls::find(&self.ball)?;
        match &self.model {
            Some(model) => ball.with_model(model),
            None => Ok(ball.clone()),
        }
    }
}

/// # Flights
impl Scene {
    /// A shot of the scene as a flight over level ground, in the gravity, wind and step of the scene, from the origin:
    /// the position of its ball is to be added to every point. [`Scene::air`](field@Scene::air) has the air.
    ///
    /// `None` if there are not so many shots or the shot names no ball of the scene.
    ///
    /// # Errors
    /// A ball, shot, surface, launch or wind that the flight model refuses.
    pub fn shot(&self, index: usize) -> Option<Result<Shot, FlightError>> {
        let shot = self.shots.get(index)?;
        let ball = self.balls.iter().find(|ball| ball.name == shot.ball)?;
        Some(self.flight(shot, ball))
    }

    fn flight(&self, shot: &ShotDef, def: &BallDef) -> Result<Shot, FlightError> {
        let ball = def.preset()?;
        let surface = def
            .surface
            .as_deref()
            .map(|name| ball.surface(name))
            .transpose()?;
        let launch = match (&shot.named, &shot.launch) {
            (Some(name), None) => shots::find(name)?.launch(),
            (None, Some(launch)) => launch.launch(),
            (None, None) => {
                return Err(FlightError::Conflict(
                    "the shot has neither a launch nor the name of a shot; add one of `launch` and `named`"
                        .to_owned(),
                ));
            }
            (Some(_), Some(_)) => {
                return Err(FlightError::Conflict(
                    "the shot has both a launch and the name of a shot; leave one out".to_owned(),
                ));
            }
        };
        launch.validate()?;
        let config = self.world.config();
        let mut flight = ball
            .launch(launch)
            .gravity(-f64::from(config.gravity.y))
            .wind(self.wind.wind()?)
            .dt(f64::from(config.fixed_dt));
        flight.surface = surface;
        Ok(flight)
    }
}
