//! What the benches compare Voltex with: plain code written for speed of reading alone.

pub mod plain_flight;
