//! Drag coefficient laws.

use voltex_math::f64::{exp, max, min, pow, sin};

use super::Flow;
use crate::parameter::Fields;

/// A law for the drag coefficient, referred to `pi r^2`. Every law is continuous in speed and spin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    /// The same at every speed and spin.
    Constant {
        /// The coefficient.
        cd: f64,
    },
    /// Drag crisis over Reynolds number: `c_hi + (c_lo - c_hi)/(1 + exp((Re - Rc)/w))`.
    Crisis {
        /// Below the crisis.
        c_lo: f64,
        /// Above the crisis.
        c_hi: f64,
        /// Reynolds number at the middle of the fall.
        rc: f64,
        /// Width of the fall in Reynolds number.
        w: f64,
    },
    /// Dimpled golf ball: `a0 + a1 S^2/(s0^2 + S^2) + a3/(1 + exp((Re/1e5 - rc)/w))`.
    Golf {
        /// Without spin, above the crisis.
        a0: f64,
        /// Added by fast spin.
        a1: f64,
        /// Spin parameter of half of that.
        s0: f64,
        /// Height of the drag crisis.
        a3: f64,
        /// Middle of the crisis, in units of 1e5.
        rc: f64,
        /// Width of the crisis, in units of 1e5.
        w: f64,
    },
    /// Smits and Smith 1994 for a 1990s golf ball:
    /// `0.24 + 0.18 S + 0.06 sin(pi (Re - 90000)/200000)`, Re held within 7e4 to 2.1e5.
    SmitsSmith,
    /// Nathan's golf workbook of 2025: a base that falls linearly between Re 5e4 and 1e5, plus spin.
    NathanGolf,
    /// Batted baseball: `cd0 + cdspin rpm/1000` (Nathan 2016, from Statcast of 2015).
    Batted {
        /// Without spin.
        cd0: f64,
        /// Per 1,000 rpm.
        cdspin: f64,
    },
    /// Pitched baseball: `p0 + p1` times the active share of the spin.
    Pitched {
        /// Pure gyro spin, or none.
        p0: f64,
        /// Added by fully active spin.
        p1: f64,
    },
    /// Football of Goff and Carre 2010: without spin `c_hi + c_step/(1 + exp((v - vc)/vs))`; above the
    /// crisis spin raises the floor to `c_spin S^p_spin`. The two are joined without a jump.
    Soccer {
        /// Above the crisis, without spin.
        c_hi: f64,
        /// Height of the crisis.
        c_step: f64,
        /// Speed at the middle of the crisis, m/s.
        vc: f64,
        /// Width of the crisis, m/s.
        vs: f64,
        /// Factor of the spin law.
        c_spin: f64,
        /// Exponent of the spin law.
        p_spin: f64,
    },
    /// Tennis ball of Stepanek 1988: `0.508 + (22.503 + 4.196 S^-2.5)^-0.4`.
    Stepanek,
}

impl Drag {
    /// The coefficient in a flow.
    pub fn coefficient(&self, flow: &Flow) -> f64 {
        let s = flow.spin_parameter;
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
                let square = min(s * s, 1e12);
                let spin = square / (s0 * s0 + square);
                a0 + a1 * spin + a3 * falling(flow.reynolds * 1e-5, rc, w)
            }
            Self::SmitsSmith => {
                let re = max(7.0e4, min(flow.reynolds, 2.1e5));
                0.24 + 0.18 * s + 0.06 * sin(core::f64::consts::PI * (re - 90_000.0) / 200_000.0)
            }
            Self::NathanGolf => {
                let share = max(0.0, min((flow.reynolds - 5.0e4) / 5.0e4, 1.0));
                1.945_111_4 + (0.132_48 - 1.945_111_4) * share + 0.208_721_7 * s
            }
            Self::Batted { cd0, cdspin } => {
                cd0 + cdspin * flow.spin_rate * (60.0 / core::f64::consts::TAU / 1000.0)
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
                let floor = smooth_max(c_hi, c_spin * pow(s, p_spin), 0.01);
                floor + below * (c_hi + c_step - floor)
            }
            // (22.503 + 4.196 S^-2.5)^-0.4 = S (22.503 S^2.5 + 4.196)^-0.4, finite at S = 0.
            Self::Stepanek => {
                let s = min(s, 1.0e6);
                0.508 + s * pow(22.503 * s * s * s.sqrt() + 4.196, -0.4)
            }
        }
    }

    /// The law's own coefficients by the names that the ball data use.
    pub(crate) fn fields(&mut self, visit: Fields<'_>) {
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
fn falling(x: f64, centre: f64, width: f64) -> f64 {
    1.0 / (1.0 + exp((x - centre) / width))
}

/// The larger of two, the corner rounded by a parabola where they differ by less than `width`.
fn smooth_max(a: f64, b: f64, width: f64) -> f64 {
    let within = max(width - (a - b).abs(), 0.0);
    max(a, b) + within * within / (4.0 * width)
}
