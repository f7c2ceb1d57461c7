//! Generated from `data/balls.toml` and `data/surfaces.toml` by `cargo xtask data`. Edit those files, not this one.

use super::datum::{BallData, Datum, Field, Kind, Spread, Value, Verification};

/// Numbers of `constants`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod constants {
    pub(crate) const G0: f64 = 9.80665;
    pub(crate) const R_DRY: f64 = 287.058;
    pub(crate) const R_VAPOUR: f64 = 461.495;
}

/// Numbers of `air`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod air {
    pub(crate) const RHO_15C_DRY: f64 = 1.225;
    pub(crate) const RHO_70F_50RH: f64 = 1.1938;
    pub(crate) const MU_20C: f64 = 1.813e-5;
}

/// Numbers of `spin_decay`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod spin_decay {
    pub(crate) const CT: f64 = 0.01;
    pub(crate) const CHECK_BASEBALL: f64 = 25.3;
    pub(crate) const CHECK_GOLF_LO: f64 = 0.033;
    pub(crate) const CHECK_GOLF_HI: f64 = 0.04;
    pub(crate) const FUZZY_OR_SEAMED_MULTIPLIER_LO: f64 = 1.0;
    pub(crate) const FUZZY_OR_SEAMED_MULTIPLIER_HI: f64 = 2.0;
}

/// Numbers of `surface_grass`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_grass {
    pub(crate) const E: f64 = 0.6;
    pub(crate) const MU: f64 = 0.5;
    pub(crate) const MU_R: f64 = 0.12;
    pub(crate) const MU_S: f64 = 0.03;
}

/// Numbers of `surface_clay`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_clay {
    pub(crate) const E: f64 = 0.85;
    pub(crate) const MU: f64 = 0.8;
    pub(crate) const MU_R: f64 = 0.05;
    pub(crate) const MU_S: f64 = 0.02;
}

/// Numbers of `surface_hard_court`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_hard_court {
    pub(crate) const E: f64 = 0.81;
    pub(crate) const MU: f64 = 0.65;
    pub(crate) const MU_R: f64 = 0.02;
    pub(crate) const MU_S: f64 = 0.01;
}

/// Numbers of `surface_hardwood`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_hardwood {
    pub(crate) const E: f64 = 1.0;
    pub(crate) const MU: f64 = 0.5;
    pub(crate) const MU_R: f64 = 0.015;
    pub(crate) const MU_S: f64 = 0.01;
}

/// Numbers of `surface_table`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_table {
    pub(crate) const E: f64 = 0.88;
    pub(crate) const MU: f64 = 0.25;
    pub(crate) const MU_R: f64 = 0.01;
    pub(crate) const MU_S: f64 = 0.002;
}

/// Numbers of `surface_green`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_green {
    pub(crate) const E_C0: f64 = 0.51;
    pub(crate) const E_C1: f64 = -0.0375;
    pub(crate) const E_C2: f64 = 0.000903;
    pub(crate) const MU: f64 = 0.4;
    pub(crate) const STIMP: f64 = 10.0;
    pub(crate) const MU_R: f64 = 0.0784;
    pub(crate) const MU_S: f64 = 0.02;
}

/// Numbers of `surface_fairway`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_fairway {
    pub(crate) const MU: f64 = 0.4;
    pub(crate) const MU_R: f64 = 0.18;
    pub(crate) const MU_S: f64 = 0.04;
}

/// Numbers of `surface_rough`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_rough {
    pub(crate) const E: f64 = 0.2;
    pub(crate) const MU: f64 = 0.6;
    pub(crate) const MU_R: f64 = 0.5;
    pub(crate) const MU_S: f64 = 0.1;
}

/// Numbers of `surface_turf`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_turf {
    pub(crate) const E: f64 = 0.6;
    pub(crate) const MU: f64 = 0.5;
    pub(crate) const MU_R: f64 = 0.166;
    pub(crate) const MU_S: f64 = 0.03;
}

/// Numbers of `surface_pitch`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_pitch {
    pub(crate) const E: f64 = 0.55;
    pub(crate) const MU: f64 = 0.35;
    pub(crate) const MU_R: f64 = 0.05;
    pub(crate) const MU_S: f64 = 0.02;
}

/// Numbers of `surface_steel_plate`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_steel_plate {
    pub(crate) const E: f64 = 1.0;
    pub(crate) const MU: f64 = 0.21;
    pub(crate) const MU_R: f64 = 0.002;
    pub(crate) const MU_S: f64 = 0.001;
}

/// Numbers of `surface_soft_turf`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_soft_turf {
    pub(crate) const THETA: f64 = 15.4;
    pub(crate) const SPEED: f64 = 18.6;
    pub(crate) const DESCENT: f64 = 44.4;
    pub(crate) const V_MAX: f64 = 20.0;
}

/// Numbers of `surface_lane`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod surface_lane {
    pub(crate) const E: f64 = 0.3;
    pub(crate) const MU_OIL: f64 = 0.04;
    pub(crate) const MU_DRY: f64 = 0.2;
    pub(crate) const OIL_LENGTH: f64 = 12.2;
    pub(crate) const OIL_FADE: f64 = 0.6;
    pub(crate) const OIL_HALF_WIDTH: f64 = 0.33;
    pub(crate) const MU_EDGE: f64 = 0.1;
    pub(crate) const MU_R: f64 = 0.005;
    pub(crate) const MU_S: f64 = 0.002;
}

/// Numbers of `ball.table_tennis`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod table_tennis {
    pub(crate) const KEY: &str = "table_tennis";
    pub(crate) const SPORT: &str = "Table tennis";
    pub(crate) const BODY: &str = "ITTF";
    pub(crate) const RULE_DIAMETER: f64 = 0.04;
    pub(crate) const RULE_DIAMETER_PLASTIC_LO: f64 = 0.04;
    pub(crate) const RULE_DIAMETER_PLASTIC_HI: f64 = 0.0406;
    pub(crate) const RULE_MASS: f64 = 0.0027;
    pub(crate) const RULE_MASS_TOLERANCE_LO: f64 = 0.00267;
    pub(crate) const RULE_MASS_TOLERANCE_HI: f64 = 0.00277;
    pub(crate) const RULE_DROP_TEST_DROP: f64 = 0.305;
    pub(crate) const RULE_DROP_TEST_REBOUND_MIN: f64 = 0.24;
    pub(crate) const RULE_DROP_TEST_REBOUND_MAX: f64 = 0.26;
    pub(crate) const RULE_TABLE_BOUNCE_DROP: f64 = 0.3;
    pub(crate) const RULE_TABLE_BOUNCE_REBOUND: f64 = 0.23;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.04;
    pub(crate) const NOMINAL_MASS: f64 = 0.0027;
    pub(crate) const INERTIA_WALL: f64 = 0.00043;
    pub(crate) const INERTIA_ALPHA: f64 = 0.653;
    pub(crate) const DRAG_CD: f64 = 0.456;
    pub(crate) const DRAG_CD_RANGE_LO: f64 = 0.4;
    pub(crate) const DRAG_CD_RANGE_HI: f64 = 0.51;
    pub(crate) const DRAG_RE_RANGE_LO: f64 = 20000.0;
    pub(crate) const DRAG_RE_RANGE_HI: f64 = 90000.0;
    pub(crate) const LIFT_CL1: f64 = 0.6;
    pub(crate) const LIFT_CL_MAX: f64 = 0.35;
    pub(crate) const LIFT_LIFT_CRISIS_VALLEY_S_MIN: f64 = 0.48;
    pub(crate) const LIFT_LIFT_CRISIS_VALLEY_S_MAX: f64 = 0.5;
    pub(crate) const LIFT_LIFT_CRISIS_VALLEY_RE: f64 = 90000.0;
    pub(crate) const LIFT_LIFT_CRISIS_VALLEY_CL: f64 = 0.0;
    pub(crate) const LIFT_LIFT_CRISIS_POINTS_RE9E4: [[f64; 2]; 9] = [[0.0, 0.0], [0.1, 0.06], [0.2, 0.1], [0.3, 0.1], [0.4, 0.05], [0.49, 0.0], [0.6, 0.06], [0.8, 0.22], [1.0, 0.33]];
    pub(crate) const SPIN_DECAY_CT: f64 = 0.01;
    pub(crate) const VALID_S_LO: f64 = 0.0;
    pub(crate) const VALID_S_HI: f64 = 1.0;
    pub(crate) const VALID_RE_LO: f64 = 20000.0;
    pub(crate) const VALID_RE_HI: f64 = 90000.0;
    pub(crate) const BOUNCE_E_N_STEEL_VACUUM_LO: f64 = 0.887;
    pub(crate) const BOUNCE_E_N_STEEL_VACUUM_HI: f64 = 0.923;
    pub(crate) const BOUNCE_E_N_STEEL_WITH_DRAG_LO: f64 = 0.918;
    pub(crate) const BOUNCE_E_N_STEEL_WITH_DRAG_HI: f64 = 0.957;
    pub(crate) const BOUNCE_E_N_TABLE: f64 = 0.88;
    pub(crate) const BOUNCE_E_N_TABLE_RULE: f64 = 0.876;
    pub(crate) const BOUNCE_E_T: f64 = 0.0;
    pub(crate) const BOUNCE_V_T_RATIO_ROBOT_LO: f64 = 0.68;
    pub(crate) const BOUNCE_V_T_RATIO_ROBOT_HI: f64 = 0.72;
    pub(crate) const BOUNCE_MU_GLASS: f64 = 0.21;
    pub(crate) const BOUNCE_MU_TABLE: f64 = 0.25;
    pub(crate) const TYPICAL_DRIVE_SPEED_LO: f64 = 12.0;
    pub(crate) const TYPICAL_DRIVE_SPEED_HI: f64 = 30.0;
    pub(crate) const TYPICAL_SPIN_LO: f64 = 100.0;
    pub(crate) const TYPICAL_SPIN_HI: f64 = 150.0;
}

/// Numbers of `ball.golf`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod golf {
    pub(crate) const KEY: &str = "golf";
    pub(crate) const SPORT: &str = "Golf";
    pub(crate) const BODY: &str = "USGA / R&A";
    pub(crate) const RULE_MASS_MAX: f64 = 0.04593;
    pub(crate) const RULE_DIAMETER_MIN: f64 = 0.04267;
    pub(crate) const RULE_CLUB_COR_MAX: f64 = 0.83;
    pub(crate) const RULE_OVERALL_DISTANCE_STANDARD: f64 = 289.9;
    pub(crate) const NOMINAL_MASS: f64 = 0.04593;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.04267;
    pub(crate) const INERTIA_ALPHA: f64 = 0.4;
    pub(crate) const DRAG_A0: f64 = 0.174;
    pub(crate) const DRAG_A1: f64 = 0.1388;
    pub(crate) const DRAG_S0: f64 = 0.1279;
    pub(crate) const DRAG_A3: f64 = 0.2675;
    pub(crate) const DRAG_RC: f64 = 0.737;
    pub(crate) const DRAG_W: f64 = 0.054;
    pub(crate) const DRAG_CD_DRIVER: f64 = 0.21;
    pub(crate) const LIFT_B0: f64 = 0.3705;
    pub(crate) const LIFT_B1: f64 = 0.1175;
    pub(crate) const LIFT_N: f64 = 1.4;
    pub(crate) const LIFT_CL_PUBLISHED_RANGE: [[f64; 2]; 4] = [[0.075, 0.13], [0.15, 0.23], [0.3, 0.3], [0.45, 0.35]];
    pub(crate) const SPIN_DECAY_R1: f64 = 2e-5;
    pub(crate) const SPIN_DECAY_CT: f64 = 0.01;
    pub(crate) const VALID_S_LO: f64 = 0.05;
    pub(crate) const VALID_S_HI: f64 = 1.1;
    pub(crate) const VALID_RE_LO: f64 = 45000.0;
    pub(crate) const VALID_RE_HI: f64 = 220000.0;
    pub(crate) const BOUNCE_E_RIGID: f64 = 0.78;
    pub(crate) const BOUNCE_E_C0: f64 = 0.51;
    pub(crate) const BOUNCE_E_C1: f64 = -0.0375;
    pub(crate) const BOUNCE_E_C2: f64 = 0.000903;
    pub(crate) const BOUNCE_E_MIN: f64 = 0.12;
    pub(crate) const BOUNCE_THETA_C: f64 = 15.4;
    pub(crate) const BOUNCE_MU_TURF: f64 = 0.4;
    pub(crate) const ROLL_STIMP_RELEASE_SPEED: f64 = 1.83;
    pub(crate) const TYPICAL_DRIVER_SPEED: f64 = 76.4;
    pub(crate) const TYPICAL_DRIVER_LAUNCH: f64 = 10.4;
    pub(crate) const TYPICAL_DRIVER_SPIN: f64 = 2545.0;
    pub(crate) const TYPICAL_PW_SPIN: f64 = 9316.0;
}

/// Numbers of `ball.baseball`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod baseball {
    pub(crate) const KEY: &str = "baseball";
    pub(crate) const SPORT: &str = "Baseball";
    pub(crate) const BODY: &str = "MLB / WBSC";
    pub(crate) const RULE_MASS_LO: f64 = 0.1417;
    pub(crate) const RULE_MASS_HI: f64 = 0.1488;
    pub(crate) const RULE_CIRCUMFERENCE_LO: f64 = 0.2286;
    pub(crate) const RULE_CIRCUMFERENCE_HI: f64 = 0.235;
    pub(crate) const RULE_COR_NPB_LO: f64 = 0.4034;
    pub(crate) const RULE_COR_NPB_HI: f64 = 0.4234;
    pub(crate) const RULE_COR_MLB: f64 = 0.546;
    pub(crate) const RULE_COR_MLB_TOLERANCE: f64 = 0.032;
    pub(crate) const NOMINAL_MASS: f64 = 0.14529;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.07378;
    pub(crate) const INERTIA_ALPHA: f64 = 0.4;
    pub(crate) const DRAG_CD0: f64 = 0.3008;
    pub(crate) const DRAG_CDSPIN: f64 = 0.0292;
    pub(crate) const DRAG_CD_FOURSEAM: f64 = 0.344;
    pub(crate) const DRAG_CD_FOURSEAM_SD: f64 = 0.019;
    pub(crate) const DRAG_CD_BY_TYPE_FF: f64 = 0.344;
    pub(crate) const DRAG_CD_BY_TYPE_SI: f64 = 0.335;
    pub(crate) const DRAG_CD_BY_TYPE_FC: f64 = 0.325;
    pub(crate) const DRAG_CD_BY_TYPE_CH: f64 = 0.334;
    pub(crate) const DRAG_CD_BY_TYPE_FS: f64 = 0.333;
    pub(crate) const DRAG_CD_BY_TYPE_SL: f64 = 0.318;
    pub(crate) const DRAG_CD_BY_TYPE_CU: f64 = 0.33;
    pub(crate) const DRAG_CD_BY_TYPE_KC: f64 = 0.334;
    pub(crate) const DRAG_P0: f64 = 0.311;
    pub(crate) const DRAG_P1: f64 = 0.037;
    pub(crate) const DRAG_YEAR_TO_YEAR: f64 = 0.03;
    pub(crate) const LIFT_CL0: f64 = 0.583;
    pub(crate) const LIFT_CL1: f64 = 2.333;
    pub(crate) const LIFT_CL2: f64 = 1.12;
    pub(crate) const SIDE_FORCE_CS_MAX: f64 = 0.08;
    pub(crate) const SIDE_FORCE_KNUCKLEBALL_FORCE_F1: f64 = 0.5;
    pub(crate) const SIDE_FORCE_KNUCKLEBALL_FORCE_F2: f64 = -0.125;
    pub(crate) const SIDE_FORCE_KNUCKLEBALL_FORCE_F3: f64 = 0.04;
    pub(crate) const SIDE_FORCE_KNUCKLEBALL_FORCE_F4: f64 = -0.0125;
    pub(crate) const SIDE_FORCE_KNUCKLEBALL_FORCE_SPEED: f64 = 29.06;
    pub(crate) const SIDE_FORCE_CS_KNUCKLEBALL: f64 = 0.39;
    pub(crate) const SIDE_FORCE_SPIN_FADE: f64 = 0.05;
    pub(crate) const SPIN_DECAY_TAU_AT_100MPH: f64 = 30.0;
    pub(crate) const VALID_S_LO: f64 = 0.0;
    pub(crate) const VALID_S_HI: f64 = 0.6;
    pub(crate) const VALID_RE_LO: f64 = 100000.0;
    pub(crate) const VALID_RE_HI: f64 = 260000.0;
    pub(crate) const BOUNCE_E_N_TURF: f64 = 0.45;
    pub(crate) const BOUNCE_MU_TURF: f64 = 0.45;
    pub(crate) const TYPICAL_FF_SPEED: f64 = 41.7;
    pub(crate) const TYPICAL_FF_SPIN: f64 = 2347.0;
    pub(crate) const TYPICAL_FF_RELEASE_DISTANCE: f64 = 16.54;
    pub(crate) const TYPICAL_FF_RELEASE_HEIGHT: f64 = 1.795;
    pub(crate) const TYPICAL_SI_SPEED: f64 = 41.52;
    pub(crate) const TYPICAL_SI_SPIN: f64 = 2173.0;
    pub(crate) const TYPICAL_SL_SPEED: f64 = 38.02;
    pub(crate) const TYPICAL_SL_SPIN: f64 = 2469.0;
    pub(crate) const TYPICAL_CU_SPEED: f64 = 34.86;
    pub(crate) const TYPICAL_CU_SPIN: f64 = 2549.0;
    pub(crate) const TYPICAL_FS_SPEED: f64 = 37.94;
    pub(crate) const TYPICAL_FS_SPIN: f64 = 1352.0;
    pub(crate) const TYPICAL_CH_SPEED: f64 = 37.83;
    pub(crate) const TYPICAL_CH_SPIN: f64 = 1829.0;
}

