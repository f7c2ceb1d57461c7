//! What shows that two machines compute the same bits: hashes of scenes and shots ([`item`]), and a long recording that
//! any machine makes and any other plays ([`game`]). And a long run that shows that nothing grows (`soak`).
//!
//! The program `voltex-hashes` prints them; on WebAssembly, where there are no programs, the module exports the same
//! (`web`). `cargo xtask targets` builds both for every target and compares.

pub mod game;
pub mod item;
#[cfg(not(target_arch = "wasm32"))]
pub mod soak;
#[cfg(target_arch = "wasm32")]
pub mod web;
