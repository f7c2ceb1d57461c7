//! What the benches compare Voltex with: plain code written for speed of reading alone, and its peers.

#[cfg(feature = "peers")]
pub mod accuracy;
#[cfg(feature = "peers")]
pub mod collision;
#[cfg(feature = "peers")]
pub mod ecs;
#[cfg(feature = "peers")]
pub mod line;
pub mod plain_flight;
#[cfg(feature = "peers")]
pub mod scenes;