/// Numbers of `ball.soccer`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod soccer {
    pub(crate) const KEY: &str = "soccer";
    pub(crate) const SPORT: &str = "Association football";
    pub(crate) const BODY: &str = "IFAB / FIFA";
    pub(crate) const RULE_CIRCUMFERENCE_LAW2_LO: f64 = 0.68;
    pub(crate) const RULE_CIRCUMFERENCE_LAW2_HI: f64 = 0.7;
    pub(crate) const RULE_CIRCUMFERENCE_QUALITY_PRO_LO: f64 = 0.685;
    pub(crate) const RULE_CIRCUMFERENCE_QUALITY_PRO_HI: f64 = 0.695;
    pub(crate) const RULE_MASS_LAW2_LO: f64 = 0.41;
    pub(crate) const RULE_MASS_LAW2_HI: f64 = 0.45;
    pub(crate) const RULE_MASS_QUALITY_PRO_LO: f64 = 0.42;
    pub(crate) const RULE_MASS_QUALITY_PRO_HI: f64 = 0.445;
    pub(crate) const RULE_PRESSURE_LO: f64 = 60000.0;
    pub(crate) const RULE_PRESSURE_HI: f64 = 110000.0;
    pub(crate) const RULE_DROP_TEST_DROP: f64 = 2.0;
    pub(crate) const RULE_DROP_TEST_REBOUND_MIN: f64 = 1.35;
    pub(crate) const RULE_DROP_TEST_REBOUND_MAX: f64 = 1.55;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.22;
    pub(crate) const NOMINAL_MASS: f64 = 0.43;
    pub(crate) const INERTIA_ALPHA: f64 = 0.645;
    pub(crate) const DRAG_VC: f64 = 12.19;
    pub(crate) const DRAG_VS: f64 = 1.309;
    pub(crate) const DRAG_C_SPIN: f64 = 0.4127;
    pub(crate) const DRAG_P_SPIN: f64 = 0.3056;
    pub(crate) const DRAG_MODERN_RE_CRIT_LO: f64 = 150000.0;
    pub(crate) const DRAG_MODERN_RE_CRIT_HI: f64 = 300000.0;
    pub(crate) const DRAG_C_HI: f64 = 0.155;
    pub(crate) const DRAG_C_STEP: f64 = 0.346;
    pub(crate) const LIFT_B0: f64 = 0.5;
    pub(crate) const LIFT_B1: f64 = 0.2;
    pub(crate) const LIFT_LOW_BOUND: f64 = 0.82;
    pub(crate) const LIFT_HIGH_BOUND: f64 = 1.8;
    pub(crate) const LIFT_BRAY_KERWIN_CL_MIN: f64 = 0.23;
    pub(crate) const LIFT_BRAY_KERWIN_CL_MAX: f64 = 0.29;
    pub(crate) const LIFT_BRAY_KERWIN_CD_MIN: f64 = 0.25;
    pub(crate) const LIFT_BRAY_KERWIN_CD_MAX: f64 = 0.3;
    pub(crate) const SIDE_FORCE_CS: f64 = 0.1;
    pub(crate) const SIDE_FORCE_DEFLECTION_SHARE_LO: f64 = 0.1;
    pub(crate) const SIDE_FORCE_DEFLECTION_SHARE_HI: f64 = 0.2;
    pub(crate) const SIDE_FORCE_DEFLECTION_SEAMS_LARGEST: f64 = 4.0;
    pub(crate) const SIDE_FORCE_DEFLECTION_SEAMS_RANGE: f64 = 68.0;
    pub(crate) const SIDE_FORCE_KNUCKLE_SWERVE: f64 = 0.2;
    pub(crate) const SIDE_FORCE_SPIN_FADE: f64 = 0.05;
    pub(crate) const SPIN_DECAY_CT: f64 = 0.01;
    pub(crate) const VALID_S_LO: f64 = 0.0;
    pub(crate) const VALID_S_HI: f64 = 0.6;
    pub(crate) const VALID_RE_LO: f64 = 50000.0;
    pub(crate) const VALID_RE_HI: f64 = 600000.0;
    pub(crate) const BOUNCE_E_N_STEEL_VACUUM_LO: f64 = 0.822;
    pub(crate) const BOUNCE_E_N_STEEL_VACUUM_HI: f64 = 0.88;
    pub(crate) const BOUNCE_E_N_STEEL_WITH_DRAG_LO: f64 = 0.855;
    pub(crate) const BOUNCE_E_N_STEEL_WITH_DRAG_HI: f64 = 0.918;
    pub(crate) const BOUNCE_E_N_TURF: f64 = 0.6;
    pub(crate) const BOUNCE_MU_TURF: f64 = 0.5;
    pub(crate) const TYPICAL_FREE_KICK_SPEED: f64 = 32.2;
    pub(crate) const TYPICAL_FREE_KICK_SPIN: f64 = 400.0;
}

/// Numbers of `ball.tennis`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod tennis {
    pub(crate) const KEY: &str = "tennis";
    pub(crate) const SPORT: &str = "Tennis";
    pub(crate) const BODY: &str = "ITF";
    pub(crate) const RULE_MASS_LO: f64 = 0.056;
    pub(crate) const RULE_MASS_HI: f64 = 0.0594;
    pub(crate) const RULE_DIAMETER_LO: f64 = 0.0654;
    pub(crate) const RULE_DIAMETER_HI: f64 = 0.0686;
    pub(crate) const RULE_DIAMETER_TYPE3_LO: f64 = 0.07;
    pub(crate) const RULE_DIAMETER_TYPE3_HI: f64 = 0.073;
    pub(crate) const RULE_DROP_TEST_DROP: f64 = 2.54;
    pub(crate) const RULE_DROP_TEST_REBOUND_MIN: f64 = 1.35;
    pub(crate) const RULE_DROP_TEST_REBOUND_MAX: f64 = 1.47;
    pub(crate) const RULE_DROP_TEST_HIGH_ALTITUDE_DROP: f64 = 2.54;
    pub(crate) const RULE_DROP_TEST_HIGH_ALTITUDE_REBOUND_MIN: f64 = 1.22;
    pub(crate) const RULE_DROP_TEST_HIGH_ALTITUDE_REBOUND_MAX: f64 = 1.35;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.0667;
    pub(crate) const NOMINAL_MASS: f64 = 0.0577;
    pub(crate) const INERTIA_ALPHA: f64 = 0.55;
    pub(crate) const DRAG_CD0: f64 = 0.55;
    pub(crate) const DRAG_CD_FREE_FLIGHT: f64 = 0.507;
    pub(crate) const DRAG_CD_FREE_FLIGHT_SD: f64 = 0.024;
    pub(crate) const LIFT_K0: f64 = 2.022;
    pub(crate) const LIFT_K1: f64 = 0.981;
    pub(crate) const LIFT_ALT: f64 = 0.6;
    pub(crate) const SPIN_DECAY_CT: f64 = 0.015;
    pub(crate) const VALID_S_LO: f64 = 0.0;
    pub(crate) const VALID_S_HI: f64 = 0.6;
    pub(crate) const VALID_RE_LO: f64 = 50000.0;
    pub(crate) const VALID_RE_HI: f64 = 300000.0;
    pub(crate) const BOUNCE_E_N_CONCRETE_VACUUM_LO: f64 = 0.729;
    pub(crate) const BOUNCE_E_N_CONCRETE_VACUUM_HI: f64 = 0.761;
    pub(crate) const BOUNCE_E_N_CONCRETE_WITH_DRAG_LO: f64 = 0.758;
    pub(crate) const BOUNCE_E_N_CONCRETE_WITH_DRAG_HI: f64 = 0.792;
    pub(crate) const BOUNCE_E_N_CLAY: f64 = 0.85;
    pub(crate) const BOUNCE_E_N_GRASS: f64 = 0.745;
    pub(crate) const BOUNCE_E_MEAN_ALL_SURFACES: f64 = 0.81;
    pub(crate) const BOUNCE_TEMPERATURE_COEFF: f64 = 0.003;
    pub(crate) const BOUNCE_MU_CLAY: f64 = 0.8;
    pub(crate) const BOUNCE_MU_HARD: f64 = 0.65;
    pub(crate) const BOUNCE_MU_GRASS: f64 = 0.6;
    pub(crate) const BOUNCE_E_T: f64 = 0.2;
    pub(crate) const TYPICAL_SERVE_LO: f64 = 50.0;
    pub(crate) const TYPICAL_SERVE_HI: f64 = 60.0;
    pub(crate) const TYPICAL_SERVE_SPIN: f64 = 2400.0;
}

/// Numbers of `ball.basketball`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod basketball {
    pub(crate) const KEY: &str = "basketball";
    pub(crate) const SPORT: &str = "Basketball";
    pub(crate) const BODY: &str = "FIBA / NBA / NCAA";
    pub(crate) const RULE_CIRCUMFERENCE_OLD_LO: f64 = 0.75;
    pub(crate) const RULE_CIRCUMFERENCE_OLD_HI: f64 = 0.78;
    pub(crate) const RULE_MASS_OLD_LO: f64 = 0.6;
    pub(crate) const RULE_MASS_OLD_HI: f64 = 0.65;
    pub(crate) const RULE_MASS_FIBA_2020_LO: f64 = 0.58;
    pub(crate) const RULE_MASS_FIBA_2020_HI: f64 = 0.62;
    pub(crate) const RULE_CIRCUMFERENCE_FIBA_2020_LO: f64 = 0.75;
    pub(crate) const RULE_CIRCUMFERENCE_FIBA_2020_HI: f64 = 0.77;
    pub(crate) const RULE_DROP_TEST_DROP_BOTTOM: f64 = 1.8;
    pub(crate) const RULE_DROP_TEST_REBOUND_TOP_MIN: f64 = 1.2;
    pub(crate) const RULE_DROP_TEST_REBOUND_TOP_MAX: f64 = 1.4;
    pub(crate) const RULE_DROP_TEST_FIBA_NEW_DROP_BOTTOM: f64 = 1.8;
    pub(crate) const RULE_DROP_TEST_FIBA_NEW_REBOUND_BOTTOM_MIN: f64 = 1.035;
    pub(crate) const RULE_DROP_TEST_FIBA_NEW_REBOUND_BOTTOM_MAX: f64 = 1.085;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.243;
    pub(crate) const NOMINAL_MASS: f64 = 0.62;
    pub(crate) const INERTIA_ALPHA: f64 = 0.645;
    pub(crate) const DRAG_CD: f64 = 0.54;
    pub(crate) const LIFT_K: f64 = 1.0;
    pub(crate) const LIFT_CL_MAX: f64 = 0.44;
    pub(crate) const SPIN_DECAY_CT: f64 = 0.01;
    pub(crate) const VALID_S_LO: f64 = 0.0;
    pub(crate) const VALID_S_HI: f64 = 0.3;
    pub(crate) const VALID_RE_LO: f64 = 50000.0;
    pub(crate) const VALID_RE_HI: f64 = 250000.0;
    pub(crate) const BOUNCE_E_N_VACUUM_LO: f64 = 0.729;
    pub(crate) const BOUNCE_E_N_VACUUM_HI: f64 = 0.802;
    pub(crate) const BOUNCE_E_N_WITH_DRAG_LO: f64 = 0.753;
    pub(crate) const BOUNCE_E_N_WITH_DRAG_HI: f64 = 0.83;
    pub(crate) const BOUNCE_MU_WOOD: f64 = 0.5;
    pub(crate) const BOUNCE_E_T: f64 = 0.1;
    pub(crate) const TYPICAL_FREE_THROW_SPEED: f64 = 7.44;
    pub(crate) const TYPICAL_FREE_THROW_ANGLE: f64 = 52.0;
    pub(crate) const TYPICAL_FREE_THROW_SPIN: f64 = 3.0;
    pub(crate) const TYPICAL_FREE_THROW_RELEASE_HEIGHT: f64 = 2.134;
}

/// Numbers of `ball.volleyball`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod volleyball {
    pub(crate) const KEY: &str = "volleyball";
    pub(crate) const SPORT: &str = "Volleyball";
    pub(crate) const BODY: &str = "FIVB";
    pub(crate) const RULE_CIRCUMFERENCE_LO: f64 = 0.65;
    pub(crate) const RULE_CIRCUMFERENCE_HI: f64 = 0.67;
    pub(crate) const RULE_MASS_LO: f64 = 0.26;
    pub(crate) const RULE_MASS_HI: f64 = 0.28;
    pub(crate) const RULE_PRESSURE_LO: f64 = 29430.0;
    pub(crate) const RULE_PRESSURE_HI: f64 = 31882.0;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.21;
    pub(crate) const NOMINAL_MASS: f64 = 0.27;
    pub(crate) const INERTIA_ALPHA: f64 = 0.648;
    pub(crate) const DRAG_RE_CRIT_V5M5000_RE_A: f64 = 340000.0;
    pub(crate) const DRAG_RE_CRIT_V5M5000_RE_B: f64 = 270000.0;
    pub(crate) const DRAG_RE_CRIT_V5M5000_CD_A: f64 = 0.17;
    pub(crate) const DRAG_RE_CRIT_V5M5000_CD_B: f64 = 0.14;
    pub(crate) const DRAG_RE_CRIT_MVA200_RE_A: f64 = 260000.0;
    pub(crate) const DRAG_RE_CRIT_MVA200_RE_B: f64 = 300000.0;
    pub(crate) const DRAG_RE_CRIT_MVA200_CD_A: f64 = 0.14;
    pub(crate) const DRAG_RE_CRIT_MVA200_CD_B: f64 = 0.13;
    pub(crate) const DRAG_RE_CRIT_V200W_RE_A: f64 = 290000.0;
    pub(crate) const DRAG_RE_CRIT_V200W_RE_B: f64 = 260000.0;
    pub(crate) const DRAG_RE_CRIT_V200W_CD_A: f64 = 0.17;
    pub(crate) const DRAG_RE_CRIT_V200W_CD_B: f64 = 0.15;
    pub(crate) const DRAG_C_LO: f64 = 0.45;
    pub(crate) const DRAG_C_HI: f64 = 0.16;
    pub(crate) const DRAG_RC: f64 = 220000.0;
    pub(crate) const DRAG_W: f64 = 20000.0;
    pub(crate) const LIFT_K: f64 = 0.9;
    pub(crate) const LIFT_CL_MAX: f64 = 0.39;
    pub(crate) const SIDE_FORCE_CS_FLOAT: f64 = 0.1;
    pub(crate) const SIDE_FORCE_SPIN_FADE: f64 = 0.05;
    pub(crate) const VALID_S_LO: f64 = 0.0;
    pub(crate) const VALID_S_HI: f64 = 0.3;
    pub(crate) const VALID_RE_LO: f64 = 100000.0;
    pub(crate) const VALID_RE_HI: f64 = 500000.0;
    pub(crate) const BOUNCE_E_N: f64 = 0.75;
    pub(crate) const BOUNCE_MU: f64 = 0.5;
    pub(crate) const TYPICAL_JUMP_SERVE_LO: f64 = 25.0;
    pub(crate) const TYPICAL_JUMP_SERVE_HI: f64 = 36.0;
    pub(crate) const TYPICAL_FLOAT_SERVE_LO: f64 = 12.0;
    pub(crate) const TYPICAL_FLOAT_SERVE_HI: f64 = 20.0;
}

