//! What the surfaces of two bodies make of their contact.

use super::rows::Row;
use crate::DEFAULT_RESTITUTION;
use crate::impulse::ImpactLaw;

/// Coulomb friction of a pair.
pub(crate) fn friction(rows: [&Row; 2]) -> f32 {
    let [a, b] = rows.map(|row| &row.material);
    a.friction_combine
        .of(b.friction_combine, a.friction, b.friction)
}

/// Normal restitution of a pair. What names none follows the other, as the ground does.
pub(crate) fn restitution(rows: [&Row; 2]) -> f32 {
    let [a, b] = rows.map(|row| &row.material);
    let each = rows.map(|row| {
        let body = row.body.map(|body| body.restitution);
        row.material.restitution.or(body)
    });
    match each {
        [Some(e), None] | [None, Some(e)] => e,
        [None, None] => DEFAULT_RESTITUTION,
        [Some(e), Some(f)] => a.restitution_combine.of(b.restitution_combine, e, f),
    }
}

/// The law of an impact of a pair. Of two surfaces the one that springs back more along its plane counts: the
/// rubber is in the ball or on the table.
pub(crate) fn impact_law(rows: [&Row; 2]) -> ImpactLaw {
    let [a, b] = rows.map(|row| row.material.tangential_restitution);
    ImpactLaw {
        restitution: f64::from(restitution(rows)),
        friction: f64::from(friction(rows)),
        tangential_restitution: f64::from(voltex_math::f32::max(a, b)),
    }
}
