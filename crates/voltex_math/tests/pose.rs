//! Poses as a group of rigid motions, and Euler angles as a view of them.

use std::f32::consts::{FRAC_PI_2, PI};

use proptest::prelude::*;
use voltex_math::{Euler, Mat3, Pose, Quat, Vec3};

fn vector() -> impl Strategy<Value = Vec3> {
    let axis = -10.0_f32..10.0;
    (axis.clone(), axis.clone(), axis).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn rotation() -> impl Strategy<Value = Quat> {
    let c = -1.0_f32..1.0;
    (c.clone(), c.clone(), c.clone(), c)
        .prop_map(|(x, y, z, w)| Quat::from_xyzw(x, y, z, w))
        .prop_filter("needs a direction", |q| q.length() > 0.1)
        .prop_map(|q| q.normalize())
}

fn pose() -> impl Strategy<Value = Pose> {
    (vector(), rotation()).prop_map(|(position, rotation)| Pose::new(position, rotation))
}

/// Distance of two rotations: 0 for `q` and for `-q`.
fn rotation_error(a: Quat, b: Quat) -> f32 {
    let (a, b) = (a.as_dquat(), b.as_dquat());
    (a - b).length().min_by_compare((a + b).length()) as f32
}

trait MinByCompare {
    fn min_by_compare(self, other: Self) -> Self;
}

impl MinByCompare for f64 {
    fn min_by_compare(self, other: Self) -> Self {
        if self < other { self } else { other }
    }
}

#[test]
fn identity_changes_no_bit() {
    let pose = Pose::new(Vec3::new(1.0, -2.0, 3.0), Quat::from_rotation_x(0.4));
    assert_eq!(Pose::IDENTITY * pose, pose);
    assert_eq!(pose * Pose::IDENTITY, pose);
    assert_eq!(Pose::default(), Pose::IDENTITY);
    assert_eq!(Pose::IDENTITY.transform_point(Vec3::ONE), Vec3::ONE);
}

#[test]
fn quarter_turn_about_up_takes_forward_to_left() {
    // Right-handed, +Y up: +X turned by +90 degrees about +Y is -Z.
    let pose = Pose::new(Vec3::Y, Quat::from_rotation_y(FRAC_PI_2));
    assert!((pose.transform_vector(Vec3::X) + Vec3::Z).length() < 1e-6);
    assert!((pose.transform_point(Vec3::X) - (Vec3::Y - Vec3::Z)).length() < 1e-6);
}

#[test]
fn lerp_returns_its_ends_bit_for_bit_and_the_short_way() {
    let start = Pose::new(Vec3::X, Quat::from_rotation_z(0.1));
    let end = Pose::new(Vec3::Y, -Quat::from_rotation_z(0.5));
    assert_eq!(start.lerp(&end, 0.0), start);
    assert_eq!(start.lerp(&end, 1.0), end);
    let middle = start.lerp(&end, 0.5);
    assert!(rotation_error(middle.rotation, Quat::from_rotation_z(0.3)) < 1e-6);
    assert_eq!(middle.position, Vec3::new(0.5, 0.5, 0.0));
}

#[test]
fn euler_order_is_yaw_after_pitch_after_roll() {
    let (yaw, pitch, roll) = (0.3, -0.8, 1.9);
    let product =
        Quat::from_rotation_y(yaw) * Quat::from_rotation_x(pitch) * Quat::from_rotation_z(roll);
    assert!(rotation_error(Euler::new(yaw, pitch, roll).to_quat(), product) < 2e-7);
    // Each angle alone turns about its own axis.
    assert!(
        rotation_error(
            Euler::new(yaw, 0.0, 0.0).to_quat(),
            Quat::from_rotation_y(yaw)
        ) < 1e-7
    );
    assert!(
        rotation_error(
            Euler::new(0.0, pitch, 0.0).to_quat(),
            Quat::from_rotation_x(pitch)
        ) < 1e-7
    );
    assert!(
        rotation_error(
            Euler::new(0.0, 0.0, roll).to_quat(),
            Quat::from_rotation_z(roll)
        ) < 1e-7
    );
}

/// Rotations kept as Euler angles lose one angle at the pole and drift when converted back and
/// forth. The view must describe the same rotation there, and the quaternion must stay untouched.
#[test]
fn euler_angles_at_the_pole_keep_the_rotation() {
    for pitch in [FRAC_PI_2, -FRAC_PI_2] {
        for (yaw, roll) in [(0.0, 0.0), (0.4, 0.0), (0.4, 0.9), (-2.5, 3.0), (3.1, -1.2)] {
            for offset in [0.0, 1e-7, 1e-6, 1e-4, 1e-2] {
                let stored = Euler::new(yaw, pitch * (1.0 - offset), roll).to_quat();
                let view = Euler::from_quat(stored);
                assert!(
                    rotation_error(view.to_quat(), stored) < 3e-7,
                    "yaw {yaw}, pitch {pitch}, roll {roll}, offset {offset}: {view:?}"
                );
                assert!((view.pitch.abs() - FRAC_PI_2).abs() < 1.01e-2 * FRAC_PI_2 + 1e-6);
                if offset == 0.0 {
                    assert_eq!(view.roll, 0.0, "at the pole roll is taken as 0");
                }
            }
        }
    }
}

#[test]
fn euler_of_nothing_is_nothing() {
    assert_eq!(
        Euler::from_quat(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        Euler::default()
    );
    assert_eq!(Euler::from_quat(Quat::IDENTITY), Euler::default());
    assert_eq!(Euler::default().to_quat(), Quat::IDENTITY);
}

proptest! {
    #[test]
    fn inverse_undoes(a in pose(), p in vector()) {
        let there_and_back = a.inverse_transform_point(a.transform_point(p));
        prop_assert!((there_and_back - p).length() < 1e-5);
        prop_assert!((a.inverse().transform_point(p) - a.inverse_transform_point(p)).length() < 2e-5);
        prop_assert!((a.inverse().transform_vector(p) - a.inverse_transform_vector(p)).length() < 1e-5);
        let product = a * a.inverse();
        prop_assert!(product.position.length() < 1e-5);
        prop_assert!(rotation_error(product.rotation, Quat::IDENTITY) < 1e-6);
    }

    #[test]
    fn product_applies_the_right_factor_first(a in pose(), b in pose(), c in pose(), p in vector()) {
        let direct = (a * b).transform_point(p);
        prop_assert!((direct - a.transform_point(b.transform_point(p))).length() < 3e-5);
        let (left, right) = ((a * b) * c, a * (b * c));
        prop_assert!((left.position - right.position).length() < 5e-5);
        prop_assert!(rotation_error(left.rotation, right.rotation) < 1e-6);
    }

    #[test]
    fn rigid_motion_keeps_lengths(a in pose(), p in vector(), q in vector()) {
        let moved = a.transform_point(p).distance(a.transform_point(q));
        prop_assert!((moved - p.distance(q)).abs() < 3e-5);
        prop_assert!((a.transform_vector(p).length() - p.length()).abs() < 1e-5);
    }

    #[test]
    fn relative_pose_leads_from_one_to_the_other(a in pose(), b in pose()) {
        let other = a * a.relative(&b);
        prop_assert!((other.position - b.position).length() < 2e-5);
        prop_assert!(rotation_error(other.rotation, b.rotation) < 1e-6);
    }

    #[test]
    fn matrix_moves_points_alike(a in pose(), p in vector()) {
        prop_assert!((a.matrix().transform_point3(p) - a.transform_point(p)).length() < 2e-5);
    }

    #[test]
    fn euler_view_describes_the_rotation(q in rotation()) {
        let view = Euler::from_quat(q);
        prop_assert!(view.pitch.abs() <= FRAC_PI_2 && view.yaw.abs() <= PI && view.roll.abs() <= PI);
        prop_assert!(rotation_error(view.to_quat(), q) < 3e-7);
        // The same rotation by plain matrices.
        let matrix = Mat3::from_rotation_y(view.yaw) * Mat3::from_rotation_x(view.pitch) * Mat3::from_rotation_z(view.roll);
        let expected = Mat3::from_quat(q);
        prop_assert!((matrix.x_axis - expected.x_axis).length() < 2e-6);
        prop_assert!((matrix.y_axis - expected.y_axis).length() < 2e-6);
    }

    #[test]
    fn euler_angles_away_from_the_pole_come_back(yaw in -3.1_f32..3.1, pitch in -1.5_f32..1.5, roll in -3.1_f32..3.1) {
        let view = Euler::from_quat(Euler::new(yaw, pitch, roll).to_quat());
        // Angles are worth 1/cos(pitch) less near the pole.
        let tolerance = 5e-7 / (FRAC_PI_2 - pitch.abs());
        prop_assert!((view.yaw - yaw).abs() < tolerance + 1e-6);
        prop_assert!((view.pitch - pitch).abs() < 1e-6);
        prop_assert!((view.roll - roll).abs() < tolerance + 1e-6);
    }
}
