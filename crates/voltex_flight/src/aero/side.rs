//! Forces across the flight that are not Magnus: seam-shifted wake, swing, knuckle.

use voltex_math::DVec3;
use voltex_math::kernel::{sin, tanh};
use voltex_math::lane::Lane;
use voltex_math::lane_vector::{Quaternion, Vector};
use voltex_math::random::{self, Key};

use super::Flow;
use crate::parameter::Fields;

/// A law for the side-force coefficient, a vector across the flow referred to `pi r^2`. `L` is one number or one per
/// lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side<L = f64> {
    /// None.
    None,
    /// Seam-shifted wake of a spinning ball: a force fixed in the ball, averaged over a turn, acts along
    /// the spin axis: `CS (a - (a.d) d)` with the spin axis `a` and the flight direction `d`.
    Seam {
        /// Coefficient; positive along the spin axis.
        cs: L,
    },
    /// Swing of a ball whose upright seam turns about its own axis. The force lies in the plane of the
    /// flight and the seam's axis and points to where the seam points:
    /// `cs0 f(angle) g(v) h(S)`, `f = 2 t t0/(t^2 + t0^2)` over the tangents of the seam angle and of
    /// its best value, `g = -tanh((v - v_reverse)/v_width)` when it reverses, `h = 1/(1 + (S/S_fade)^4)`
    /// because fast spin mixes the two sides.
    Swing {
        /// Largest coefficient.
        cs0: L,
        /// Seam angle of the largest force, rad.
        best_angle: L,
        /// Speed at which the swing changes sign, m/s; infinite for a new ball.
        reverse_speed: L,
        /// Width of that change, m/s.
        reverse_width: L,
        /// Spin parameter at which half of the force is left.
        fade: L,
    },
    /// Contrast swing: seam across the flight, one side rough. Along the spin axis (taken as pointing to
    /// the rough side) below `reverse_speed`, against it above.
    Contrast {
        /// Largest coefficient.
        cs0: L,
        /// Speed at which it changes sign, m/s.
        reverse_speed: L,
        /// Width of that change, m/s.
        reverse_width: L,
    },
    /// Knuckle: the panels that face the flow set a smooth side force of less than `cs` that turns with
    /// the ball and fades as spin averages it: `cs 3 G/sqrt(1 + 9 G.G) / (1 + (S/S_fade)^2)`, `G` the part
    /// across the flow of a field on the ball.
    Knuckle {
        /// Bound of the coefficient.
        cs: L,
        /// Spin parameter at which half of the force is left.
        fade: L,
        /// Number of the panel pattern: equal numbers are equal balls.
        pattern: L,
    },
}

/// How steeply the knuckle force turns from one side to the other where the field of the panels is weak. With it the root
/// mean square of the force to one side is 0.6 of its largest; 0.69 was measured for the seams of a baseball (Watts and Sawyer
/// 1975, in the form of Giordano: `0.5 m g (sin 4a - 0.25 sin 8a + 0.08 sin 12a - 0.025 sin 16a)` at 65 mph).
const STEEPNESS: f64 = 3.0;

/// What a side-force law needs besides its coefficients, computed once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prepared<L = f64> {
    panels: Panels<L>,
    /// Tangent of the best seam angle.
    best: L,
}

/// A smooth vector field on the ball: the side force for each direction from which the air may come.
/// Three sines per axis make a pattern of about four to eight lobes, as panels do.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Panels<L> {
    waves: [[Vector<L>; 3]; 3],
    phases: [Vector<L>; 3],
}

impl Prepared {
    /// For a law; zero where it has no use for a number.
    pub(crate) fn of(side: &Side) -> Self {
        Self {
            panels: match side {
                Side::Knuckle { pattern, .. } => Panels::draw(*pattern),
                _ => Panels::none(),
            },
            best: match side {
                Side::Swing { best_angle, .. } => voltex_math::f64::tan(*best_angle),
                _ => 0.0,
            },
        }
    }
}

