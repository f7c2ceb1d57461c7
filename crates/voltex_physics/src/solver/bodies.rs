//! Bodies as the solver sees them: what passes of the solver read and write, in one cache line each.

use crate::copies::copies_nothing;
use voltex_math::{Mat3, Quat, Vec3};

/// A body of [`SolverBodies`], and whether a contact may change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BodyRef(u32);

impl BodyRef {
    /// The world: every body that does not move.
    pub(crate) const WORLD: Self = Self(Self::FIXED);

    /// Marks a body that no impulse moves: read, never written, and no obstacle to sharing a colour.
    const FIXED: u32 = 1 << 31;

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        (self.0 & !Self::FIXED) as usize
    }

    #[inline(always)]
    pub(crate) fn is_movable(self) -> bool {
        self.0 & Self::FIXED == 0
    }
}

/// What changes within a step. Rows of four floats, so that lanes can be gathered; the fourth of the first three
/// is not used.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct BodyState {
    /// Velocity of the centre of mass, m/s.
    pub(crate) velocity: [f32; 4],
    /// Angular velocity, rad/s.
    pub(crate) spin: [f32; 4],
    /// Way of the centre of mass since the start of the step, m.
    pub(crate) shift: [f32; 4],
    /// Rotation since the start of the step, x, y, z, w.
    pub(crate) turn: [f32; 4],
}

impl BodyState {
    pub(crate) fn moving(velocity: Vec3, spin: Vec3) -> Self {
        Self {
            velocity: row(velocity),
            spin: row(spin),
            shift: [0.0; 4],
            turn: [0.0, 0.0, 0.0, 1.0],
        }
    }

    pub(crate) fn velocity(&self) -> Vec3 {
        Vec3::from_slice(&self.velocity)
    }

    pub(crate) fn spin(&self) -> Vec3 {
        Vec3::from_slice(&self.spin)
    }

    pub(crate) fn shift(&self) -> Vec3 {
        Vec3::from_slice(&self.shift)
    }

    pub(crate) fn turn(&self) -> Quat {
        Quat::from_array(self.turn)
    }
}

#[inline(always)]
pub(crate) fn row(v: Vec3) -> [f32; 4] {
    [v.x, v.y, v.z, 0.0]
}

/// What stays within a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyMass {
    /// 1/kg; 0 for a body that impulses do not move.
    pub(crate) inverse_mass: f32,
    /// Inverse inertia about the centre of mass in world axes at the start of the step, 1/(kg m^2).
    pub(crate) inverse_inertia: Mat3,
    /// Acceleration by gravity and forces, m/s^2.
    pub(crate) acceleration: Vec3,
    /// What damping does to its motion in a substep.
    pub(crate) decay: Decay,
    /// Factor of angular velocity per substep.
    pub(crate) angular_keep: f32,
    /// Factors of velocity and of angular velocity along the axes of the world, 1 or 0; `None` for a body without
    /// locked axes.
    pub(crate) free: Option<[Vec3; 2]>,
    /// What makes it tumble; `None` where all moments of inertia are equal, or where it may not turn freely.
    pub(crate) tumble: Option<Tumble>,
}

/// Principal inertia of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tumble {
    /// From the principal axes to the world, at the start of the step.
    pub(crate) axes: Quat,
    /// Principal moments of inertia, kg m^2, all positive.
    pub(crate) moments: Vec3,
}

/// Motion under constant acceleration `g` and damping `c` for a substep `h`, the exact solution of `v' = g - c v`.
///
/// With `k = exp(-c h)` and `T = (1 - k)/c`: `v1 = k v0 + T g` and, written with `v1`,
/// `x1 - x0 = (T/k) v1 + ((h - T)/c - T^2/k) g`. Without damping this is `v1 h - g h^2/2`.
///
/// With `c h` above 4, `k` in the way is that of 4: what falls steadily does so exactly, what is stopped within the
/// substep goes a part of its way, which is `v0/c` at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Decay {
    /// `k`
    pub(crate) keep: f32,
    /// `T`, s
    pub(crate) gain: f32,
    /// `T/k`, s
    pub(crate) way: f32,
    /// `(h - T)/c - T^2/k`, s^2
    pub(crate) fall: f32,
}

impl Decay {
    /// No motion at all.
    pub(crate) const NONE: Self = Self {
        keep: 1.0,
        gain: 0.0,
        way: 0.0,
        fall: 0.0,
    };

