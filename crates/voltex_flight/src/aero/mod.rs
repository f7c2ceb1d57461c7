//! Aerodynamic forces on a spinning sphere.
//!
//! With `u` the velocity through the air, `A = pi r^2` and `S = r |omega|/|u|`:
//! drag `-1/2 rho A C_D |u| u`; lift `1/2 rho A C_L |u|^2` along `omega x u`; a side force where a sport
//! has one; and the skin torque that slows the spin, `d omega/dt = -(rho A C_t/(alpha m)) |u| omega`.
//! Lift takes the spin perpendicular to `u` alone, drag and decay take all of it.

pub mod arcade;
pub mod drag;
pub mod lift;
pub mod side;

use std::mem::discriminant;

use voltex_math::DVec3;
use voltex_math::kernel::{exp, ln};
use voltex_math::lane::Lane;
use voltex_math::lane_vector::{Quaternion, Vector};

pub use arcade::Arcade;
pub use drag::Drag;
pub use lift::Lift;
pub use side::Side;

use crate::parameter::{Fields, put_lane};

/// The flow past a ball at one instant: what every coefficient law may depend on.
///
/// `L` is one number or one per lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow<L = f64> {
    /// Speed through the air, m/s.
    pub speed: L,
    /// Reynolds number on the diameter, `rho |u| d/mu`.
    pub reynolds: L,
    /// Spin parameter of the whole spin, `r |omega|/|u|`.
    pub spin_parameter: L,
    /// Spin parameter of the spin perpendicular to `u`.
    pub lift_parameter: L,
    /// Spin rate, rad/s.
    pub spin_rate: L,
}

impl<L: Lane> Flow<L> {
    /// The share of the spin that makes lift, 0 to 1; 0 without spin, and continuous there.
    #[inline(always)]
    pub fn active_spin_fraction(&self) -> L {
        // Below a spin parameter of about 0.01 a seam turns too slowly to count as spinning.
        let softened = self.spin_parameter * self.spin_parameter + L::splat(1e-4);
        self.lift_parameter / softened.sqrt()
    }
}

/// The coefficient laws of one ball, or with `L` of several lanes of balls under the same laws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aero<L = f64> {
    /// Drag law.
    pub drag: Drag<L>,
    /// Lift law.
    pub lift: Lift<L>,
    /// Side-force law.
    pub side: Side<L>,
    /// Skin-torque coefficient `C_t` of the spin decay.
    pub spin_torque: L,
}

impl Aero {
    /// No air force at all.
    pub const NONE: Self = Self {
        drag: Drag::Constant { cd: 0.0 },
        lift: Lift::None,
        side: Side::None,
        spin_torque: 0.0,
    };
}

impl<L> Aero<L> {
    /// The coefficients by the names that the ball data use.
    pub(crate) fn fields(&mut self, visit: Fields<'_, L>) {
        self.drag.fields(visit);
        self.lift.fields(visit);
        self.side.fields(visit);
        visit("spin_decay.Ct", &mut self.spin_torque);
    }

    /// Whether the laws are the same, whatever their coefficients.
    fn same_laws(&self, other: &Self) -> bool {
        let valley = |lift: &Lift<L>| match lift {
            Lift::LiftCrisis { valley, .. } => Some(*valley),
            _ => None,
        };
        discriminant(&self.drag) == discriminant(&other.drag)
            && discriminant(&self.lift) == discriminant(&other.lift)
            && discriminant(&self.side) == discriminant(&other.side)
            && valley(&self.lift) == valley(&other.lift)
    }
}

/// The forces on a ball at one instant, N, world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forces {
    /// Weight.
    pub gravity: DVec3,
    /// Along the air's velocity relative to the ball; arcade damping counts here.
    pub drag: DVec3,
    /// Magnus force, along `omega x u`.
    pub lift: DVec3,
    /// Seam, swing or knuckle force.
    pub side: DVec3,
}

impl Forces {
    /// Their sum, N.
    pub fn total(&self) -> DVec3 {
        self.gravity + self.drag + self.lift + self.side
    }
}

