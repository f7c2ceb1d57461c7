//! Grounds by name, for any ball.
//!
//! A ball that was measured on a ground has its own numbers (see [`Ball::surfaces`](crate::Ball::surfaces)); here is the rest.

use crate::data::{self, Datum};
use crate::error::{FlightError, check_range};
use crate::surface::{Friction, LanePattern, Restitution, Surface};
use crate::units::FOOT;
use voltex_math::f64::min;

/// A ground and where its numbers come from.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// The coefficients that a hard, lively ball meets.
    pub surface: Surface,
    /// One sentence.
    pub description: &'static str,
    /// Entries of the surface data.
    pub data: &'static [Datum],
}

macro_rules! surface {
    ($name:ident, $module:ident) => {
        Surface::plain(stringify!($name), data::$module::E, data::$module::MU, 0.0)
            .resisting(data::$module::MU_R, data::$module::MU_S)
    };
}

/// Restitution of turf under a golf ball, Penner 2002.
pub(crate) const PENNER: Restitution = Restitution::Quadratic {
    c0: data::surface_green::E_C0,
    c1: data::surface_green::E_C1,
    c2: data::surface_green::E_C2,
    v_max: data::surface_soft_turf::V_MAX,
};

/// A putting green at 10 ft on the stimpmeter.
pub const GREEN: Surface = Surface {
    name: "green",
    restitution: PENNER,
    soft: true,
    ..Surface::plain("green", 0.0, data::surface_green::MU, 0.0)
        .resisting(data::surface_green::MU_R, data::surface_green::MU_S)
};

/// A green as fast as `stimp` (ft, 3 to 20): a golf ball let go by the stimpmeter at 1.83 m/s rolls so far on the level.
///
/// Rolling at `v` it stops after `d = (1 + alpha) v^2/(2 mu_r g)`, hence the rolling resistance; everything else is that of
/// `green`. The default [`GREEN`] is `at_stimp(GREEN, 10.0)`, rounded to two digits.
///
/// # Errors
/// A speed out of range.
pub fn at_stimp(green: Surface, stimp: f64) -> Result<Surface, FlightError> {
    check_range(
        "speed of the green (ft on the stimpmeter)",
        stimp,
        3.0,
        20.0,
        "; slow greens have 7, those of tournaments 11 to 14",
    )?;
    let speed = data::golf::ROLL_STIMP_RELEASE_SPEED;
    let deceleration = speed * speed / (2.0 * stimp * FOOT);
    Ok(Surface {
        rolling: (1.0 + data::golf::INERTIA_ALPHA) * deceleration / data::constants::G0,
        ..green
    })
}

/// Short grass.
pub const FAIRWAY: Surface = Surface {
    name: "fairway",
    restitution: PENNER,
    soft: true,
    ..Surface::plain("fairway", 0.0, data::surface_fairway::MU, 0.0)
        .resisting(data::surface_fairway::MU_R, data::surface_fairway::MU_S)
};

/// A bowling lane with a house shot of oil.
pub const LANE: Surface = Surface {
    friction: Friction::Lane(LanePattern::HOUSE),
    ..Surface::plain("lane", data::surface_lane::E, 0.0, 0.0)
        .resisting(data::surface_lane::MU_R, data::surface_lane::MU_S)
};

/// Every ground.
pub static ALL: [Ground; 12] = [
    Ground {
        surface: surface!(grass, surface_grass),
        description: "mown lawn",
        data: data::SURFACE_GRASS,
    },
    Ground {
        surface: surface!(turf, surface_turf),
        description: "artificial turf of a football pitch",
        data: data::SURFACE_TURF,
    },
    Ground {
        surface: surface!(clay, surface_clay),
        description: "clay court",
        data: data::SURFACE_CLAY,
    },
    Ground {
        surface: surface!(hard_court, surface_hard_court),
        description: "acrylic on concrete",
        data: data::SURFACE_HARD_COURT,
    },
    Ground {
        surface: surface!(hardwood, surface_hardwood),
        description: "sports hall floor",
        data: data::SURFACE_HARDWOOD,
    },
    Ground {
        surface: surface!(table, surface_table),
        description: "table-tennis table",
        data: data::SURFACE_TABLE,
    },
    Ground {
        surface: GREEN,
        description: "putting green, 10 ft on the stimpmeter, soft",
        data: data::SURFACE_GREEN,
    },
    Ground {
        surface: FAIRWAY,
        description: "fairway, soft; restitution as on the green",
        data: data::SURFACE_FAIRWAY,
    },
    Ground {
        surface: surface!(rough, surface_rough),
        description: "long grass beside the fairway",
        data: data::SURFACE_ROUGH,
    },
    Ground {
        surface: surface!(pitch, surface_pitch),
        description: "cricket pitch",
        data: data::SURFACE_PITCH,
    },
    Ground {
        surface: LANE,
        description: "bowling lane with 40 ft of oil",
        data: data::SURFACE_LANE,
    },
    Ground {
        surface: surface!(steel_plate, surface_steel_plate),
        description: "thick steel plate of drop tests",
        data: data::SURFACE_STEEL_PLATE,
    },
];

/// The ground of a name (`-` and spaces may stand for `_`), if there is one.
pub fn find(name: &str) -> Option<&'static Ground> {
    let key = name.trim().to_lowercase().replace(['-', ' '], "_");
    let key = match key.as_str() {
        "hard" => "hard_court",
        "steel" => "steel_plate",
        other => other,
    };
    ALL.iter().find(|ground| ground.surface.name == key)
}

/// What a ball with restitution `rigid` on a rigid plate meets on a ground that it has no numbers of its
/// own for: the smaller restitution of the two.
pub(crate) fn met_by(rigid: f64, surface: &Surface) -> Surface {
    let restitution = match surface.restitution {
        Restitution::Constant(e) => Restitution::Constant(min(e, rigid)),
        quadratic @ Restitution::Quadratic { .. } => quadratic,
    };
    Surface {
        restitution,
        ..*surface
    }
}
