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

use voltex_math::{DQuat, DVec3};

pub use arcade::Arcade;
pub use drag::Drag;
pub use lift::Lift;
pub use side::Side;

/// The flow past a ball at one instant: what every coefficient law may depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow {
    /// Speed through the air, m/s.
    pub speed: f64,
    /// Reynolds number on the diameter, `rho |u| d/mu`.
    pub reynolds: f64,
    /// Spin parameter of the whole spin, `r |omega|/|u|`.
    pub spin_parameter: f64,
    /// Spin parameter of the spin perpendicular to `u`.
    pub lift_parameter: f64,
    /// Spin rate, rad/s.
    pub spin_rate: f64,
}

impl Flow {
    /// The share of the spin that makes lift, 0 to 1; 0 without spin, and continuous there.
    pub fn active_spin_fraction(&self) -> f64 {
        // Below a spin parameter of about 0.01 a seam turns too slowly to count as spinning.
        let softened = self.spin_parameter * self.spin_parameter + 1e-4;
        self.lift_parameter / softened.sqrt()
    }
}

/// The coefficient laws of one ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aero {
    /// Drag law.
    pub drag: Drag,
    /// Lift law.
    pub lift: Lift,
    /// Side-force law.
    pub side: Side,
    /// Skin-torque coefficient `C_t` of the spin decay.
    pub spin_torque: f64,
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
pub(crate) struct Aerodynamics {
    aero: Aero,
    panels: side::Panels,
    radius: f64,
    /// `rho d/mu`, s/m: times speed it is the Reynolds number.
    reynolds_per_speed: f64,
    /// `rho A/(2 m)`, 1/m: acceleration per coefficient and speed squared.
    acceleration_scale: f64,
    /// `rho A C_t/(alpha m)`, 1/m: spin decay rate per speed.
    decay_scale: f64,
}

/// The accelerations of one instant, m/s^2, and the spin's, rad/s^2.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Acceleration {
    pub(crate) drag: DVec3,
    pub(crate) lift: DVec3,
    pub(crate) side: DVec3,
    pub(crate) spin: DVec3,
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
            panels: side::Panels::of(&aero.side),
            radius,
            reynolds_per_speed: density * 2.0 * radius / viscosity,
            acceleration_scale: 0.5 * density * area / mass,
            decay_scale: density * area * aero.spin_torque / (inertia_factor * mass),
        }
    }

    /// The flow past a ball that moves at `air_velocity` through the air.
    pub(crate) fn flow(&self, air_velocity: DVec3, spin: DVec3) -> Flow {
        self.flow_of(
            air_velocity.length(),
            spin.length(),
            spin.cross(air_velocity).length(),
        )
    }

    /// `turn_rate` is `|omega x u|`.
    fn flow_of(&self, speed: f64, spin_rate: f64, turn_rate: f64) -> Flow {
        let (spin_parameter, lift_parameter) = if speed > 0.0 {
            (
                self.radius * spin_rate / speed,
                self.radius * turn_rate / (speed * speed),
            )
        } else {
            (0.0, 0.0)
        };
        Flow {
            speed,
            reynolds: self.reynolds_per_speed * speed,
            spin_parameter,
            lift_parameter,
            spin_rate,
        }
    }

    /// Accelerations of a ball that moves at `air_velocity` through the air.
    pub(crate) fn acceleration(
        &self,
        air_velocity: DVec3,
        spin: DVec3,
        rotation: DQuat,
    ) -> Acceleration {
        let speed = air_velocity.length();
        if speed <= 0.0 {
            return Acceleration::default();
        }
        let turn = spin.cross(air_velocity);
        let turn_rate = turn.length();
        let flow = self.flow_of(speed, spin.length(), turn_rate);
        let dynamic = self.acceleration_scale * speed * speed;
        let lift = if turn_rate > 0.0 {
            turn * (dynamic * self.aero.lift.coefficient(&flow) / turn_rate)
        } else {
            DVec3::ZERO
        };
        let side =
            self.aero
                .side
                .coefficient(&flow, air_velocity / speed, spin, rotation, &self.panels);
        Acceleration {
            drag: air_velocity
                * (-self.acceleration_scale * self.aero.drag.coefficient(&flow) * speed),
            lift,
            side: side * dynamic,
            spin: spin * (-self.decay_scale * speed),
        }
    }
}
