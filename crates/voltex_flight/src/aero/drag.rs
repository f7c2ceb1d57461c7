//! Drag coefficient laws.

use voltex_math::kernel::{exp, sin};
use voltex_math::lane::Lane;

use super::{Flow, power, power_of_positive};
use crate::parameter::Fields;

/// A law for the drag coefficient, referred to `pi r^2`. Every law is continuous in speed and spin.
///
/// `L` is one number or one per lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag<L = f64> {
    /// The same at every speed and spin.
    Constant {
        /// The coefficient.
        cd: L,
    },
    /// Drag crisis over Reynolds number: `c_hi + (c_lo - c_hi)/(1 + exp((Re - Rc)/w))`.
    Crisis {
        /// Below the crisis.
        c_lo: L,
        /// Above the crisis.
        c_hi: L,
        /// Reynolds number at the middle of the fall.
        rc: L,
        /// Width of the fall in Reynolds number.
        w: L,
    },
    /// Dimpled golf ball: `a0 + a1 S^2/(s0^2 + S^2) + a3/(1 + exp((Re/1e5 - rc)/w))`.
    Golf {
        /// Without spin, above the crisis.
        a0: L,
        /// Added by fast spin.
        a1: L,
        /// Spin parameter of half of that.
        s0: L,
        /// Height of the drag crisis.
        a3: L,
        /// Middle of the crisis, in units of 1e5.
        rc: L,
        /// Width of the crisis, in units of 1e5.
        w: L,
    },
    /// Smits and Smith 1994 for a 1990s golf ball:
    /// `0.24 + 0.18 S + 0.06 sin(pi (Re - 90000)/200000)`, Re held within 7e4 to 2.1e5.
    SmitsSmith,
    /// Nathan's golf workbook of 2025: a base that falls linearly between Re 5e4 and 1e5, plus spin.
    NathanGolf,
    /// Batted baseball: `cd0 + cdspin rpm/1000` (Nathan 2016, from Statcast of 2015).
    Batted {
        /// Without spin.
        cd0: L,
        /// Per 1,000 rpm.
        cdspin: L,
    },
    /// Pitched baseball: `p0 + p1` times the active share of the spin.
    Pitched {
        /// Pure gyro spin, or none.
        p0: L,
        /// Added by fully active spin.
        p1: L,
    },
    /// Football of Goff and Carre 2010: without spin `c_hi + c_step/(1 + exp((v - vc)/vs))`; above the
    /// crisis spin raises the floor to `c_spin S^p_spin`. The two are joined without a jump.
    Soccer {
        /// Above the crisis, without spin.
        c_hi: L,
        /// Height of the crisis.
        c_step: L,
        /// Speed at the middle of the crisis, m/s.
        vc: L,
        /// Width of the crisis, m/s.
        vs: L,
        /// Factor of the spin law.
        c_spin: L,
        /// Exponent of the spin law.
        p_spin: L,
    },
    /// Tennis ball of Stepanek 1988: `0.508 + (22.503 + 4.196 S^-2.5)^-0.4`.
    Stepanek,
}

impl<L: Lane> Drag<L> {
    /// The coefficient in a flow.
    #[inline(always)]
    pub fn coefficient(&self, flow: &Flow<L>) -> L {
        let s = flow.spin_parameter;
        let n = L::splat;
        match *self {
            Self::Constant { cd } => cd,
            Self::Crisis { c_lo, c_hi, rc, w } => {
                c_hi + (c_lo - c_hi) * falling(flow.reynolds, rc, w)
            }
            Self::Golf {
                a0,
                a1,
                s0,
                a3,
                rc,
                w,
            } => {
                // Held from S = 1e6 on, where nothing is left to saturate: squares stay finite.
                let square = (s * s).smaller(n(1e12));
                let spin = square / (s0 * s0 + square);
                a0 + a1 * spin + a3 * falling(flow.reynolds * n(1e-5), rc, w)
            }
            Self::SmitsSmith => {
                let re = n(7.0e4).larger(flow.reynolds.smaller(n(2.1e5)));
                let angle = n(core::f64::consts::PI) * (re - n(90_000.0)) / n(200_000.0);
                n(0.24) + n(0.18) * s + n(0.06) * sin(angle)
            }
            Self::NathanGolf => {
                let share = (flow.reynolds - n(5.0e4)) / n(5.0e4);
                let share = n(0.0).larger(share.smaller(n(1.0)));
                n(1.945_111_4) + n(0.132_48 - 1.945_111_4) * share + n(0.208_721_7) * s
            }
            Self::Batted { cd0, cdspin } => {
                cd0 + cdspin * flow.spin_rate * n(60.0 / core::f64::consts::TAU / 1000.0)
            }
            Self::Pitched { p0, p1 } => p0 + p1 * flow.active_spin_fraction(),
            Self::Soccer {
                c_hi,
                c_step,
                vc,
                vs,
                c_spin,
                p_spin,
            } => {
                let below = falling(flow.speed, vc, vs);
                let floor = smooth_max(c_hi, c_spin * power(s, p_spin), n(0.01));
                floor + below * (c_hi + c_step - floor)
            }
            // (22.503 + 4.196 S^-2.5)^-0.4 = S (22.503 S^2.5 + 4.196)^-0.4, finite at S = 0.
            Self::Stepanek => {
                let s = s.smaller(n(1.0e6));
                n(0.508) + s * power_of_positive(n(22.503) * s * s * s.sqrt() + n(4.196), n(-0.4))
            }
        }
    }

