//! What a joint allows, and what acts in the directions that it leaves free.

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, StateHasher, codec};
use voltex_math::Quat;

use super::motor::{Motor, Spring};

/// Kind of a joint. The axis is +Y of the two frames of the [`Joint`](crate::Joint).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum JointKind {
    /// Nothing moves: the two bodies are one.
    #[default]
    Fixed,
    /// Turning about a point in any direction.
    Ball(BallJoint),
    /// Turning about the axis.
    Hinge(HingeJoint),
    /// Motion along the axis.
    Slider(SliderJoint),
    /// A distance between the anchors, or a range of distances: rod and rope.
    Distance(DistanceJoint),
    /// A spring between the anchors.
    Spring(SpringJoint),
    /// Turning about the axis, and motion along X of A's frame: a wheel and its suspension.
    Wheel(WheelJoint),
}

impl JointKind {
    /// Its name as messages show it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Fixed => "fixed joint",
            Self::Ball(_) => "ball joint",
            Self::Hinge(_) => "hinge",
            Self::Slider(_) => "slider",
            Self::Distance(_) => "distance joint",
            Self::Spring(_) => "spring joint",
            Self::Wheel(_) => "wheel joint",
        }
    }
}

/// A ball joint: three directions of turning are free.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BallJoint {
    /// Largest angle between the Y axes of the two frames, rad, 0 to pi; `None`: any.
    pub cone: Option<f32>,
    /// Lowest and highest twist of B about its Y axis, rad, -pi to pi; `None`: any. The twist is what is left of the
    /// rotation when the shortest turn that tilts the axis has been taken off.
    pub twist: Option<[f32; 2]>,
    /// Turns B to a rotation relative to A.
    pub drive: Option<BallDrive>,
    /// Torque of dry friction against turning, N m.
    pub friction: f32,
}

/// Draws a ball joint to a rotation, such as the pose of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallDrive {
    /// Rotation of B's frame in A's frame that it draws to.
    pub target: Quat,
    /// How it draws; its frequency is that of the joint with all that turns with it.
    pub spring: Spring,
    /// Largest torque, N m; infinite for no bound.
    pub max_torque: f32,
}

/// A hinge: turning about the axis is free. Angles are counted through whole turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HingeJoint {
    /// Lowest and highest angle, rad; `None`: any.
    pub limits: Option<[f32; 2]>,
    /// Turns B relative to A; speeds in rad/s, positions in rad, the largest effort in N m.
    pub motor: Option<Motor>,
    /// Draws it to angle 0.
    pub spring: Option<Spring>,
    /// Torque of dry friction, N m.
    pub friction: f32,
}

/// A slider: motion along the axis is free.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SliderJoint {
    /// Lowest and highest way of B's anchor along A's axis, m; `None`: any.
    pub limits: Option<[f32; 2]>,
    /// Moves B relative to A; speeds in m/s, positions in m, the largest effort in N.
    pub motor: Option<Motor>,
    /// Draws it to place 0.
    pub spring: Option<Spring>,
    /// Force of dry friction, N.
    pub friction: f32,
}

/// A range of distances between the anchors, m: a rod if both ends are equal, a rope if the lower is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DistanceJoint {
    /// Least distance, m.
    pub min: f32,
    /// Largest distance, m.
    pub max: f32,
}

/// A spring between the anchors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpringJoint {
    /// Length at which it neither pulls nor pushes, m.
    pub length: f32,
    /// How stiff it is.
    pub spring: Spring,
}

/// A wheel: B turns about the axis and moves along X of A's frame, the suspension.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelJoint {
    /// Lowest and highest way of B's anchor along the suspension, m; `None`: any.
    pub travel: Option<[f32; 2]>,
    /// Holds the wheel at way 0.
    pub suspension: Option<Spring>,
    /// Turns the wheel: speed in rad/s, the largest effort in N m. A motor of speed 0 is a brake.
    pub motor: Option<Motor>,
    /// Torque of dry friction in the bearing, N m.
    pub friction: f32,
}

codec!(BallJoint {
    cone,
    twist,
    drive,
    friction
});
codec!(BallDrive {
    target,
    spring,
    max_torque
});
codec!(HingeJoint {
    limits,
    motor,
    spring,
    friction
});
codec!(SliderJoint {
    limits,
    motor,
    spring,
    friction
});
codec!(DistanceJoint { min, max });
codec!(SpringJoint { length, spring });
codec!(WheelJoint {
    travel,
    suspension,
    motor,
    friction
});

