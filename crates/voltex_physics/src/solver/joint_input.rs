//! One joint of two bodies: what the solver needs, and what it leaves for the next step.

use voltex_ecs::codec;
use voltex_math::{Quat, Vec3};

use super::bodies::BodyRef;

/// What a joint holds fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Nothing; the way between the anchors can be pushed along.
    Nothing,
    /// The distance of the anchors.
    Distance,
    /// The anchors together.
    Point,
    /// Anchors and frames together.
    All,
    /// Anchors together, y axes parallel.
    Hinge,
    /// B's anchor on the y axis of A's frame, frames parallel.
    Slider,
    /// B's anchor on the x axis of A's frame, y axes parallel.
    Wheel,
}

impl Hold {
    /// Number of directions that it holds.
    pub(crate) const fn count(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Distance => 1,
            Self::Point => 3,
            Self::Wheel => 4,
            Self::Hinge | Self::Slider => 5,
            Self::All => 6,
        }
    }

    /// How many of them are linear; they come first.
    pub(crate) const fn linear(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Distance => 1,
            Self::Slider | Self::Wheel => 2,
            Self::Point | Self::Hinge | Self::All => 3,
        }
    }
}

/// What acts in the directions that a joint leaves free, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts(u8);

impl Parts {
    /// Dry friction.
    pub(crate) const FRICTION: Self = Self(1);
    /// A motor that wants a speed.
    pub(crate) const MOTOR: Self = Self(2);
    /// A spring.
    pub(crate) const SPRING: Self = Self(4);
    /// A motor that wants a place.
    pub(crate) const SERVO: Self = Self(8);
    /// Lower and upper limit.
    pub(crate) const LIMITS: Self = Self(16);
    /// A largest angle between the y axes.
    pub(crate) const CONE: Self = Self(32);
    /// A body whose inertia differs from axis to axis turns.
    pub(crate) const TUMBLES: Self = Self(64);
    /// What is held is solved with the other joints of a tree.
    pub(crate) const TREE: Self = Self(128);

    pub(crate) const fn with(self, other: Self, is_there: bool) -> Self {
        Self(if is_there { self.0 | other.0 } else { self.0 })
    }

    #[inline(always)]
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline(always)]
    pub(crate) const fn has_any(self, others: [Self; 4]) -> bool {
        self.0 & (others[0].0 | others[1].0 | others[2].0 | others[3].0) != 0
    }
}

/// Joints of one class lie in blocks together: they take the same way through the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) hold: Hold,
    pub(crate) parts: Parts,
}

impl Class {
    /// A number by which classes are sorted.
    pub(crate) const fn key(self) -> u16 {
        (self.hold as u16) << 8 | self.parts.0 as u16
    }

    /// The class of such a joint in a tree that is solved as a whole.
    pub(crate) const fn in_a_tree(self) -> Self {
        Self {
            hold: self.hold,
            parts: self.parts.with(Parts::TREE, true),
        }
    }

    /// Whether something besides what is held and limited may bear weight: it balances a force at the velocities of
    /// the end of a substep, and the way of bodies has to be that of these velocities.
    pub(crate) const fn bears(self) -> bool {
        let Parts(parts) = self.parts;
        let Parts(drawn) = Parts::SPRING.with(Parts::SERVO, true);
        let Parts(driven) = Parts::MOTOR.with(Parts::FRICTION, true);
        parts & (drawn | driven) != 0
    }
}

/// A damped spring over a substep: its impulse is `b L - m (a v + p x)`, with `L` the impulse of the substep before,
/// `m` the mass that is moved, `x` the displacement and `v` the velocity with `L` in it.
///
/// With `w = 2 pi f`, damping ratio `z` and `h` the substep, an oscillator under this impulse, `x' = x + h v'`, shall
/// have the eigenvalues `exp((-z +- sqrt(z^2 - 1)) w h)` of the motion `x'' = -w^2 x - 2 z w x'`. With `T` and `D` the
/// sum and the product of the two and `r` the third eigenvalue, which the memory brings in, this is so for
/// `a = 1 - D + r (2 D - T)`, `b = 1 - D + r (3 D - T)` and `p h = (1 + D - T) (1 - r)`. No length of the step makes
/// it unstable or changes its frequency or damping. A steady force `F` shall displace it by `F/(m w^2)`; that needs
/// `b = 1 - p/(h w^2)`. With `r = z/(3 z + w h)` the two values of `b` differ by terms of second order in `h` only, and
/// `b` goes from the first to the second by the share `3 r`, since without damping the second would make it grow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pull {
    /// `a`
    pub(crate) slack: f32,
    /// `b`
    pub(crate) keep: f32,
    /// `p`, 1/s
    pub(crate) pull: f32,
}