/// Numbers of `ball.cricket`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod cricket {
    pub(crate) const KEY: &str = "cricket";
    pub(crate) const SPORT: &str = "Cricket";
    pub(crate) const BODY: &str = "MCC / ICC";
    pub(crate) const RULE_MASS_LO: f64 = 0.1559;
    pub(crate) const RULE_MASS_HI: f64 = 0.163;
    pub(crate) const RULE_CIRCUMFERENCE_LO: f64 = 0.224;
    pub(crate) const RULE_CIRCUMFERENCE_HI: f64 = 0.229;
    pub(crate) const NOMINAL_MASS: f64 = 0.16;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.072;
    pub(crate) const INERTIA_ALPHA: f64 = 0.4;
    pub(crate) const DRAG_CD: f64 = 0.45;
    pub(crate) const LIFT_SLOPE: f64 = 0.8;
    pub(crate) const SIDE_FORCE_CS0: f64 = 0.25;
    pub(crate) const SIDE_FORCE_BEST_SEAM_ANGLE: f64 = 20.0;
    pub(crate) const SIDE_FORCE_CONTRAST_SWING_SWITCH: f64 = 31.3;
    pub(crate) const SIDE_FORCE_REVERSE_THRESHOLD_SCUFFED_LO: f64 = 33.1;
    pub(crate) const SIDE_FORCE_REVERSE_THRESHOLD_SCUFFED_HI: f64 = 34.7;
    pub(crate) const SIDE_FORCE_SPIN_FADE: f64 = 0.2;
    pub(crate) const SIDE_FORCE_REVERSE_WIDTH: f64 = 0.8;
    pub(crate) const SPIN_DECAY_CT: f64 = 0.01;
    pub(crate) const VALID_S_LO: f64 = 0.0;
    pub(crate) const VALID_S_HI: f64 = 0.6;
    pub(crate) const VALID_RE_LO: f64 = 50000.0;
    pub(crate) const VALID_RE_HI: f64 = 220000.0;
    pub(crate) const BOUNCE_E_N_PITCH: f64 = 0.55;
    pub(crate) const BOUNCE_MU_PITCH: f64 = 0.35;
    pub(crate) const BOUNCE_SPEED_RETAINED_LO: f64 = 0.871;
    pub(crate) const BOUNCE_SPEED_RETAINED_HI: f64 = 0.902;
    pub(crate) const TYPICAL_FAST_LO: f64 = 37.8;
    pub(crate) const TYPICAL_FAST_HI: f64 = 41.7;
    pub(crate) const TYPICAL_RECORD: f64 = 44.8;
    pub(crate) const TYPICAL_SPIN_BOWLER: f64 = 25.7;
}

/// Numbers of `ball.rugby`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod rugby {
    pub(crate) const KEY: &str = "rugby";
    pub(crate) const SPORT: &str = "Rugby union";
    pub(crate) const BODY: &str = "World Rugby";
    pub(crate) const RULE_LENGTH_LO: f64 = 0.28;
    pub(crate) const RULE_LENGTH_HI: f64 = 0.3;
    pub(crate) const RULE_CIRCUMFERENCE_END_LO: f64 = 0.74;
    pub(crate) const RULE_CIRCUMFERENCE_END_HI: f64 = 0.77;
    pub(crate) const RULE_CIRCUMFERENCE_WIDTH_LO: f64 = 0.58;
    pub(crate) const RULE_CIRCUMFERENCE_WIDTH_HI: f64 = 0.62;
    pub(crate) const RULE_MASS_LO: f64 = 0.41;
    pub(crate) const RULE_MASS_HI: f64 = 0.46;
    pub(crate) const RULE_PRESSURE_LO: f64 = 65710.0;
    pub(crate) const RULE_PRESSURE_HI: f64 = 68750.0;
    pub(crate) const NOMINAL_SEMI_AXIS_LONG: f64 = 0.145;
    pub(crate) const NOMINAL_SEMI_AXIS_SHORT: f64 = 0.0955;
    pub(crate) const NOMINAL_MASS: f64 = 0.435;
    pub(crate) const INERTIA_I_AXIAL: f64 = 0.00264;
    pub(crate) const INERTIA_I_TRANSVERSE: f64 = 0.0039;
    pub(crate) const AERO_CDN: f64 = 0.16;
    pub(crate) const AERO_CDB: f64 = 0.55;
    pub(crate) const AERO_CL: f64 = 0.35;
    pub(crate) const AERO_KM_MUNK: f64 = 0.36;
    pub(crate) const AERO_MUNK_FACTOR: f64 = 0.45;
    pub(crate) const AERO_SPIN_LIFT: f64 = 0.8;
    pub(crate) const AERO_SPIN_LIFT_HALF: f64 = 0.14;
    pub(crate) const AERO_PITCH_DAMPING: f64 = 0.0;
    pub(crate) const AERO_TUMBLING_EFFECTIVE_CD: f64 = 0.3;
    pub(crate) const AERO_TUMBLING_EFFECTIVE_CL: f64 = 0.4;
    pub(crate) const BOUNCE_E_RIGID: f64 = 0.75;
    pub(crate) const TYPICAL_PLACE_KICK_SPEED: f64 = 26.4;
    pub(crate) const TYPICAL_PLACE_KICK_SPEED_SD: f64 = 3.0;
    pub(crate) const TYPICAL_PLACE_KICK_ANGLE: f64 = 30.2;
    pub(crate) const TYPICAL_PLACE_KICK_ANGLE_SD: f64 = 4.4;
    pub(crate) const TYPICAL_PLACE_KICK_DISTANCE: f64 = 53.7;
    pub(crate) const TYPICAL_PLACE_KICK_DISTANCE_SD: f64 = 5.7;
}

/// Numbers of `ball.american_football`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod american_football {
    pub(crate) const KEY: &str = "american_football";
    pub(crate) const SPORT: &str = "American football";
    pub(crate) const BODY: &str = "NFL / NCAA";
    pub(crate) const RULE_MASS_LO: f64 = 0.397;
    pub(crate) const RULE_MASS_HI: f64 = 0.425;
    pub(crate) const RULE_LENGTH_LO: f64 = 0.279;
    pub(crate) const RULE_LENGTH_HI: f64 = 0.286;
    pub(crate) const RULE_CIRCUMFERENCE_LONG_LO: f64 = 0.711;
    pub(crate) const RULE_CIRCUMFERENCE_LONG_HI: f64 = 0.724;
    pub(crate) const RULE_CIRCUMFERENCE_SHORT_LO: f64 = 0.533;
    pub(crate) const RULE_CIRCUMFERENCE_SHORT_HI: f64 = 0.54;
    pub(crate) const NOMINAL_SEMI_AXIS_LONG: f64 = 0.142;
    pub(crate) const NOMINAL_SEMI_AXIS_SHORT: f64 = 0.0855;
    pub(crate) const NOMINAL_MASS: f64 = 0.411;
    pub(crate) const INERTIA_I_AXIAL: f64 = 0.00194;
    pub(crate) const INERTIA_I_TRANSVERSE: f64 = 0.00321;
    pub(crate) const AERO_CDN: f64 = 0.1;
    pub(crate) const AERO_CDB: f64 = 0.75;
    pub(crate) const AERO_CL: f64 = 0.35;
    pub(crate) const AERO_KM_MUNK: f64 = 0.385;
    pub(crate) const AERO_MUNK_FACTOR: f64 = 0.35;
    pub(crate) const AERO_SPIN_LIFT: f64 = 0.0;
    pub(crate) const AERO_SPIN_LIFT_HALF: f64 = 0.14;
    pub(crate) const AERO_PITCH_DAMPING: f64 = 0.0;
    pub(crate) const AERO_TUMBLING_CD: f64 = 0.425;
    pub(crate) const BOUNCE_E_RIGID: f64 = 0.75;
    pub(crate) const TYPICAL_SPIN_LO: f64 = 400.0;
    pub(crate) const TYPICAL_SPIN_HI: f64 = 600.0;
    pub(crate) const TYPICAL_PASS_SPEED_LO: f64 = 22.0;
    pub(crate) const TYPICAL_PASS_SPEED_HI: f64 = 27.0;
}

/// Numbers of `ball.bowling`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod bowling {
    pub(crate) const KEY: &str = "bowling";
    pub(crate) const SPORT: &str = "Ten-pin bowling";
    pub(crate) const BODY: &str = "USBC / IBF";
    pub(crate) const RULE_MASS_MAX: f64 = 7.26;
    pub(crate) const RULE_DIAMETER_LO: f64 = 0.2159;
    pub(crate) const RULE_DIAMETER_HI: f64 = 0.2183;
    pub(crate) const RULE_RG_LO: f64 = 0.0625;
    pub(crate) const RULE_RG_HI: f64 = 0.0711;
    pub(crate) const RULE_RG_DIFFERENTIAL_MAX: f64 = 0.00152;
    pub(crate) const RULE_COF_MAX: f64 = 0.32;
    pub(crate) const RULE_COR_PIN_LO: f64 = 0.65;
    pub(crate) const RULE_COR_PIN_HI: f64 = 0.78;
    pub(crate) const NOMINAL_MASS: f64 = 6.8;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.2171;
    pub(crate) const INERTIA_ALPHA: f64 = 0.342;
    pub(crate) const DRAG_CD: f64 = 0.47;
    pub(crate) const CORE_RG_LOW: f64 = 0.063;
    pub(crate) const CORE_DIFFERENTIAL: f64 = 0.00127;
    pub(crate) const CORE_MASS_BIAS: f64 = 0.00038;
    pub(crate) const FRICTION_MU_OIL: f64 = 0.04;
    pub(crate) const FRICTION_MU_DRY: f64 = 0.2;
    pub(crate) const FRICTION_OIL_LENGTH_LO: f64 = 10.7;
    pub(crate) const FRICTION_OIL_LENGTH_HI: f64 = 13.4;
    pub(crate) const FRICTION_SKID_LENGTH: f64 = 6.1;
    pub(crate) const FRICTION_ROLLING_COEFF: f64 = 0.005;
    pub(crate) const TYPICAL_RELEASE_SPEED_LO: f64 = 7.6;
    pub(crate) const TYPICAL_RELEASE_SPEED_HI: f64 = 11.2;
    pub(crate) const TYPICAL_SPEED_LOSS_LO: f64 = 1.12;
    pub(crate) const TYPICAL_SPEED_LOSS_HI: f64 = 1.34;
    pub(crate) const TYPICAL_BEST_ENTRY_ANGLE: f64 = 6.0;
    pub(crate) const TYPICAL_LANE_LENGTH: f64 = 18.29;
}

/// Numbers of `ball.shot_put`; ranges end in `_LO` and `_HI`, fields of records in their names.
#[allow(dead_code, reason = "the table holds every number, a preset takes those its model has")]
pub(crate) mod shot_put {
    pub(crate) const KEY: &str = "shot_put";
    pub(crate) const SPORT: &str = "Athletics (validation only)";
    pub(crate) const BODY: &str = "World Athletics";
    pub(crate) const NOMINAL_MASS: f64 = 7.26;
    pub(crate) const NOMINAL_DIAMETER: f64 = 0.11;
    pub(crate) const BOUNCE_E_RIGID: f64 = 0.4;
    pub(crate) const DRAG_CD: f64 = 0.47;
}

/// Entries of `constants`.
pub static CONSTANTS: &[Datum] = &[
    Datum { path: "g0", value: Value::Scalar { value: 9.80665, spread: None }, unit: "m/s^2", kind: Kind::Rule, verification: Verification::Memory, source: "CGPM standard gravity (exact by definition)", note: None },
    Datum { path: "R_dry", value: Value::Scalar { value: 287.058, spread: None }, unit: "J/(kg K)", kind: Kind::Derived, verification: Verification::Seen, source: "ISA; read in open-golf-coach core/src/trajectory.rs (github.com/OpenLaunchLabs/open-golf-coach)", note: None },
    Datum { path: "R_vapour", value: Value::Scalar { value: 461.495, spread: None }, unit: "J/(kg K)", kind: Kind::Derived, verification: Verification::Seen, source: "ISA; read in open-golf-coach core/src/trajectory.rs", note: None },
];

/// Entries of `air`.
pub static AIR: &[Datum] = &[
    Datum { path: "rho_15C_dry", value: Value::Scalar { value: 1.225, spread: None }, unit: "kg/m^3", kind: Kind::Rule, verification: Verification::Memory, source: "ISO 2533 ISA sea level", note: None },
    Datum { path: "rho_70F_50RH", value: Value::Scalar { value: 1.1938, spread: None }, unit: "kg/m^3", kind: Kind::Derived, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016) cell D2 (70 F, 15 ft, 29.92 inHg, 50 % RH)", note: Some("density_law gives 1.1940 for 70 F, 101325 Pa and 50 %; the workbook uses its own formula") },
    Datum { path: "nathan_density_formula", value: Value::Text("rho = 1.2929 * 273/(T+273) * (p_mmHg exp(-1.217e-4 h) - 0.3783 RH SVP/100) / 760, SVP = 4.5841 exp((18.687 - T/234.5) T/(257.14+T)) mmHg, T in deg C, h in m"), unit: "", kind: Kind::Derived, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016)", note: None },
    Datum { path: "mu_20C", value: Value::Scalar { value: 1.813e-5, spread: None }, unit: "Pa s", kind: Kind::Derived, verification: Verification::Calculated, source: "viscosity_law at 293.15 K", note: None },
    Datum { path: "density_law", value: Value::Text("rho = (p - e) / (R_dry T) + e / (R_vapour T), e = humidity * 610.94 exp(17.625 tC / (tC + 243.04)) Pa, T in K, tC in deg C"), unit: "", kind: Kind::Derived, verification: Verification::Seen, source: "ideal gas mixture with the Magnus formula of Alduchov & Eskridge 1996", note: None },
    Datum { path: "viscosity_law", value: Value::Text("mu = 1.458e-6 T^1.5 / (T + 110.4) Pa s, T in K"), unit: "", kind: Kind::Measured, verification: Verification::Memory, source: "Sutherland; US Standard Atmosphere 1976", note: None },
    Datum { path: "altitude_law", value: Value::Text("p = 101325 (1 - 2.25577e-5 h)^5.25588 Pa, h in m"), unit: "", kind: Kind::Rule, verification: Verification::Memory, source: "ISO 2533 troposphere", note: None },
];

/// Entries of `spin_decay`.
pub static SPIN_DECAY: &[Datum] = &[
    Datum { path: "Ct", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "from the golf law d(omega)/dt = -2.0e-5 (v/r) omega of Smits & Smith 1994 (constant read in libgolf DefaultAerodynamicModel TAU_COEFF and in Nathan 2008, The Effect of Spin-Down on the Flight of a Baseball)", note: None },
    Datum { path: "check_baseball", value: Value::Scalar { value: 25.3, spread: None }, unit: "s", kind: Kind::Derived, verification: Verification::Calculated, source: "time constant at 44.7 m/s with Ct = 0.0100; the default of Nathan's workbook is 30 s at 100 mph (cell B13)", note: Some("for air of 1.20 kg/m^3; 25.5 s for 1.194 kg/m^3") },
    Datum { path: "check_golf", value: Value::Range { low: 0.033, high: 0.04 }, unit: "1/s", kind: Kind::Measured, verification: Verification::Seen, source: "share of the spin lost per second: TrackMan newsletter Oct 2010 'typically 4% each second', 3.3 % in TrajectoWare (tutelman.com/golf/ballflight/spinDecay.php); the model loses 3.5 % per second on a PGA drive", note: Some("a mean over the flight: the law loses 6.9 % per second at 76 m/s and 2.8 % at 30 m/s") },
    Datum { path: "fuzzy_or_seamed_multiplier", value: Value::Range { low: 1.0, high: 2.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "felt and raised seams raise the skin torque; no measurement found", note: None },
];

/// Entries of `surface_grass`.
pub static SURFACE_GRASS: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 0.6, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "FIFA natural-turf guidance: rebound 60-85 cm from 2 m gives 0.55-0.65", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.5, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "middle of 0.4-0.6 for balls on turf", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.12, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "a lawn slows a rolling ball by about 0.08 g", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.03, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "contact patch of about a tenth of the radius: 2/3 mu times that", note: None },
];

