//! From the inputs of a case to a ball, its launch and its surroundings.

use anyhow::{Context, bail};
use voltex_flight::air::{STANDARD_PRESSURE, pressure_at};
use voltex_flight::{Air, Ball, Launch, Shot, Surface, Trajectory, Wind, balls, units};
use voltex_math::DVec3;
use voltex_math::f64::{acos, atan2};

use super::cases::{Inputs, Series};

/// Gravity of the published cases, m/s^2.
const GRAVITY: f64 = 9.806_65;
/// Inputs that are no parameters of the ball. Those have a dot in their names.
const KNOWN: [&str; 47] = [
    // launch
    "speed",
    "elevation",
    "direction",
    "velocity_x",
    "velocity_y",
    "velocity_z",
    "angle_down",
    "height",
    "center_height",
    // spin: across the flight, about the vertical of the flight, whole with its active share, in world axes
    "backspin",
    "topspin",
    "sidespin",
    "spin",
    "active_spin",
    "tilt",
    "gyro",
    "spin_x",
    "spin_y",
    "spin_z",
    // oval balls: elevation of the nose, spin about it, angle from the angular momentum
    "nose",
    "spiral",
    "cone",
    // surroundings
    "temperature",
    "pressure",
    "humidity",
    "altitude",
    "density",
    "gravity",
    "wind_x",
    "wind_z",
    // ground
    "restitution",
    "friction",
    "tangential_restitution",
    "rolling",
    "slope",
    "lane",
    "rolls",
    "until",
    // what is read off, and coefficients given by what they do
    "start_x",
    "plane_x",
    "target_x",
    "target_y",
    "terminal_speed",
    "tau_at_100mph",
    "panels",
    "scale",
    "dt",
];
/// `Re` and `S` belong to coefficient laws alone.
const FLOW: [&str; 2] = ["Re", "S"];

/// Everything that a case needs to be computed.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The ball with its model and the case's coefficients.
    pub(super) ball: Ball,
    /// How it leaves.
    pub(super) launch: Launch,
    /// The air at launch.
    pub(super) air: Air,
    /// Downward, m/s^2.
    pub(super) gravity: f64,
    /// Velocity of the air, m/s.
    pub(super) wind: DVec3,
    /// The ground, where the case has one.
    pub(super) surface: Option<Surface>,
    /// All inputs, SI.
    pub(super) inputs: Inputs,
}

impl Setup {
    /// The setup of a case.
    ///
    /// # Errors
    /// An unknown ball, model, parameter or input, or a value that the flight refuses.
    pub(super) fn new(series: &Series, inputs: Inputs) -> anyhow::Result<Self> {
        for (name, _) in inputs.iter() {
            if !name.contains('.') && !KNOWN.contains(&name) && !FLOW.contains(&name) {
                bail!(
                    "unknown input {name:?}; known are {}, and parameters of the ball",
                    KNOWN.join(", ")
                );
            }
        }
        let name = series.ball.as_deref().context("the series names no ball")?;
        let mut ball = balls::find(name)?.clone();
        if let Some(model) = &series.model {
            ball = ball.with_model(model)?;
        }
        for (path, value) in inputs.iter().filter(|(name, _)| name.contains('.')) {
            ball.set(path, value)?;
        }
        let air = air(&inputs)?;
        coefficients(&mut ball, &air, &inputs)?;
        Ok(Self {
            launch: launch(&inputs, ball.radius)?,
            gravity: inputs.get("gravity").unwrap_or(GRAVITY),
            wind: DVec3::new(
                inputs.get("wind_x").unwrap_or(0.0),
                0.0,
                inputs.get("wind_z").unwrap_or(0.0),
            ),
            surface: match (inputs.get("restitution"), inputs.get("lane")) {
                (_, Some(_)) => Some(ball.surface("lane")?),
                (Some(e), None) => Some(surface(e, &inputs)),
                (None, None) => None,
            },
            ball,
            air,
            inputs,
        })
    }

    /// The shot of this setup.
    #[must_use]
    pub(super) fn shot(&self) -> Shot {
        let mut shot = self
            .ball
            .launch(self.launch)
            .gravity(self.gravity)
            .wind(Wind::Uniform(self.wind));
        if let Some(dt) = self.inputs.get("dt") {
            shot = shot.dt(dt);
        }
        if let Some(until) = self.inputs.get("until") {
            shot = shot.until(until);
        }
        if let Some(slope) = self.inputs.get("slope") {
            shot = shot.slope(slope, 0.0);
        }
        match self.surface {
            Some(surface) => shot.onto(surface),
            None => shot,
        }
    }