impl Pull {
    /// Of a frequency (Hz) and damping ratio over a substep `h` (s). Frequencies above a quarter of the rate of
    /// substeps count as that.
    pub(crate) fn new(frequency: f32, damping_ratio: f32, h: f32) -> Self {
        let (z, h) = (f64::from(damping_ratio), f64::from(h));
        let turn = std::f64::consts::TAU * f64::from(frequency) * h;
        let turn = voltex_math::f64::min(turn, std::f64::consts::FRAC_PI_2);
        let product = voltex_math::f64::exp(-2.0 * z * turn);
        let sum = if z < 1.0 {
            let cosine = voltex_math::f64::cos(turn * (1.0 - z * z).sqrt());
            2.0 * voltex_math::f64::exp(-z * turn) * cosine
        } else {
            let root = (z * z - 1.0).sqrt();
            voltex_math::f64::exp(-turn / (z + root)) + voltex_math::f64::exp(-turn * (z + root))
        };
        let memory = z / (3.0 * z + turn);
        let pull = (1.0 + product - sum) * (1.0 - memory);
        let in_motion = 1.0 - product + memory * (3.0 * product - sum);
        let at_rest = 1.0 - pull / (turn * turn);
        Self {
            slack: (1.0 - product + memory * (2.0 * product - sum)) as f32,
            keep: (in_motion + 3.0 * memory * (at_rest - in_motion)) as f32,
            pull: (pull / h) as f32,
        }
    }
}

impl Pull {
    /// Of a stiffness (N/m) and a damping (N s/m) where a unit impulse gives this speed (1/kg); with an axis, of
    /// N m/rad, N m s/rad and 1/(kg m^2).
    pub(crate) fn rated(stiffness: f32, damping: f32, mobility: f32, h: f32) -> Self {
        let square = stiffness * mobility;
        if square.is_nan() || square <= 0.0 {
            // No spring, or nothing that it could move: a damper alone, `v' = v exp(-c h/m)`.
            let keep = voltex_math::f32::exp(-damping * mobility * h);
            return Self {
                slack: 1.0 - keep,
                keep: 1.0 - keep,
                pull: 0.0,
            };
        }
        let omega = square.sqrt();
        let ratio = 0.5 * damping * mobility / omega;
        Self::new(omega / std::f32::consts::TAU, ratio, h)
    }
}

/// What says how stiff a spring is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Law {
    /// Frequency (Hz) and damping ratio.
    Tuned(f32, f32),
    /// Stiffness and damping.
    Rated(f32, f32),
}

/// A spring or a motor that wants a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Draw {
    pub(crate) law: Law,
    /// Where it draws to, m or rad.
    pub(crate) rest: f32,
    /// Largest impulse of a substep, N s or N m s.
    pub(crate) largest: f32,
    /// Mass that it is reckoned to move, kg, no more than it does in any direction; 0 for the mass of every substep.
    pub(crate) mass: f32,
}

impl Draw {
    /// Does nothing.
    pub(crate) const NONE: Self = Self {
        law: Law::Rated(0.0, 0.0),
        rest: 0.0,
        largest: 0.0,
        mass: 0.0,
    };

    /// Over a substep `h` (s), where a unit impulse gives the speed `mobility`.
    pub(crate) fn pull(&self, mobility: f32, h: f32) -> Pull {
        match self.law {
            Law::Tuned(frequency, damping) => Pull::new(frequency, damping, h),
            Law::Rated(stiffness, damping) => Pull::rated(stiffness, damping, mobility, h),
        }
    }
}

