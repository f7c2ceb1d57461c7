//! Every number of every ball with its unit, its kind and its source.
//!
//! The tables are compiled from `data/balls.toml` by `cargo xtask data`. Presets take their coefficients from the same
//! tables, so what a flight uses and what [`Datum::source`] names cannot drift apart.
//!
//! ```
//! use voltex_flight::data::{self, Value};
//!
//! let drag = data::find(data::GOLF, "drag.a0").expect("the golf ball has a drag law");
//! assert!(matches!(drag.value, Value::Scalar { .. }));
//! println!("{drag}");
//! ```

mod datum;
#[allow(clippy::approx_constant, reason = "a drag coefficient of 0.318 is not 1/pi")]
#[rustfmt::skip]
mod table;

pub use datum::{BallData, Datum, Field, Kind, Spread, Value, Verification, find};
pub use table::*;
