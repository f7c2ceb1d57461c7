//! Oval balls: coning, gyroscopic stability, and whether the nose follows the path.

use anyhow::{Context, bail};
use voltex_flight::ball::Force;
use voltex_flight::spheroid_aero::{SpheroidLaw, stability_factor};
use voltex_flight::{Air, Launch, Spheroid, Trajectory};
use voltex_math::DVec3;
use voltex_math::f64::{acos, atan2, cos, sin};

use super::setup::Setup;

/// A quantity of an oval ball, SI.
///
/// # Errors
/// An unknown name, or a ball whose model has no attitude.
pub(super) fn quantity(name: &str, setup: &Setup) -> anyhow::Result<f64> {
    let Force::Spheroid(law) = &setup.ball.force else {
        bail!("the model has no attitude");
    };
    let body = setup.ball.spheroid().context("the model has no attitude")?;
    match name {
        "coning_ratio" => coning_ratio(setup, &body),
        "stability_factor" => {
            let slope = law.moment_slope(&body, setup.air.density(), setup.launch.speed);
            Ok(stability_factor(&body, setup.inputs.need("spiral")?, slope))
        }
        "least_spin" => least_spin(setup, law),
        "largest_attack" => Ok(widest(&setup.fly()?)),
        _ => bail!("unknown output {name:?} of an oval ball"),
    }
}

/// Turns of the axis about the angular momentum per turn of the ball about its axis, counted over a second
/// of free flight in vacuum.
fn coning_ratio(setup: &Setup, body: &Spheroid) -> anyhow::Result<f64> {
    let (cone, axial) = (setup.inputs.need("cone")?, setup.inputs.need("spiral")?);
    // The angular momentum along +X, the axis `cone` above it.
    let axis = DVec3::new(cos(cone), sin(cone), 0.0);
    let momentum = DVec3::X * (body.inertia_axial * axial / cos(cone));
    let launch = Launch::at(1.0)
        .from_height(100.0)
        .nose(cone, 0.0)
        .spin_vector(body.spin(axis, momentum));
    let vacuum = Air::default().with_density(0.0)?;
    let flight = setup.ball.launch(launch).until(1.0).fly(&vacuum)?;
    let (mut turned, mut last) = (0.0, 0.0);
    for sample in flight.samples() {
        let axis = Spheroid::axis(sample.rotation);
        let now = atan2(axis.z, axis.y);
        let step = now - last;
        let whole = core::f64::consts::TAU;
        turned += step - whole * (step / whole).round();
        last = now;
    }
    Ok(turned / flight.duration() / axial)
}

/// The least spin about the nose (rad/s) at which a disturbance stays small, by flights without drag, lift
/// and gravity.
fn least_spin(setup: &Setup, law: &SpheroidLaw) -> anyhow::Result<f64> {
    let mut ball = setup.ball.clone();
    ball.force = Force::Spheroid(SpheroidLaw {
        cd_nose: 0.0,
        cd_broadside: 0.0,
        cl: 0.0,
        spin_lift: 0.0,
        ..*law
    });
    let stable = |spin: f64| -> anyhow::Result<bool> {
        let launch = Launch::at(setup.launch.speed)
            .from_height(10.0)
            .nose(1e-4, 0.0)
            .spiral(spin);
        let shot = ball.launch(launch).gravity(0.0).until(8.0);
        Ok(widest(&shot.fly(&setup.air)?) < 0.05)
    };
    let (mut slow, mut fast) = (1.0, 300.0);
    if stable(slow)? || !stable(fast)? {
        bail!("no change of stability between {slow} and {fast} rad/s");
    }
    for _ in 0..30 {
        let middle = 0.5 * (slow + fast);
        if stable(middle)? {
            fast = middle
        } else {
            slow = middle
        }
    }
    Ok(0.5 * (slow + fast))
}

/// The largest angle between nose and path, rad.
fn widest(flight: &Trajectory) -> f64 {
    let mut widest = 0.0;
    for sample in flight.samples() {
        let attack = acos(Spheroid::axis(sample.rotation).dot(sample.direction));
        if attack.is_nan() || attack > widest {
            widest = attack;
        }
    }
    widest
}
