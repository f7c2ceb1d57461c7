//! Shapes: hulls, meshes, height fields, compounds, their masses and the store.

mod hull;
mod mass;
mod mesh;
mod points;
