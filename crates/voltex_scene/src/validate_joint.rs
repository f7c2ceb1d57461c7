//! Checks of joints.

use std::collections::BTreeMap;

use crate::arrange::{Arrangement, Layout};
use crate::body::Body;
use crate::check::{Check, Fault};
use crate::joint::{Joint, JointKind, Link, Spring};

/// Checks the joints between the bodies of a list and adds their number.
pub(crate) fn joints<'a>(
    check: &mut Check<'a>,
    bodies: &[Body],
    joints: &[Joint],
    total: &mut u64,
) -> Result<(), Fault> {
    let names: BTreeMap<&str, usize> = bodies
        .iter()
        .enumerate()
        .filter(|(_, body)| !body.name.is_empty())
        .map(|(index, body)| (body.name.as_str(), index))
        .collect();
    check.field("joints", |check| {
        for (index, joint) in joints.iter().enumerate() {
            check.index(index, |check| {
                let a = check.known_body("a", &joint.a, &names)?;
                let b = check.known_body("b", &joint.b, &names)?;
                *total = total.saturating_add(links(check, joint, &bodies[a], &bodies[b], a == b)?);
                check.total("joints", *total)?;
                self::joint(check, joint)
            })?;
        }
        Ok(())
    })
}

/// Number of joints that an entry makes; `None` along the axes of something that is no grid.
pub(crate) fn link_count(joint: &Joint, a: &Body, b: &Body) -> Option<u64> {
    let (copies_a, copies_b) = (Layout::count_of(&a.repeat), Layout::count_of(&b.repeat));
    match joint.link {
        Link::First | Link::Last => Some(1),
        Link::Pairs => Some(copies_a.min(copies_b)),
        Link::Next => Some(copies_a.min(copies_b.saturating_sub(1))),
        Link::X | Link::Y | Link::Z => {
            let (nx, ny, nz) = grid(a)?;
            let [x, y, z] = [nx, ny, nz].map(u64::from);
            Some(match joint.link {
                Link::X => x.saturating_sub(1) * y * z,
                Link::Y => x * y.saturating_sub(1) * z,
                _ => x * y * z.saturating_sub(1),
            })
        }
    }
}

/// The counts of a body that is laid out in one grid.
pub(crate) fn grid(body: &Body) -> Option<(u32, u32, u32)> {
    match body.repeat.as_slice() {
        [Arrangement::Grid { count, .. }] => Some(*count),
        _ => None,
    }
}

fn links(
    check: &mut Check<'_>,
    joint: &Joint,
    a: &Body,
    b: &Body,
    same: bool,
) -> Result<u64, Fault> {
    let along_grid = matches!(joint.link, Link::X | Link::Y | Link::Z);
    if along_grid && (!same || grid(a).is_none()) {
        return check.field("link", |check| {
            check.conflict(
                "neighbours along an axis are copies of one body whose `repeat` is a single Grid; name it as a and b, or use Next or Pairs",
            )
        });
    }
    let alone = joint.link == Link::Last && a.copies() == 1;
    if same && (matches!(joint.link, Link::First | Link::Pairs) || alone) {
        return check.field("b", |check| {
            check.conflict(
                "the joint connects a body with itself; name another body, or add `link: Next` to connect its copies",
            )
        });
    }
    // Along a grid it was made sure above that there is one.
    Ok(link_count(joint, a, b).unwrap_or(0))
}

fn joint(check: &mut Check<'_>, joint: &Joint) -> Result<(), Fault> {
    for (field, point) in [("at", joint.at), ("on_a", joint.on_a), ("on_b", joint.on_b)] {
        if let Some(point) = point {
            check.place(field, point)?;
        }
    }
    if joint.at.is_some() && (joint.on_a.is_some() || joint.on_b.is_some()) {
        return check.conflict("`at` gives both points already; leave out on_a and on_b, or `at`");
    }
    if let Some(axis) = joint.axis {
        check.direction("axis", axis)?;
    } else if joint.kind.needs_axis() {
        return check.conflict(format!(
            "a {} needs an axis; add for example `axis: (0, 0, 1)`",
            joint.kind.name()
        ));
    }
    for (field, what, limit) in [
        ("break_force", "force (N)", joint.break_force),
        ("break_torque", "torque (N m)", joint.break_torque),
    ] {
        if let Some(limit) = limit {
            check.range(
                field,
                what,
                limit,
                1.0e-9,
                1.0e30,
                "; leave it out for a joint that holds",
            )?;
        }
    }
    check.field("kind", |check| kind(check, &joint.kind))
}

