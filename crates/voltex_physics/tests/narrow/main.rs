//! Contact manifolds: closed forms, sign rules, symmetry, patches.

#[path = "../solids/mod.rs"]
mod solids;

mod boxes;
mod closed_forms;
mod invariance;
mod pairs;
mod patches;
mod seams;
mod surfaces;
