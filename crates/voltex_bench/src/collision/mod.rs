//! Lines that measure collision detection beside parry3d.
//!
//! Both sides get the same shapes and poses, in the same order; what a side needs to turn them into its own
//! types happens outside the time.

mod body;
mod broad;
mod cast;
mod pairs;
mod place;
mod terrain;

pub use body::{Body, Own, hull_points};
pub use cast::Line3;
pub use place::{parry_pose, parry_vector, random_direction, random_rotation};

use crate::line::Line;

/// Whether the line of a name is to be measured.
pub type Chosen<'a> = dyn Fn(&str) -> bool + 'a;

/// A group of lines, built only when it is measured, since some hold large trees.
pub struct Section {
    /// Name, to choose by.
    pub name: &'static str,
    /// Builds the lines that are chosen; the others cost nothing.
    pub lines: fn(&Chosen) -> Vec<Line>,
}

/// All lines.
pub fn sections() -> Vec<Section> {
    vec![
        Section {
            name: "distance",
            lines: pairs::distance,
        },
        Section {
            name: "contact",
            lines: pairs::contact,
        },
        Section {
            name: "manifold",
            lines: pairs::manifold,
        },
        Section {
            name: "terrain",
            lines: terrain::lines,
        },
        Section {
            name: "broad",
            lines: broad::lines,
        },
        Section {
            name: "cast",
            lines: cast::lines,
        },
    ]
}
