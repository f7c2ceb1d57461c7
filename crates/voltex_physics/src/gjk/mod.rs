//! Distance between convex bodies: how far apart, how deep inside one another, and where.
//!
//! [`distance`] answers for any two [`Convex`](crate::Convex) bodies. Bodies are cores with a rounding: the
//! algorithm of Gilbert, Johnson and Keerthi finds the nearest points of the cores, the expanding polytope of
//! van den Bergen the least push that parts cores which overlap, and the roundings are added after.

mod difference;
mod distance;
mod penetration;
mod point;
mod simplex;

pub use distance::{Closest, SimplexCache, closest_within, distance, overlap};