/// Entries of `surface_clay`.
pub static SURFACE_CLAY: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 0.85, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "tennis ball 1.8 m to 1.3 m on clay (artengo.com)", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.8, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "43 % ground-speed loss of the ITF test shot (ITF via Grantland)", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.05, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "loose granules on a firm base", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.02, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "as for grass, firmer", note: None },
];

/// Entries of `surface_hard_court`.
pub static SURFACE_HARD_COURT: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 0.81, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "mean of all surfaces, ITF Technical Booklet 2015 p. 40", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.65, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "ITF pace class 35-45 with e 0.80", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.02, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "acrylic on concrete: nearly rigid", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "small contact patch", note: None },
];

/// Entries of `surface_hardwood`.
pub static SURFACE_HARDWOOD: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 1.0, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "sports floors are rigid against balls: the ball decides", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.5, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "rubber or leather on lacquered wood, 0.4-0.6", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.015, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "inflated ball on a rigid floor", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "small contact patch", note: None },
];

/// Entries of `surface_table`.
pub static SURFACE_TABLE: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 0.88, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "identified from table-tennis flights (RobotLearning/optimpoly, 0.86-0.92)", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.25, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "table-tennis robotics (Nakashima et al. 2010)", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "hard ball on a hard board", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.002, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "contact patch of about a hundredth of the radius", note: None },
];

/// Entries of `surface_green`.
pub static SURFACE_GREEN: &[Datum] = &[
    Datum { path: "e_c0", value: Value::Scalar { value: 0.51, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002, The run of a golf ball, Can. J. Phys. 80:931, as quoted in the OpenShotGolf physics notes", note: None },
    Datum { path: "e_c1", value: Value::Scalar { value: -0.0375, spread: None }, unit: "s/m", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002, as quoted in the OpenShotGolf physics notes", note: None },
    Datum { path: "e_c2", value: Value::Scalar { value: 0.000903, spread: None }, unit: "s^2/m^2", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002, as quoted in the OpenShotGolf physics notes", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.4, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Penner 2002", note: None },
    Datum { path: "stimp", value: Value::Scalar { value: 10.0, spread: None }, unit: "ft", kind: Kind::Assumption, verification: Verification::Memory, source: "a medium-fast green; the stimpmeter releases a ball at 1.83 m/s", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.0784, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "(1 + alpha) v^2/(2 d g) with 1.83 m/s, 10 ft and alpha 0.4", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.02, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "the ball sinks a little into the grass", note: None },
];

/// Entries of `surface_fairway`.
pub static SURFACE_FAIRWAY: &[Datum] = &[
    Datum { path: "mu", value: Value::Scalar { value: 0.4, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Penner 2002, fairway", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.18, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "about 4.5 ft on the stimpmeter", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.04, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "grass of 10-15 mm holds the ball", note: None },
];

/// Entries of `surface_rough`.
pub static SURFACE_ROUGH: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 0.2, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "long grass takes most of the rebound", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.6, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "grass wraps round the ball", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.5, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "a ball stops within a few metres", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.1, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "grass wraps round the ball", note: None },
];

/// Entries of `surface_turf`.
pub static SURFACE_TURF: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 0.6, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "FIFA Quality Pro: rebound 60-85 cm from 2 m gives 0.55-0.65", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.5, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "middle of 0.4-0.6 for balls on artificial turf", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.166, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "FIFA Quality Pro: 4-8 m of roll after a ramp of 1 m; 3.45 m/s, 6 m, alpha 0.645 give 0.99 m/s^2", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.03, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "as for grass", note: None },
];

/// Entries of `surface_pitch`.
pub static SURFACE_PITCH: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 0.55, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "hard cricket turf 0.5-0.6; James, Carré & Haake 2004", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.35, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "0.25-0.5 depending on wear", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.05, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "rolled soil", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.02, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "rolled soil", note: None },
];

/// Entries of `surface_steel_plate`.
pub static SURFACE_STEEL_PLATE: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 1.0, spread: None }, unit: "1", kind: Kind::Rule, verification: Verification::Memory, source: "drop tests use a thick plate: the ball decides", note: None },
    Datum { path: "mu", value: Value::Scalar { value: 0.21, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "slide-to-roll limit of a table-tennis ball on glass, Rémond et al. 2023", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.002, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "rigid", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.001, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "rigid", note: None },
];