    /// Flies it.
    ///
    /// # Errors
    /// What the flight refuses.
    pub(super) fn fly(&self) -> anyhow::Result<Trajectory> {
        Ok(self.shot().fly(&self.air)?)
    }
}

fn air(inputs: &Inputs) -> anyhow::Result<Air> {
    let standard = Air::default();
    let pressure = match (inputs.get("pressure"), inputs.get("altitude")) {
        (Some(_), Some(_)) => bail!("a case has a pressure or an altitude, not both"),
        (Some(pressure), None) => pressure,
        (None, Some(altitude)) => pressure_at(altitude)?,
        (None, None) => STANDARD_PRESSURE,
    };
    let air = Air::new(
        inputs.get("temperature").unwrap_or(standard.temperature()),
        pressure,
        inputs.get("humidity").unwrap_or(standard.humidity()),
    )?;
    match inputs.get("density") {
        Some(density) => Ok(air.with_density(density)?),
        None => Ok(air),
    }
}

/// Coefficients that a case gives by what they do.
fn coefficients(ball: &mut Ball, air: &Air, inputs: &Inputs) -> anyhow::Result<()> {
    let area = core::f64::consts::PI * ball.radius * ball.radius;
    if let Some(speed) = inputs.get("terminal_speed") {
        // Weight equals drag: m g = 1/2 rho A CD v^2.
        let gravity = inputs.get("gravity").unwrap_or(GRAVITY);
        ball.set(
            "drag.CD",
            2.0 * ball.mass * gravity / (air.density() * area * speed * speed),
        )?;
    }
    if let Some(tau) = inputs.get("tau_at_100mph") {
        // d(omega)/dt = -(rho A Ct/(alpha m)) v omega; the workbook's 100 mph are 146.7 ft/s.
        let rate = air.density() * area / (ball.inertia_factor * ball.mass) * units::fps(146.7);
        ball.set("spin_decay.Ct", 1.0 / (tau * rate))?;
    }
    Ok(())
}

fn launch(inputs: &Inputs, radius: f64) -> anyhow::Result<Launch> {
    let or_zero = |name: &str| inputs.get(name).unwrap_or(0.0);
    let mut launch = if inputs.get("velocity_x").is_some() {
        let v = DVec3::new(
            or_zero("velocity_x"),
            or_zero("velocity_y"),
            or_zero("velocity_z"),
        );
        let level = (v.x * v.x + v.z * v.z).sqrt();
        Launch::at(v.length())
            .up(atan2(v.y, level))
            .right(atan2(v.z, v.x))
    } else {
        let elevation = inputs
            .get("angle_down")
            .map_or(or_zero("elevation"), |down| -down);
        Launch::at(or_zero("speed"))
            .up(elevation)
            .right(or_zero("direction"))
    };
    launch = match (inputs.get("height"), inputs.get("center_height")) {
        (Some(_), Some(_)) => {
            bail!("a case has a height of the lowest point or of the centre, not both")
        }
        (None, Some(center)) => launch.from_height(center - radius),
        (height, None) => launch.from_height(height.unwrap_or(0.0)),
    };
    if let Some(nose) = inputs.get("nose") {
        launch = launch.nose(nose, launch.direction);
    }
    if let Some(spin) = inputs.get("spiral") {
        return Ok(launch.spiral(spin));
    }
    let world = ["spin_x", "spin_y", "spin_z"];
    if world.iter().any(|name| inputs.get(name).is_some()) {
        return Ok(launch.spin_vector(DVec3::new(
            or_zero("spin_x"),
            or_zero("spin_y"),
            or_zero("spin_z"),
        )));
    }
    launch = launch.tilt(or_zero("tilt")).gyro(or_zero("gyro"));
    if let Some(spin) = inputs.get("spin") {
        let active = inputs.get("active_spin").unwrap_or(1.0);
        return Ok(launch.backspin(spin).gyro(acos(active)));
    }
    // A ball that rolls from the start turns at v/r.
    let rolling = or_zero("rolls") * launch.speed / radius;
    let backspin = or_zero("backspin") - or_zero("topspin") - rolling;
    match inputs.get("sidespin") {
        // Positive sidespin curves left, positive tilt curves right.
        Some(side) => Ok(launch
            .backspin((backspin * backspin + side * side).sqrt())
            .tilt(atan2(-side, backspin))),
        None => Ok(launch.backspin(backspin)),
    }
}

fn surface(restitution: f64, inputs: &Inputs) -> Surface {
    Surface::plain(
        "case",
        restitution,
        inputs.get("friction").unwrap_or(0.5),
        inputs.get("tangential_restitution").unwrap_or(0.0),
    )
    .resisting(inputs.get("rolling").unwrap_or(0.0), 0.0)
}