/// Ball and air as the force laws need them, with the products that do not change in flight.
#[derive(Clone, Debug)]
pub(crate) struct Aerodynamics<L = f64> {
    aero: Aero<L>,
    prepared: side::Prepared<L>,
    radius: L,
    /// `rho d/mu`, s/m: times speed it is the Reynolds number.
    reynolds_per_speed: L,
    /// `rho A/(2 m)`, 1/m: acceleration per coefficient and speed squared.
    acceleration_scale: L,
    /// `rho A C_t/(alpha m)`, 1/m: spin decay rate per speed.
    decay_scale: L,
}

/// The accelerations of one instant, m/s^2, and the spin's, rad/s^2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acceleration<L = f64> {
    pub(crate) drag: Vector<L>,
    pub(crate) lift: Vector<L>,
    pub(crate) side: Vector<L>,
    pub(crate) spin: Vector<L>,
    /// The flow that they come from.
    pub(crate) stream: Stream<L>,
}

/// What a flight remembers of the flow past the ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream<L = f64> {
    /// Speed through the air, m/s.
    pub(crate) speed: L,
    /// Spin parameter of the whole spin.
    pub(crate) spin_parameter: L,
}

impl Aerodynamics {
    pub(crate) fn new(
        aero: &Aero,
        radius: f64,
        mass: f64,
        inertia_factor: f64,
        density: f64,
        viscosity: f64,
    ) -> Self {
        let area = core::f64::consts::PI * radius * radius;
        Self {
            aero: *aero,
            prepared: side::Prepared::of(&aero.side),
            radius,
            reynolds_per_speed: density * 2.0 * radius / viscosity,
            acceleration_scale: 0.5 * density * area / mass,
            decay_scale: density * area * aero.spin_torque / (inertia_factor * mass),
        }
    }
}

impl<L: Lane> Aerodynamics<L> {
    /// The same ball in every lane.
    pub(crate) fn splat(of: &Aerodynamics) -> Self {
        let n = L::splat;
        let mut lanes = Self {
            aero: Aero {
                drag: Drag::splat(&of.aero.drag),
                lift: Lift::splat(&of.aero.lift),
                side: Side::splat(&of.aero.side),
                spin_torque: n(of.aero.spin_torque),
            },
            prepared: side::Prepared::none(),
            radius: n(of.radius),
            reynolds_per_speed: n(of.reynolds_per_speed),
            acceleration_scale: n(of.acceleration_scale),
            decay_scale: n(of.decay_scale),
        };
        for lane in 0..L::LANES {
            lanes.prepared.set_lane(lane, &of.prepared);
        }
        lanes
    }

    /// Puts one ball under the same laws into one lane.
    pub(crate) fn set_lane(&mut self, lane: usize, of: &Aerodynamics) {
        let mut aero = of.aero;
        put_lane(
            lane,
            |visit| aero.fields(visit),
            |visit| self.aero.fields(visit),
        );
        if self.aero.side.is_prepared() {
            self.prepared.set_lane(lane, &of.prepared);
        }
        self.radius.set_lane(lane, of.radius);
        self.reynolds_per_speed
            .set_lane(lane, of.reynolds_per_speed);
        self.acceleration_scale
            .set_lane(lane, of.acceleration_scale);
        self.decay_scale.set_lane(lane, of.decay_scale);
    }

    /// Whether two balls are under the same laws and so can fly in lanes side by side.
    pub(crate) fn same_laws(&self, other: &Self) -> bool {
        self.aero.same_laws(&other.aero)
    }

    /// Reynolds number at a speed through the air (m/s).
    pub(crate) fn reynolds(&self, speed: L) -> L {
        self.reynolds_per_speed * speed
    }

    /// The flow past a ball that moves at `air_velocity` through the air.
    #[inline(always)]
    pub(crate) fn flow(&self, air_velocity: Vector<L>, spin: Vector<L>) -> Flow<L> {
        self.flow_of(
            air_velocity.length(),
            spin.length(),
            spin.cross(air_velocity).length(),
        )
    }

