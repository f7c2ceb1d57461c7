//! Who meets whom: layers, sensors, and what a query looks for.

use voltex_ecs::{Entity, codec};

use crate::broad::Mobility;

/// Layers that an entity is in, and those that it meets: a component, one bit a layer.
///
/// Two entities meet if each is in a layer that the other one meets. Without the component an entity is in all
/// layers and meets all.
///
/// ```
/// use voltex_physics::CollisionLayers;
///
/// let ball = CollisionLayers::new(0b001, 0b110);
/// let wall = CollisionLayers::new(0b010, 0b111);
/// let ghost = CollisionLayers::new(0b100, 0b010);
/// assert!(ball.meets(&wall) && wall.meets(&ball));
/// assert!(!ball.meets(&ghost)); // the ghost would not be met by the ball
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionLayers {
    /// Layers that the entity is in.
    pub memberships: u32,
    /// Layers that it meets.
    pub mask: u32,
}

codec!(CollisionLayers { memberships, mask });

impl CollisionLayers {
    /// In all layers, meeting all.
    pub const ALL: Self = Self::new(u32::MAX, u32::MAX);

    /// In these layers, meeting those.
    pub const fn new(memberships: u32, mask: u32) -> Self {
        Self { memberships, mask }
    }

    /// Whether the two meet; both have to agree.
    pub const fn meets(&self, other: &Self) -> bool {
        self.memberships & other.mask != 0 && other.memberships & self.mask != 0
    }
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self::ALL
    }
}

/// Marks a collider that only tells what overlaps it, a component: nothing bounces off it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sensor;

codec!(Sensor {});

/// What a query makes of sensors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sensors {
    /// Passes them over.
    #[default]
    Ignore,
    /// Takes them for colliders like all others.
    Include,
    /// Passes all others over.
    Only,
}

/// Which colliders a query looks at. The default looks at all but sensors.
///
/// ```
/// use voltex_physics::QueryFilter;
///
/// let walls = QueryFilter { mask: 0b10, ..QueryFilter::default() };
/// # let _ = walls;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryFilter {
    /// Layers that are looked at: an entity has to be in one of them.
    pub mask: u32,
    /// An entity that is passed over: the one that asks, as a rule.
    pub exclude: Option<Entity>,
    /// What becomes of sensors.
    pub sensors: Sensors,
    /// Only static or only moving ones.
    pub mobility: Option<Mobility>,
}

impl Default for QueryFilter {
    fn default() -> Self {
        Self {
            mask: u32::MAX,
            exclude: None,
            sensors: Sensors::Ignore,
            mobility: None,
        }
    }
}

impl QueryFilter {
    /// All but sensors and one entity.
    pub fn without(entity: Entity) -> Self {
        Self {
            exclude: Some(entity),
            ..Self::default()
        }
    }

    /// Whether it looks at an entity of which these facts are known.
    #[inline]
    pub fn accepts(
        &self,
        entity: Entity,
        layers: CollisionLayers,
        sensor: bool,
        mobility: Mobility,
    ) -> bool {
        layers.memberships & self.mask != 0
            && self.exclude != Some(entity)
            && self.mobility.is_none_or(|wanted| wanted == mobility)
            && match self.sensors {
                Sensors::Ignore => !sensor,
                Sensors::Include => true,
                Sensors::Only => sensor,
            }
    }
}
