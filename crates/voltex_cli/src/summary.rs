//! The result of a flight as scripts read it: SI numbers under fixed names in a fixed order.

use serde::Serialize;
use voltex_flight::aero::{Lift, Side};
use voltex_flight::ball::Force;
use voltex_flight::trajectory::{Event, EventKind};
use voltex_flight::units::to_deg;
use voltex_flight::{FlightError, Trajectory};
use voltex_math::DVec3;
use voltex_math::f64::atan2;

/// The JSON of `voltex flight`. Missing values are `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Summary {
    /// Distance along +X from the launch to the first touch of the ground, m.
    pub(crate) carry_m: Option<f64>,
    /// The same along +Z, positive to the right, m.
    pub(crate) lateral_m: Option<f64>,
    /// Greatest height of the ball's lowest point above the ground, m.
    pub(crate) apex_m: Option<f64>,
    /// Distance along +X where it is reached, m.
    pub(crate) apex_x_m: Option<f64>,
    /// Time to the first touch, s.
    pub(crate) flight_time_s: Option<f64>,
    /// Speed just before the first touch, m/s.
    pub(crate) landing_speed_mps: Option<f64>,
    /// Angle below the horizontal just before the first touch, deg.
    pub(crate) landing_angle_deg: Option<f64>,
    /// Spin rate just before the first touch, rad/s.
    pub(crate) landing_spin_radps: Option<f64>,
    /// Distance along +X to where the ball lies still, m.
    pub(crate) total_m: Option<f64>,
    /// The same along +Z, m.
    pub(crate) total_lateral_m: Option<f64>,
    /// Time at which it lies still, s.
    pub(crate) rest_time_s: Option<f64>,
    /// Every impact with the ground, in order.
    pub(crate) bounces: Vec<BounceRow>,
    /// Hash of the whole path: equal on every machine, 16 hexadecimal digits.
    pub(crate) state_hash: String,
    /// What the result should be read with.
    pub(crate) warnings: Vec<String>,
    /// Passage of the plane, if one was asked for; `null` if it is never reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) plane: Option<Option<PlaneRow>>,
    /// Lasting contact with the ground, in order; the key is left out of a flight that has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ground_contact: Vec<StretchRow>,
}

/// A stretch of sliding or rolling, or the rest that ends it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct StretchRow {
    /// `slide`, `roll` (or spinning on the spot) or `rest`.
    pub(crate) phase: &'static str,
    pub(crate) from_s: f64,
    pub(crate) until_s: f64,
    pub(crate) from_x_m: f64,
    pub(crate) until_x_m: f64,
    pub(crate) from_z_m: f64,
    pub(crate) until_z_m: f64,
    pub(crate) speed_before_mps: f64,
    pub(crate) speed_after_mps: f64,
    pub(crate) spin_before_radps: f64,
    pub(crate) spin_after_radps: f64,
}

impl StretchRow {
    /// The stretches up to a time, the last cut off there.
    pub(crate) fn before(time: f64, flight: &Trajectory) -> Vec<Self> {
        let mut rows = Self::all(flight);
        rows.retain(|row| row.from_s < time || time >= flight.duration());
        if let Some(last) = rows.last_mut()
            && last.until_s > time
        {
            let state = flight.state_at(time);
            last.until_s = time;
            last.until_x_m = state.position.x + 0.0;
            last.until_z_m = state.position.z + 0.0;
            last.speed_after_mps = state.velocity.length();
            last.spin_after_radps = state.spin.length();
        }
        rows
    }

    fn all(flight: &Trajectory) -> Vec<Self> {
        let events: Vec<&Event> = flight
            .events()
            .iter()
            .filter(|event| event.kind != EventKind::Apex)
            .collect();
        let end = flight.duration();
        let last = flight.state_at(end);
        let mut rows = Vec::new();
        for (index, event) in events.iter().enumerate() {
            let phase = match event.kind {
                EventKind::Slide => "slide",
                EventKind::Roll => "roll",
                EventKind::Rest => "rest",
                EventKind::Apex
                | EventKind::Impact(_)
                | EventKind::Landing
                | EventKind::LiftOff => continue,
            };
            let (until, after) = match events.get(index + 1) {
                Some(next) => match next.kind {
                    EventKind::Impact(impact) => (next.time, impact.before),
                    _ => (next.time, next.state),
                },
                None if phase == "rest" => (event.time, event.state),
                None => (end, last),
            };
            let before = event.state;
            // Adding zero turns -0 into 0.
            rows.push(Self {
                phase,
                from_s: event.time,
                until_s: until,
                from_x_m: before.position.x + 0.0,
                until_x_m: after.position.x + 0.0,
                from_z_m: before.position.z + 0.0,
                until_z_m: after.position.z + 0.0,
                speed_before_mps: before.velocity.length(),
                speed_after_mps: after.velocity.length(),
                spin_before_radps: before.spin.length(),
                spin_after_radps: after.spin.length(),
            });
        }
        rows
    }
}

/// One impact with the ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BounceRow {
    pub(crate) time_s: f64,
    pub(crate) x_m: f64,
    pub(crate) z_m: f64,
    /// Speed into the ground before, m/s.
    pub(crate) normal_speed_before_mps: f64,
    /// Speed out of the ground after, m/s.
    pub(crate) normal_speed_after_mps: f64,
    /// Speed of the centre along the ground before, m/s.
    pub(crate) tangential_before_mps: f64,
    /// The same after, m/s.
    pub(crate) tangential_after_mps: f64,
    pub(crate) spin_before_radps: f64,
    pub(crate) spin_after_radps: f64,
}

