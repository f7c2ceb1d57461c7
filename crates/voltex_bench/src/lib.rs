//! What the benches compare Voltex with: plain code written for speed of reading alone.

#[cfg(feature = "peers")]
pub mod ecs;
pub mod plain_flight;