    /// For damping `c` (1/s) and a substep `h` (s).
    pub(crate) fn new(c: f32, h: f32) -> Self {
        let (c, h) = (f64::from(c), f64::from(h));
        let x = c * h;
        // Below 1e-3 the series is exact to f32, and the closed forms cancel.
        let (gain, lag) = if x < 1.0e-3 {
            (
                h * (1.0 - x / 2.0 + x * x / 6.0),
                h * h * (0.5 - x / 6.0 + x * x / 24.0),
            )
        } else {
            let gain = -voltex_math::f64::exp_m1(-x) / c;
            (gain, (h - gain) / c)
        };
        let keep = voltex_math::f64::exp(-x);
        if x > STRONG {
            // So much is left that the digits of `v1` do not tell `v0`, and both terms of the way would be large.
            let way = gain / voltex_math::f64::exp(-STRONG);
            return Self {
                keep: keep as f32,
                gain: gain as f32,
                way: way as f32,
                fall: ((h - way) / c) as f32,
            };
        }
        Self {
            keep: keep as f32,
            gain: gain as f32,
            way: (gain / keep) as f32,
            fall: (lag - gain * gain / keep) as f32,
        }
    }
}

/// Damping times substep from which on a substep forgets the velocity before it.
const STRONG: f64 = 4.0;

impl BodyMass {
    pub(crate) const FIXED: Self = Self {
        inverse_mass: 0.0,
        inverse_inertia: Mat3::ZERO,
        acceleration: Vec3::ZERO,
        decay: Decay::NONE,
        angular_keep: 1.0,
        free: None,
        tumble: None,
    };
}

/// Inverse mass and inertia in rows that lanes can gather: 1/kg, xx, yy, zz; yz, zx, xy, and along which axes the body
/// cannot move: 1 for x, 2 for y, 4 for z.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Inertia {
    pub(crate) rows: [[f32; 4]; 2],
}

impl Inertia {
    fn of(mass: &BodyMass) -> Self {
        let m = &mass.inverse_inertia;
        let first = [mass.inverse_mass, m.x_axis.x, m.y_axis.y, m.z_axis.z];
        let held = mass.free.map_or(0.0, |[motion, _]| {
            (Vec3::ONE - motion).dot(Vec3::new(1.0, 2.0, 4.0))
        });
        let second = [m.z_axis.y, m.z_axis.x, m.y_axis.x, held];
        Self {
            rows: [first, second],
        }
    }
}

/// All bodies of a solve. The first is the world, which nothing moves.
#[derive(Debug, Default)]
pub(crate) struct SolverBodies {
    pub(crate) states: Vec<BodyState>,
    pub(crate) masses: Vec<BodyMass>,
    pub(crate) inertias: Vec<Inertia>,
    /// Whether the way of the body in a substep is that of its velocity at the end: so with contacts, and with joints
    /// that [bear](super::joint_input::Class::bears) weight. All others fall exactly.
    pub(crate) touched: Vec<bool>,
}

copies_nothing!(SolverBodies);

impl SolverBodies {
    /// Forgets all bodies but the world.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.masses.clear();
        self.inertias.clear();
        self.touched.clear();
        self.states.push(BodyState::moving(Vec3::ZERO, Vec3::ZERO));
        self.masses.push(BodyMass::FIXED);
        self.inertias.push(Inertia::of(&BodyMass::FIXED));
        self.touched.push(false);
    }

    /// Adds a body.
    pub(crate) fn push(&mut self, state: BodyState, mass: BodyMass) -> BodyRef {
        let index = self.states.len() as u32;
        self.states.push(state);
        self.masses.push(mass);
        self.inertias.push(Inertia::of(&mass));
        self.touched.push(false);
        let movable = mass.inverse_mass > 0.0 || mass.inverse_inertia != Mat3::ZERO;
        BodyRef(if movable {
            index
        } else {
            index | BodyRef::FIXED
        })
    }

    /// Mean velocity through a substep `h` (s) less that at its end, of what the body gets from gravity and forces, m/s.
    pub(crate) fn drift(&self, body: BodyRef, h: f32) -> Vec3 {
        let mass = &self.masses[body.index()];
        if self.touched[body.index()] {
            return Vec3::ZERO;
        }
        let drift = mass.acceleration * (mass.decay.fall / h);
        mass.free.map_or(drift, |[motion, _]| drift * motion)
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }
}
