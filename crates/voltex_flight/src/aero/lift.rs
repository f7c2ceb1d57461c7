//! Lift coefficient laws: the Magnus force along `omega x u`.

use voltex_math::lane::Lane;

use super::{Flow, power, power_of_positive};
use crate::parameter::Fields;

/// A law for the lift coefficient, referred to `pi r^2`, over the spin parameter `S` of the spin
/// perpendicular to the flow. Every law is continuous and vanishes without
/// spin. `L` is one number or one per lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lift<L = f64> {
    /// No lift.
    None,
    /// The same at every rate of a spin across the flow, less by the share of the spin that is along it, and
    /// fading to none below a spin parameter of 0.01: for closed forms, and for balls that turn end over end.
    Constant {
        /// The coefficient.
        cl: L,
    },
    /// `k S`, saturating at `CL_max`: linear up to 0.69 of the spin parameter where the two lines meet,
    /// constant from 1.31 of it, a parabola between.
    Linear {
        /// Slope.
        k: L,
        /// Largest coefficient.
        cl_max: L,
    },
    /// `b0 S/(b1 + S)`.
    Saturating {
        /// Value for fast spin.
        b0: L,
        /// Spin parameter of half that value.
        b1: L,
    },
    /// `b0 S^n/(b1^n + S^n)`: starts flatter and saturates sooner than [`Lift::Saturating`].
    Hill {
        /// Value for fast spin.
        b0: L,
        /// Spin parameter of half that value.
        b1: L,
        /// Exponent.
        n: L,
    },
    /// `cl2 S/(cl0 + cl1 S)` (form after Cross, *Physics of Baseball and Softball*).
    Cross {
        /// Constant of the denominator.
        cl0: L,
        /// Slope of the denominator.
        cl1: L,
        /// Factor.
        cl2: L,
    },
    /// `cl2 S_p/(cl0 + cl1 S)` with the perpendicular part `S_p` of the spin parameter: the form of
    /// Nathan's workbook, whose coefficient is that of the whole spin.
    Workbook {
        /// Constant of the denominator.
        cl0: L,
        /// Slope of the denominator.
        cl1: L,
        /// Factor.
        cl2: L,
    },
    /// `1/(k0 + k1/S)` (Stepanek 1988, Am. J. Phys. 56:138).
    Stepanek {
        /// Inverse of the value for fast spin.
        k0: L,
        /// Inverse of the slope without spin.
        k1: L,
    },
    /// `c S^p`.
    Power {
        /// Factor.
        c: L,
        /// Exponent.
        p: L,
    },
    /// Linear, and blended between Re 6e4 and 9e4 into the valley that a table-tennis ball shows at
    /// Re 9e4 (Miyazaki et al. 2017): lift all but vanishes near S = 0.49.
    LiftCrisis {
        /// Slope below the crisis.
        k: L,
        /// Largest coefficient below the crisis.
        cl_max: L,
        /// The valley, pairs of spin parameter and coefficient.
        valley: &'static [[f64; 2]],
    },
}

