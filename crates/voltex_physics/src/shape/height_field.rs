//! Heights over a regular grid.

/// Heights over a regular grid in the x-z plane, centred on the origin of its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    pub(crate) heights: Vec<f32>,
}