impl<L: Lane> Prepared<L> {
    /// Zero everywhere.
    pub(crate) fn none() -> Self {
        Self {
            panels: Panels::none(),
            best: L::splat(0.0),
        }
    }

    /// Puts the numbers of one ball into one lane.
    pub(crate) fn set_lane(&mut self, lane: usize, of: &Prepared) {
        for (wave, from) in self.panels.waves.iter_mut().zip(&of.panels.waves) {
            for (k, from) in wave.iter_mut().zip(from) {
                k.set_lane(lane, (*from).into());
            }
        }
        for (phase, from) in self.panels.phases.iter_mut().zip(&of.panels.phases) {
            phase.set_lane(lane, (*from).into());
        }
        self.best.set_lane(lane, of.best);
    }
}

impl Panels<f64> {
    fn draw(pattern: f64) -> Self {
        let key = Key::new(pattern.to_bits(), 0x70_61_6e_65_6c_73);
        let mut counter = 0;
        let mut uniform = || {
            counter += 1;
            random::uniform(key, counter)
        };
        let mut panels = Self::none();
        for (wave, phase) in panels.waves.iter_mut().zip(&mut panels.phases) {
            for k in wave.iter_mut() {
                let axis = DVec3::new(uniform() - 0.5, uniform() - 0.5, uniform() - 0.5);
                *k = (axis.normalize_or(DVec3::X) * (2.0 + 2.0 * uniform())).into();
            }
            *phase = (DVec3::new(uniform(), uniform(), uniform()) * core::f64::consts::TAU).into();
        }
        panels
    }
}

impl<L: Lane> Panels<L> {
    fn none() -> Self {
        Self {
            waves: [[Vector::zero(); 3]; 3],
            phases: [Vector::zero(); 3],
        }
    }

    /// The field at a unit vector in the ball's frame: each component within -1 and 1.
    #[inline(always)]
    fn at(&self, facing: Vector<L>) -> Vector<L> {
        let zero = L::splat(0.0);
        let mut sums = [zero; 3];
        for (sum, (wave, phase)) in sums.iter_mut().zip(self.waves.iter().zip(&self.phases)) {
            for (k, phase) in wave.iter().zip([phase.x, phase.y, phase.z]) {
                *sum = *sum + sin(k.dot(facing) + phase);
            }
            *sum = *sum / L::splat(3.0);
        }
        let [x, y, z] = sums;
        Vector::new(x, y, z)
    }
}

impl<L: Lane> Side<L> {
    /// The coefficient vector for a ball flying along the unit vector `direction` through the air.
    #[inline(always)]
    pub(crate) fn coefficient(
        &self,
        flow: &Flow<L>,
        direction: Vector<L>,
        spin: Vector<L>,
        rotation: Quaternion<L>,
        prepared: &Prepared<L>,
    ) -> Vector<L> {
        let n = L::splat;
        match *self {
            Self::None => Vector::zero(),
            Self::Seam { cs } => across(axis_of(spin, flow), direction) * cs,
            Self::Swing {
                cs0,
                reverse_speed,
                reverse_width,
                fade,
                ..
            } => {
                let axis = axis_of(spin, flow);
                let along = axis.dot(direction);
                let across = across(axis, direction);
                let cross = across.length();
                let best = prepared.best;
                // t = along/cross; written without the division that cross = 0 forbids.
                let f =
                    n(2.0) * along * cross * best / (along * along + cross * cross * best * best);
                let reverses = reverse_speed.less(n(f64::INFINITY));
                let mut g = n(1.0);
                if L::mask_bits(reverses) != 0 {
                    let reversed = -tanh((flow.speed - reverse_speed) / reverse_width);
                    g = L::select(reverses, reversed, g);
                }
                let faded = faded(flow.spin_parameter / fade, 4);
                let swing = across * (-cs0 * f * g * faded / cross);
                Vector::select(cross.less_equal(n(0.0)), Vector::zero(), swing)
            }
            Self::Contrast {
                cs0,
                reverse_speed,
                reverse_width,
            } => {
                let g = -tanh((flow.speed - reverse_speed) / reverse_width);
                across(axis_of(spin, flow), direction) * (cs0 * g)
            }
            Self::Knuckle { cs, fade, .. } => {
                let facing = rotation.conjugate().rotate(-direction);
                let force =
                    across(rotation.rotate(prepared.panels.at(facing)), direction) * n(STEEPNESS);
                let most = (n(1.0) + force.dot(force)).sqrt();
                force * (cs * faded(flow.spin_parameter / fade, 2) / most)
            }
        }
    }