    /// The same law in every lane.
    pub(crate) fn splat(drag: &Drag) -> Self {
        let n = L::splat;
        match *drag {
            Drag::Constant { cd } => Self::Constant { cd: n(cd) },
            Drag::Crisis { c_lo, c_hi, rc, w } => Self::Crisis {
                c_lo: n(c_lo),
                c_hi: n(c_hi),
                rc: n(rc),
                w: n(w),
            },
            Drag::Golf {
                a0,
                a1,
                s0,
                a3,
                rc,
                w,
            } => Self::Golf {
                a0: n(a0),
                a1: n(a1),
                s0: n(s0),
                a3: n(a3),
                rc: n(rc),
                w: n(w),
            },
            Drag::SmitsSmith => Self::SmitsSmith,
            Drag::NathanGolf => Self::NathanGolf,
            Drag::Batted { cd0, cdspin } => Self::Batted {
                cd0: n(cd0),
                cdspin: n(cdspin),
            },
            Drag::Pitched { p0, p1 } => Self::Pitched {
                p0: n(p0),
                p1: n(p1),
            },
            Drag::Soccer {
                c_hi,
                c_step,
                vc,
                vs,
                c_spin,
                p_spin,
            } => Self::Soccer {
                c_hi: n(c_hi),
                c_step: n(c_step),
                vc: n(vc),
                vs: n(vs),
                c_spin: n(c_spin),
                p_spin: n(p_spin),
            },
            Drag::Stepanek => Self::Stepanek,
        }
    }
}

impl<L> Drag<L> {
    /// The law's own coefficients by the names that the ball data use.
    pub(crate) fn fields(&mut self, visit: Fields<'_, L>) {
        match self {
            Self::Constant { cd } => visit("drag.CD", cd),
            Self::Crisis { c_lo, c_hi, rc, w } => {
                visit("drag.c_lo", c_lo);
                visit("drag.c_hi", c_hi);
                visit("drag.Rc", rc);
                visit("drag.w", w);
            }
            Self::Golf {
                a0,
                a1,
                s0,
                a3,
                rc,
                w,
            } => {
                visit("drag.a0", a0);
                visit("drag.a1", a1);
                visit("drag.s0", s0);
                visit("drag.a3", a3);
                visit("drag.rc", rc);
                visit("drag.w", w);
            }
            Self::Batted { cd0, cdspin } => {
                visit("drag.cd0", cd0);
                visit("drag.cdspin", cdspin);
            }
            Self::Pitched { p0, p1 } => {
                visit("drag.p0", p0);
                visit("drag.p1", p1);
            }
            Self::Soccer {
                c_hi,
                c_step,
                vc,
                vs,
                c_spin,
                p_spin,
            } => {
                visit("drag.c_hi", c_hi);
                visit("drag.c_step", c_step);
                visit("drag.vc", vc);
                visit("drag.vs", vs);
                visit("drag.c_spin", c_spin);
                visit("drag.p_spin", p_spin);
            }
            Self::SmitsSmith | Self::NathanGolf | Self::Stepanek => {}
        }
    }
}

/// Logistic fall from 1 to 0 around `centre`.
#[inline(always)]
fn falling<L: Lane>(x: L, centre: L, width: L) -> L {
    let one = L::splat(1.0);
    one / (one + exp((x - centre) / width))
}

/// The larger of two, the corner rounded by a parabola where they differ by less than `width`.
#[inline(always)]
fn smooth_max<L: Lane>(a: L, b: L, width: L) -> L {
    let within = (width - (a - b).abs()).larger(L::splat(0.0));
    a.larger(b) + within * within / (L::splat(4.0) * width)
}
