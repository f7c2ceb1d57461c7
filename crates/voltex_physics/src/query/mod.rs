//! Questions about colliders: what a ray hits, what a moving shape hits, what overlaps, what is nearest.
//!
//! [`cast_ray`] asks one shape, [`ColliderIndex`] all colliders of a world.

mod ask;
pub(crate) mod index;
mod line;
mod placement;
mod ray;
mod triangle;

pub use ask::{PointEntityHit, RayEntityHit, ShapeEntityHit};
pub use index::ColliderIndex;
pub use ray::{Ray, RayHit, StartInside, cast_ray};
