//! Contacts that are carried along, against those computed anew.

use voltex_math::random::Key;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::narrow::{self, PairCache, RefreshLimits, refreshed};

use crate::draw::{KINDS, direction, pair};
use crate::solid::Couple;

/// A pair that turns and slides a little: points stay on their bodies, and the deepest differs from the extent of
/// the bodies along the normal by no more than the turn allows.
#[test]
fn carried_contact_stays_near_the_bodies() {
    let mut compared = 0;
    for (row, a) in KINDS.into_iter().enumerate() {
        for (column, b) in KINDS.into_iter().enumerate() {
            let mut draws = Key::new(1_100 + row as u64, column as u64).sequence();
            for index in 0..50 {
                let (a, b, then) = pair((a, b), (0.3, 1.0), &mut draws);
                let (a, b) = (a.convex(), b.convex());
                let contact = narrow::manifold(&a, &b, &then, 0.0, &mut PairCache::default());
                let angle = draws.uniform_in(0.0, 0.017) as f32;
                let spin = Quat::from_scaled_axis(direction(&mut draws) * angle);
                let step = direction(&mut draws) * draws.uniform_in(0.0, 0.02) as f32;
                let now = Pose::new(then.position + step, spin * then.rotation);
                let limits = RefreshLimits::new(0.1);
                let Some(fresh) = refreshed(&contact, &then, &now, &limits) else {
                    assert!(
                        contact.is_empty(),
                        "#{index}: a contact within the limits is kept"
                    );
                    continue;
                };
                compared += 1;
                let couple = Couple::new(&a, &b, &now);
                let before = Couple::new(&a, &b, &then);
                let normal = fresh.normal.as_dvec3().normalize();
                let size = couple.size();
                // What B's own extent along the normal may change by, and what the manifold was off by before.
                let was =
                    contact.deepest().map_or(0.0, |p| f64::from(p.depth)) + before.gap(normal);
                let deepest = fresh.deepest().map_or(0.0, |p| f64::from(p.depth));
                let error = deepest + couple.gap(normal) - was;
                let allowed = f64::from(angle) * 2.0 * size + 1e-5 * size;
                assert!(
                    error.abs() < allowed,
                    "#{index}: {error} of {allowed}, {a:?} {b:?}"
                );
                for (old, new) in contact.points().iter().zip(fresh.points()) {
                    let local = then.inverse_transform_point(old.point_on_b);
                    let moved = now.transform_point(local);
                    assert!((moved - new.point_on_b).length() < 1e-5, "#{index}");
                    assert_eq!((old.point_on_a, old.feature), (new.point_on_a, new.feature));
                    let depth = (new.point_on_a - new.point_on_b).dot(fresh.normal);
                    assert!((depth - new.depth).abs() < 1e-6, "#{index}");
                }
            }
        }
    }
    assert!(compared > 500, "{compared} contacts");
}

#[test]
fn turn_beyond_the_limit_and_numbers_that_are_none() {
    let cube = voltex_physics::Convex::Box {
        half_extents: Vec3::splat(0.5),
    };
    let then = Pose::from_position(Vec3::Y * 0.99);
    let contact = narrow::manifold(&cube, &cube, &then, 0.0, &mut PairCache::default());
    let limits = RefreshLimits::new(0.1);
    let turned = |angle: f32| Pose::new(then.position, Quat::from_rotation_y(angle));
    assert!(refreshed(&contact, &then, &turned(0.017), &limits).is_some());
    assert!(refreshed(&contact, &then, &turned(0.018), &limits).is_none());
    // The same rotation by the other quaternion.
    let other = Pose::new(then.position, -Quat::IDENTITY);
    assert_eq!(refreshed(&contact, &then, &other, &limits), Some(contact));
    let nowhere = Pose::from_position(Vec3::splat(f32::NAN));
    assert!(refreshed(&contact, &then, &nowhere, &limits).is_none());
    let twisted = Pose::new(then.position, Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0));
    assert!(refreshed(&contact, &then, &twisted, &limits).is_none());
}
