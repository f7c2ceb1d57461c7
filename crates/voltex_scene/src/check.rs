//! A walk through a scene that knows its way, and the refusals that all checks share.

use std::collections::BTreeMap;

use voltex_flight::FlightError;
use voltex_math::{Vec2, Vec3};
use voltex_physics::PhysicsError;

use crate::body::Rotation;
use crate::error::SceneError;
use crate::locate::Step;
use crate::scene::Scene;

/// Largest length of a shape, m.
pub(crate) const MAX_LENGTH: f32 = 1.0e6;
/// Smallest length of a shape, m.
const MIN_LENGTH: f32 = 1.0e-6;
/// Largest coordinate of a place, m: beyond it, neighbouring numbers are half a metre apart.
pub(crate) const MAX_PLACE: f32 = 1.0e7;
/// Longest name, bytes.
const MAX_NAME: usize = 100;

/// An error and the way to the field that is to blame.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) path: Vec<Step>,
    pub(crate) error: Box<SceneError>,
}

pub(crate) type Checked = Result<(), Fault>;

/// Names of one kind and where they stand.
pub(crate) type Known<'a> = BTreeMap<&'a str, usize>;

/// Goes down into a scene and knows the way that it came.
pub(crate) struct Check<'a> {
    pub(crate) scene: &'a Scene,
    path: Vec<Step>,
    pub(crate) materials: Known<'a>,
    pub(crate) shapes: Known<'a>,
    pub(crate) layers: Known<'a>,
    pub(crate) assemblies: Known<'a>,
}

/// A number as messages show it: with an exponent where zeros would have to be counted.
pub(crate) fn shown(value: f32) -> String {
    if value == 0.0 || (1.0e-4..1.0e6).contains(&value.abs()) || !value.is_finite() {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// Names with their rows.
pub(crate) fn positions<'a>(names: impl Iterator<Item = &'a str>) -> Known<'a> {
    names.enumerate().map(|(row, name)| (name, row)).collect()
}