    /// The same law in every lane.
    pub(crate) fn splat(side: &Side) -> Self {
        let n = L::splat;
        match *side {
            Side::None => Self::None,
            Side::Seam { cs } => Self::Seam { cs: n(cs) },
            Side::Swing {
                cs0,
                best_angle,
                reverse_speed,
                reverse_width,
                fade,
            } => Self::Swing {
                cs0: n(cs0),
                best_angle: n(best_angle),
                reverse_speed: n(reverse_speed),
                reverse_width: n(reverse_width),
                fade: n(fade),
            },
            Side::Contrast {
                cs0,
                reverse_speed,
                reverse_width,
            } => Self::Contrast {
                cs0: n(cs0),
                reverse_speed: n(reverse_speed),
                reverse_width: n(reverse_width),
            },
            Side::Knuckle { cs, fade, pattern } => Self::Knuckle {
                cs: n(cs),
                fade: n(fade),
                pattern: n(pattern),
            },
        }
    }

    /// Whether the force depends on the attitude of the ball.
    pub(crate) fn needs_rotation(&self) -> bool {
        matches!(self, Self::Knuckle { .. })
    }
}

impl<L> Side<L> {
    /// Whether the law uses numbers of [`Prepared`].
    pub(crate) fn is_prepared(&self) -> bool {
        matches!(self, Self::Swing { .. } | Self::Knuckle { .. })
    }

    /// The law's own coefficients by the names that the ball data use.
    pub(crate) fn fields(&mut self, visit: Fields<'_, L>) {
        match self {
            Self::None => {}
            Self::Seam { cs } => visit("side_force.CS", cs),
            Self::Swing {
                cs0,
                best_angle,
                reverse_speed,
                reverse_width,
                fade,
            } => {
                visit("side_force.cs0", cs0);
                visit("side_force.best_seam_angle", best_angle);
                visit("side_force.reverse_speed", reverse_speed);
                visit("side_force.reverse_width", reverse_width);
                visit("side_force.spin_fade", fade);
            }
            Self::Contrast {
                cs0,
                reverse_speed,
                reverse_width,
            } => {
                visit("side_force.cs0", cs0);
                visit("side_force.reverse_speed", reverse_speed);
                visit("side_force.reverse_width", reverse_width);
            }
            Self::Knuckle { cs, fade, pattern } => {
                visit("side_force.cs", cs);
                visit("side_force.spin_fade", fade);
                visit("side_force.pattern", pattern);
            }
        }
    }
}

/// The part of `vector` across the unit vector `direction`.
#[inline(always)]
fn across<L: Lane>(vector: Vector<L>, direction: Vector<L>) -> Vector<L> {
    vector - direction * vector.dot(direction)
}

/// Unit spin axis, fading to zero below a spin parameter of about 0.001 so that no force jumps.
#[inline(always)]
fn axis_of<L: Lane>(spin: Vector<L>, flow: &Flow<L>) -> Vector<L> {
    let share = (flow.spin_parameter * L::splat(1000.0)).smaller(L::splat(1.0));
    let axis = spin * (share / flow.spin_rate);
    let still = flow.spin_rate.less_equal(L::splat(0.0));
    Vector::select(still, Vector::zero(), axis)
}

/// `1/(1 + x^n)` for n = 2 or 4.
#[inline(always)]
fn faded<L: Lane>(x: L, n: u32) -> L {
    let (one, square) = (L::splat(1.0), x * x);
    one / (one + if n == 2 { square } else { square * square })
}
