//! Coefficient laws at a point, and symmetries that flights have exactly.

use anyhow::{Context, bail};
use voltex_flight::aero::Flow;
use voltex_flight::ball::Force;
use voltex_flight::{Air, State, Trajectory};
use voltex_math::DVec3;

use super::cases::Check;
use super::setup::Setup;

/// A coefficient of the ball's law at the case's Reynolds number and spin parameter, all of the spin active.
///
/// # Errors
/// An unknown name, or a ball without such laws.
pub(super) fn coefficient(name: &str, setup: &Setup) -> anyhow::Result<f64> {
    let (reynolds, spin_parameter) = (setup.inputs.need("Re")?, setup.inputs.need("S")?);
    let speed = reynolds * setup.air.viscosity() / (setup.air.density() * 2.0 * setup.ball.radius);
    let flow = Flow {
        speed,
        reynolds,
        spin_parameter,
        lift_parameter: spin_parameter,
        spin_rate: spin_parameter * speed / setup.ball.radius,
    };
    let Force::Physical(aero) = &setup.ball.force else {
        bail!("the arcade model has no coefficients");
    };
    match name {
        "CD" => Ok(aero.drag.coefficient(&flow)),
        "CL" => Ok(aero.lift.coefficient(&flow)),
        _ => bail!("unknown coefficient {name:?}"),
    }
}

/// How far a flight is from a symmetry, SI.
///
/// # Errors
/// An unknown name, or a flight that is refused.
pub(super) fn symmetry(check: Check, name: &str, setup: &Setup) -> anyhow::Result<f64> {
    match (check, name) {
        (Check::GalileanWind, "largest_difference") => galilean_wind(setup),
        (Check::Mirror, "largest_difference") => mirror(setup),
        (Check::Mirror, "gyro_lift") => {
            let mut setup = setup.clone();
            setup.launch.gyro_angle = core::f64::consts::FRAC_PI_2;
            Ok(setup.fly()?.forces_at(0.0).lift.length() / setup.ball.mass)
        }
        (Check::DensityScaling, "largest_difference") => density_scaling(setup),
        _ => bail!("unknown output {name:?} of {check:?}"),
    }
}

/// Uniform wind `w`: the path is that of a launch at `v - w` in still air, shifted by `w t`.
fn galilean_wind(setup: &Setup) -> anyhow::Result<f64> {
    let mut still = setup.clone();
    let relative = setup.launch.velocity() - setup.wind;
    still.wind = DVec3::ZERO;
    still.launch.speed = relative.length();
    let level = (relative.x * relative.x + relative.z * relative.z).sqrt();
    still.launch.elevation = voltex_math::f64::atan2(relative.y, level);
    still.launch.direction = voltex_math::f64::atan2(relative.z, relative.x);
    // The spin of the world, not that of another heading.
    still.launch.spin_vector = Some(setup.launch.spin());
    largest_difference(&setup.fly()?, &still.fly()?, |time, state| {
        state.position + setup.wind * time
    })
}

/// Spin mirrored in the plane of the launch: the path is mirrored.
fn mirror(setup: &Setup) -> anyhow::Result<f64> {
    let spin = setup.launch.spin();
    let mut mirrored = setup.clone();
    mirrored.launch.spin_vector = Some(DVec3::new(-spin.x, -spin.y, spin.z));
    largest_difference(&setup.fly()?, &mirrored.fly()?, |_, state| {
        state.position * DVec3::new(1.0, 1.0, -1.0)
    })
}

/// Density, mass and viscosity grow together: the path stays. Relative to the length of the flight.
fn density_scaling(setup: &Setup) -> anyhow::Result<f64> {
    let scale = setup.inputs.need("scale")?;
    let mut scaled = setup.clone();
    scaled.ball.mass *= scale;
    scaled.air = scaled_air(&setup.air, scale)?;
    let flight = setup.fly()?;
    let length = flight.carry().context("the ball does not come down")?;
    Ok(largest_difference(&flight, &scaled.fly()?, |_, state| state.position)? / length)
}

/// Air with `scale` times the density and the viscosity; the latter by the temperature that has it.
fn scaled_air(air: &Air, scale: f64) -> anyhow::Result<Air> {
    let at = |temperature| Air::new(temperature, air.pressure(), 0.0);
    let wanted = scale * air.viscosity();
    let (mut cold, mut warm) = (150.0, 400.0);
    if at(cold)?.viscosity() > wanted || at(warm)?.viscosity() < wanted {
        bail!("no temperature gives {scale} times the viscosity");
    }
    for _ in 0..100 {
        let middle = 0.5 * (cold + warm);
        if at(middle)?.viscosity() < wanted {
            cold = middle
        } else {
            warm = middle
        }
    }
    Ok(at(warm)?.with_density(scale * air.density())?)
}

/// Largest distance between two flights over the samples of the first, the second one's states mapped.
fn largest_difference(
    one: &Trajectory,
    two: &Trajectory,
    map: impl Fn(f64, State) -> DVec3,
) -> anyhow::Result<f64> {
    // The last sample is the landing; both end there, at times that may differ by rounding.
    let samples = one.samples();
    let [inner @ .., _] = samples else {
        bail!("a flight without samples");
    };
    let mut largest = 0.0;
    for sample in inner {
        let distance = (map(sample.time, two.state_at(sample.time)) - sample.position).length();
        if distance.is_nan() || distance > largest {
            largest = distance;
        }
    }
    Ok(largest)
}
