//! The colours and line weights that all panels share.

use super::canvas::{Pen, Rgba};

pub(crate) const PAPER: Rgba = Rgba::hex(0xF4_F6_F8);
pub(crate) const PANEL: Rgba = Rgba::hex(0xFF_FF_FF);
pub(crate) const TEXT: Rgba = Rgba::hex(0x1C_27_33);
pub(crate) const MUTED: Rgba = Rgba::hex(0x5B_6B_7A);
pub(crate) const BANNER: Rgba = Rgba::hex(0x12_23_35);
pub(crate) const ON_BANNER: Rgba = Rgba::hex(0xFF_FF_FF);
pub(crate) const ON_BANNER_MUTED: Rgba = Rgba::hex(0xA9_BE_D2);
pub(crate) const TILE: Rgba = Rgba::hex(0x1E_36_50);

/// The flight up to the first impact.
pub(crate) const FLIGHT: Rgba = Rgba::hex(0x0B_62_C4);
/// The inside of an oval ball.
pub(crate) const BALL: Rgba = Rgba::hex(0xF4_E6_D2);
/// What follows the first impact.
pub(crate) const AFTER: Rgba = Rgba::hex(0x7F_A9_DB);
pub(crate) const IMPACT: Rgba = Rgba::hex(0xE0_4F_1A);
pub(crate) const APEX: Rgba = Rgba::hex(0x2B_9A_66);
pub(crate) const LAUNCH: Rgba = Rgba::hex(0x1C_27_33);
pub(crate) const MARK: Rgba = Rgba::hex(0x3A_46_52);

pub(crate) const SPEED: Rgba = Rgba::hex(0x0B_62_C4);
pub(crate) const SPIN: Rgba = Rgba::hex(0x8A_3F_C2);
pub(crate) const TOTAL: Rgba = Rgba::hex(0x1C_27_33);
pub(crate) const TRANSLATION: Rgba = Rgba::hex(0x0B_62_C4);
pub(crate) const ROTATION: Rgba = Rgba::hex(0x8A_3F_C2);
pub(crate) const POTENTIAL: Rgba = Rgba::hex(0x2B_9A_66);

pub(crate) const SKY_HIGH: Rgba = Rgba::hex(0xC4_DD_F2);
pub(crate) const SKY_LOW: Rgba = Rgba::hex(0xF3_F8_FC);

/// A grid line; the line through zero is darker.
pub(crate) const fn grid(zero: bool) -> Pen {
    if zero {
        Pen::new(Rgba::hex(0x9A_A7_B4), 1.5)
    } else {
        Pen::new(Rgba::hex(0xE3_E8_ED), 1.0)
    }
}