/// A joint of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointInput {
    pub(crate) a: BodyRef,
    pub(crate) b: BodyRef,
    pub(crate) class: Class,
    /// From the centre of mass of each body to its anchor, world axes, m.
    pub(crate) arms: [Vec3; 2],
    /// From A's centre of mass to B's, m.
    pub(crate) between: Vec3,
    /// From the frame of the joint on each body to the world.
    pub(crate) frames: [Quat; 2],
    /// Lowest and highest place along or about the axis, m or rad.
    pub(crate) limits: [f32; 2],
    /// Largest angle between the axes, rad.
    pub(crate) cone: f32,
    pub(crate) spring: Draw,
    /// Rotation that the spring of a ball joint draws to.
    pub(crate) target: Quat,
    pub(crate) servo: Draw,
    /// Speed of the motor, m/s or rad/s, and its largest impulse in a substep.
    pub(crate) motor: [f32; 2],
    /// Largest impulse of friction in a substep.
    pub(crate) friction: f32,
    pub(crate) memory: JointMemory,
    /// Whether no other joint acts on its bodies; the solver finds out.
    pub(crate) is_alone: bool,
    /// Sums of the impulses on B and of the moments about the joint over the step, N s and N m s.
    pub(crate) load: [Vec3; 2],
}

/// Impulses of the last substep, N s or N m s, and how far the joint has been turned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct JointMemory {
    pub(crate) held: [f32; 6],
    pub(crate) friction: [f32; 3],
    pub(crate) motor: f32,
    pub(crate) spring: [f32; 3],
    pub(crate) servo: f32,
    pub(crate) limits: [f32; 2],
    pub(crate) cone: f32,
    /// Angle about the axis with whole turns, rad.
    pub(crate) angle: f32,
    /// Mean force and torque on B in the last step, world axes, N and N m.
    pub(crate) borne: [[f32; 3]; 2],
}

codec!(JointMemory {
    held,
    friction,
    motor,
    spring,
    servo,
    limits,
    cone,
    angle,
    borne
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Displacement of `x'' = -w^2 x - 2 z w x'` from x = 1, v = 0.
    fn exact(w: f64, z: f64, t: f64) -> f64 {
        use voltex_math::f64::{cos, exp, sin};
        if z < 1.0 {
            let wd = w * (1.0 - z * z).sqrt();
            exp(-z * w * t) * (cos(wd * t) + z * w / wd * sin(wd * t))
        } else if z == 1.0 {
            exp(-w * t) * (1.0 + w * t)
        } else {
            let root = (z * z - 1.0).sqrt();
            let (fast, slow) = (-w * (z + root), -w * (z - root));
            (fast * exp(slow * t) - slow * exp(fast * t)) / (fast - slow)
        }
    }

    /// The velocity of the scheme is that of half a substep before; started accordingly it follows the closed form.
    #[test]
    fn a_spring_keeps_frequency_and_damping_at_any_step() {
        for (frequency, z) in [(1.0, 0.0), (2.0, 0.1), (2.0, 1.0), (0.5, 4.0), (6.0, 0.0)] {
            for h in [1.0 / 60.0, 1.0 / 240.0] {
                let pull = Pull::new(frequency, z, h);
                let w = std::f64::consts::TAU * f64::from(frequency);
                let [a, b, p, h] = [pull.slack, pull.keep, pull.pull, h].map(f64::from);
                let z = f64::from(z);
                // Two steps of the exact motion give the velocity and the impulse that belong to the scheme.
                let at = |step: f64| exact(w, z, step * h);
                // With damping the impulse is also to be right at rest, which costs terms of second order.
                let tolerance = if z == 0.0 {
                    3.0e-4
                } else {
                    3.0e-4 + (w * h) * (w * h)
                };
                let (mut x, mut v) = (at(2.0), (at(2.0) - at(1.0)) / h);
                let mut impulse = v - (at(1.0) - at(0.0)) / h;
                for step in 3..=240 {
                    // The impulse of before is applied first, as by a warm start.
                    let now = v + impulse;
                    let next = b * impulse - (a * now + p * x);
                    v = now + (next - impulse);
                    impulse = next;
                    x += h * v;
                    let expected = at(f64::from(step));
                    assert!(
                        (x - expected).abs() < tolerance,
                        "{frequency} Hz, {z}, h {h}, step {step}: {x} {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_steady_force_displaces_a_spring_by_force_over_stiffness() {
        for (frequency, z) in [(1.0, 0.0), (2.0, 0.1), (2.0, 0.5), (2.0, 1.0), (1.5, 3.0)] {
            let h = 1.0 / 240.0;
            let pull = Pull::new(frequency, z, h);
            let w = std::f64::consts::TAU * f64::from(frequency);
            // Of the impulse that balances the force, with no velocity.
            let displacement = (1.0 - f64::from(pull.keep)) * f64::from(h) / f64::from(pull.pull);
            let error = displacement * w * w - 1.0;
            assert!(error.abs() < 5.0e-4, "{frequency} {z}: {error}");
        }
    }
}
