//! What is read off a flight.

use anyhow::{Context, bail};
use voltex_flight::trajectory::EventKind;
use voltex_flight::{State, Trajectory};
use voltex_math::f64::{atan2, ln};

use super::setup::Setup;

/// A quantity of the flight of a setup, SI.
///
/// Besides names there are probes: `<component> at x <length>` and `<component> at t <time>` with the components
/// x, y, z, vx, vy, vz, speed, time and fall. Heights are those of the ball's lowest point; `fall` counts from launch.
///
/// # Errors
/// An unknown name, or a flight that lacks the quantity.
pub(super) fn quantity(name: &str, setup: &Setup, flight: &Trajectory) -> anyhow::Result<f64> {
    if let Some((component, probe)) = name.split_once(" at ") {
        return probed(component, probe, setup, flight);
    }
    let start = setup.inputs.get("start_x").unwrap_or(0.0);
    let landing = |value: Option<f64>| value.context("the ball does not come down");
    let plane = || -> anyhow::Result<(f64, State)> {
        let x = setup.inputs.need("plane_x")?;
        flight
            .crossing_x(x)
            .with_context(|| format!("the ball does not reach x = {x} m"))
    };
    Ok(match name {
        "carry" => landing(flight.carry())?,
        "lateral" => landing(flight.lateral())?,
        "distance" => {
            let (x, z) = (start + landing(flight.carry())?, landing(flight.lateral())?);
            (x * x + z * z).sqrt()
        }
        "bearing" => atan2(landing(flight.lateral())?, start + landing(flight.carry())?),
        "total" => flight.total().context("the ball does not come to rest")?,
        "rest_time" => flight.rest().context("the ball does not come to rest")?.0,
        "roll_time" => roll(flight)?.0,
        "roll_x" => roll(flight)?.1.position.x,
        "roll_speed" => roll(flight)?.1.velocity.length(),
        "speed_lost" => {
            let launch = setup.launch.speed;
            launch - plane()?.1.velocity.length()
        }
        "apex" => flight.apex_height(),
        "rise_time" => rise_time(flight)?,
        "fall_time" => landing(flight.flight_time())? - rise_time(flight)?,
        "flight_time" => landing(flight.flight_time())?,
        "landing_speed" => landing(flight.landing_speed())?,
        "landing_angle" => landing(flight.landing_angle())?,
        "spin_loss_rate" => {
            let launch = setup.launch.spin().length();
            ln(launch / landing(flight.landing_spin())?) / landing(flight.flight_time())?
        }
        "plane_speed" => plane()?.1.velocity.length(),
        "plane_time" => plane()?.0,
        "plane_break" => {
            // Against the same flight without lift and side force.
            let mut plain = setup.clone();
            plain.ball.set("lift.CL", 0.0)?;
            let x = setup.inputs.need("plane_x")?;
            let other = plain
                .fly()?
                .crossing_x(x)
                .context("without lift the ball does not reach the plane")?
                .1;
            let shift = plane()?.1.position - other.position;
            (shift.y * shift.y + shift.z * shift.z).sqrt()
        }
        "side_force_ratio" => {
            let forces = flight.forces_at(0.0);
            forces.side.length() / forces.gravity.length()
        }
        "largest_lateral_share" => largest_lateral_share(setup)?,
        "aim_speed" => aim_speed(setup)?,
        "swing_switch" => swing_switch(setup)?,
        _ => bail!("unknown output {name:?} of a flight"),
    })
}

/// A difference between the flight of a setup and that of another, SI.
///
/// # Errors
/// As [`quantity`].
pub(super) fn change(name: &str, base: &Setup, changed: &Setup) -> anyhow::Result<f64> {
    let plain = name.strip_suffix("_relative");
    let of = |setup: &Setup| quantity(plain.unwrap_or(name), setup, &setup.fly()?);
    let (before, after) = (of(base)?, of(changed)?);
    Ok(if plain.is_some() {
        (after - before) / before
    } else {
        after - before
    })
}

