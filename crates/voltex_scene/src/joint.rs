//! Joints of a scene file: what holds two bodies together.

use serde::{Deserialize, Serialize};
use voltex_math::{Vec2, Vec3};

use crate::quantity::{self, unset};

/// A joint between two bodies, or between many copies of them.
///
/// It holds a point of A and a point of B together, or guides one along the other. Where a point is not given it
/// follows from the start: from the point of the other body, or else from the origin of B.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Joint {
    /// Name by which programs find it.
    #[serde(skip_serializing_if = "unset")]
    pub name: String,
    /// Name of the first body.
    pub a: String,
    /// Name of the second body.
    pub b: String,
    /// Which copies are joined.
    #[serde(skip_serializing_if = "unset")]
    pub link: Link,
    /// Where it is at the start, m, in the frame that the bodies are placed in.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub at: Option<Vec3>,
    /// Point of A in the frame of A, m.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub on_a: Option<Vec3>,
    /// Point of B in the frame of B, m.
    #[serde(with = "quantity::length", skip_serializing_if = "unset")]
    pub on_b: Option<Vec3>,
    /// Axis of a hinge, slider or wheel, and of the twist of a ball joint, at the start; any length but zero.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub axis: Option<Vec3>,
    /// What it allows.
    pub kind: JointKind,
    /// Whether the two bodies still touch each other.
    #[serde(skip_serializing_if = "unset")]
    pub collide: bool,
    /// Force that breaks it, N.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub break_force: Option<f32>,
    /// Torque that breaks it, N m.
    #[serde(with = "quantity::plain", skip_serializing_if = "unset")]
    pub break_torque: Option<f32>,
}

/// Which copies of two bodies a joint connects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Link {
    /// The first copy of A and the first of B.
    #[default]
    First,
    /// The last copy of A and the first of B.
    Last,
    /// Every copy of A and the copy of B with the same number, as far as both go.
    Pairs,
    /// Every copy of A and the next copy of B, as far as both go: with A and B the same body, a chain.
    Next,
    /// Neighbours along X in a grid, of one body.
    X,
    /// Neighbours along Y in a grid, of one body.
    Y,
    /// Neighbours along Z in a grid, of one body.
    Z,
}

/// What a joint allows and what moves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum JointKind {
    /// Nothing.
    #[default]
    Fixed,
    /// Turning about a point.
    Ball {
        /// Largest angle of the axis from its start, rad.
        #[serde(default, with = "quantity::angle", skip_serializing_if = "unset")]
        cone: Option<f32>,
        /// Lowest and highest twist about the axis, rad.
        #[serde(default, with = "quantity::angle", skip_serializing_if = "unset")]
        twist: Option<Vec2>,
        /// Draws it back to its start.
        #[serde(default, skip_serializing_if = "unset")]
        spring: Option<Spring>,
        /// Torque against turning, N m.
        #[serde(default, with = "quantity::plain", skip_serializing_if = "unset")]
        friction: f32,
    },
    /// Turning about an axis.
    Hinge {
        /// Lowest and highest angle from the start, rad.
        #[serde(default, with = "quantity::angle", skip_serializing_if = "unset")]
        limits: Option<Vec2>,
        /// Turns it.
        #[serde(default, skip_serializing_if = "unset")]
        motor: Option<Spinner>,
        /// Draws it back to its start.
        #[serde(default, skip_serializing_if = "unset")]
        spring: Option<Spring>,
        /// Torque against turning, N m.
        #[serde(default, with = "quantity::plain", skip_serializing_if = "unset")]
        friction: f32,
    },
    /// Motion along an axis.
    Slider {
        /// Lowest and highest way from the start, m.
        #[serde(default, with = "quantity::length", skip_serializing_if = "unset")]
        limits: Option<Vec2>,
        /// Moves it.
        #[serde(default, skip_serializing_if = "unset")]
        motor: Option<Pusher>,
        /// Draws it back to its start.
        #[serde(default, skip_serializing_if = "unset")]
        spring: Option<Spring>,
    },
    /// A distance between the two points: a rod if both are equal, a rope if the least is 0.
    Distance {
        /// Least distance, m; none: that of the start.
        #[serde(default, with = "quantity::length", skip_serializing_if = "unset")]
        min: Option<f32>,
        /// Largest distance, m; none: that of the start.
        #[serde(default, with = "quantity::length", skip_serializing_if = "unset")]
        max: Option<f32>,
    },
    /// A spring between the two points.
    Spring {
        /// Length at rest, m; none: the distance at the start.
        #[serde(default, with = "quantity::length", skip_serializing_if = "unset")]
        length: Option<f32>,
        /// How stiff it is.
        spring: Spring,
    },
    /// A wheel: B turns about the axis and moves along Y of A, on a spring.
    Wheel {
        /// Lowest and highest way of the suspension from the start, m.
        #[serde(default, with = "quantity::length", skip_serializing_if = "unset")]
        travel: Option<Vec2>,
        /// The suspension.
        #[serde(default, skip_serializing_if = "unset")]
        spring: Option<Spring>,
        /// Turns the wheel.
        #[serde(default, skip_serializing_if = "unset")]
        motor: Option<Spinner>,
    },
}

impl JointKind {
    /// Its name as messages show it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Fixed => "Fixed",
            Self::Ball { .. } => "Ball",
            Self::Hinge { .. } => "Hinge",
            Self::Slider { .. } => "Slider",
            Self::Distance { .. } => "Distance",
            Self::Spring { .. } => "Spring",
            Self::Wheel { .. } => "Wheel",
        }
    }

    /// Whether it means nothing without an axis.
    pub const fn needs_axis(&self) -> bool {
        matches!(
            self,
            Self::Hinge { .. } | Self::Slider { .. } | Self::Wheel { .. }
        )
    }
}

/// A damped spring by what one sees of it, whatever the masses are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// Undamped frequency, Hz.
    #[serde(with = "quantity::plain")]
    pub frequency: f32,
    /// Share of critical damping: 1 does not overshoot.
    #[serde(with = "quantity::plain")]
    pub damping: f32,
}

/// A motor that turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spinner {
    /// rad/s about the axis.
    #[serde(with = "quantity::spin")]
    pub speed: f32,
    /// Largest torque, N m.
    #[serde(with = "quantity::plain")]
    pub torque: f32,
}

/// A motor that pushes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pusher {
    /// m/s along the axis.
    #[serde(with = "quantity::speed")]
    pub speed: f32,
    /// Largest force, N.
    #[serde(with = "quantity::plain")]
    pub force: f32,
}