/// Larger than any angle that a joint counts, rad: a thousand radians are 159 turns.
const MAX_ANGLE: f32 = 1.0e3;
const MAX_WAY: f32 = 1.0e6;

fn kind(check: &mut Check<'_>, kind: &JointKind) -> Result<(), Fault> {
    match kind {
        JointKind::Fixed => Ok(()),
        JointKind::Ball {
            cone,
            twist,
            spring: soft,
            friction,
        } => {
            if let Some(cone) = cone {
                check.range("cone", "angle (rad)", *cone, 0.0, std::f32::consts::PI, "")?;
            }
            check.interval("twist", "angle (rad)", *twist, std::f32::consts::PI)?;
            check.range(
                "friction",
                "friction torque (N m)",
                *friction,
                0.0,
                1.0e30,
                "",
            )?;
            spring(check, soft.as_ref())
        }
        JointKind::Hinge {
            limits,
            motor,
            spring: soft,
            friction,
        } => {
            check.interval("limits", "angle (rad)", *limits, MAX_ANGLE)?;
            check.range(
                "friction",
                "friction torque (N m)",
                *friction,
                0.0,
                1.0e30,
                "",
            )?;
            spinner(check, motor.as_ref())?;
            spring(check, soft.as_ref())
        }
        JointKind::Slider {
            limits,
            motor,
            spring: soft,
        } => {
            check.interval("limits", "way (m)", *limits, MAX_WAY)?;
            if let Some(motor) = motor {
                check.field("motor", |check| {
                    check.range("speed", "speed (m/s)", motor.speed, -1.0e6, 1.0e6, "")?;
                    check.range("force", "force (N)", motor.force, 0.0, 1.0e30, "")
                })?;
            }
            spring(check, soft.as_ref())
        }
        JointKind::Distance { min, max } => {
            for (field, length) in [("min", min), ("max", max)] {
                if let Some(length) = length {
                    check.range(field, "length (m)", *length, 0.0, MAX_WAY, "")?;
                }
            }
            match (min, max) {
                (Some(min), Some(max)) if min > max => check.conflict(format!(
                    "the least distance {min} lies above the largest {max}; exchange them"
                )),
                _ => Ok(()),
            }
        }
        JointKind::Spring {
            length,
            spring: soft,
        } => {
            if let Some(length) = length {
                check.range("length", "length (m)", *length, 0.0, MAX_WAY, "")?;
            }
            spring(check, Some(soft))
        }
        JointKind::Wheel {
            travel,
            spring: soft,
            motor,
        } => {
            check.interval("travel", "way (m)", *travel, MAX_WAY)?;
            spinner(check, motor.as_ref())?;
            spring(check, soft.as_ref())
        }
    }
}

fn spring(check: &mut Check<'_>, spring: Option<&Spring>) -> Result<(), Fault> {
    let Some(spring) = spring else { return Ok(()) };
    check.field("spring", |check| {
        check.range(
            "frequency",
            "frequency (Hz)",
            spring.frequency,
            1.0e-6,
            1.0e6,
            "",
        )?;
        check.range(
            "damping",
            "share of critical damping",
            spring.damping,
            0.0,
            1.0e3,
            "",
        )
    })
}

fn spinner(check: &mut Check<'_>, motor: Option<&crate::joint::Spinner>) -> Result<(), Fault> {
    let Some(motor) = motor else { return Ok(()) };
    check.field("motor", |check| {
        check.range("speed", "speed (rad/s)", motor.speed, -1.0e6, 1.0e6, "")?;
        check.range("torque", "torque (N m)", motor.torque, 0.0, 1.0e30, "")
    })
}