fn probed(component: &str, probe: &str, setup: &Setup, flight: &Trajectory) -> anyhow::Result<f64> {
    let (axis, value) = probe
        .split_once(' ')
        .context("a probe is `x <length> m` or `t <time> s`")?;
    let number = |unit: &str| -> anyhow::Result<f64> {
        let digits = value
            .strip_suffix(unit)
            .with_context(|| format!("{probe:?} should be in {unit}"))?;
        digits
            .trim()
            .parse()
            .with_context(|| format!("the probe {probe:?}"))
    };
    let (time, state) = match axis {
        "x" => {
            let x = number("m")?;
            flight
                .crossing_x(x)
                .with_context(|| format!("the ball does not reach x = {x} m"))?
        }
        "t" => {
            let t = number("s")?;
            if t > flight.duration() {
                bail!("the flight is over after {} s", flight.duration());
            }
            (t, flight.state_at(t))
        }
        _ => bail!("a probe is at x or at t, not at {axis}"),
    };
    let height = state.position.y - setup.ball.radius;
    Ok(match component {
        "x" => state.position.x + setup.inputs.get("start_x").unwrap_or(0.0),
        "y" => height,
        "z" => state.position.z,
        "fall" => setup.launch.height - height,
        "vx" => state.velocity.x,
        "vy" => state.velocity.y,
        "vz" => state.velocity.z,
        "speed" => state.velocity.length(),
        "time" => time,
        _ => bail!("unknown component {component:?}"),
    })
}

/// Time and state at which rolling begins.
fn roll(flight: &Trajectory) -> anyhow::Result<(f64, State)> {
    let roll = flight
        .events()
        .iter()
        .find(|event| event.kind == EventKind::Roll)
        .context("the ball does not roll")?;
    Ok((roll.time, roll.state))
}

fn rise_time(flight: &Trajectory) -> anyhow::Result<f64> {
    let apex = flight
        .events()
        .iter()
        .find(|event| event.kind == EventKind::Apex);
    Ok(apex.context("the ball does not rise")?.time)
}

/// The speed at which the centre passes through the target, by halving: a faster ball is higher there.
fn aim_speed(setup: &Setup) -> anyhow::Result<f64> {
    let (x, y) = (
        setup.inputs.need("target_x")?,
        setup.inputs.need("target_y")?,
    );
    let passes_above = |speed: f64| -> anyhow::Result<bool> {
        let mut setup = setup.clone();
        setup.launch.speed = speed;
        Ok(setup
            .fly()?
            .crossing_x(x)
            .is_some_and(|(_, state)| state.position.y > y))
    };
    let (mut slow, mut fast) = (1.0, 60.0);
    if passes_above(slow)? || !passes_above(fast)? {
        bail!("no speed between {slow} and {fast} m/s reaches the target");
    }
    for _ in 0..60 {
        let middle = 0.5 * (slow + fast);
        if passes_above(middle)? {
            fast = middle
        } else {
            slow = middle
        }
    }
    Ok(0.5 * (slow + fast))
}

/// The largest share of its carry by which a ball strays to the side, over as many patterns of panels as the case says.
fn largest_lateral_share(setup: &Setup) -> anyhow::Result<f64> {
    let mut largest = 0.0;
    for pattern in 1..=setup.inputs.need("panels")? as u32 {
        let mut setup = setup.clone();
        setup.ball.set("side_force.pattern", f64::from(pattern))?;
        let flight = setup.fly()?;
        let ends = flight.lateral().zip(flight.carry());
        let (lateral, carry) = ends.context("the ball does not come down")?;
        let share = lateral.abs() / carry;
        if share > largest {
            largest = share;
        }
    }
    Ok(largest)
}

/// The speed at which the side force at launch changes sign.
fn swing_switch(setup: &Setup) -> anyhow::Result<f64> {
    let side = |speed: f64| -> anyhow::Result<f64> {
        let mut setup = setup.clone();
        setup.launch.speed = speed;
        Ok(setup.fly()?.forces_at(0.0).side.z)
    };
    let (mut slow, mut fast) = (10.0, 60.0);
    let sign = side(slow)? > 0.0;
    if sign == (side(fast)? > 0.0) {
        bail!("the side force has the same sign at {slow} and {fast} m/s");
    }
    for _ in 0..60 {
        let middle = 0.5 * (slow + fast);
        if (side(middle)? > 0.0) == sign {
            slow = middle
        } else {
            fast = middle
        }
    }
    Ok(0.5 * (slow + fast))
}
