//! Lift coefficient laws: the Magnus force along `omega x u`.

use voltex_math::f64::{max, min, pow};

use super::Flow;
use crate::parameter::Fields;

/// A law for the lift coefficient, referred to `pi r^2`, over the spin parameter `S` of the spin
/// perpendicular to the flow. Every law is continuous and vanishes without
/// spin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lift {
    /// No lift.
    None,
    /// The same at every spin parameter from 0.01 on, fading to none without spin, where the force has
    /// no direction: for closed forms, and for balls that turn end over end.
    Constant {
        /// The coefficient.
        cl: f64,
    },
    /// `k S`, saturating at `CL_max`: linear up to 0.69 of the spin parameter where the two lines meet,
    /// constant from 1.31 of it, a parabola between.
    Linear {
        /// Slope.
        k: f64,
        /// Largest coefficient.
        cl_max: f64,
    },
    /// `b0 S/(b1 + S)`.
    Saturating {
        /// Value for fast spin.
        b0: f64,
        /// Spin parameter of half that value.
        b1: f64,
    },
    /// `b0 S^n/(b1^n + S^n)`: starts flatter and saturates sooner than [`Lift::Saturating`].
    Hill {
        /// Value for fast spin.
        b0: f64,
        /// Spin parameter of half that value.
        b1: f64,
        /// Exponent.
        n: f64,
    },
    /// `cl2 S/(cl0 + cl1 S)` (form after Cross, *Physics of Baseball and Softball*).
    Cross {
        /// Constant of the denominator.
        cl0: f64,
        /// Slope of the denominator.
        cl1: f64,
        /// Factor.
        cl2: f64,
    },
    /// `cl2 S_p/(cl0 + cl1 S)` with the perpendicular part `S_p` of the spin parameter: the form of
    /// Nathan's workbook, whose coefficient is that of the whole spin.
    Workbook {
        /// Constant of the denominator.
        cl0: f64,
        /// Slope of the denominator.
        cl1: f64,
        /// Factor.
        cl2: f64,
    },
    /// `1/(k0 + k1/S)` (Stepanek 1988, Am. J. Phys. 56:138).
    Stepanek {
        /// Inverse of the value for fast spin.
        k0: f64,
        /// Inverse of the slope without spin.
        k1: f64,
    },
    /// `c S^p`.
    Power {
        /// Factor.
        c: f64,
        /// Exponent.
        p: f64,
    },
    /// Linear, and blended between Re 6e4 and 9e4 into the valley that a table-tennis ball shows at
    /// Re 9e4 (Miyazaki et al. 2017): lift all but vanishes near S = 0.49.
    LiftCrisis {
        /// Slope below the crisis.
        k: f64,
        /// Largest coefficient below the crisis.
        cl_max: f64,
        /// The valley, pairs of spin parameter and coefficient.
        valley: &'static [[f64; 2]],
    },
}

impl Lift {
    /// The coefficient in a flow.
    pub fn coefficient(&self, flow: &Flow) -> f64 {
        let s = flow.lift_parameter;
        match *self {
            Self::None => 0.0,
            Self::Constant { cl } => {
                let share = min(s / 0.01, 1.0);
                cl * share * share * (3.0 - 2.0 * share)
            }
            Self::Linear { k, cl_max } => saturated(k, cl_max, s),
            Self::Saturating { b0, b1 } => b0 * s / (b1 + s),
            // S = 0 makes the quotient infinite and the coefficient 0.
            Self::Hill { b0, b1, n } => b0 / (1.0 + pow(b1 / s, n)),
            Self::Cross { cl0, cl1, cl2 } => cl2 * s / (cl0 + cl1 * s),
            Self::Workbook { cl0, cl1, cl2 } => cl2 * s / (cl0 + cl1 * flow.spin_parameter),
            Self::Stepanek { k0, k1 } => s / (k0 * s + k1),
            Self::Power { c, p } => c * pow(s, p),
            Self::LiftCrisis { k, cl_max, valley } => {
                let below = saturated(k, cl_max, s);
                let share = max(0.0, min((flow.reynolds - 6.0e4) / 3.0e4, 1.0));
                let share = share * share * (3.0 - 2.0 * share);
                below + share * (piecewise(valley, s) - below)
            }
        }
    }

    /// The law's own coefficients by the names that the ball data use.
    pub(crate) fn fields(&mut self, visit: Fields<'_>) {
        match self {
            Self::None => {}
            Self::Constant { cl } => visit("lift.CL", cl),
            Self::Linear { k, cl_max } | Self::LiftCrisis { k, cl_max, .. } => {
                visit("lift.k", k);
                visit("lift.CL_max", cl_max);
            }
            Self::Saturating { b0, b1 } => {
                visit("lift.b0", b0);
                visit("lift.b1", b1);
            }
            Self::Hill { b0, b1, n } => {
                visit("lift.b0", b0);
                visit("lift.b1", b1);
                visit("lift.n", n);
            }
            Self::Cross { cl0, cl1, cl2 } | Self::Workbook { cl0, cl1, cl2 } => {
                visit("lift.cl0", cl0);
                visit("lift.cl1", cl1);
                visit("lift.cl2", cl2);
            }
            Self::Stepanek { k0, k1 } => {
                visit("lift.k0", k0);
                visit("lift.k1", k1);
            }
            Self::Power { c, p } => {
                visit("lift.c", c);
                visit("lift.p", p);
            }
        }
    }
}

/// `k s` and then `most`, joined by a parabola without a kink; `k s` alone where `most` is out of reach.
fn saturated(k: f64, most: f64, s: f64) -> f64 {
    // A table-tennis ball's lift is published as linear up to S = 0.4 of the 0.583 where the lines meet.
    let meeting = most / k;
    if k <= 0.0 || meeting.is_infinite() {
        return k * s;
    }
    let bend = 0.314 * meeting;
    let past = s - (meeting - bend);
    if past <= 0.0 {
        k * s
    } else if past < 2.0 * bend {
        k * (s - past * past / (4.0 * bend))
    } else {
        most
    }
}

/// Linear interpolation in a table of rising abscissae, held at both ends.
fn piecewise(table: &[[f64; 2]], x: f64) -> f64 {
    let mut last = table[0];
    if x <= last[0] {
        return last[1];
    }
    for &next in &table[1..] {
        if x <= next[0] {
            return last[1] + (next[1] - last[1]) * (x - last[0]) / (next[0] - last[0]);
        }
        last = next;
    }
    last[1]
}
