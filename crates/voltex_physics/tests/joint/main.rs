//! Joints against closed forms, conservation laws and each other.

mod breaking;
mod chain;
mod conservation;
mod far;
mod input;
mod invariance;
mod limits;
mod motor;
mod pendulum;
mod room;
mod spring;
mod state;
