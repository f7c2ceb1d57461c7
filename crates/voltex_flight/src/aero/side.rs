//! Forces across the flight that are not Magnus: seam-shifted wake, swing, knuckle.

use voltex_math::f64::{max, min, sin, tanh};
use voltex_math::random::{self, Key};
use voltex_math::{DQuat, DVec3};

use super::Flow;
use crate::parameter::Fields;

/// A law for the side-force coefficient, a vector across the flow referred to `pi r^2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    /// None.
    None,
    /// Seam-shifted wake of a spinning ball: a force fixed in the ball, averaged over a turn, acts along
    /// the spin axis: `CS (a - (a.d) d)` with the spin axis `a` and the flight direction `d`.
    Seam {
        /// Coefficient; positive along the spin axis.
        cs: f64,
    },
    /// Swing of a ball whose upright seam turns about its own axis. The force lies in the plane of the
    /// flight and the seam's axis and points to where the seam points:
    /// `cs0 f(angle) g(v) h(S)`, `f = 2 t t0/(t^2 + t0^2)` over the tangents of the seam angle and of
    /// its best value, `g = -tanh((v - v_reverse)/v_width)` when it reverses, `h = 1/(1 + (S/S_fade)^4)`
    /// because fast spin mixes the two sides.
    Swing {
        /// Largest coefficient.
        cs0: f64,
        /// Seam angle of the largest force, rad.
        best_angle: f64,
        /// Speed at which the swing changes sign, m/s; infinite for a new ball.
        reverse_speed: f64,
        /// Width of that change, m/s.
        reverse_width: f64,
        /// Spin parameter at which half of the force is left.
        fade: f64,
    },
    /// Contrast swing: seam across the flight, one side rough. Along the spin axis (taken as pointing to
    /// the rough side) below `reverse_speed`, against it above.
    Contrast {
        /// Largest coefficient.
        cs0: f64,
        /// Speed at which it changes sign, m/s.
        reverse_speed: f64,
        /// Width of that change, m/s.
        reverse_width: f64,
    },
    /// Knuckle: the panels that face the flow set a smooth side force of at most `cs` that turns with
    /// the ball and fades as spin averages it: `1/(1 + (S/S_fade)^2)`.
    Knuckle {
        /// Largest coefficient.
        cs: f64,
        /// Spin parameter at which half of the force is left.
        fade: f64,
        /// Number of the panel pattern: equal numbers are equal balls.
        pattern: f64,
    },
}

/// A smooth vector field on the ball: the side force for each direction from which the air may come.
/// Three sines per axis make a pattern of about four to eight lobes, as panels do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Panels {
    waves: [[DVec3; 3]; 3],
    phases: [DVec3; 3],
}

impl Panels {
    /// The panels of a side-force law; all zero for a law without any.
    pub(crate) fn of(side: &Side) -> Self {
        match side {
            Side::Knuckle { pattern, .. } => Self::draw(*pattern),
            _ => Self::default(),
        }
    }

    fn draw(pattern: f64) -> Self {
        let key = Key::new(pattern.to_bits(), 0x70_61_6e_65_6c_73);
        let mut counter = 0;
        let mut uniform = || {
            counter += 1;
            random::uniform(key, counter)
        };
        let mut waves = [[DVec3::ZERO; 3]; 3];
        let mut phases = [DVec3::ZERO; 3];
        for (wave, phase) in waves.iter_mut().zip(&mut phases) {
            for k in wave.iter_mut() {
                let axis = DVec3::new(uniform() - 0.5, uniform() - 0.5, uniform() - 0.5);
                *k = axis.normalize_or(DVec3::X) * (2.0 + 2.0 * uniform());
            }
            *phase = DVec3::new(uniform(), uniform(), uniform()) * core::f64::consts::TAU;
        }
        Self { waves, phases }
    }

    /// The field at a unit vector in the ball's frame: each component within -1 and 1.
    fn at(&self, facing: DVec3) -> DVec3 {
        let component = |axis: usize| {
            let phase = self.phases[axis];
            let wave = &self.waves[axis];
            (sin(wave[0].dot(facing) + phase.x)
                + sin(wave[1].dot(facing) + phase.y)
                + sin(wave[2].dot(facing) + phase.z))
                / 3.0
        };
        DVec3::new(component(0), component(1), component(2))
    }
}

impl Side {
    /// The coefficient vector for a ball flying along the unit vector `direction` through the air.
    pub(crate) fn coefficient(
        &self,
        flow: &Flow,
        direction: DVec3,
        spin: DVec3,
        rotation: DQuat,
        panels: &Panels,
    ) -> DVec3 {
        match self {
            Self::None => DVec3::ZERO,
            Self::Seam { cs } => across(axis_of(spin, flow), direction) * *cs,
            Self::Swing {
                cs0,
                best_angle,
                reverse_speed,
                reverse_width,
                fade,
            } => {
                let axis = axis_of(spin, flow);
                let along = axis.dot(direction);
                let across = across(axis, direction);
                let cross = across.length();
                if cross <= 0.0 {
                    return DVec3::ZERO;
                }
                let best = voltex_math::f64::tan(*best_angle);
                // t = along/cross; written without the division that cross = 0 forbids.
                let f = 2.0 * along * cross * best / (along * along + cross * cross * best * best);
                let g = if *reverse_speed < f64::INFINITY {
                    -tanh((flow.speed - reverse_speed) / reverse_width)
                } else {
                    1.0
                };
                across * (-cs0 * f * g * faded(flow.spin_parameter / fade, 4) / cross)
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
                let facing = rotation.conjugate() * -direction;
                let force = across(rotation * panels.at(facing), direction);
                // Two perpendicular components of at most 1 each: never more than cs in all.
                let limit = max(1.0, force.length());
                force * (cs * faded(flow.spin_parameter / fade, 2) / limit)
            }
        }
    }

    /// Whether the force depends on the attitude of the ball.
    pub(crate) fn needs_rotation(&self) -> bool {
        matches!(self, Self::Knuckle { .. })
    }

    /// The law's own coefficients by the names that the ball data use.
    pub(crate) fn fields(&mut self, visit: Fields<'_>) {
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
fn across(vector: DVec3, direction: DVec3) -> DVec3 {
    vector - direction * vector.dot(direction)
}

/// Unit spin axis, fading to zero below a spin parameter of about 0.001 so that no force jumps.
fn axis_of(spin: DVec3, flow: &Flow) -> DVec3 {
    if flow.spin_rate <= 0.0 {
        return DVec3::ZERO;
    }
    let share = min(flow.spin_parameter * 1000.0, 1.0);
    spin * (share / flow.spin_rate)
}

/// `1/(1 + x^n)` for n = 2 or 4.
fn faded(x: f64, n: u32) -> f64 {
    let square = x * x;
    1.0 / (1.0 + if n == 2 { square } else { square * square })
}
