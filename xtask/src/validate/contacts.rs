//! Drop tests and single impacts.

use anyhow::{Context, bail};
use voltex_flight::Trajectory;
use voltex_flight::impact::{Rebound, rebound};
use voltex_flight::surface::TEST_TEMPERATURE;
use voltex_flight::trajectory::EventKind;
use voltex_math::DVec3;
use voltex_math::f64::{cos, sin};

use super::setup::Setup;

/// What is read off a ball that is let go above a surface, SI.
///
/// # Errors
/// An unknown name, or a flight with too few bounces.
pub(super) fn dropped(name: &str, setup: &Setup, flight: &Trajectory) -> anyhow::Result<f64> {
    let bottom =
        |bounce: usize| apex_after(flight, bounce).map(|height| height - setup.ball.radius);
    Ok(match name {
        "rebound" => bottom(1)?,
        "rebound_top" => bottom(1)? + 2.0 * setup.ball.radius,
        "third_apex" => bottom(3)?,
        "total_time" => flight.rest().context("the ball does not come to rest")?.0,
        "path" => {
            // Down, then up and down for each bounce; those that are left after the last apex form a geometric series.
            let bounces = flight.impacts().count();
            let mut path = setup.launch.height;
            let mut last = path;
            for bounce in 1..bounces {
                last = bottom(bounce)?;
                path += 2.0 * last;
            }
            let e = setup.inputs.need("restitution")?;
            path + 2.0 * last * e * e / (1.0 - e * e)
        }
        _ => bail!("unknown output {name:?} of a drop"),
    })
}

/// Height of the centre at the apex that follows an impact, counted from 1.
fn apex_after(flight: &Trajectory, bounce: usize) -> anyhow::Result<f64> {
    let (time, _) = flight
        .impacts()
        .nth(bounce - 1)
        .with_context(|| format!("the ball does not bounce {bounce} times"))?;
    let mut later = flight.events().iter().filter(|event| event.time > time);
    let apex = later.find(|event| event.kind == EventKind::Apex);
    Ok(apex
        .with_context(|| format!("no apex after bounce {bounce}"))?
        .state
        .position
        .y)
}

/// What is read off one impact, SI.
///
/// # Errors
/// An unknown name, or a case without a surface.
pub(super) fn bounced(name: &str, setup: &Setup) -> anyhow::Result<f64> {
    let angle = || setup.inputs.need("angle_down");
    let before = |angle: f64| setup.launch.speed * DVec3::new(cos(angle), -sin(angle), 0.0);
    let spin = DVec3::new(0.0, 0.0, setup.launch.spin_rate);
    let after = |angle: f64| -> anyhow::Result<Rebound> {
        let contact = setup
            .surface
            .context("the case has no restitution")?
            .contact(
                setup.launch.speed * sin(angle),
                DVec3::ZERO,
                TEST_TEMPERATURE,
            );
        Ok(rebound(
            &setup.ball.sphere(),
            &contact,
            DVec3::Y,
            before(angle),
            spin,
        ))
    };
    let radius = setup.ball.radius;
    let ratio = || -> anyhow::Result<f64> { Ok(after(angle()?)?.velocity.x / before(angle()?).x) };
    Ok(match name {
        "vx" => after(angle()?)?.velocity.x,
        "vy" => after(angle()?)?.velocity.y,
        "topspin" => -after(angle()?)?.spin.z,
        "tangential_ratio" => ratio()?,
        "tangential_loss" => 1.0 - ratio()?,
        "rolling_ratio" => {
            let after = after(angle()?)?;
            -after.spin.z * radius / after.velocity.x
        }
        "speed_kept" => after(angle()?)?.velocity.length() / setup.launch.speed,
        "invariant" => {
            // Angular momentum about the contact point, over the mass and the radius.
            let momentum = |velocity: DVec3, spin: DVec3| {
                velocity.x - setup.ball.inertia_factor * radius * spin.z
            };
            let (start, after) = (momentum(before(angle()?), spin), after(angle()?)?);
            (momentum(after.velocity, after.spin) - start) / start
        }
        "slide_limit" => {
            // Angle from the normal; steeper impacts grip.
            let (mut grips, mut slides) = (0.01, 1.56);
            let quarter = core::f64::consts::FRAC_PI_2;
            if !after(quarter - grips)?.gripped || after(quarter - slides)?.gripped {
                bail!("the ball does not change from gripping to sliding");
            }
            for _ in 0..60 {
                let middle = 0.5 * (grips + slides);
                if after(quarter - middle)?.gripped {
                    grips = middle
                } else {
                    slides = middle
                }
            }
            0.5 * (grips + slides)
        }
        _ => bail!("unknown output {name:?} of a bounce"),
    })
}
