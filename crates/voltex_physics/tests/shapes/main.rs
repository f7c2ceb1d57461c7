//! Shapes: hulls, meshes, height fields, compounds, their masses and the store.

mod height_field;
mod hull;
mod mass;
mod mesh;
mod points;
mod store;