    /// `turn_rate` is `|omega x u|`.
    #[inline(always)]
    fn flow_of(&self, speed: L, spin_rate: L, turn_rate: L) -> Flow<L> {
        let zero = L::splat(0.0);
        let moves = zero.less(speed);
        let mut spin_parameter = self.radius * spin_rate / speed;
        let mut lift_parameter = self.radius * turn_rate / (speed * speed);
        if !L::all(moves) {
            spin_parameter = L::select(moves, spin_parameter, zero);
            lift_parameter = L::select(moves, lift_parameter, zero);
        }
        Flow {
            speed,
            reynolds: self.reynolds_per_speed * speed,
            spin_parameter,
            lift_parameter,
            spin_rate,
        }
    }

    /// Spin acceleration by the skin torque at a speed through the air, rad/s^2.
    #[inline(always)]
    pub(crate) fn spin_decay(&self, speed: L, spin: Vector<L>) -> Vector<L> {
        spin * (-self.decay_scale * speed)
    }

    /// Accelerations of a ball that moves at `air_velocity` through the air.
    #[inline(always)]
    pub(crate) fn acceleration(
        &self,
        air_velocity: Vector<L>,
        spin: Vector<L>,
        rotation: Quaternion<L>,
    ) -> Acceleration<L> {
        let zero = L::splat(0.0);
        let speed = air_velocity.length();
        let rests = speed.less_equal(zero);
        if L::all(rests) {
            return Acceleration {
                drag: Vector::zero(),
                lift: Vector::zero(),
                side: Vector::zero(),
                spin: Vector::zero(),
                stream: Stream {
                    speed,
                    spin_parameter: zero,
                },
            };
        }
        let turn = spin.cross(air_velocity);
        let turn_rate = turn.length();
        let flow = self.flow_of(speed, spin.length(), turn_rate);
        let dynamic = self.acceleration_scale * speed * speed;
        let lift = turn * (dynamic * self.aero.lift.coefficient(&flow) / turn_rate);
        let turns = zero.less(turn_rate);
        let lift = if L::all(turns) {
            lift
        } else {
            Vector::select(turns, lift, Vector::zero())
        };
        let drag =
            air_velocity * (-self.acceleration_scale * self.aero.drag.coefficient(&flow) * speed);
        let side = match self.aero.side {
            Side::None => Vector::zero(),
            _ => {
                let direction = air_velocity.over(speed);
                let laws = &self.aero.side;
                laws.coefficient(&flow, direction, spin, rotation, &self.prepared) * dynamic
            }
        };
        let decay = self.spin_decay(speed, spin);
        let stream = Stream {
            speed,
            spin_parameter: flow.spin_parameter,
        };
        let flies = L::invert(rests);
        if L::all(flies) {
            return Acceleration {
                drag,
                lift,
                side,
                spin: decay,
                stream,
            };
        }
        Acceleration {
            drag: Vector::select(flies, drag, Vector::zero()),
            lift: Vector::select(flies, lift, Vector::zero()),
            side: Vector::select(flies, side, Vector::zero()),
            spin: Vector::select(flies, decay, Vector::zero()),
            stream,
        }
    }
}

/// `x^p` for a normal `x > 0` as `exp(p ln x)`: off by about `1e-16 (1 + |p ln x|)` of itself, which no
/// coefficient is known to, at half the cost of the correctly rounded power.
#[inline(always)]
fn power_of_positive<L: Lane>(x: L, p: L) -> L {
    exp(p * ln(x))
}

/// `x^p` for `x >= 0`; the kernels' slow way is not taken for x = 0.
#[inline(always)]
fn power<L: Lane>(x: L, p: L) -> L {
    let n = L::splat;
    let zero = n(0.0);
    let positive = zero.less(x);
    let power = power_of_positive(L::select(positive, x, n(1.0)), p);
    if L::all(positive) {
        return power;
    }
    let of_zero = L::select(p.less(zero), n(f64::INFINITY), zero);
    let of_zero = L::select(p.equal(zero), n(1.0), of_zero);
    L::select(
        L::either(positive, L::invert(x.equal(zero))),
        power,
        of_zero,
    )
}
