//! What a user can get wrong in a joint.

use std::f32::consts::PI;

use voltex_math::{Pose, Quat};

use super::{Joint, JointKind, Motor, Spring};
use crate::error::{MAX_LENGTH, PhysicsError, check_range};

/// Largest angle that a hinge counts, rad: 159 turns.
const MAX_ANGLE: f32 = 1.0e3;

/// Refuses what no joint can be.
pub(super) fn joint(joint: &Joint) -> Result<(), PhysicsError> {
    if joint.a == Some(joint.b) {
        return Err(PhysicsError::BadJoint(format!(
            "a joint joins {:?} with itself; name another body as A, or None for the world",
            joint.b
        )));
    }
    frame("A", &joint.frame_a)?;
    frame("B", &joint.frame_b)?;
    for (what, limit) in [
        ("breaking force (N)", joint.break_force),
        ("breaking torque (N m)", joint.break_torque),
    ] {
        if let Some(limit) = limit {
            check_range(
                what,
                limit,
                [1.0e-9, f32::INFINITY],
                "; None is a joint that holds",
            )?;
        }
    }
    kind(&joint.kind)
}

fn frame(body: &str, frame: &Pose) -> Result<(), PhysicsError> {
    for value in frame.position.to_array() {
        let what = format!("anchor of a joint on {body} (m)");
        check_range(
            &what,
            value,
            [-MAX_LENGTH, MAX_LENGTH],
            " in every component",
        )?;
    }
    unit(
        &format!("rotation of the frame of a joint on {body}"),
        frame.rotation,
    )
}

fn unit(what: &str, rotation: Quat) -> Result<(), PhysicsError> {
    let length = rotation.length();
    if (length - 1.0).abs() <= 1.0e-3 {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: format!("length of the quaternion of the {what}"),
        value: length,
        allowed: "it must be 1 within 0.001; normalise it".to_owned(),
    })
}

fn kind(kind: &JointKind) -> Result<(), PhysicsError> {
    match kind {
        JointKind::Fixed => Ok(()),
        JointKind::Ball(ball) => {
            if let Some(cone) = ball.cone {
                check_range("cone of a ball joint (rad)", cone, [0.0, PI], "")?;
            }
            limits("twist of a ball joint (rad)", ball.twist, PI)?;
            effort("friction of a ball joint (N m)", ball.friction)?;
            if let Some(drive) = &ball.drive {
                unit("target of a ball joint", drive.target)?;
                effort("largest torque of a ball joint (N m)", drive.max_torque)?;
                if let Spring::Rated { stiffness, .. } = drive.spring {
                    return Err(PhysicsError::OutOfRange {
                        what: "stiffness of the drive of a ball joint (N m/rad)".to_owned(),
                        value: stiffness,
                        allowed: "it turns about any axis, and the inertia differs from one to the other: use \
                                  Spring::tuned"
                            .to_owned(),
                    });
                }
                spring(&drive.spring)?;
            }
            Ok(())
        }
        JointKind::Hinge(hinge) => {
            limits("limits of a hinge (rad)", hinge.limits, MAX_ANGLE)?;
            effort("friction of a hinge (N m)", hinge.friction)?;
            motor(hinge.motor.as_ref(), MAX_ANGLE)?;
            hinge.spring.as_ref().map_or(Ok(()), spring)
        }
        JointKind::Slider(slider) => {
            limits("limits of a slider (m)", slider.limits, MAX_LENGTH)?;
            effort("friction of a slider (N)", slider.friction)?;
            motor(slider.motor.as_ref(), MAX_LENGTH)?;
            slider.spring.as_ref().map_or(Ok(()), spring)
        }
        JointKind::Distance(distance) => {
            let range = [0.0, MAX_LENGTH];
            check_range("least distance of a joint (m)", distance.min, range, "")?;
            check_range("largest distance of a joint (m)", distance.max, range, "")?;
            ordered("distances of a joint (m)", [distance.min, distance.max])
        }
        JointKind::Spring(joint) => {
            let range = [0.0, MAX_LENGTH];
            check_range("length of a spring joint (m)", joint.length, range, "")?;
            spring(&joint.spring)
        }
        JointKind::Wheel(wheel) => {
            limits("travel of a wheel (m)", wheel.travel, MAX_LENGTH)?;
            effort("friction of a wheel (N m)", wheel.friction)?;
            motor(wheel.motor.as_ref(), MAX_ANGLE)?;
            if let Some(Motor::Position { target, .. }) = wheel.motor {
                return Err(PhysicsError::OutOfRange {
                    what: "target of the motor of a wheel (rad)".to_owned(),
                    value: target,
                    allowed: "the motor of a wheel has a speed, and no angle: use Motor::speed, or a hinge".to_owned(),
                });
            }
            wheel.suspension.as_ref().map_or(Ok(()), spring)
        }
    }
}

/// Lowest and highest value, in order and within a bound.
fn limits(what: &str, limits: Option<[f32; 2]>, bound: f32) -> Result<(), PhysicsError> {
    let Some(limits) = limits else { return Ok(()) };
    for limit in limits {
        check_range(what, limit, [-bound, bound], "; None is without limits")?;
    }
    ordered(what, limits)
}

fn ordered(what: &str, [low, high]: [f32; 2]) -> Result<(), PhysicsError> {
    if low <= high {
        return Ok(());
    }
    Err(PhysicsError::OutOfRange {
        what: format!("the lower of the {what}"),
        value: low,
        allowed: format!("it must not lie above the upper, {high}; exchange them"),
    })
}

/// A force or torque that is a largest one.
fn effort(what: &str, value: f32) -> Result<(), PhysicsError> {
    check_range(what, value, [0.0, f32::INFINITY], "")
}

fn motor(motor: Option<&Motor>, bound: f32) -> Result<(), PhysicsError> {
    match motor {
        None => Ok(()),
        Some(Motor::Speed { speed, max }) => {
            check_range(
                "speed of a motor (m/s or rad/s)",
                *speed,
                [-1.0e6, 1.0e6],
                "",
            )?;
            effort("largest force or torque of a motor (N or N m)", *max)
        }
        Some(Motor::Position {
            target,
            spring: soft,
            max,
        }) => {
            check_range("target of a motor (m or rad)", *target, [-bound, bound], "")?;
            effort("largest force or torque of a motor (N or N m)", *max)?;
            spring(soft)
        }
    }
}

fn spring(spring: &Spring) -> Result<(), PhysicsError> {
    match *spring {
        Spring::Tuned { frequency, damping } => {
            check_range("frequency of a spring (Hz)", frequency, [1.0e-6, 1.0e6], "")?;
            check_range(
                "damping of a spring, a share of critical",
                damping,
                [0.0, 1.0e3],
                "",
            )
        }
        Spring::Rated { stiffness, damping } => {
            check_range(
                "stiffness of a spring (N/m or N m/rad)",
                stiffness,
                [0.0, 1.0e12],
                "",
            )?;
            check_range(
                "damping of a spring (N s/m or N m s/rad)",
                damping,
                [0.0, 1.0e12],
                "",
            )
        }
    }
}