/// The passage of a plane `x = D` by the centre of the ball.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PlaneRow {
    pub(crate) time_s: f64,
    pub(crate) speed_mps: f64,
    pub(crate) x_m: f64,
    pub(crate) y_m: f64,
    pub(crate) z_m: f64,
    /// Height below the straight line of the launch, m.
    pub(crate) drop_m: Option<f64>,
    /// Height above the same flight without lift and side force, m.
    pub(crate) induced_vertical_break_m: Option<f64>,
    /// Distance to the right of the same flight without lift and side force, m.
    pub(crate) horizontal_break_m: Option<f64>,
    /// Direction of the path, to the right of +X, deg; its size is the entry angle of a bowling ball.
    pub(crate) heading_deg: f64,
    /// Angle of the path below the horizontal, deg.
    pub(crate) descent_deg: f64,
}

/// A number as JSON may carry it: `null` instead of NaN or infinity, 0 instead of -0.
fn number(value: f64) -> Option<f64> {
    value.is_finite().then_some(value + 0.0)
}

impl Summary {
    /// The result of `flight`, without a plane.
    pub(crate) fn of(flight: &Trajectory) -> Self {
        let rest = flight.rest();
        let get = |value: Option<f64>| value.and_then(number);
        Self {
            carry_m: get(flight.carry()),
            lateral_m: get(flight.lateral()),
            apex_m: number(flight.apex_height()),
            apex_x_m: number(flight.apex().position.x),
            flight_time_s: get(flight.flight_time()),
            landing_speed_mps: get(flight.landing_speed()),
            landing_angle_deg: get(flight.landing_angle().map(to_deg)),
            landing_spin_radps: get(flight.landing_spin()),
            total_m: get(rest.map(|(_, state)| state.position.x)),
            total_lateral_m: get(rest.map(|(_, state)| state.position.z)),
            rest_time_s: get(rest.map(|(time, _)| time)),
            bounces: flight
                .impacts()
                // Adding zero turns -0 into 0.
                .map(|(time, impact)| BounceRow {
                    time_s: time,
                    x_m: impact.point.x + 0.0,
                    z_m: impact.point.z + 0.0,
                    normal_speed_before_mps: impact.normal_speed_before() + 0.0,
                    normal_speed_after_mps: impact.normal_speed_after() + 0.0,
                    tangential_before_mps: impact.tangential_before() + 0.0,
                    tangential_after_mps: impact.tangential_after() + 0.0,
                    spin_before_radps: impact.before.spin.length() + 0.0,
                    spin_after_radps: impact.after.spin.length() + 0.0,
                })
                .collect(),
            state_hash: format!("{:016x}", flight.state_hash()),
            warnings: flight.warnings().iter().map(ToString::to_string).collect(),
            plane: None,
            ground_contact: StretchRow::all(flight),
        }
    }
}

impl PlaneRow {
    /// The passage of the plane at `distance` (m), `None` if the ball never gets there.
    ///
    /// # Errors
    /// Those of a flight; the comparison flies the same shot again.
    pub(crate) fn of(flight: &Trajectory, distance: f64) -> Result<Option<Self>, FlightError> {
        let Some((time, here)) = flight.crossing_x(distance) else {
            return Ok(None);
        };
        let start = flight.shot().initial_state();
        let line = (start.velocity.x > 0.0).then(|| {
            start.position.y + start.velocity.y * ((distance - start.position.x) / start.velocity.x)
        });
        let plain = without_lift(flight, distance)?;
        Ok(Some(Self {
            time_s: time,
            speed_mps: here.velocity.length(),
            x_m: distance,
            y_m: here.position.y + 0.0,
            z_m: here.position.z + 0.0,
            drop_m: line.and_then(|y| number(y - here.position.y)),
            induced_vertical_break_m: plain.and_then(|there| number(here.position.y - there.y)),
            horizontal_break_m: plain.and_then(|there| number(here.position.z - there.z)),
            heading_deg: to_deg(atan2(here.velocity.z, here.velocity.x)) + 0.0,
            descent_deg: {
                let v = here.velocity;
                to_deg(atan2(-v.y, (v.x * v.x + v.z * v.z).sqrt())) + 0.0
            },
        }))
    }
}

/// Where the same shot passes the plane when neither lift nor side force acts; drag stays as it is.
fn without_lift(flight: &Trajectory, distance: f64) -> Result<Option<DVec3>, FlightError> {
    let mut shot = flight.shot().clone();
    match &mut shot.ball.force {
        Force::Physical(aero) => {
            aero.lift = Lift::None;
            aero.side = Side::None;
        }
        Force::Arcade(arcade) => arcade.magnus_factor = 0.0,
        Force::Spheroid(law) => {
            law.cl = 0.0;
            law.spin_lift = 0.0;
        }
    }
    if let Some((_, state)) = shot.fly(flight.air())?.crossing_x(distance) {
        return Ok(Some(state.position));
    }
    // It may have met the ground first. Breaks are about the air alone, so let it fall on below: in uniform wind the air is
    // the same at every height, and the same flight from higher up differs in its height only.
    let raised = 10_000.0;
    shot.launch.height += raised;
    shot.surface = None;
    let passage = shot.fly(flight.air())?.crossing_x(distance);
    Ok(passage.map(|(_, state)| state.position - DVec3::new(0.0, raised, 0.0)))
}
