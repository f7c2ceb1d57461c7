//! Development tasks of the workspace, callable from `cargo xtask` and from tests.

use std::path::PathBuf;

pub mod ci;
pub mod command;
pub mod data;
pub mod fuzz;
pub mod packages;
pub mod peers;
pub mod soak;
pub mod targets;
pub mod test;
pub mod validate;

/// Root directory of the workspace.
#[must_use]
pub fn workspace_root() -> PathBuf {
    // Cargo sets the variable for `cargo xtask` and for tests alike; it is this crate's directory.
    let crate_dir = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    crate_dir.parent().map_or(crate_dir.clone(), PathBuf::from)
}