impl BallJoint {
    /// With this largest angle of the axis, rad, 0 to pi.
    #[must_use]
    pub const fn with_cone(self, cone: f32) -> Self {
        Self {
            cone: Some(cone),
            ..self
        }
    }

    /// With this lowest and highest twist, rad, -pi to pi.
    #[must_use]
    pub const fn with_twist(self, low: f32, high: f32) -> Self {
        Self {
            twist: Some([low, high]),
            ..self
        }
    }

    /// Drawn to this rotation of B's frame in A's, without a bound of the torque.
    #[must_use]
    pub const fn with_drive(self, target: Quat, spring: Spring) -> Self {
        Self {
            drive: Some(BallDrive {
                target,
                spring,
                max_torque: f32::INFINITY,
            }),
            ..self
        }
    }

    /// With this torque of dry friction, N m.
    #[must_use]
    pub const fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }
}

impl HingeJoint {
    /// With this lowest and highest angle, rad.
    #[must_use]
    pub const fn with_limits(self, low: f32, high: f32) -> Self {
        Self {
            limits: Some([low, high]),
            ..self
        }
    }

    /// With this motor.
    #[must_use]
    pub const fn with_motor(self, motor: Motor) -> Self {
        Self {
            motor: Some(motor),
            ..self
        }
    }

    /// Drawn to angle 0.
    #[must_use]
    pub const fn with_spring(self, spring: Spring) -> Self {
        Self {
            spring: Some(spring),
            ..self
        }
    }

    /// With this torque of dry friction, N m.
    #[must_use]
    pub const fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }
}

impl SliderJoint {
    /// With this lowest and highest way, m.
    #[must_use]
    pub const fn with_limits(self, low: f32, high: f32) -> Self {
        Self {
            limits: Some([low, high]),
            ..self
        }
    }

    /// With this motor.
    #[must_use]
    pub const fn with_motor(self, motor: Motor) -> Self {
        Self {
            motor: Some(motor),
            ..self
        }
    }

    /// Drawn to place 0.
    #[must_use]
    pub const fn with_spring(self, spring: Spring) -> Self {
        Self {
            spring: Some(spring),
            ..self
        }
    }

    /// With this force of dry friction, N.
    #[must_use]
    pub const fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }
}

impl WheelJoint {
    /// With this lowest and highest way of the suspension, m.
    #[must_use]
    pub const fn with_travel(self, low: f32, high: f32) -> Self {
        Self {
            travel: Some([low, high]),
            ..self
        }
    }

    /// On this spring.
    #[must_use]
    pub const fn with_suspension(self, spring: Spring) -> Self {
        Self {
            suspension: Some(spring),
            ..self
        }
    }

    /// With this motor.
    #[must_use]
    pub const fn with_motor(self, motor: Motor) -> Self {
        Self {
            motor: Some(motor),
            ..self
        }
    }

    /// With this torque of dry friction, N m.
    #[must_use]
    pub const fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }
}

macro_rules! kinds {
    ($($variant:ident $type:ty, $tag:literal;)*) => {
        $(impl From<$type> for JointKind {
            fn from(joint: $type) -> Self {
                Self::$variant(joint)
            }
        })*

        impl Codec for JointKind {
            const MIN_BYTES: usize = 1;

            fn encode(&self, out: &mut Encoder<'_>) {
                match self {
                    Self::Fixed => 0_u8.encode(out),
                    $(Self::$variant(joint) => {
                        $tag.encode(out);
                        joint.encode(out);
                    })*
                }
            }

            fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
                match u8::decode(input)? {
                    0 => Ok(Self::Fixed),
                    $($tag => <$type>::decode(input).map(Self::$variant),)*
                    other => Err(input.invalid("kind of joint (0 to 6)", u64::from(other))),
                }
            }

            fn hash(&self, hasher: &mut StateHasher) {
                match self {
                    Self::Fixed => hasher.write_u8(0),
                    $(Self::$variant(joint) => {
                        hasher.write_u8($tag);
                        joint.hash(hasher);
                    })*
                }
            }

            fn describe(&self, out: &mut Describer<'_>) {
                out.field("kind", &self.name().to_owned());
                match self {
                    Self::Fixed => {}
                    $(Self::$variant(joint) => joint.describe(out),)*
                }
            }
        }
    };
}

kinds! {
    Ball BallJoint, 1_u8;
    Hinge HingeJoint, 2_u8;
    Slider SliderJoint, 3_u8;
    Distance DistanceJoint, 4_u8;
    Spring SpringJoint, 5_u8;
    Wheel WheelJoint, 6_u8;
}
