//! The two oval balls: spheroids with their attitude, and the simple models that average it away.

use crate::aero::{Lift, Side};
use crate::ball::{Ball, Force, Model, Preset, Validity};
use crate::balls::{constant, physical};
use crate::data::{self, american_football, rugby};
use crate::spheroid_aero::SpheroidLaw;

/// Rugby union. The nose is the ball's own +X, along the launch unless [`Launch::nose`] says otherwise.
///
/// [`Launch::nose`]: crate::Launch::nose
pub static RUGBY: Ball = Ball::preset(Preset {
    name: "rugby",
    sport: rugby::SPORT,
    mass: rugby::NOMINAL_MASS,
    radius: rugby::NOMINAL_SEMI_AXIS_SHORT,
    inertia_factor: RUGBY_TRANSVERSE,
    rigid_restitution: None,
    surfaces: &[],
    models: &[
        Model {
            name: "attitude",
            description: "a spheroid that turns as it flies: forces and pitching moment by its attitude",
            force: RUGBY_ATTITUDE,
            inertia_factor: None,
            core: None,
            valid: Validity::ANY,
        },
        Model {
            name: "tumbling",
            description: "end over end: mean drag and lift of a place kick",
            force: RUGBY_TUMBLING,
            inertia_factor: Some(RUGBY_TRANSVERSE),
            core: None,
            valid: Validity::ANY,
        },
        Model {
            name: "spiral",
            description: "nose along the path: nose-on drag, no lift",
            force: physical(constant(rugby::AERO_CDN), Lift::None, Side::None, 0.0),
            inertia_factor: Some(inertia_factor(
                rugby::INERTIA_I_AXIAL,
                rugby::NOMINAL_MASS,
                rugby::NOMINAL_SEMI_AXIS_SHORT,
            )),
            core: None,
            valid: Validity::ANY,
        },
    ],
    data: data::RUGBY,
    aliases: &[],
});

const RUGBY_ATTITUDE: Force = Force::Spheroid(SpheroidLaw {
    semi_axis_long: rugby::NOMINAL_SEMI_AXIS_LONG,
    axial_inertia_factor: inertia_factor(
        rugby::INERTIA_I_AXIAL,
        rugby::NOMINAL_MASS,
        rugby::NOMINAL_SEMI_AXIS_SHORT,
    ),
    transverse_inertia_factor: inertia_factor(
        rugby::INERTIA_I_TRANSVERSE,
        rugby::NOMINAL_MASS,
        rugby::NOMINAL_SEMI_AXIS_SHORT,
    ),
    cd_nose: rugby::AERO_CDN,
    cd_broadside: rugby::AERO_CDB,
    cl: rugby::AERO_CL,
    km_munk: rugby::AERO_KM_MUNK,
    munk_factor: rugby::AERO_MUNK_FACTOR,
    spin_lift: rugby::AERO_SPIN_LIFT,
    spin_lift_half: rugby::AERO_SPIN_LIFT_HALF,
    pitch_damping: rugby::AERO_PITCH_DAMPING,
    rigid_restitution: rugby::BOUNCE_E_RIGID,
});
const RUGBY_TRANSVERSE: f64 = inertia_factor(
    rugby::INERTIA_I_TRANSVERSE,
    rugby::NOMINAL_MASS,
    rugby::NOMINAL_SEMI_AXIS_SHORT,
);
const RUGBY_TUMBLING: Force = physical(
    constant(rugby::AERO_TUMBLING_EFFECTIVE_CD),
    Lift::Constant {
        cl: rugby::AERO_TUMBLING_EFFECTIVE_CL,
    },
    Side::None,
    0.0,
);

/// American football. The nose is the ball's own +X, along the launch unless [`Launch::nose`] says
/// otherwise.
///
/// [`Launch::nose`]: crate::Launch::nose
pub static AMERICAN_FOOTBALL: Ball = Ball::preset(Preset {
    name: "american_football",
    sport: american_football::SPORT,
    mass: american_football::NOMINAL_MASS,
    radius: american_football::NOMINAL_SEMI_AXIS_SHORT,
    inertia_factor: FOOTBALL_AXIAL,
    rigid_restitution: None,
    surfaces: &[],
    models: &[
        Model {
            name: "attitude",
            description: "a spheroid that turns as it flies: forces and pitching moment by its attitude",
            force: FOOTBALL_ATTITUDE,
            inertia_factor: None,
            core: None,
            valid: Validity::ANY,
        },
        Model {
            name: "spiral",
            description: "nose along the path: nose-on drag, no lift",
            force: FOOTBALL_SPIRAL,
            inertia_factor: Some(FOOTBALL_AXIAL),
            core: None,
            valid: Validity::ANY,
        },
        Model {
            name: "tumbling",
            description: "end over end: mean drag, no lift",
            force: physical(
                constant(american_football::AERO_TUMBLING_CD),
                Lift::None,
                Side::None,
                0.0,
            ),
            inertia_factor: Some(inertia_factor(
                american_football::INERTIA_I_TRANSVERSE,
                american_football::NOMINAL_MASS,
                american_football::NOMINAL_SEMI_AXIS_SHORT,
            )),
            core: None,
            valid: Validity::ANY,
        },
    ],
    data: data::AMERICAN_FOOTBALL,
    aliases: &[],
});

const FOOTBALL_ATTITUDE: Force = Force::Spheroid(SpheroidLaw {
    semi_axis_long: american_football::NOMINAL_SEMI_AXIS_LONG,
    axial_inertia_factor: inertia_factor(
        american_football::INERTIA_I_AXIAL,
        american_football::NOMINAL_MASS,
        american_football::NOMINAL_SEMI_AXIS_SHORT,
    ),
    transverse_inertia_factor: inertia_factor(
        american_football::INERTIA_I_TRANSVERSE,
        american_football::NOMINAL_MASS,
        american_football::NOMINAL_SEMI_AXIS_SHORT,
    ),
    cd_nose: american_football::AERO_CDN,
    cd_broadside: american_football::AERO_CDB,
    cl: american_football::AERO_CL,
    km_munk: american_football::AERO_KM_MUNK,
    munk_factor: american_football::AERO_MUNK_FACTOR,
    spin_lift: american_football::AERO_SPIN_LIFT,
    spin_lift_half: american_football::AERO_SPIN_LIFT_HALF,
    pitch_damping: american_football::AERO_PITCH_DAMPING,
    rigid_restitution: american_football::BOUNCE_E_RIGID,
});
const FOOTBALL_SPIRAL: Force = physical(
    constant(american_football::AERO_CDN),
    Lift::None,
    Side::None,
    0.0,
);
const FOOTBALL_AXIAL: f64 = inertia_factor(
    american_football::INERTIA_I_AXIAL,
    american_football::NOMINAL_MASS,
    american_football::NOMINAL_SEMI_AXIS_SHORT,
);

/// `I/(m b^2)` of a moment of inertia.
const fn inertia_factor(inertia: f64, mass: f64, b: f64) -> f64 {
    inertia / (mass * b * b)
}