impl<L: Lane> Lift<L> {
    /// The coefficient in a flow.
    #[inline(always)]
    pub fn coefficient(&self, flow: &Flow<L>) -> L {
        let s = flow.lift_parameter;
        let n = L::splat;
        match *self {
            Self::None => n(0.0),
            Self::Constant { cl } => {
                let total = flow.spin_parameter;
                let share = (total / n(0.01)).smaller(n(1.0));
                let active = s / total.larger(n(f64::MIN_POSITIVE));
                cl * active * share * share * (n(3.0) - n(2.0) * share)
            }
            Self::Linear { k, cl_max } => saturated(k, cl_max, s),
            Self::Saturating { b0, b1 } => b0 * s / (b1 + s),
            Self::Hill {
                b0,
                b1,
                n: exponent,
            } => {
                // Without spin the quotient would be infinite and the coefficient 0.
                let spun = n(0.0).less(s);
                let quotient = b1 / L::select(spun, s, n(1.0));
                let cl = b0 / (n(1.0) + power_of_positive(quotient, exponent));
                L::select(spun, cl, n(0.0))
            }
            Self::Cross { cl0, cl1, cl2 } => cl2 * s / (cl0 + cl1 * s),
            Self::Workbook { cl0, cl1, cl2 } => cl2 * s / (cl0 + cl1 * flow.spin_parameter),
            Self::Stepanek { k0, k1 } => s / (k0 * s + k1),
            Self::Power { c, p } => c * power(s, p),
            Self::LiftCrisis { k, cl_max, valley } => {
                let below = saturated(k, cl_max, s);
                let share = (flow.reynolds - n(6.0e4)) / n(3.0e4);
                let share = n(0.0).larger(share.smaller(n(1.0)));
                let share = share * share * (n(3.0) - n(2.0) * share);
                below + share * (piecewise(valley, s) - below)
            }
        }
    }

    /// The same law in every lane.
    pub(crate) fn splat(lift: &Lift) -> Self {
        let l = L::splat;
        match *lift {
            Lift::None => Self::None,
            Lift::Constant { cl } => Self::Constant { cl: l(cl) },
            Lift::Linear { k, cl_max } => Self::Linear {
                k: l(k),
                cl_max: l(cl_max),
            },
            Lift::Saturating { b0, b1 } => Self::Saturating {
                b0: l(b0),
                b1: l(b1),
            },
            Lift::Hill { b0, b1, n } => Self::Hill {
                b0: l(b0),
                b1: l(b1),
                n: l(n),
            },
            Lift::Cross { cl0, cl1, cl2 } => Self::Cross {
                cl0: l(cl0),
                cl1: l(cl1),
                cl2: l(cl2),
            },
            Lift::Workbook { cl0, cl1, cl2 } => Self::Workbook {
                cl0: l(cl0),
                cl1: l(cl1),
                cl2: l(cl2),
            },
            Lift::Stepanek { k0, k1 } => Self::Stepanek {
                k0: l(k0),
                k1: l(k1),
            },
            Lift::Power { c, p } => Self::Power { c: l(c), p: l(p) },
            Lift::LiftCrisis { k, cl_max, valley } => Self::LiftCrisis {
                k: l(k),
                cl_max: l(cl_max),
                valley,
            },
        }
    }
}

impl<L> Lift<L> {
    /// The law's own coefficients by the names that the ball data use.
    pub(crate) fn fields(&mut self, visit: Fields<'_, L>) {
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
#[inline(always)]
fn saturated<L: Lane>(k: L, most: L, s: L) -> L {
    let n = L::splat;
    // A table-tennis ball's lift is published as linear up to S = 0.4 of the 0.583 where the lines meet.
    let meeting = most / k;
    let out_of_reach = L::either(k.less_equal(n(0.0)), meeting.abs().equal(n(f64::INFINITY)));
    let bend = n(0.314) * meeting;
    let past = s - (meeting - bend);
    let straight = L::either(out_of_reach, past.less_equal(n(0.0)));
    if L::all(straight) {
        return k * s;
    }
    let bent = k * (s - past * past / (n(4.0) * bend));
    let bent = L::select(past.less(n(2.0) * bend), bent, most);
    L::select(straight, k * s, bent)
}

/// Linear interpolation in a table of rising abscissae, held at both ends.
#[inline(always)]
fn piecewise<L: Lane>(table: &[[f64; 2]], x: L) -> L {
    let n = L::splat;
    let mut value = n(table[table.len() - 1][1]);
    for pair in table.windows(2).rev() {
        let (last, next) = (pair[0], pair[1]);
        let between = n(last[1]) + n(next[1] - last[1]) * (x - n(last[0])) / n(next[0] - last[0]);
        value = L::select(x.less_equal(n(next[0])), between, value);
    }
    L::select(x.less_equal(n(table[0][0])), n(table[0][1]), value)
}
