//! The contact solver: soft contacts with substeps, in colours and lanes.
//!
//! ```text
//! constraints -> colours -> blocks, filled in lanes from inputs where they lie
//!             -> [ velocities, warm start, biased pass, positions, relaxing pass ] x substeps
//!             -> restitution -> impulses back to the inputs
//! ```
//!
//! A step of `dt` is cut into substeps `h`. A contact is a soft constraint (Catto, *Solver2D*, 2024): a spring and
//! damper of frequency `f` and damping ratio `zeta` integrated implicitly, so that with `w = 2 pi f`,
//! `a1 = 2 zeta + h w`, `a2 = h w a1`, `a3 = 1/(1 + a2)` the push-out velocity is `w/a1` times the overlap, the
//! effective mass is scaled by `a2 a3` and the accumulated impulse softened by `a3`. The relaxing pass then takes
//! out the velocity that the spring brought in. Friction acts at the centre of the contact patch, with a moment
//! about the normal and one against rolling, all limited by the normal impulse.
//!
//! Contacts of one colour share no body that can be moved. They lie in blocks as wide as the processor's lanes; how
//! wide does not change a bit of the result, nor would the order within a colour.

mod angle;
mod axes;
mod bodies;
mod color;
mod contact_block;
mod contact_fill;
mod contact_input;
mod contact_pass;
pub(crate) mod crew;
mod joint_block;
mod joint_input;
mod joint_pass;
#[cfg(test)]
mod joint_tests;
mod joint_tree;
mod row;
mod shared;
mod solve;
#[cfg(test)]
mod tests;

pub(crate) use bodies::{BodyMass, BodyRef, BodyState, Decay, SolverBodies, Tumble};
pub(crate) use contact_input::{Constraint, ContactInput, ContactSet, Frame, Left, PointInput};
pub(crate) use joint_input::{Class, Draw, Hold, JointInput, JointMemory, Law, Parts};
pub(crate) use solve::{SolveSettings, Solver};
