//! Questions about colliders: what a ray hits, what a moving shape hits, what overlaps, what is nearest.

mod line;
mod ray;
mod triangle;

pub use ray::{Ray, RayHit, StartInside, cast_ray};
