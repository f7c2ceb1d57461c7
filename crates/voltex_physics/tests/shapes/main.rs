//! Shapes: hulls, meshes, height fields, compounds, their masses and the store.

mod fuzzed;
mod height_field;
#[path = "../hostile_shapes/mod.rs"]
mod hostile;
mod hull;
#[path = "../../../../fuzz/kept.rs"]
mod kept;
mod mass;
mod mesh;
mod points;
mod store;
