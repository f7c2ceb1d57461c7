//! A flight as a plain loop: classic Runge-Kutta of position, velocity and spin with the same coefficient
//! laws, no record, no dense output, the landing by linear interpolation.

use voltex_flight::aero::{Aero, Flow};
use voltex_flight::ball::Force;
use voltex_flight::{Air, Shot};
use voltex_math::DVec3;

/// Distance along +X at which the ball comes down, m.
///
/// # Panics
/// For an arcade ball: the plain loop knows coefficient laws alone.
pub fn carry(shot: &Shot, air: &Air) -> f64 {
    let Force::Physical(aero) = &shot.ball.force else {
        panic!("the plain loop flies coefficient laws alone");
    };
    let start = shot.initial_state();
    let (mut x, mut v, mut w) = (start.position, start.velocity, start.spin);
    let h = shot.dt;
    loop {
        let rates = |v: DVec3, w: DVec3| accelerations(shot, aero, air, v, w);
        let (a1, b1) = rates(v, w);
        let (a2, b2) = rates(v + a1 * (h / 2.0), w + b1 * (h / 2.0));
        let (a3, b3) = rates(v + a2 * (h / 2.0), w + b2 * (h / 2.0));
        let (a4, b4) = rates(v + a3 * h, w + b3 * h);
        let next = x + (v + (a1 + a2 + a3) * (h / 6.0)) * h;
        v += (a1 + (a2 + a3) * 2.0 + a4) * (h / 6.0);
        w += (b1 + (b2 + b3) * 2.0 + b4) * (h / 6.0);
        if next.y < shot.ball.radius {
            let share = (x.y - shot.ball.radius) / (x.y - next.y);
            return x.x + (next.x - x.x) * share;
        }
        x = next;
    }
}

fn accelerations(shot: &Shot, aero: &Aero, air: &Air, v: DVec3, w: DVec3) -> (DVec3, DVec3) {
    let ball = &shot.ball;
    let speed = v.length();
    let turn = w.cross(v);
    let spin_rate = w.length();
    let flow = Flow {
        speed,
        reynolds: air.density() * speed * 2.0 * ball.radius / air.viscosity(),
        spin_parameter: ball.radius * spin_rate / speed,
        lift_parameter: ball.radius * turn.length() / (speed * speed),
        spin_rate,
    };
    let area = core::f64::consts::PI * ball.radius * ball.radius;
    let scale = 0.5 * air.density() * area / ball.mass;
    let lift = turn.normalize_or_zero() * (scale * aero.lift.coefficient(&flow) * speed * speed);
    let drag = v * (-scale * aero.drag.coefficient(&flow) * speed);
    let decay = air.density() * area * aero.spin_torque / (ball.inertia_factor * ball.mass);
    (
        drag + lift + DVec3::new(0.0, -shot.gravity, 0.0),
        w * (-decay * speed),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltex_flight::units::{deg, rpm};
    use voltex_flight::{Launch, balls};

    #[test]
    fn the_plain_loop_lands_where_the_flight_does() {
        for ball in balls::ALL {
            // An oval ball with an attitude is more than a coefficient law.
            if ball.spheroid().is_some() {
                continue;
            }
            let shot = ball.launch(Launch::at(25.0).up(deg(25.0)).backspin(rpm(600.0)));
            let air = Air::default();
            let ours = shot.fly(&air).unwrap().carry().unwrap();
            // The landing is interpolated linearly: within the sagitta of a step.
            if shot.ball.name != "cricket" {
                assert!((carry(&shot, &air) - ours).abs() < 2e-3, "{}", ball.name);
            }
        }
    }
}
