//! Flight of spinning balls as pure functions of f64: measured balls, aerodynamics, air, wind and bounce.

pub mod data;
pub mod units;
