//! Distance between convex bodies: how far apart, how deep inside one another, and where.
//!
//! [`distance`] answers for any two [`Convex`](crate::Convex) bodies. Bodies are cores with a rounding: the
//! algorithm of Gilbert, Johnson and Keerthi finds the nearest points of the cores, the expanding polytope of
//! van den Bergen the least push that parts cores which overlap, and the roundings are added after.
//! [`time_of_impact`] says when two bodies that move and turn first touch. [`shape_distance`],
//! [`closest_point`] and [`shape_time_of_impact`] do the same for every [`Shape`](crate::Shape).

mod axis;
mod ball;
mod difference;
mod distance;
mod flyby;
mod impact;
mod motion;
mod parted;
mod penetration;
mod pieces;
mod point;
mod portal;
mod shape_distance;
mod shuttle;
mod simplex;
mod sweep;

pub use distance::{Closest, SimplexCache, closest_within, distance, overlap, separation};
pub use impact::{Impact, ImpactKind, Parting, ToiSettings, time_of_impact};
pub use motion::Motion;
pub(crate) use parted::Ends;
pub(crate) use pieces::least_gap;
pub use shape_distance::{ShapeClosest, SurfacePoint, closest_point, shape_distance};
pub(crate) use sweep::{Near, near_pieces, shape_touches, touches_of_pieces};
pub use sweep::{ShapeImpact, shape_time_of_impact};
