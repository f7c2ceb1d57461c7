//! Golden bits of the glam operations that use transcendental functions.
//!
//! They hold the choice of glam's features: with std's functions or with vector instructions some
//! of these bits move.

use voltex_math::{DQuat, DVec3, Mat3, Quat, StateHasher, Vec3};

fn bits(q: Quat) -> [u32; 4] {
    q.to_array().map(f32::to_bits)
}

#[test]
fn scalar_math_gives_plain_alignment() {
    // With vector instructions glam aligns quaternions to 16 bytes.
    assert_eq!(align_of::<Quat>(), 4);
    assert_eq!((size_of::<Vec3>(), size_of::<Quat>()), (12, 16));
}

#[test]
fn rotations_have_golden_bits() {
    let axis = Vec3::new(0.6, 0.48, -0.64);
    let from_axis = Quat::from_axis_angle(axis, 1.234_567);
    let scaled = Quat::from_scaled_axis(Vec3::new(0.3, -2.0, 0.7));
    let slerp = from_axis.slerp(scaled, 0.3);
    assert_eq!(
        bits(from_axis),
        [0x3eb1d06d, 0x3e8e4057, 0xbebdab1e, 0x3f50c195]
    );
    assert_eq!(
        bits(scaled),
        [0x3dfbd799, 0xbf51de54, 0x3e92e86e, 0x3ef5cd7a]
    );
    assert_eq!(
        bits(slerp),
        [0x3eb42b1e, 0xbde66a9a, 0xbe48a202, 0x3f688a8e]
    );
}

/// A sweep of angles through every operation with a transcendental function that Voltex uses.
#[test]
fn sweep_of_rotations_has_a_golden_hash() {
    let mut hasher = StateHasher::new();
    for i in 0..2000 {
        let t = i as f32 * 0.0073 - 7.0;
        let axis = Vec3::new(1.0, t, -0.5 * t).normalize();
        let q = Quat::from_axis_angle(axis, t);
        let r =
            Quat::from_rotation_x(t) * Quat::from_rotation_y(0.3 * t) * Quat::from_rotation_z(t);
        hasher.write_quat(q);
        hasher.write_quat(q.slerp(r, 0.4));
        hasher.write_f32(q.angle_between(r));
        hasher.write_f32(axis.angle_between(r * axis));
        hasher.write_vec3(q.to_scaled_axis());
        hasher.write_vec3(Mat3::from_axis_angle(axis, t) * Vec3::ONE);
        let d = f64::from(t);
        let dq = DQuat::from_axis_angle(axis.as_dvec3().normalize(), d);
        let dr = DQuat::from_scaled_axis(DVec3::new(d, 0.5, -d));
        hasher.write_dquat(dq);
        hasher.write_dquat(dq.slerp(dr, 0.4));
        hasher.write_f64(dq.angle_between(dr));
        hasher.write_dvec3(dr.to_scaled_axis());
    }
    assert_eq!(format!("{hasher:?}"), "StateHasher(234ed444fd9b3788)");
}