/// Entries of `surface_soft_turf`.
pub static SURFACE_SOFT_TURF: &[Datum] = &[
    Datum { path: "theta", value: Value::Scalar { value: 15.4, spread: None }, unit: "deg", kind: Kind::Measured, verification: Verification::Memory, source: "Penner 2002: turf yields, and the ball meets a face tilted by 15.4 deg (v/18.6 m/s)(angle of descent/44.4 deg)", note: None },
    Datum { path: "speed", value: Value::Scalar { value: 18.6, spread: None }, unit: "m/s", kind: Kind::Measured, verification: Verification::Memory, source: "Penner 2002", note: None },
    Datum { path: "descent", value: Value::Scalar { value: 44.4, spread: None }, unit: "deg", kind: Kind::Measured, verification: Verification::Memory, source: "Penner 2002", note: None },
    Datum { path: "v_max", value: Value::Scalar { value: 20.0, spread: None }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002: the restitution is constant above", note: None },
];

/// Entries of `surface_lane`.
pub static SURFACE_LANE: &[Datum] = &[
    Datum { path: "e", value: Value::Scalar { value: 0.3, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "a lofted bowling ball hardly bounces", note: None },
    Datum { path: "mu_oil", value: Value::Scalar { value: 0.04, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Frohlich 2004 AJP 72:1170; Hopkins & Patterson 1977", note: None },
    Datum { path: "mu_dry", value: Value::Scalar { value: 0.2, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Frohlich 2004 AJP 72:1170; Hopkins & Patterson 1977", note: None },
    Datum { path: "oil_length", value: Value::Scalar { value: 12.2, spread: None }, unit: "m", kind: Kind::Assumption, verification: Verification::Memory, source: "house pattern of 40 ft", note: None },
    Datum { path: "oil_fade", value: Value::Scalar { value: 0.6, spread: None }, unit: "m", kind: Kind::Assumption, verification: Verification::Memory, source: "the buffer brush thins the oil out over about 2 ft", note: None },
    Datum { path: "oil_half_width", value: Value::Scalar { value: 0.33, spread: None }, unit: "m", kind: Kind::Assumption, verification: Verification::Memory, source: "a house shot is oiled between the tenth boards, 24.5 of 41.5 in; the outside is drier", note: None },
    Datum { path: "mu_edge", value: Value::Scalar { value: 0.1, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "outside boards of a house shot: thin oil", note: None },
    Datum { path: "mu_r", value: Value::Scalar { value: 0.005, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "small; torque mu_r N R", note: None },
    Datum { path: "mu_s", value: Value::Scalar { value: 0.002, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "hard ball on hard lane", note: None },
];

/// Entries of the ball of table tennis.
pub static TABLE_TENNIS: &[Datum] = &[
    Datum { path: "rule.diameter", value: Value::Scalar { value: 0.04, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "ITTF Law 2.03.01, quoted in ITTF Technical Leaflet T3 (2016), paperzz.com/doc/9171120", note: None },
    Datum { path: "rule.diameter_plastic", value: Value::Range { low: 0.04, high: 0.0406 }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "ITF Technical Leaflet T3, tolerance of the plastic ball", note: None },
    Datum { path: "rule.mass", value: Value::Scalar { value: 0.0027, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "ITTF Law 2.03.02, T3 (2016)", note: None },
    Datum { path: "rule.mass_tolerance", value: Value::Range { low: 0.00267, high: 0.00277 }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "ITF Technical Leaflet T3", note: None },
    Datum { path: "rule.drop_test", value: Value::Record(&[Field { name: "drop", value: 0.305, unit: "m" }, Field { name: "rebound_min", value: 0.24, unit: "m" }, Field { name: "rebound_max", value: 0.26, unit: "m" }]), unit: "", kind: Kind::Rule, verification: Verification::Seen, source: "rebound from a standard steel block, 24-26 cm from 30.5 cm (englishwillowcricketbat.blogspot.com 2017/09 quoting the ITTF rule; COR 0.89-0.92)", note: None },
    Datum { path: "rule.table_bounce", value: Value::Record(&[Field { name: "drop", value: 0.3, unit: "m" }, Field { name: "rebound", value: 0.23, unit: "m" }]), unit: "", kind: Kind::Rule, verification: Verification::Seen, source: "ITTF Law 2.01.03, 'about 23 cm when dropped from 30 cm' (start-line.su/articles/3142)", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.04, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "ITTF Law 2.03.01", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.0027, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "ITTF Law 2.03.02", note: None },
    Datum { path: "inertia.model", value: Value::Text("hollow sphere: alpha = 0.4 (1 - b^5)/(1 - b^3), b = inner radius / outer radius"), unit: "", kind: Kind::Derived, verification: Verification::Calculated, source: "mechanics", note: None },
    Datum { path: "inertia.wall", value: Value::Scalar { value: 0.00043, spread: None }, unit: "m", kind: Kind::Assumption, verification: Verification::Memory, source: "walls of plastic balls are 0.4-0.5 mm thick", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.653, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "hollow-sphere formula", note: None },
    Datum { path: "drag.model", value: Value::Text("CD is constant"), unit: "", kind: Kind::Fit, verification: Verification::Calculated, source: "see CD", note: None },
    Datum { path: "drag.CD", value: Value::Scalar { value: 0.456, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "best fit of shape, launch speed free, to the measured flight without spin of Mencke, Salewski, Trinhammer & Adler 2020, AJP 88:934, doi 10.1119/10.0001659, digitised in github.com/kegiljarhus/shotshaper data/'Table tennis ball_trajectory.dat'; rms 0.08 m", note: None },
    Datum { path: "drag.CD_range", value: Value::Range { low: 0.4, high: 0.51 }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "0.506 follows from the identified drag constant Cdrag=0.1414 1/m in github.com/RobotLearning/traj-gen-and-tracking load/loadTennisTableValues.m; 0.47 in tmtong/pingpongsim", note: None },
    Datum { path: "drag.Re_range", value: Value::Range { low: 20000.0, high: 90000.0 }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Miyazaki et al. 2017, Lift crisis of a spinning table tennis ball, Eur. J. Phys. 38:024001 (range of the flight experiment 3e4-9e4)", note: Some("the flight experiment named as the source covers 3e4 to 9e4; the lower end here is an extension") },
    Datum { path: "lift.model", value: Value::Text("CL = cl1 S up to S = 0.4, at most CL_max; optionally the lift-crisis table above Re = 6e4"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "see cl1, CL_max and lift_crisis_points_Re9e4", note: None },
    Datum { path: "lift.cl1", value: Value::Scalar { value: 0.6, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "middle of CL/S = 0.4-0.7 in the literature (0.40 in tmtong/pingpongsim; Schneider et al. 2013 IJCSS 12/2 not opened)", note: None },
    Datum { path: "lift.CL_max", value: Value::Scalar { value: 0.35, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "saturation for S>0.6", note: None },
    Datum { path: "lift.lift_crisis_valley", value: Value::Record(&[Field { name: "S_min", value: 0.48, unit: "1" }, Field { name: "S_max", value: 0.5, unit: "1" }, Field { name: "Re", value: 90000.0, unit: "1" }, Field { name: "CL", value: 0.0, unit: "1" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Miyazaki et al. 2017 abstract: 'lift force ... almost vanished at Re = 9.0e4 and 0.48 < SP < 0.5'", note: None },
    Datum { path: "lift.lift_crisis_points_Re9e4", value: Value::Points { columns: &["S", "CL"], rows: &[&[0.0, 0.0], &[0.1, 0.06], &[0.2, 0.1], &[0.3, 0.1], &[0.4, 0.05], &[0.49, 0.0], &[0.6, 0.06], &[0.8, 0.22], &[1.0, 0.33]] }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "only the zero at S = 0.49 is from Miyazaki et al. 2017; the other points draw a plausible valley", note: None },
    Datum { path: "spin_decay.Ct", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "generic; tau = 116 m / v (11.6 s at 10 m/s): negligible over one shot", note: None },
    Datum { path: "valid.S", value: Value::Range { low: 0.0, high: 1.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "spin parameters of the flight experiment of Miyazaki et al. 2017; the lift law saturates at 0.58", note: None },
    Datum { path: "valid.Re", value: Value::Range { low: 20000.0, high: 90000.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "range of the flight experiment of Miyazaki et al. 2017, widened down to slow strokes", note: None },
    Datum { path: "bounce.e_n_steel_vacuum", value: Value::Range { low: 0.887, high: 0.923 }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "sqrt(240/305) to sqrt(260/305): what the drop test implies without air", note: None },
    Datum { path: "bounce.e_n_steel_with_drag", value: Value::Range { low: 0.918, high: 0.957 }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "the same drop test with CD 0.45 on the way down and up; impact at 2.40 m/s", note: Some("the value to use where the flight has drag") },
    Datum { path: "bounce.e_n_table", value: Value::Scalar { value: 0.88, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "RobotLearning/optimpoly table_tennis.h, CRT = 0.88, determined by experiment according to a comment there (fits 0.86-0.92)", note: None },
    Datum { path: "bounce.e_n_table_rule", value: Value::Scalar { value: 0.876, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "sqrt(23/30), ITTF Law 2.01.03, without air (0.905 with drag)", note: Some("with drag the same rebound means 0.905") },
    Datum { path: "bounce.e_t", value: Value::Scalar { value: 0.0, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "below the critical angle the ball 'rolled perfectly' after the bounce: Rémond et al. 2023, Phys. Rev. E (Physics 16, s78; exbulletin.com/sports/2171833); hence tangential restitution about 0 and v_t'/v_t = 1/(1+alpha) = 0.60", note: None },
    Datum { path: "bounce.v_t_ratio_robot", value: Value::Range { low: 0.68, high: 0.72 }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "identified table contact CFTX=0.68, CFTY=0.72 (RobotLearning/traj-gen-and-tracking)", note: None },
    Datum { path: "bounce.mu_glass", value: Value::Scalar { value: 0.21, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "45 deg slide/roll limit of Rémond et al. 2023: tan(45)=mu(1+e)(1+1/alpha), e=0.9", note: None },
    Datum { path: "bounce.mu_table", value: Value::Scalar { value: 0.25, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "table-tennis robotics (Nakashima et al. 2010)", note: None },
    Datum { path: "typical.drive_speed", value: Value::Range { low: 12.0, high: 30.0 }, unit: "m/s", kind: Kind::Assumption, verification: Verification::Memory, source: "elite shots", note: None },
    Datum { path: "typical.spin", value: Value::Range { low: 100.0, high: 150.0 }, unit: "rev/s", kind: Kind::Assumption, verification: Verification::Seen, source: "comment 'professional players generate 100-150 rps' in a public file of constants; no primary source opened", note: None },
];

/// Entries of the ball of golf.
pub static GOLF: &[Datum] = &[
    Datum { path: "rule.mass_max", value: Value::Scalar { value: 0.04593, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "Rules of Golf Equipment Standards: <=1.620 oz (OpenShotGolf physics README)", note: None },
    Datum { path: "rule.diameter_min", value: Value::Scalar { value: 0.04267, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "Rules of Golf Equipment Standards: >=1.680 in (OpenShotGolf physics README)", note: None },
    Datum { path: "rule.club_COR_max", value: Value::Scalar { value: 0.83, spread: None }, unit: "1", kind: Kind::Rule, verification: Verification::Seen, source: "USGA 1998 limit 0.822 + 0.008 test tolerance (franklygolf.com/PGASeminar/spring.html)", note: None },
    Datum { path: "rule.overall_distance_standard", value: Value::Scalar { value: 289.9, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "USGA/R&A Overall Distance Standard, 317 yd at 120 mph club speed, 10 deg, 42 rev/s", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.04593, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "rule maximum", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.04267, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "rule minimum", note: None },
    Datum { path: "inertia.model", value: Value::Text("solid sphere"), unit: "", kind: Kind::Assumption, verification: Verification::Seen, source: "see alpha", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.4, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Seen, source: "I = 0.4 m r^2 (Nathan 2008; OpenShotGolf); multilayer balls 0.37-0.41, recalled", note: None },
    Datum { path: "drag.model", value: Value::Text("CD = a0 + a1 S^2 / (s0^2 + S^2) + a3 / (1 + exp((Re/1e5 - rc) / w))"), unit: "", kind: Kind::Fit, verification: Verification::Calculated, source: "form chosen for the fit described at a0: it saturates by itself", note: None },
    Datum { path: "drag.a0", value: Value::Scalar { value: 0.174, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml", note: None },
    Datum { path: "drag.a1", value: Value::Scalar { value: 0.1388, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml", note: None },
    Datum { path: "drag.s0", value: Value::Scalar { value: 0.1279, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml", note: None },
    Datum { path: "drag.a3", value: Value::Scalar { value: 0.2675, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml; step of the drag crisis, CD about 0.45 at low Re", note: None },
    Datum { path: "drag.rc", value: Value::Scalar { value: 0.737, spread: None }, unit: "1e5 Re", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml; WSU (Lyu et al. 2018, Proceedings 2(6):238, doi 10.3390/proceedings2060238) finds CD scattering by more than 0.1 from ball to ball below Re = 1e5", note: None },
    Datum { path: "drag.w", value: Value::Scalar { value: 0.054, spread: None }, unit: "1e5 Re", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml", note: None },
    Datum { path: "drag.CD_driver", value: Value::Scalar { value: 0.21, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "drag law at Re 2.1e5, S 0.075", note: None },
    Datum { path: "drag_alternatives.smits_smith_1994", value: Value::Text("CD = 0.24 + 0.18 S + 0.06 sin(pi (Re - 90000)/200000), CL = 0.54 S^0.4, d(omega)/dt = -2.0e-5 v omega / r, for 7e4 < Re < 2.1e5 and 0.08 < S < 0.2; a ball of the 1990s: against tour averages its driver carries 9 % short and its wedges 8 % far"), unit: "", kind: Kind::Measured, verification: Verification::Memory, source: "Smits & Smith 1994; the lift form read in NASA Trick SIM_cannon, the decay constant in libgolf", note: None },
    Datum { path: "drag_alternatives.wsu_2018_cl", value: Value::Text("CL = 1.99 S - 3.25 S^2 for S < 0.306, 0.23 + 0.5 (S - 0.20) above"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Lyu et al. 2018, Proceedings 2(6):238, as transcribed in open-golf-coach core/src/trajectory.rs", note: Some("the two branches meet badly: 0.305 below and 0.283 above S = 0.306") },
    Datum { path: "drag_alternatives.nathan_golf_2025", value: Value::Text("CD0 = 1.9451114 up to Re = 5e4, falling linearly to 0.13248 at Re = 1e5 and constant above; CD = CD0 + 0.2087217 S, CL = 0.2294096 S^0.4; 160 mph, 11 deg, 3000 rpm, 70 F give 259.3 yd and 4.99 s"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan golf workbook 2025", note: None },
    Datum { path: "drag_alternatives.quadratic_2023", value: Value::Text("CL and CD are quadratic in S; the coefficients are not printed"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "McNally, Lambeth & Brekke 2023 (Dunlop, 90 233 TrackMan shots)", note: None },
    Datum { path: "lift.model", value: Value::Text("CL = b0 S^n / (b1^n + S^n)"), unit: "", kind: Kind::Fit, verification: Verification::Calculated, source: "form chosen for the fit described at b0", note: None },
    Datum { path: "lift.b0", value: Value::Scalar { value: 0.3705, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml", note: None },
    Datum { path: "lift.b1", value: Value::Scalar { value: 0.1175, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml", note: None },
    Datum { path: "lift.n", value: Value::Scalar { value: 1.4, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "least squares to 35 TrackMan tour-average rows (PGA 2010s, PGA 2023, LPGA 2010s: carry, apex and landing angle) with a weak pull to the published range of C_L and to the measured effects of speed and air; each table left out in turn is predicted to 1.3, 0.9 and 2.0 % rms; rows in data/validation.toml; chosen from 1, 1.25, 1.3, 1.35, 1.4 and 1.5", note: None },
    Datum { path: "lift.CL_published_range", value: Value::Points { columns: &["S", "CL"], rows: &[&[0.075, 0.13], &[0.15, 0.23], &[0.3, 0.3], &[0.45, 0.35]] }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "order of Bearman & Harvey 1976 / Smits & Smith 1994 / Lyu 2018 values (0.54 S^0.4 gives 0.19,0.25,0.33,0.39)", note: None },
    Datum { path: "spin_decay.R1", value: Value::Scalar { value: 2e-5, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Smits & Smith 1994 via Nathan 2008 and libgolf; tau = r/(R1 v) = 15.2 s at 70 m/s", note: None },
    Datum { path: "spin_decay.Ct", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "R1 as a skin torque: R1 alpha m/(rho A r) with rho = 1.194 kg/m^3 is 0.0101; the generic value, with which the flight was fitted", note: None },
    Datum { path: "valid.S", value: Value::Range { low: 0.05, high: 1.1 }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "range that the fitted shots visit: S is 0.07 to 0.49 at launch and grows to 1.1 near the apex of a wedge", note: None },
    Datum { path: "valid.Re", value: Value::Range { low: 45000.0, high: 220000.0 }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "range that the fitted shots visit", note: None },
    Datum { path: "bounce.e_rigid", value: Value::Scalar { value: 0.78, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "ball on a heavy plate; with a club it is limited to 0.83", note: None },
    Datum { path: "bounce.model", value: Value::Text("e(vn) = e_c0 + e_c1 vn + e_c2 vn^2 up to 20 m/s, e_min above; an oblique impact sees turf tilted by theta_c"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002, The run of a golf ball (Can. J. Phys.), as quoted in the OpenShotGolf physics README", note: None },
    Datum { path: "bounce.e_c0", value: Value::Scalar { value: 0.51, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002, The run of a golf ball (Can. J. Phys.), as quoted in the OpenShotGolf physics README", note: None },
    Datum { path: "bounce.e_c1", value: Value::Scalar { value: -0.0375, spread: None }, unit: "s/m", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002, The run of a golf ball (Can. J. Phys.), as quoted in the OpenShotGolf physics README", note: None },
    Datum { path: "bounce.e_c2", value: Value::Scalar { value: 0.000903, spread: None }, unit: "s^2/m^2", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002, The run of a golf ball (Can. J. Phys.), as quoted in the OpenShotGolf physics README", note: None },
    Datum { path: "bounce.e_min", value: Value::Scalar { value: 0.12, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Penner 2002, The run of a golf ball (Can. J. Phys.), as quoted in the OpenShotGolf physics README", note: Some("the parabola ends at 0.1212 at 20 m/s, so the law as printed steps by 0.0012 there; its minimum is 0.1207 at 20.8 m/s") },
    Datum { path: "bounce.theta_c", value: Value::Scalar { value: 15.4, spread: None }, unit: "deg", kind: Kind::Measured, verification: Verification::Memory, source: "Penner: theta_c = 15.4 deg (v_i/18.6 m/s)(phi_i/44.4 deg); OpenShotGolf uses constants of 12, 17 and 22 deg for firm, fairway and rough", note: None },
    Datum { path: "bounce.mu_turf", value: Value::Scalar { value: 0.4, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Penner 2002, fairway mu = 0.40; OpenShotGolf uses 0.42", note: None },
    Datum { path: "roll.stimp_release_speed", value: Value::Scalar { value: 1.83, spread: None }, unit: "m/s", kind: Kind::Rule, verification: Verification::Memory, source: "USGA Stimpmeter, 6 ft/s; ramp of 30 in at about 20 deg", note: None },
    Datum { path: "roll.decel_from_stimp", value: Value::Text("a = v0^2 / (2 d): stimp 10 ft (3.048 m) gives 0.549 m/s^2, a/g = 0.056 and the torque coefficient mu_r = (1 + alpha) a/g = 0.078"), unit: "", kind: Kind::Derived, verification: Verification::Calculated, source: "stimpmeter release speed", note: None },
    Datum { path: "typical.driver_speed", value: Value::Scalar { value: 76.4, spread: None }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "TrackMan PGA Tour 2023 average 171 mph", note: None },
    Datum { path: "typical.driver_launch", value: Value::Scalar { value: 10.4, spread: None }, unit: "deg", kind: Kind::Measured, verification: Verification::Seen, source: "TrackMan PGA 2023", note: None },
    Datum { path: "typical.driver_spin", value: Value::Scalar { value: 2545.0, spread: None }, unit: "rpm", kind: Kind::Measured, verification: Verification::Seen, source: "TrackMan PGA 2023", note: None },
    Datum { path: "typical.pw_spin", value: Value::Scalar { value: 9316.0, spread: None }, unit: "rpm", kind: Kind::Measured, verification: Verification::Seen, source: "TrackMan PGA 2023", note: None },
];

/// Entries of the ball of baseball.
pub static BASEBALL: &[Datum] = &[
    Datum { path: "rule.mass", value: Value::Range { low: 0.1417, high: 0.1488 }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "Official Baseball Rules 3.01: 5-5.25 oz", note: None },
    Datum { path: "rule.circumference", value: Value::Range { low: 0.2286, high: 0.235 }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "Official Baseball Rules 3.01: 9-9.25 in", note: None },
    Datum { path: "rule.COR_npb", value: Value::Range { low: 0.4034, high: 0.4234 }, unit: "1", kind: Kind::Rule, verification: Verification::Seen, source: "NPB limits, test of 2014-06-02 (yakyubaka.com)", note: None },
    Datum { path: "rule.COR_mlb", value: Value::Scalar { value: 0.546, spread: Some(Spread::Tolerance(0.032)) }, unit: "1", kind: Kind::Rule, verification: Verification::Memory, source: "MLB ball at 58 mph on ash; howstuffworks quotes 46/85 = 0.54, which was read", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.14529, spread: None }, unit: "kg", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016): 5.125 oz", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.07378, spread: None }, unit: "m", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016): circumference 9.125 in", note: None },
    Datum { path: "inertia.model", value: Value::Text("solid sphere"), unit: "", kind: Kind::Assumption, verification: Verification::Seen, source: "see alpha", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.4, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Seen, source: "Nathan 2008, The Effect of Spin-Down on the Flight of a Baseball, uses I = 0.4 M R^2", note: None },
    Datum { path: "drag.model", value: Value::Text("batted: CD = cd0 + cdspin * rpm/1000; pitched: CD = p0 + p1 * active-spin fraction"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "see cd0 and p0", note: None },
    Datum { path: "drag.cd0", value: Value::Scalar { value: 0.3008, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016, fitted to 2015 Statcast, 'Going Deep on Goin' Deep', Hardball Times 2016-04-06); also pybaseball parameters.py", note: None },
    Datum { path: "drag.cdspin", value: Value::Scalar { value: 0.0292, spread: None }, unit: "1 per 1000 rpm", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016, fitted to 2015 Statcast, 'Going Deep on Goin' Deep', Hardball Times 2016-04-06)", note: None },
    Datum { path: "drag.CD_fourseam", value: Value::Scalar { value: 0.344, spread: Some(Spread::StandardDeviation(0.019)) }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "computed from Statcast vx0..az of 890 four-seam fastballs of 2020-09-03 in 8 parks (pybaseball tests/pybaseball/data/small_request_raw.csv), air of 26.7 C and 50 % assumed", note: None },
    Datum { path: "drag.CD_by_type", value: Value::Record(&[Field { name: "FF", value: 0.344, unit: "1" }, Field { name: "SI", value: 0.335, unit: "1" }, Field { name: "FC", value: 0.325, unit: "1" }, Field { name: "CH", value: 0.334, unit: "1" }, Field { name: "FS", value: 0.333, unit: "1" }, Field { name: "SL", value: 0.318, unit: "1" }, Field { name: "CU", value: 0.33, unit: "1" }, Field { name: "KC", value: 0.334, unit: "1" }]), unit: "", kind: Kind::Derived, verification: Verification::Calculated, source: "computed from Statcast vx0..az of 2020-09-03 in 8 parks (pybaseball tests/pybaseball/data/small_request_raw.csv; n = 890, 414, 180, 226, 75, 446, 243, 23 in this order), air of 26.7 C and 50 % assumed", note: None },
    Datum { path: "drag.p0", value: Value::Scalar { value: 0.311, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "straight line through CD_by_type against the active spin it implies (FF 0.89, SL 0.22)", note: None },
    Datum { path: "drag.p1", value: Value::Scalar { value: 0.037, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "straight line through CD_by_type against the active spin it implies (FF 0.89, SL 0.22)", note: None },
    Datum { path: "drag.year_to_year", value: Value::Scalar { value: 0.03, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "MLB 2015-17 drag change 3 % (Appl. Sci. 2022, 12(3):1416)", note: None },
    Datum { path: "lift.model", value: Value::Text("CL = cl2 S_perp / (cl0 + cl1 S_perp)"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan workbook cell G6 (form after Cross, Physics of Baseball & Softball)", note: None },
    Datum { path: "lift.cl0", value: Value::Scalar { value: 0.583, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016) cell G6 (form after Cross, Physics of Baseball & Softball)", note: None },
    Datum { path: "lift.cl1", value: Value::Scalar { value: 2.333, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016) cell G7", note: None },
    Datum { path: "lift.cl2", value: Value::Scalar { value: 1.12, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016) cell G8", note: None },
    Datum { path: "side_force.model", value: Value::Text("optional seam-shifted wake: a constant lateral coefficient fixed in the frame of the seams, averaged over a turn"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "see CS_max", note: None },
    Datum { path: "side_force.CS_max", value: Value::Scalar { value: 0.08, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "order of the forces of a seam-shifted wake (Smith 2020 baseballaero.com; Healey & Wang 2021, Hawk-Eye side force, abstract only)", note: None },
    Datum { path: "side_force.knuckleball_model", value: Value::Text("a lateral force that turns with the seams, |CS| < cs_knuckleball: CS = cs_knuckleball 3 G / sqrt(1 + 9 G.G), G the part across the flow of a field on the ball"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "see cs_knuckleball", note: None },
    Datum { path: "side_force.knuckleball_force", value: Value::Record(&[Field { name: "F1", value: 0.5, unit: "1" }, Field { name: "F2", value: -0.125, unit: "1" }, Field { name: "F3", value: 0.04, unit: "1" }, Field { name: "F4", value: -0.0125, unit: "1" }, Field { name: "speed", value: 29.06, unit: "m/s" }]), unit: "", kind: Kind::Fit, verification: Verification::Seen, source: "Giordano, Computational Physics, to the wind tunnel of Watts & Sawyer 1975, Am. J. Phys. 43:960: lateral force over weight F1 sin 4a + F2 sin 8a + F3 sin 12a + F4 sin 16a at 65 mph for the angle a of the seams; read in several public solutions of the exercise", note: Some("largest 0.530, root mean square 0.366") },
    Datum { path: "side_force.cs_knuckleball", value: Value::Scalar { value: 0.39, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "between 0.37, with which the force of a turning ball is at its largest that of knuckleball_force, and 0.44, with which its root mean square is, in air of 1.2 kg/m^3", note: None },
    Datum { path: "side_force.spin_fade", value: Value::Scalar { value: 0.05, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "as for the football", note: None },
    Datum { path: "spin_decay.tau_at_100mph", value: Value::Scalar { value: 30.0, spread: None }, unit: "s", kind: Kind::Assumption, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016) cell B13, tau = 30 s; S and CD use exp(-t v/(tau * 146.7 ft/s)); sheet 1 uses 10000 s, which is none", note: Some("the general skin torque (spin_decay.Ct) gives 25 s") },
    Datum { path: "valid.S", value: Value::Range { low: 0.0, high: 0.6 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "Nathan 2008, Am. J. Phys. 76:119: lift measured to S = 0.6", note: None },
    Datum { path: "valid.Re", value: Value::Range { low: 100000.0, high: 260000.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "pitches and batted balls of 21 to 54 m/s, the speeds of the Statcast fits", note: None },
    Datum { path: "bounce.e_n_turf", value: Value::Scalar { value: 0.45, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no document opened", note: None },
    Datum { path: "bounce.mu_turf", value: Value::Scalar { value: 0.45, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no document opened", note: None },
    Datum { path: "typical.FF", value: Value::Record(&[Field { name: "speed", value: 41.7, unit: "m/s" }, Field { name: "spin", value: 2347.0, unit: "rpm" }, Field { name: "release_distance", value: 16.54, unit: "m" }, Field { name: "release_height", value: 1.795, unit: "m" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Statcast means of 2020-09-03 (n = 890), computed from pybaseball tests/pybaseball/data/small_request_raw.csv", note: Some("release_distance is measured from the tip of the plate, release_height from the ground") },
    Datum { path: "typical.SI", value: Value::Record(&[Field { name: "speed", value: 41.52, unit: "m/s" }, Field { name: "spin", value: 2173.0, unit: "rpm" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Statcast means of 2020-09-03 (n = 414), computed from pybaseball tests/pybaseball/data/small_request_raw.csv", note: None },
    Datum { path: "typical.SL", value: Value::Record(&[Field { name: "speed", value: 38.02, unit: "m/s" }, Field { name: "spin", value: 2469.0, unit: "rpm" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Statcast means of 2020-09-03 (n = 446), computed from pybaseball tests/pybaseball/data/small_request_raw.csv", note: None },
    Datum { path: "typical.CU", value: Value::Record(&[Field { name: "speed", value: 34.86, unit: "m/s" }, Field { name: "spin", value: 2549.0, unit: "rpm" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Statcast means of 2020-09-03 (n = 243), computed from pybaseball tests/pybaseball/data/small_request_raw.csv", note: None },
    Datum { path: "typical.FS", value: Value::Record(&[Field { name: "speed", value: 37.94, unit: "m/s" }, Field { name: "spin", value: 1352.0, unit: "rpm" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Statcast means of 2020-09-03 (n = 75), computed from pybaseball tests/pybaseball/data/small_request_raw.csv; split-finger and fork ball", note: None },
    Datum { path: "typical.CH", value: Value::Record(&[Field { name: "speed", value: 37.83, unit: "m/s" }, Field { name: "spin", value: 1829.0, unit: "rpm" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Statcast means of 2020-09-03 (n = 226), computed from pybaseball tests/pybaseball/data/small_request_raw.csv", note: None },
    Datum { path: "typical.batted_backspin_model", value: Value::Text("backspin = -763 + 120 theta + 21 phi sign rpm, sidespin = -849 sign - 94 phi rpm; theta launch angle and phi bearing in deg, sign the side the batter stands on"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Nathan TrajectoryCalculator-new-3D.xlsx (2016), sheet 1", note: None },
];

/// Entries of the ball of association football.
pub static SOCCER: &[Datum] = &[
    Datum { path: "rule.circumference_law2", value: Value::Range { low: 0.68, high: 0.7 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "Laws of the Game Law 2 (soccerballworld.com)", note: None },
    Datum { path: "rule.circumference_quality_pro", value: Value::Range { low: 0.685, high: 0.695 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "FIFA Quality Pro (decathlon.in size-5 FAQ quoting FIFA Pro)", note: None },
    Datum { path: "rule.mass_law2", value: Value::Range { low: 0.41, high: 0.45 }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "Laws of the Game Law 2; the maximum of 450 g was read, 410 g recalled", note: None },
    Datum { path: "rule.mass_quality_pro", value: Value::Range { low: 0.42, high: 0.445 }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "FIFA Quality Pro", note: None },
    Datum { path: "rule.pressure", value: Value::Range { low: 60000.0, high: 110000.0 }, unit: "Pa", kind: Kind::Rule, verification: Verification::Memory, source: "Laws of the Game Law 2", note: Some("gauge pressure") },
    Datum { path: "rule.drop_test", value: Value::Record(&[Field { name: "drop", value: 2.0, unit: "m" }, Field { name: "rebound_min", value: 1.35, unit: "m" }, Field { name: "rebound_max", value: 1.55, unit: "m" }]), unit: "", kind: Kind::Rule, verification: Verification::Seen, source: "on a steel plate, FIFA Quality Pro (decathlon.in); at 20 C (footballs.fifa.com)", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.22, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "0.69 m circumference", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.43, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "shotshaper SoccerBall / Mencke 2020", note: None },
    Datum { path: "inertia.model", value: Value::Text("hollow sphere"), unit: "", kind: Kind::Derived, verification: Verification::Calculated, source: "see alpha", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.645, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "hollow sphere with a wall of 4 mm, assumed", note: Some("the hollow-sphere formula gives 0.643 for 4 mm") },
    Datum { path: "drag.model", value: Value::Text("without spin CD = 0.155 + 0.346 / (1 + exp((v - vc)/vs)); with spin (S > 0.05 and v > vc) CD = c_spin S^p_spin"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Goff & Carré 2010, Eur. J. Phys. 31:775, as coded in shotshaper/projectile.py", note: Some("as printed the two branches do not meet: at 20 m/s CD steps from 0.156 to 0.165 at S = 0.05, and at v = vc from 0.328 to 0.25 for S = 0.2; a flight needs a blend") },
    Datum { path: "drag.vc", value: Value::Scalar { value: 12.19, spread: None }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "Goff & Carré 2010, Eur. J. Phys. 31:775, as coded in shotshaper/projectile.py", note: None },
    Datum { path: "drag.vs", value: Value::Scalar { value: 1.309, spread: None }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "Goff & Carré 2010, Eur. J. Phys. 31:775, as coded in shotshaper/projectile.py", note: None },
    Datum { path: "drag.c_spin", value: Value::Scalar { value: 0.4127, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Goff & Carré 2010, Eur. J. Phys. 31:775, as coded in shotshaper/projectile.py", note: None },
    Datum { path: "drag.p_spin", value: Value::Scalar { value: 0.3056, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Goff & Carré 2010, Eur. J. Phys. 31:775, as coded in shotshaper/projectile.py", note: None },
    Datum { path: "drag.modern_Re_crit", value: Value::Range { low: 150000.0, high: 300000.0 }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Asai & Seo 2013 SpringerPlus; Goff, Hong & Asai 2018: critical Re follows the width of the seams more than their depth (that remark read in Proceedings 2020, 49)", note: None },
    Datum { path: "drag.c_hi", value: Value::Scalar { value: 0.155, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Goff & Carré 2010, Eur. J. Phys. 31:775, as coded in shotshaper/projectile.py", note: None },
    Datum { path: "drag.c_step", value: Value::Scalar { value: 0.346, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Goff & Carré 2010, Eur. J. Phys. 31:775, as coded in shotshaper/projectile.py", note: None },
    Datum { path: "lift.model", value: Value::Text("CL = b0 S / (b1 + S)"), unit: "", kind: Kind::Assumption, verification: Verification::Calculated, source: "see b0", note: None },
    Datum { path: "lift.b0", value: Value::Scalar { value: 0.5, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "middle of the published spread: CL(0.2) = 0.25", note: None },
    Datum { path: "lift.b1", value: Value::Scalar { value: 0.2, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "middle of the published spread: CL(0.2) = 0.25", note: None },
    Datum { path: "lift.low_bound", value: Value::Scalar { value: 0.82, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Asai, Akatsuka & Haake 1998 Physics World: 3.5 N at 30 m/s, 8-10 rev/s give CL = 0.17 at S = 0.21", note: Some("CL/S") },
    Datum { path: "lift.high_bound", value: Value::Scalar { value: 1.8, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Mencke et al. 2020, spinning soccer ball: CL = 0.9 in the F = CL pi r^3 rho (omega x v) of shotshaper is 1.8 S here; a refit gives CL = 0.45-0.49 at S about 0.26", note: Some("CL/S") },
    Datum { path: "lift.bray_kerwin", value: Value::Record(&[Field { name: "CL_min", value: 0.23, unit: "1" }, Field { name: "CL_max", value: 0.29, unit: "1" }, Field { name: "CD_min", value: 0.25, unit: "1" }, Field { name: "CD_max", value: 0.3, unit: "1" }]), unit: "", kind: Kind::Measured, verification: Verification::Memory, source: "Bray & Kerwin 2003, J. Sports Sci. 21:75-85, numbers of the abstract", note: None },
    Datum { path: "side_force.model", value: Value::Text("knuckle: a lateral force whose phase turns with the panels, |CS| < cs: CS = cs 3 G / sqrt(1 + 9 G.G), G the part across the flow of a field on the ball"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "see cs", note: None },
    Datum { path: "side_force.cs", value: Value::Scalar { value: 0.1, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "Yamagata et al. 2013 (JFCMV 1:3) shows an S-shaped path of a ball without spin, which was read; the amplitude is recalled", note: None },
    Datum { path: "side_force.deflection_share", value: Value::Range { low: 0.1, high: 0.2 }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Goff, Hong & Asai 2020 Proceedings: small changes of texture deflect hard kicks without spin by as much as 10-20 % of the range", note: Some("share of the range, largest among the balls; from coefficients of a wind tunnel") },
    Datum { path: "side_force.deflection_seams", value: Value::Record(&[Field { name: "largest", value: 4.0, unit: "m" }, Field { name: "range", value: 68.0, unit: "m" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Goff, Hong & Asai 2020, Proc. IMechE P, doi 10.1177/1754337119876485 (abstract): five balls that differ in their seams, hard kicks without spin of about 68 m, deflected by up to 4 m", note: None },
    Datum { path: "side_force.knuckle_swerve", value: Value::Scalar { value: 0.2, spread: None }, unit: "m", kind: Kind::Measured, verification: Verification::Seen, source: "Cohen, Darbois Texier & Clanet 2012, APS Division of Fluid Dynamics: a knuckle ball strays from its straight path by about a diameter", note: None },
    Datum { path: "side_force.spin_fade", value: Value::Scalar { value: 0.05, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "a kick that turns more than about twice over its flight is no knuckle ball; half of the force is left at this spin parameter", note: None },
    Datum { path: "spin_decay.Ct", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "generic; tau = 613 m / v", note: None },
    Datum { path: "valid.S", value: Value::Range { low: 0.0, high: 0.6 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "Goff and Carre 2010 and the free kicks of Mencke et al. 2020, with room", note: None },
    Datum { path: "valid.Re", value: Value::Range { low: 50000.0, high: 600000.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "3.5 to 41 m/s: from below the drag crisis to the hardest kicks", note: None },
    Datum { path: "bounce.e_n_steel_vacuum", value: Value::Range { low: 0.822, high: 0.88 }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "sqrt(1.35/2) to sqrt(1.55/2): what the drop test implies without air", note: None },
    Datum { path: "bounce.e_n_steel_with_drag", value: Value::Range { low: 0.855, high: 0.918 }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "the same drop test with CD 0.45", note: None },
    Datum { path: "bounce.e_n_turf", value: Value::Scalar { value: 0.6, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "FIFA pitch test: rebound of 60-85 cm from 2 m, hence 0.55-0.65", note: None },
    Datum { path: "bounce.mu_turf", value: Value::Scalar { value: 0.5, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no document opened", note: None },
    Datum { path: "typical.free_kick", value: Value::Record(&[Field { name: "speed", value: 32.2, unit: "m/s" }, Field { name: "spin", value: 400.0, unit: "rpm" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Beckham free kick, Dr M. Carré: 72 mph, 400 rpm (Irish Times, ITV 'Beckham's Body Parts')", note: None },
];

/// Entries of the ball of tennis.
pub static TENNIS: &[Datum] = &[
    Datum { path: "rule.mass", value: Value::Range { low: 0.056, high: 0.0594 }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "ITF Rules of Tennis, Appendix I (tenniscircle.us, scribd 568215232), types 1 and 2", note: None },
    Datum { path: "rule.diameter", value: Value::Range { low: 0.0654, high: 0.0686 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "ITF Rules of Tennis, Appendix I (tenniscircle.us, scribd 568215232), types 1 and 2", note: None },
    Datum { path: "rule.diameter_type3", value: Value::Range { low: 0.07, high: 0.073 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "ITF Rules of Tennis, Appendix I (tenniscircle.us, scribd 568215232), type 3", note: None },
    Datum { path: "rule.drop_test", value: Value::Record(&[Field { name: "drop", value: 2.54, unit: "m" }, Field { name: "rebound_min", value: 1.35, unit: "m" }, Field { name: "rebound_max", value: 1.47, unit: "m" }]), unit: "", kind: Kind::Rule, verification: Verification::Seen, source: "ITF Rules of Tennis, Appendix I (tenniscircle.us, scribd 568215232), on concrete", note: None },
    Datum { path: "rule.drop_test_high_altitude", value: Value::Record(&[Field { name: "drop", value: 2.54, unit: "m" }, Field { name: "rebound_min", value: 1.22, unit: "m" }, Field { name: "rebound_max", value: 1.35, unit: "m" }]), unit: "", kind: Kind::Rule, verification: Verification::Seen, source: "ITF Rules of Tennis, Appendix I (tenniscircle.us, scribd 568215232), table of the 2020s", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.0667, spread: None }, unit: "m", kind: Kind::Assumption, verification: Verification::Calculated, source: "middle of the rule", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.0577, spread: None }, unit: "kg", kind: Kind::Assumption, verification: Verification::Calculated, source: "middle of the rule", note: None },
    Datum { path: "inertia.model", value: Value::Text("thick shell: 3.3 mm of rubber and felt"), unit: "", kind: Kind::Measured, verification: Verification::Memory, source: "see alpha", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.55, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Cross: I = 0.55 M R^2; the hollow-sphere formula with a wall of 6.5 mm gives 0.553", note: None },
    Datum { path: "drag.model", value: Value::Text("CD = cd0, optionally with the spin term of Stepanek"), unit: "", kind: Kind::Measured, verification: Verification::Memory, source: "see cd0 and stepanek_cd", note: None },
    Datum { path: "drag.cd0", value: Value::Scalar { value: 0.55, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "wind tunnels 0.53-0.60 (Mehta & Pallis, ITF); 'cross_2020' constant 0.55 was read in public code", note: None },
    Datum { path: "drag.cd_free_flight", value: Value::Scalar { value: 0.507, spread: Some(Spread::StandardDeviation(0.024)) }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Cross & Lindsey 2013, TWU 'Tennis Ball Trajectories' & J. Sports Eng.: new balls, no dependence on spin or speed", note: None },
    Datum { path: "drag.stepanek_cd", value: Value::Text("CD = 0.508 + (22.503 + 4.196 S^-2.5)^-0.4"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Stepanek 1988, AJP 56:138, read in five public codes, some of which have 22.053 in place of 22.503", note: None },
    Datum { path: "lift.model", value: Value::Text("CL = 1 / (k0 + k1 / S)"), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Stepanek 1988, AJP 56:138", note: None },
    Datum { path: "lift.k0", value: Value::Scalar { value: 2.022, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Stepanek 1988, AJP 56:138 (also named Tombras in NASA Trick SIM_cannon)", note: None },
    Datum { path: "lift.k1", value: Value::Scalar { value: 0.981, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Stepanek 1988, AJP 56:138 (also named Tombras in NASA Trick SIM_cannon)", note: None },
    Datum { path: "lift.alt", value: Value::Scalar { value: 0.6, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "Cross 2020, form CL = 0.6 S, in public code", note: Some("CL/S") },
    Datum { path: "spin_decay.Ct", value: Value::Scalar { value: 0.015, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "the generic coefficient times 1.5 for felt; tau about 500 m / v", note: None },
    Datum { path: "valid.S", value: Value::Range { low: 0.0, high: 0.6 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "Stepanek 1988: 13.6 to 28 m/s with up to 3,250 rpm", note: None },
    Datum { path: "valid.Re", value: Value::Range { low: 50000.0, high: 300000.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "wind tunnels of Mehta, Pallis and the ITF", note: None },
    Datum { path: "bounce.e_n_concrete_vacuum", value: Value::Range { low: 0.729, high: 0.761 }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "sqrt(135/254) to sqrt(147/254): what the drop test implies without air", note: None },
    Datum { path: "bounce.e_n_concrete_with_drag", value: Value::Range { low: 0.758, high: 0.792 }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "the same drop test with CD 0.55; impact at 6.88 m/s", note: None },
    Datum { path: "bounce.e_n_clay", value: Value::Scalar { value: 0.85, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "drop 1.8 m -> 1.3 m on clay (artengo.com)", note: Some("without air; 0.877 with CD 0.55") },
    Datum { path: "bounce.e_n_grass", value: Value::Scalar { value: 0.745, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "1.8 m -> 1.0 m on grass (artengo.com)", note: Some("without air; 0.766 with CD 0.55") },
    Datum { path: "bounce.e_mean_all_surfaces", value: Value::Scalar { value: 0.81, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "ITF Technical Booklet 2015 p.40 constant b in CPR = 100(1-mu)+150(0.81-e_T)", note: None },
    Datum { path: "bounce.temperature_coeff", value: Value::Scalar { value: 0.003, spread: None }, unit: "1/K", kind: Kind::Measured, verification: Verification::Seen, source: "ITF CS 01/02: e_T = e + c(23-T)", note: None },
    Datum { path: "bounce.mu_clay", value: Value::Scalar { value: 0.8, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "43 % loss of ground speed at 30 m/s and 16 deg (ITF via Grantland) with e = 0.85 gives mu = 0.81 by the ITF formula", note: Some("rounded down from 0.81") },
    Datum { path: "bounce.mu_hard", value: Value::Scalar { value: 0.65, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "court pace class CPR 35-45 with e = 0.80", note: None },
    Datum { path: "bounce.mu_grass", value: Value::Scalar { value: 0.6, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "30 % loss of speed on grass (artengo.com) with e = 0.745", note: None },
    Datum { path: "bounce.e_t", value: Value::Scalar { value: 0.2, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "grip with tangential rebound: Cross 2002 AJP 70:1093 and 2005 AJP 73:914 (its existence was read, its value recalled); 0.24 gives the 43 % lost on clay that pure rolling (34.6 %) cannot", note: Some("the 34.6 % belong to alpha = 0.53; with alpha = 0.55 rolling loses 35.5 %, e_t = 0.20 gives 42.6 %, e_t = 0.21 gives 43 % and e_t = 0.24 gives 44 %") },
    Datum { path: "typical.serve", value: Value::Range { low: 50.0, high: 60.0 }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "pro serves 120-130 mph (tennisplayer.net)", note: None },
    Datum { path: "typical.serve_spin", value: Value::Scalar { value: 2400.0, spread: None }, unit: "rpm", kind: Kind::Measured, verification: Verification::Seen, source: "average of Roddick serves at 130 mph, doubling to about 4800 rpm in the bounce (Yandell, quoted aswetalk.net)", note: None },
];

/// Entries of the ball of basketball.
pub static BASKETBALL: &[Datum] = &[
    Datum { path: "rule.circumference_old", value: Value::Range { low: 0.75, high: 0.78 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "older FIBA text (library.thinkquest.org/10615)", note: None },
    Datum { path: "rule.mass_old", value: Value::Range { low: 0.6, high: 0.65 }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "older FIBA text (library.thinkquest.org/10615)", note: None },
    Datum { path: "rule.mass_fiba_2020", value: Value::Range { low: 0.58, high: 0.62 }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "FIBA Basketball Equipment 2020 (readkong 2027407, only the cover was read)", note: None },
    Datum { path: "rule.circumference_fiba_2020", value: Value::Range { low: 0.75, high: 0.77 }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "FIBA Basketball Equipment 2020", note: None },
    Datum { path: "rule.drop_test", value: Value::Record(&[Field { name: "drop_bottom", value: 1.8, unit: "m" }, Field { name: "rebound_top_min", value: 1.2, unit: "m" }, Field { name: "rebound_top_max", value: 1.4, unit: "m" }]), unit: "", kind: Kind::Rule, verification: Verification::Seen, source: "dropped with its bottom at 1.8 m, rebound of 1.2-1.4 m to its top (library.thinkquest.org/10615, older FIBA rule)", note: None },
    Datum { path: "rule.drop_test_fiba_new", value: Value::Record(&[Field { name: "drop_bottom", value: 1.8, unit: "m" }, Field { name: "rebound_bottom_min", value: 1.035, unit: "m" }, Field { name: "rebound_bottom_max", value: 1.085, unit: "m" }]), unit: "", kind: Kind::Rule, verification: Verification::Memory, source: "newer FIBA equipment text", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.243, spread: None }, unit: "m", kind: Kind::Derived, verification: Verification::Calculated, source: "0.763 m circumference", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.62, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "22 oz = 0.624 kg (rubberland.info)", note: Some("22 oz are 0.624 kg; 0.620 is the upper end of mass_fiba_2020") },
    Datum { path: "inertia.model", value: Value::Text("hollow sphere"), unit: "", kind: Kind::Derived, verification: Verification::Calculated, source: "see alpha", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.645, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "hollow sphere with a wall of 4.5 mm, assumed", note: Some("the hollow-sphere formula gives 0.643 for 4.5 mm") },
    Datum { path: "drag.CD", value: Value::Scalar { value: 0.54, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Okubo & Hubbard; Fontanella 2006", note: None },
    Datum { path: "lift.model", value: Value::Text("CL = k S"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "see k", note: None },
    Datum { path: "lift.k", value: Value::Scalar { value: 1.0, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no measurement opened; changes a free throw at 3 Hz by less than 2 cm", note: None },
    Datum { path: "lift.CL_max", value: Value::Scalar { value: 0.44, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "saturation beyond the linear range S < 0.3, so that no force grows without bound", note: None },
    Datum { path: "spin_decay.Ct", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "generic", note: None },
    Datum { path: "valid.S", value: Value::Range { low: 0.0, high: 0.3 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "shots and passes turn a few times a second", note: None },
    Datum { path: "valid.Re", value: Value::Range { low: 50000.0, high: 250000.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "shots and passes of 3 to 15 m/s", note: None },
    Datum { path: "bounce.e_n_vacuum", value: Value::Range { low: 0.729, high: 0.802 }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "older drop test from bottom to bottom (0.243 m less), without air", note: None },
    Datum { path: "bounce.e_n_with_drag", value: Value::Range { low: 0.753, high: 0.83 }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "older drop test from bottom to bottom, with CD 0.5", note: Some("drag.CD is 0.54; the difference is below 0.002 in e") },
    Datum { path: "bounce.mu_wood", value: Value::Scalar { value: 0.5, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no document opened", note: None },
    Datum { path: "bounce.e_t", value: Value::Scalar { value: 0.1, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "Cross 2002 studied a basketball; the value was not opened", note: None },
    Datum { path: "typical.free_throw", value: Value::Record(&[Field { name: "speed", value: 7.44, unit: "m/s" }, Field { name: "angle", value: 52.0, unit: "deg" }, Field { name: "spin", value: 3.0, unit: "rev/s" }, Field { name: "release_height", value: 2.134, unit: "m" }]), unit: "", kind: Kind::Derived, verification: Verification::Calculated, source: "angle, spin and height from Tran & Silverberg 2008 (innovations-report 143038, tfideas); the speed is computed", note: None },
];

/// Entries of the ball of volleyball.
pub static VOLLEYBALL: &[Datum] = &[
    Datum { path: "rule.circumference", value: Value::Range { low: 0.65, high: 0.67 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "FIVB rule 3.1 (worldofvolley.com)", note: None },
    Datum { path: "rule.mass", value: Value::Range { low: 0.26, high: 0.28 }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "FIVB rule 3.1 (worldofvolley.com)", note: None },
    Datum { path: "rule.pressure", value: Value::Range { low: 29430.0, high: 31882.0 }, unit: "Pa", kind: Kind::Rule, verification: Verification::Seen, source: "FIVB rule 3.1 (worldofvolley.com), 294.3-318.82 hPa", note: Some("gauge pressure") },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.21, spread: None }, unit: "m", kind: Kind::Derived, verification: Verification::Calculated, source: "0.66 m circumference", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.27, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "middle of the rule", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.648, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "hollow sphere with a wall of 3 mm, assumed", note: None },
    Datum { path: "drag.model", value: Value::Text("CD = c_hi + (c_lo - c_hi) / (1 + exp((Re - Rc)/w)); depends on the orientation of the panels"), unit: "", kind: Kind::Assumption, verification: Verification::Calculated, source: "see Re_crit_* and c_hi", note: None },
    Datum { path: "drag.Re_crit_V5M5000", value: Value::Record(&[Field { name: "Re_A", value: 340000.0, unit: "1" }, Field { name: "Re_B", value: 270000.0, unit: "1" }, Field { name: "CD_A", value: 0.17, unit: "1" }, Field { name: "CD_B", value: 0.14, unit: "1" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Hong, Ozaki, Watanabe & Asai 2020, Appl. Sci. 10:3256 (abstract)", note: Some("A and B are two orientations of the panels") },
    Datum { path: "drag.Re_crit_MVA200", value: Value::Record(&[Field { name: "Re_A", value: 260000.0, unit: "1" }, Field { name: "Re_B", value: 300000.0, unit: "1" }, Field { name: "CD_A", value: 0.14, unit: "1" }, Field { name: "CD_B", value: 0.13, unit: "1" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Hong, Ozaki, Watanabe & Asai 2020, Appl. Sci. 10:3256 (abstract)", note: Some("A and B are two orientations of the panels") },
    Datum { path: "drag.Re_crit_V200W", value: Value::Record(&[Field { name: "Re_A", value: 290000.0, unit: "1" }, Field { name: "Re_B", value: 260000.0, unit: "1" }, Field { name: "CD_A", value: 0.17, unit: "1" }, Field { name: "CD_B", value: 0.15, unit: "1" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Hong, Ozaki, Watanabe & Asai 2020, Appl. Sci. 10:3256 (abstract)", note: Some("A and B are two orientations of the panels") },
    Datum { path: "drag.c_lo", value: Value::Scalar { value: 0.45, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "like a sphere below the crisis", note: None },
    Datum { path: "drag.c_hi", value: Value::Scalar { value: 0.16, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "mean of the CD at Re_crit: Hong, Ozaki, Watanabe & Asai 2020, Appl. Sci. 10:3256 (abstract)", note: Some("the six values have the mean 0.150") },
    Datum { path: "drag.Rc", value: Value::Scalar { value: 220000.0, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "middle of the drop; the published Re_crit is its end, where CD is least", note: None },
    Datum { path: "drag.w", value: Value::Scalar { value: 20000.0, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "guess", note: None },
    Datum { path: "lift.model", value: Value::Text("CL = k S for S < 0.3"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "see k", note: None },
    Datum { path: "lift.k", value: Value::Scalar { value: 0.9, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "Kao, Sellens & Stevenson 1994 J. Appl. Biomech. 10:95 measured a force proportional to omega v (title and abstract read); coefficient not opened", note: None },
    Datum { path: "lift.CL_max", value: Value::Scalar { value: 0.39, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "saturation beyond the linear range S < 0.3, so that no force grows without bound", note: None },
    Datum { path: "side_force.cs_float", value: Value::Scalar { value: 0.1, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "float serve: side force that depends on orientation; Tamaru et al. 2021 Appl. Sci. 11:9269 shows the scatter of landing points (abstract read)", note: None },
    Datum { path: "side_force.spin_fade", value: Value::Scalar { value: 0.05, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "as for the football", note: None },
    Datum { path: "valid.S", value: Value::Range { low: 0.0, high: 0.3 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "the linear lift law is meant for S < 0.3", note: None },
    Datum { path: "valid.Re", value: Value::Range { low: 100000.0, high: 500000.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "Hong et al. 2020: wind tunnel through the drag crisis", note: None },
    Datum { path: "bounce.e_n", value: Value::Scalar { value: 0.75, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no FIVB drop test found", note: None },
    Datum { path: "bounce.mu", value: Value::Scalar { value: 0.5, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no measurement found", note: None },
    Datum { path: "typical.jump_serve", value: Value::Range { low: 25.0, high: 36.0 }, unit: "m/s", kind: Kind::Assumption, verification: Verification::Memory, source: "elite men", note: None },
    Datum { path: "typical.float_serve", value: Value::Range { low: 12.0, high: 20.0 }, unit: "m/s", kind: Kind::Assumption, verification: Verification::Memory, source: "on both sides of the drag crisis (Re 1.7e5-2.8e5)", note: None },
];

/// Entries of the ball of cricket.
pub static CRICKET: &[Datum] = &[
    Datum { path: "rule.mass", value: Value::Range { low: 0.1559, high: 0.163 }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "MCC Law 4.1 (men)", note: None },
    Datum { path: "rule.circumference", value: Value::Range { low: 0.224, high: 0.229 }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "MCC Law 4.1", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.16, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "middle of the rule", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.072, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "circumference of 0.2265 m", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.4, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "solid cork and twine", note: None },
    Datum { path: "drag.CD", value: Value::Scalar { value: 0.45, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "0.40-0.50 below the crisis; Baker 2010, Robinson & Robinson 2013 Phys. Scr. 88:018101 (titles and abstracts read)", note: None },
    Datum { path: "lift.model", value: Value::Text("CL = 1 / (2.022 + 0.981 / S)"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "rough-sphere Magnus force in the form measured for tennis (Stepanek 1988)", note: None },
    Datum { path: "lift.slope", value: Value::Scalar { value: 0.8, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "rough-sphere Magnus force in the form measured for tennis", note: Some("CL/S at small S; the law has 1.02 as S goes to zero and 0.8 near S = 0.13") },
    Datum { path: "side_force.model", value: Value::Text("swing: F = 1/2 rho A CS v^2 perpendicular to v, in the plane of the seam normal; CS = cs0 f(seam angle) g(speed)"), unit: "", kind: Kind::Measured, verification: Verification::Memory, source: "Mehta 1985, 2005", note: None },
    Datum { path: "side_force.cs0", value: Value::Scalar { value: 0.25, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Mehta 1985, 2005: F/mg up to about 0.3-0.4 near 30 m/s, seam at 20 deg, backspin about 11 rev/s; with 160 g CS 0.2-0.3 gives F/mg 0.28-0.41 at 30 m/s", note: None },
    Datum { path: "side_force.best_seam_angle", value: Value::Scalar { value: 20.0, spread: None }, unit: "deg", kind: Kind::Measured, verification: Verification::Seen, source: "seam at 20 deg (IIT Kanpur study, dnaindia.com; Mehta)", note: None },
    Datum { path: "side_force.contrast_swing_switch", value: Value::Scalar { value: 31.3, spread: None }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "upright seam: the ball moves to the rough side at 65-70 mph and to the polished side 'a little over 70 mph' (pratikbhandari.blogspot.com quoting Mehta)", note: None },
    Datum { path: "side_force.reverse_threshold_scuffed", value: Value::Range { low: 33.1, high: 34.7 }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "119-125 km/h mixed regime, reverse above (IIT Kanpur/Mittal et al., dnaindia.com)", note: None },
    Datum { path: "side_force.spin_fade", value: Value::Scalar { value: 0.2, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "Mehta's swing bowlers turn the ball at S of about 0.08; half of the force is left at this spin parameter", note: None },
    Datum { path: "side_force.reverse_width", value: Value::Scalar { value: 0.8, spread: None }, unit: "m/s", kind: Kind::Derived, verification: Verification::Calculated, source: "half of the mixed regime 33.1 to 34.7 m/s", note: None },
    Datum { path: "spin_decay.Ct", value: Value::Scalar { value: 0.01, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "generic, tau ~ 1300 m / v", note: None },
    Datum { path: "valid.S", value: Value::Range { low: 0.0, high: 0.6 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "lift law of a tennis ball, see there", note: None },
    Datum { path: "valid.Re", value: Value::Range { low: 50000.0, high: 220000.0 }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "10 to 46 m/s, the deliveries of Mehta and of Baker", note: None },
    Datum { path: "bounce.e_n_pitch", value: Value::Scalar { value: 0.55, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "hard turf 0.5-0.6; James, Carré & Haake 2004, 2005 (abstract read, over 3000 impacts)", note: None },
    Datum { path: "bounce.mu_pitch", value: Value::Scalar { value: 0.35, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "0.25-0.5 depending on wear", note: None },
    Datum { path: "bounce.speed_retained", value: Value::Range { low: 0.871, high: 0.902 }, unit: "1", kind: Kind::Measured, verification: Verification::Seen, source: "James et al. 2005 as quoted in a thesis (1library.co q2nlp71r): a finger-spin ball at 57.4 mph retains 90.2-87.1 %", note: Some("the quoting text does not say whether of the speed at impact or at release") },
    Datum { path: "typical.fast", value: Value::Range { low: 37.8, high: 41.7 }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "136-150 km/h (summaries of fast bowling)", note: None },
    Datum { path: "typical.record", value: Value::Scalar { value: 44.8, spread: None }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "161.3 km/h Shoaib Akhtar", note: None },
    Datum { path: "typical.spin_bowler", value: Value::Scalar { value: 25.7, spread: None }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "57.4 mph finger spin (thesis 1library.co q2nlp71r quoting James et al. 2005)", note: None },
];

/// Entries of the ball of rugby union.
pub static RUGBY: &[Datum] = &[
    Datum { path: "rule.length", value: Value::Range { low: 0.28, high: 0.3 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "World Rugby Law 2 (internationaltryzone.com)", note: None },
    Datum { path: "rule.circumference_end", value: Value::Range { low: 0.74, high: 0.77 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "World Rugby Law 2 (internationaltryzone.com)", note: None },
    Datum { path: "rule.circumference_width", value: Value::Range { low: 0.58, high: 0.62 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "World Rugby Law 2 (internationaltryzone.com)", note: None },
    Datum { path: "rule.mass", value: Value::Range { low: 0.41, high: 0.46 }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "laws.worldrugby.org Law 2", note: None },
    Datum { path: "rule.pressure", value: Value::Range { low: 65710.0, high: 68750.0 }, unit: "Pa", kind: Kind::Rule, verification: Verification::Seen, source: "laws.worldrugby.org Law 2", note: Some("gauge pressure") },
    Datum { path: "nominal.semi_axis_long", value: Value::Scalar { value: 0.145, spread: None }, unit: "m", kind: Kind::Derived, verification: Verification::Calculated, source: "half of 290 mm", note: None },
    Datum { path: "nominal.semi_axis_short", value: Value::Scalar { value: 0.0955, spread: None }, unit: "m", kind: Kind::Derived, verification: Verification::Calculated, source: "600 mm circumference", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.435, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "middle of the rule", note: None },
    Datum { path: "inertia.I_axial", value: Value::Scalar { value: 0.00264, spread: None }, unit: "kg m^2", kind: Kind::Derived, verification: Verification::Calculated, source: "thin shell, 2/3 m b^2", note: None },
    Datum { path: "inertia.I_transverse", value: Value::Scalar { value: 0.0039, spread: None }, unit: "kg m^2", kind: Kind::Assumption, verification: Verification::Calculated, source: "1/3 m (a^2 + b^2) = 0.00437 times 0.88; for the American football the published value is 0.85 of the formula", note: Some("0.00385 before rounding") },
    Datum { path: "aero.model", value: Value::Text("CD = CDn + (CDb - CDn) sin^2(a), CLn = cl sin(2 a), pitching moment M = 1/2 rho V^2 volume km sin(2 a), a the angle of attack; reference area pi b^2"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "see the entries", note: None },
    Datum { path: "aero.CDn", value: Value::Scalar { value: 0.16, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "wind tunnels of Alam, Seo and Vance (Vance et al. 2012 J. Appl. Mech. 79:021020, abstract read): nose-on 0.1-0.2", note: None },
    Datum { path: "aero.CDb", value: Value::Scalar { value: 0.55, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "broadside, referred to pi b^2 (0.6-0.9 referred to planform)", note: None },
    Datum { path: "aero.cl", value: Value::Scalar { value: 0.35, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "order of magnitude", note: None },
    Datum { path: "aero.km_munk", value: Value::Scalar { value: 0.36, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "potential flow (Lamb k2-k1) for aspect 1.52; real (separated) flow 30-60 % of it", note: Some("the formula of Lamb gives k2 - k1 = 0.6257 - 0.2991 = 0.327 for the nominal axes") },
    Datum { path: "aero.munk_factor", value: Value::Scalar { value: 0.45, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "middle of the 30-60 % of the potential moment that a separated flow leaves (see km_munk)", note: None },
    Datum { path: "aero.spin_lift", value: Value::Scalar { value: 0.8, spread: None }, unit: "1", kind: Kind::Fit, verification: Verification::Calculated, source: "lift of backspin end over end that gives the 53.7 m place kick of Holmes et al. 2006 with CDn, CDb and spin_lift_half", note: Some("the spin of those kicks is not published; 6 rev/s is assumed") },
    Datum { path: "aero.spin_lift_half", value: Value::Scalar { value: 0.14, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "spin parameter of a place kick at 6 rev/s: it has half the lift that fast tumbling has", note: None },
    Datum { path: "aero.pitch_damping", value: Value::Scalar { value: 0.0, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no measurement was found, and none of the published flights needs it: 0 is none, 1 what strip theory gives, -rho pi a^2 b^2 CDb |u| w/8 against the spin w across the axis", note: None },
    Datum { path: "aero.tumbling_effective", value: Value::Record(&[Field { name: "CD", value: 0.3, unit: "1" }, Field { name: "CL", value: 0.4, unit: "1" }]), unit: "", kind: Kind::Fit, verification: Verification::Calculated, source: "pair that gives the 53.7 m place kick of Holmes et al. 2006; other pairs do too", note: None },
    Datum { path: "bounce.e_rigid", value: Value::Scalar { value: 0.75, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no document opened; an inflated ball of leather on a rigid plate, between volleyball and soccer ball", note: None },
    Datum { path: "typical.place_kick", value: Value::Record(&[Field { name: "speed", value: 26.4, unit: "m/s" }, Field { name: "speed_sd", value: 3.0, unit: "m/s" }, Field { name: "angle", value: 30.2, unit: "deg" }, Field { name: "angle_sd", value: 4.4, unit: "deg" }, Field { name: "distance", value: 53.7, unit: "m" }, Field { name: "distance_sd", value: 5.7, unit: "m" }]), unit: "", kind: Kind::Measured, verification: Verification::Seen, source: "Holmes et al. 2006, 14 English professionals, quoted in Linthorne & Stokes 2014 JSSM 13:211", note: None },
];

/// Entries of the ball of american football.
pub static AMERICAN_FOOTBALL: &[Datum] = &[
    Datum { path: "rule.mass", value: Value::Range { low: 0.397, high: 0.425 }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "NFL Rule 2: 14-15 oz", note: None },
    Datum { path: "rule.length", value: Value::Range { low: 0.279, high: 0.286 }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "NFL Rule 2: 11-11.25 in", note: None },
    Datum { path: "rule.circumference_long", value: Value::Range { low: 0.711, high: 0.724 }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "NFL Rule 2: 28-28.5 in", note: None },
    Datum { path: "rule.circumference_short", value: Value::Range { low: 0.533, high: 0.54 }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "NFL Rule 2: 21-21.25 in", note: None },
    Datum { path: "nominal.semi_axis_long", value: Value::Scalar { value: 0.142, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "half of 11.2 in", note: None },
    Datum { path: "nominal.semi_axis_short", value: Value::Scalar { value: 0.0855, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Memory, source: "21.1 in circumference", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 0.411, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Memory, source: "14.5 oz", note: None },
    Datum { path: "inertia.I_axial", value: Value::Scalar { value: 0.00194, spread: None }, unit: "kg m^2", kind: Kind::Measured, verification: Verification::Memory, source: "Brody and Rae; the ratio 0.604 agrees with the 3 wobbles per 5 rotations of Drew Brees' passes (FSN Sport Science, student page at ffden-2.phys.uaf.edu 2013, read)", note: Some("the ratio of the thin-shell formulas for the nominal axes is 0.532") },
    Datum { path: "inertia.I_transverse", value: Value::Scalar { value: 0.00321, spread: None }, unit: "kg m^2", kind: Kind::Measured, verification: Verification::Memory, source: "Brody and Rae; the ratio 0.604 agrees with the 3 wobbles per 5 rotations of Drew Brees' passes (FSN Sport Science, student page at ffden-2.phys.uaf.edu 2013, read)", note: None },
    Datum { path: "aero.model", value: Value::Text("the law of the rugby ball"), unit: "", kind: Kind::Assumption, verification: Verification::Memory, source: "see ball.rugby.aero.model", note: None },
    Datum { path: "aero.CDn", value: Value::Scalar { value: 0.1, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "between 0.05-0.06 (Watts & Moore 2003, AJP 71:791) and 0.14 (Rae & Streit 2002, Sports Eng.)", note: None },
    Datum { path: "aero.CDb", value: Value::Scalar { value: 0.75, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "broadside or tumbling, reference pi b^2; the punts of Hartschuh 2002, 24-33 % shorter than in vacuum, imply a mean CD of 0.2-0.6", note: None },
    Datum { path: "aero.cl", value: Value::Scalar { value: 0.35, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "as the rugby ball; order of magnitude", note: None },
    Datum { path: "aero.km_munk", value: Value::Scalar { value: 0.385, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "Lamb k1=0.267, k2=0.652 for aspect 1.66", note: None },
    Datum { path: "aero.munk_factor", value: Value::Scalar { value: 0.35, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "needed for a pass at 26.8 m/s to be gyroscopically stable above about 400 rpm; the full Munk moment would need 670 rpm. Dzielski & Blackburn 2022 (doi 10.1115/1.4054692, abstract read) state that a least spin exists and that the Magnus effect may be neglected", note: None },
    Datum { path: "aero.spin_lift", value: Value::Scalar { value: 0.0, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no measurement of a tumbling football's lift was found; a user may want the rugby ball's value", note: None },
    Datum { path: "aero.spin_lift_half", value: Value::Scalar { value: 0.14, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Calculated, source: "as the rugby ball", note: None },
    Datum { path: "aero.pitch_damping", value: Value::Scalar { value: 0.0, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "as the rugby ball", note: None },
    Datum { path: "aero.tumbling_CD", value: Value::Scalar { value: 0.425, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "mean over a turn end over end, (CDn + CDb)/2; within the 0.20 to 0.62 that the punts of Hartschuh 2002 imply", note: None },
    Datum { path: "bounce.e_rigid", value: Value::Scalar { value: 0.75, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "no document opened; an inflated ball of leather on a rigid plate, between volleyball and soccer ball", note: None },
    Datum { path: "typical.spin", value: Value::Range { low: 400.0, high: 600.0 }, unit: "rpm", kind: Kind::Measured, verification: Verification::Seen, source: "aplusphysics.com blog 30539", note: None },
    Datum { path: "typical.pass_speed", value: Value::Range { low: 22.0, high: 27.0 }, unit: "m/s", kind: Kind::Assumption, verification: Verification::Memory, source: "NFL passes 50-60 mph", note: None },
];

/// Entries of the ball of ten-pin bowling.
pub static BOWLING: &[Datum] = &[
    Datum { path: "rule.mass_max", value: Value::Scalar { value: 7.26, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "<=16 lb, USBC (encyclopedia mirrors questionai.com and enwikipedia.net, Bowling ball)", note: None },
    Datum { path: "rule.diameter", value: Value::Range { low: 0.2159, high: 0.2183 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "8.500-8.595 in, USBC (encyclopedia mirrors questionai.com and enwikipedia.net, Bowling ball)", note: None },
    Datum { path: "rule.RG", value: Value::Range { low: 0.0625, high: 0.0711 }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "radius of gyration 2.46-2.80 in, USBC (encyclopedia mirrors questionai.com and enwikipedia.net, Bowling ball)", note: None },
    Datum { path: "rule.RG_differential_max", value: Value::Scalar { value: 0.00152, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "0.06 in, USBC (encyclopedia mirrors questionai.com and enwikipedia.net, Bowling ball)", note: None },
    Datum { path: "rule.COF_max", value: Value::Scalar { value: 0.32, spread: None }, unit: "1", kind: Kind::Rule, verification: Verification::Seen, source: "USBC (encyclopedia mirrors questionai.com and enwikipedia.net, Bowling ball)", note: None },
    Datum { path: "rule.COR_pin", value: Value::Range { low: 0.65, high: 0.78 }, unit: "1", kind: Kind::Rule, verification: Verification::Memory, source: "USBC, COR of the ball", note: None },
    Datum { path: "nominal.mass", value: Value::Scalar { value: 6.8, spread: None }, unit: "kg", kind: Kind::Assumption, verification: Verification::Memory, source: "15 lb ball", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.2171, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "middle of the rule", note: None },
    Datum { path: "inertia.alpha", value: Value::Scalar { value: 0.342, spread: None }, unit: "1", kind: Kind::Derived, verification: Verification::Calculated, source: "(2.50/4.274)^2; rule range 0.331-0.429 (solid sphere 0.40)", note: None },
    Datum { path: "drag.CD", value: Value::Scalar { value: 0.47, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "smooth sphere; costs about 3 % of the speed over a lane", note: None },
    Datum { path: "core.RG_low", value: Value::Scalar { value: 0.063, spread: None }, unit: "m", kind: Kind::Assumption, verification: Verification::Memory, source: "2.48 in, a common ball within the rule's 2.46-2.80 in", note: None },
    Datum { path: "core.differential", value: Value::Scalar { value: 0.00127, spread: None }, unit: "m", kind: Kind::Assumption, verification: Verification::Memory, source: "0.050 in, a strong ball within the rule's 0.060 in", note: None },
    Datum { path: "core.mass_bias", value: Value::Scalar { value: 0.00038, spread: None }, unit: "m", kind: Kind::Assumption, verification: Verification::Memory, source: "0.015 in between the high and the intermediate axis", note: None },
    Datum { path: "friction.mu_oil", value: Value::Scalar { value: 0.04, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Frohlich 2004 AJP 72:1170; Hopkins & Patterson 1977", note: None },
    Datum { path: "friction.mu_dry", value: Value::Scalar { value: 0.2, spread: None }, unit: "1", kind: Kind::Measured, verification: Verification::Memory, source: "Frohlich 2004 AJP 72:1170; Hopkins & Patterson 1977; 0.12 as the mean of a lane", note: None },
    Datum { path: "friction.oil_length", value: Value::Range { low: 10.7, high: 13.4 }, unit: "m", kind: Kind::Assumption, verification: Verification::Memory, source: "house patterns 35-44 ft", note: None },
    Datum { path: "friction.skid_length", value: Value::Scalar { value: 6.1, spread: None }, unit: "m", kind: Kind::Measured, verification: Verification::Seen, source: "'around the first 20 feet' (breakdownbowling.com)", note: None },
    Datum { path: "friction.rolling_coeff", value: Value::Scalar { value: 0.005, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "small; torque mu_r N R", note: None },
    Datum { path: "typical.release_speed", value: Value::Range { low: 7.6, high: 11.2 }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "17-25 mph (improvebowling.com)", note: None },
    Datum { path: "typical.speed_loss", value: Value::Range { low: 1.12, high: 1.34 }, unit: "m/s", kind: Kind::Measured, verification: Verification::Seen, source: "2.5-3 mph from foul line to pins (improvebowling.com)", note: None },
    Datum { path: "typical.best_entry_angle", value: Value::Scalar { value: 6.0, spread: None }, unit: "deg", kind: Kind::Measured, verification: Verification::Seen, source: "USBC study (bowlmovementswy.blogspot.com 2010/01)", note: None },
    Datum { path: "typical.lane_length", value: Value::Scalar { value: 18.29, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "60 ft (Wolfram blog 2022-03-25)", note: None },
];

/// Entries of the ball of athletics (validation only).
pub static SHOT_PUT: &[Datum] = &[
    Datum { path: "nominal.mass", value: Value::Scalar { value: 7.26, spread: None }, unit: "kg", kind: Kind::Rule, verification: Verification::Seen, source: "men (shotshaper ShotPutBall)", note: None },
    Datum { path: "nominal.diameter", value: Value::Scalar { value: 0.11, spread: None }, unit: "m", kind: Kind::Rule, verification: Verification::Seen, source: "110-130 mm (shotshaper comment)", note: None },
    Datum { path: "bounce.e_rigid", value: Value::Scalar { value: 0.4, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "brass or iron on a rigid plate; in the sector it stops where it lands", note: None },
    Datum { path: "drag.CD", value: Value::Scalar { value: 0.47, spread: None }, unit: "1", kind: Kind::Assumption, verification: Verification::Memory, source: "smooth sphere; effect 0.3 % of range", note: None },
];

/// All balls in the order of the file.
pub static BALLS: [BallData; 12] = [
    BallData { key: "table_tennis", sport: "Table tennis", body: "ITTF", shape: None, data: TABLE_TENNIS },
    BallData { key: "golf", sport: "Golf", body: "USGA / R&A", shape: None, data: GOLF },
    BallData { key: "baseball", sport: "Baseball", body: "MLB / WBSC", shape: None, data: BASEBALL },
    BallData { key: "soccer", sport: "Association football", body: "IFAB / FIFA", shape: None, data: SOCCER },
    BallData { key: "tennis", sport: "Tennis", body: "ITF", shape: None, data: TENNIS },
    BallData { key: "basketball", sport: "Basketball", body: "FIBA / NBA / NCAA", shape: None, data: BASKETBALL },
    BallData { key: "volleyball", sport: "Volleyball", body: "FIVB", shape: None, data: VOLLEYBALL },
    BallData { key: "cricket", sport: "Cricket", body: "MCC / ICC", shape: None, data: CRICKET },
    BallData { key: "rugby", sport: "Rugby union", body: "World Rugby", shape: Some("prolate spheroid"), data: RUGBY },
    BallData { key: "american_football", sport: "American football", body: "NFL / NCAA", shape: Some("prolate spheroid (pointed)"), data: AMERICAN_FOOTBALL },
    BallData { key: "bowling", sport: "Ten-pin bowling", body: "USBC / IBF", shape: None, data: BOWLING },
    BallData { key: "shot_put", sport: "Athletics (validation only)", body: "World Athletics", shape: None, data: SHOT_PUT },
];
