//! What the surface of a collider is made of.

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, FieldValue, StateHasher, codec};
use voltex_math::Vec3;

use crate::body::FASTEST;
use crate::error::{PhysicsError, check_range};

/// Largest friction of any kind.
const MOST_FRICTION: f32 = 1.0e3;

/// Friction of a surface that names none.
pub const DEFAULT_FRICTION: f32 = 0.5;

/// How the values of two surfaces become that of the pair.
///
/// Where the two surfaces ask for different rules, the one named later in this list is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Combine {
    /// `(a + b)/2`
    Average,
    /// `sqrt(a b)`
    GeometricMean,
    /// The smaller.
    Minimum,
    /// `a b`
    Product,
    /// The larger.
    Maximum,
}

impl Combine {
    const ALL: [Self; 5] = [
        Self::Average,
        Self::GeometricMean,
        Self::Minimum,
        Self::Product,
        Self::Maximum,
    ];

    /// The value of the pair; the order of the two does not matter.
    pub fn of(self, other: Self, a: f32, b: f32) -> f32 {
        let rule = if self > other { self } else { other };
        match rule {
            Self::Average => 0.5 * (a + b),
            Self::GeometricMean => (a * b).sqrt(),
            Self::Minimum => voltex_math::f32::min(a, b),
            Self::Product => a * b,
            Self::Maximum => voltex_math::f32::max(a, b),
        }
    }
}

impl Codec for Combine {
    const MIN_BYTES: usize = 1;

    fn encode(&self, out: &mut Encoder<'_>) {
        (*self as u8).encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let number = u8::decode(input)?;
        match Self::ALL.get(usize::from(number)) {
            Some(rule) => Ok(*rule),
            None => Err(input.invalid("rule of combination (0 to 4)", u64::from(number))),
        }
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_u8(*self as u8);
    }

    fn describe(&self, out: &mut Describer<'_>) {
        let name = match self {
            Self::Average => "average",
            Self::GeometricMean => "geometric mean",
            Self::Minimum => "minimum",
            Self::Product => "product",
            Self::Maximum => "maximum",
        };
        out.value(FieldValue::Text(name.to_owned()));
    }
}

/// Surface of an entity's collider, a component. Entities without one have [`Material::DEFAULT`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Coulomb friction, 0 or more.
    pub friction: f32,
    /// Normal restitution, 0 to 1; `None` leaves it to the [`RigidBody`](crate::RigidBody).
    pub restitution: Option<f32>,
    /// Tangential restitution of a contact that grips, 0 to 1.
    pub tangential_restitution: f32,
    /// Rolling resistance `mu_r`: the torque `mu_r N R` against rolling.
    pub rolling_friction: f32,
    /// Spinning friction: the torque `mu_s N R` against spin about the normal.
    pub spinning_friction: f32,
    /// Velocity of the surface relative to its body, in the body's axes, m/s: a conveyor belt.
    pub surface_velocity: Vec3,
    /// How friction combines with that of the other surface.
    pub friction_combine: Combine,
    /// How restitution combines with that of the other surface.
    pub restitution_combine: Combine,
}

codec!(Material {
    friction,
    restitution,
    tangential_restitution,
    rolling_friction,
    spinning_friction,
    surface_velocity,
    friction_combine,
    restitution_combine,
});

impl Material {
    /// Friction 0.5 by geometric mean, restitution of the body by minimum, nothing else.
    pub const DEFAULT: Self = Self {
        friction: DEFAULT_FRICTION,
        restitution: None,
        tangential_restitution: 0.0,
        rolling_friction: 0.0,
        spinning_friction: 0.0,
        surface_velocity: Vec3::ZERO,
        friction_combine: Combine::GeometricMean,
        restitution_combine: Combine::Minimum,
    };

    /// Checks what can be computed with.
    ///
    /// # Errors
    /// A friction or restitution out of range, a belt that is faster than a body may be.
    pub fn validate(&self) -> Result<(), PhysicsError> {
        let most = [0.0, MOST_FRICTION];
        let way_out = "; 10 grips as firmly as any more";
        check_range("friction", self.friction, most, way_out)?;
        check_range("rolling friction", self.rolling_friction, most, way_out)?;
        check_range("spinning friction", self.spinning_friction, most, way_out)?;
        if let Some(restitution) = self.restitution {
            let way_out = "; more would make energy at every bounce";
            check_range(
                "restitution of a material",
                restitution,
                [0.0, 1.0],
                way_out,
            )?;
        }
        let (tangential, way_out) = (self.tangential_restitution, "; 0 gives no spin back");
        check_range("tangential restitution", tangential, [0.0, 1.0], way_out)?;
        for speed in self.surface_velocity.to_array() {
            let range = [-FASTEST, FASTEST];
            check_range(
                "surface velocity (m/s)",
                speed,
                range,
                " in every component",
            )?;
        }
        Ok(())
    }

    /// Restitution of this surface on a body of the given restitution.
    pub fn restitution_on(&self, body: f32) -> f32 {
        self.restitution.unwrap_or(body)
    }
}

impl Default for Material {
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_combine_as_the_conventions_say() {
        let m = Material::DEFAULT;
        let friction = m.friction_combine.of(m.friction_combine, 0.2, 0.8);
        assert!((friction - 0.4).abs() < 1e-7);
        assert_eq!(
            m.restitution_combine.of(m.restitution_combine, 0.2, 0.8),
            0.2
        );
    }

    #[test]
    fn the_order_of_the_surfaces_does_not_matter() {
        for (rule, other) in Combine::ALL
            .iter()
            .flat_map(|a| Combine::ALL.map(|b| (*a, b)))
        {
            assert_eq!(rule.of(other, 0.3, 0.7), other.of(rule, 0.7, 0.3));
        }
        assert_eq!(Combine::Average.of(Combine::Maximum, 0.3, 0.7), 0.7);
    }
}