impl<'a> Check<'a> {
    /// A walk that stands at the root of a scene.
    pub(crate) fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            path: Vec::new(),
            materials: positions(scene.materials.names()),
            shapes: positions(scene.shapes.names()),
            layers: positions(scene.layers.iter().map(String::as_str)),
            assemblies: positions(scene.assemblies.names()),
        }
    }

    /// Checks inside a field.
    pub(crate) fn field<R>(
        &mut self,
        name: &'static str,
        inside: impl FnOnce(&mut Self) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        self.step(Step::Field(name), inside)
    }

    /// Checks inside an element of a list.
    pub(crate) fn index<R>(
        &mut self,
        index: usize,
        inside: impl FnOnce(&mut Self) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        self.step(Step::Index(index), inside)
    }

    /// Checks inside a row of a table.
    pub(crate) fn key<R>(
        &mut self,
        name: &str,
        inside: impl FnOnce(&mut Self) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        self.step(Step::Key(name.to_owned()), inside)
    }

    fn step<R>(
        &mut self,
        step: Step,
        inside: impl FnOnce(&mut Self) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        self.path.push(step);
        let result = inside(self);
        self.path.pop();
        result
    }

    /// A fault here.
    pub(crate) fn fault(&self, error: SceneError) -> Fault {
        Fault {
            path: self.path.clone(),
            error: Box::new(error),
        }
    }

    /// The fault of things that do not go together.
    pub(crate) fn conflict<R>(&self, problem: impl Into<String>) -> Result<R, Fault> {
        Err(self.fault(SceneError::Conflict {
            place: Box::default(),
            problem: problem.into(),
        }))
    }

    /// The fault of a name that is not known.
    pub(crate) fn unknown<R>(
        &self,
        what: &'static str,
        name: &str,
        known: &Known<'_>,
    ) -> Result<R, Fault> {
        // In the order of the file, not of the alphabet.
        let mut rows: Vec<(usize, &str)> = known.iter().map(|(name, row)| (*row, *name)).collect();
        rows.sort_unstable();
        Err(self.fault(SceneError::Unknown {
            place: Box::default(),
            what,
            name: name.to_owned(),
            known: rows.into_iter().map(|(_, name)| name.to_owned()).collect(),
        }))
    }

    /// Refuses NaN, infinities and numbers outside `[low, high]`, in the field of the name.
    pub(crate) fn range(
        &mut self,
        field: &'static str,
        what: &'static str,
        value: f32,
        low: f32,
        high: f32,
        way_out: &str,
    ) -> Checked {
        if (low..=high).contains(&value) {
            return Ok(());
        }
        self.field(field, |check| {
            check.outside(what, value, low, high, way_out)
        })
    }

    /// The fault of a number outside `[low, high]`.
    pub(crate) fn outside(
        &self,
        what: &'static str,
        value: f32,
        low: f32,
        high: f32,
        way_out: &str,
    ) -> Checked {
        Err(self.fault(SceneError::OutOfRange {
            place: Box::default(),
            what,
            value: shown(value),
            allowed: format!(
                "it must lie between {} and {}{way_out}",
                shown(low),
                shown(high)
            ),
        }))
    }

    /// Refuses vectors with a component outside `[-high, high]`.
    pub(crate) fn vector(
        &mut self,
        field: &'static str,
        what: &'static str,
        value: Vec3,
        high: f32,
    ) -> Checked {
        for part in value.to_array() {
            self.range(field, what, part, -high, high, " in every component")?;
        }
        Ok(())
    }

    /// Refuses places too far from the origin.
    pub(crate) fn place(&mut self, field: &'static str, value: Vec3) -> Checked {
        self.vector(field, "a coordinate (m)", value, MAX_PLACE)
    }

    /// Refuses sizes of shapes that are not positive, or too small or large to compute with.
    pub(crate) fn size(&mut self, field: &'static str, what: &'static str, value: f32) -> Checked {
        self.range(field, what, value, MIN_LENGTH, MAX_LENGTH, " m")
    }

    /// Refuses directions of length zero and those that are too long to square.
    pub(crate) fn direction(&mut self, field: &'static str, value: Vec3) -> Checked {
        let length = value.length();
        if (1.0e-6..=1.0e6).contains(&length) {
            return Ok(());
        }
        self.field(field, |check| {
            check.conflict(format!(
                "the direction ({}, {}, {}) has the length {length}; it must lie between 1e-6 and 1e6, write for example (0, 1, 0)",
                value.x, value.y, value.z
            ))
        })
    }

    /// Refuses ranges whose ends are not finite or the wrong way round.
    pub(crate) fn interval(
        &mut self,
        field: &'static str,
        what: &'static str,
        value: Option<Vec2>,
        high: f32,
    ) -> Checked {
        let Some(ends) = value else { return Ok(()) };
        for end in ends.to_array() {
            self.range(field, what, end, -high, high, "")?;
        }
        if ends.x > ends.y {
            return self.field(field, |check| {
                check.conflict(format!(
                    "the lower end {} lies above the upper end {}; exchange them",
                    ends.x, ends.y
                ))
            });
        }
        Ok(())
    }

    /// Refuses counts outside `[low, high]`.
    pub(crate) fn count(
        &mut self,
        field: &'static str,
        what: &'static str,
        value: u64,
        low: u64,
        high: u64,
        way_out: &str,
    ) -> Checked {
        if (low..=high).contains(&value) {
            return Ok(());
        }
        self.field(field, |check| {
            Err(check.fault(SceneError::OutOfRange {
                place: Box::default(),
                what,
                value: value.to_string(),
                allowed: format!("it must lie between {low} and {high}{way_out}"),
            }))
        })
    }

    /// Refuses a name that the table of shapes lacks.
    pub(crate) fn shape_name(&mut self, field: &'static str, name: &str) -> Checked {
        if self.shapes.contains_key(name) {
            return Ok(());
        }
        self.field(field, |check| check.unknown("shape", name, &check.shapes))
    }

    /// The place of a body of a list by its name.
    pub(crate) fn known_body(
        &mut self,
        field: &'static str,
        name: &str,
        names: &Known<'_>,
    ) -> Result<usize, Fault> {
        match names.get(name) {
            Some(index) => Ok(*index),
            None => self.field(field, |check| check.unknown("body", name, names)),
        }
    }

    /// Refuses rotations without a direction.
    pub(crate) fn rotation(&mut self, rotation: &Option<Rotation>) -> Checked {
        let Some(rotation) = rotation else {
            return Ok(());
        };
        self.field("rotation", |check| match *rotation {
            Rotation::Axis { axis, angle } => {
                check.direction("axis", axis)?;
                check.range("angle", "angle (rad)", angle, -1.0e3, 1.0e3, "")
            }
            Rotation::Euler { yaw, pitch, roll } => {
                for (field, angle) in [("yaw", yaw), ("pitch", pitch), ("roll", roll)] {
                    check.range(field, "angle (rad)", angle, -1.0e3, 1.0e3, "")?;
                }
                Ok(())
            }
            Rotation::Quat { x, y, z, w } => {
                let length = voltex_math::Quat::from_xyzw(x, y, z, w).length();
                if (length - 1.0).abs() <= 1.0e-3 {
                    return Ok(());
                }
                check.conflict(format!(
                    "the quaternion ({x}, {y}, {z}, {w}) has the length {length}; it must be 1 within 0.001, divide by its length or write Euler or Axis"
                ))
            }
        })
    }

    /// The fault of what the physics refuses.
    pub(crate) fn physics(&self, result: Result<(), PhysicsError>) -> Checked {
        result.map_err(|error| {
            self.fault(SceneError::Physics {
                place: Box::default(),
                error,
            })
        })
    }

    /// The fault of what the flight model refuses.
    pub(crate) fn flight<R>(&self, result: Result<R, FlightError>) -> Result<R, Fault> {
        result.map_err(|error| {
            self.fault(SceneError::Flight {
                place: Box::default(),
                error,
            })
        })
    }

    /// Refuses names that no one can read or write.
    pub(crate) fn name(&self, name: &str) -> Checked {
        if name.is_empty() || name.len() > MAX_NAME || name.chars().any(char::is_control) {
            return self.conflict(format!(
                "the name `{}` has {} bytes; a name has 1 to {MAX_NAME} and no control characters",
                crate::error::quoted(name),
                name.len()
            ));
        }
        Ok(())
    }
}
