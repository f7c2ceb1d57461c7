//! What the surfaces of two bodies make of their contact.

use voltex_flight::Surface;

use super::rows::Row;
use crate::DEFAULT_RESTITUTION;
use crate::ballistic::search::Spot;
use crate::collider::Collider;
use crate::impulse::ImpactLaw;
use crate::shape::Shape;

/// What a ball meets on a ground; `None` for all other pairs.
fn ground<'a>(rows: [&'a Row; 2], spot: Spot) -> Option<(&'a Row, &'a Surface)> {
    let [a, b] = rows;
    let under = |ball: &'a Row, other: &Row| {
        let kind = &ball.ball.as_ref()?.kind;
        let cell = match (other.collider, spot.triangle) {
            (Some(Collider::Mesh(mesh)), Some(triangle)) => kind.triangle(mesh, triangle),
            _ => spot.cell,
        };
        Some((ball, kind.surface(other.ground?.0.after(cell))?))
    };
    under(a, b).or_else(|| under(b, a))
}

/// What a ball meets on a body: the ground that it has, or else what the materials of both say.
pub(crate) fn ball_surface(ball: &Row, other: &Row, spot: Spot) -> Surface {
    match ground([ball, other], spot) {
        Some((_, surface)) => *surface,
        None => {
            let law = impact_law([ball, other]);
            let [rolling, spinning] = resistance([ball, other], spot);
            Surface::plain(
                "material",
                law.restitution,
                law.friction,
                law.tangential_restitution,
            )
            .resisting(f64::from(rolling), f64::from(spinning))
        }
    }
}

/// Resistance of a pair to rolling and to spinning, in parts of load and radius.
pub(crate) fn resistance(rows: [&Row; 2], spot: Spot) -> [f32; 2] {
    if let Some((_, surface)) = ground(rows, spot) {
        return [surface.rolling as f32, surface.spinning as f32];
    }
    let [a, b] = rows.map(|row| &row.material);
    [
        voltex_math::f32::max(a.rolling_friction, b.rolling_friction),
        voltex_math::f32::max(a.spinning_friction, b.spinning_friction),
    ]
}

/// Coulomb friction of a pair.
pub(crate) fn friction(rows: [&Row; 2], spot: Spot) -> f32 {
    if let Some((ball, surface)) = ground(rows, spot) {
        let place = ball.transform.position.as_dvec3();
        return surface.friction.at(place) as f32;
    }
    let [a, b] = rows.map(|row| &row.material);
    a.friction_combine
        .of(b.friction_combine, a.friction, b.friction)
}

/// Normal restitution of a pair. What names none follows the other, as the ground does.
pub(crate) fn restitution(rows: [&Row; 2], spot: Spot) -> f32 {
    if let Some((_, surface)) = ground(rows, spot) {
        // What is left to the solver hardly moves.
        return surface.restitution.at(0.0) as f32;
    }
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
        restitution: f64::from(restitution(rows, Spot::default())),
        friction: f64::from(friction(rows, Spot::default())),
        tangential_restitution: f64::from(voltex_math::f32::max(a, b)),
    }
}

/// Where a ball touches a body, by the triangle of a mesh or height field.
pub(crate) fn spot(ball: &Row, other: &Shape<'_>, triangle: u32) -> Spot {
    match other {
        Shape::Mesh(_) if ball.ball.is_some() => Spot {
            triangle: Some(triangle),
            ..Spot::default()
        },
        Shape::HeightField(field) if ball.ball.is_some() => Spot {
            cell: field.surface(triangle),
            ..Spot::default()
        },
        Shape::Mesh(_)
        | Shape::HeightField(_)
        | Shape::Convex(_)
        | Shape::HalfSpace { .. }
        | Shape::Compound(_) => Spot::default(),
    }
}
