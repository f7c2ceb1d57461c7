//! What `view` is told. The command `voltex` has this file too, for its help and completions, and hands everything over.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// A window in which scenes, shots and recordings are looked at.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ViewArgs {
    /// Scene or shot by its name, scene file (.ron, .json) or recording
    #[arg(default_value = "stack", value_hint = ValueHint::FilePath)]
    pub(crate) subject: String,
    /// Another recording, to be shown beside the first with the first difference marked
    #[arg(long, value_name = "RECORDING", value_hint = ValueHint::FilePath)]
    pub(crate) beside: Option<PathBuf>,
    /// Begin playing at once
    #[arg(long)]
    pub(crate) play: bool,
    /// Width and height of the window in pixels, such as 1280x800
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub(crate) size: [u32; 2],
    /// Write what is shown to this file as a line of JSON whenever it changes: for scripts and tests
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  voltex view dominoes
  voltex view curve-kick --play
  voltex view a.vxr --beside b.vxr
H in the window shows all keys.";

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text
        .split_once('x')
        .and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
    sides
        .filter(|sides| sides.iter().all(|side| (320..=8192).contains(side)))
        .ok_or_else(|| {
            "a size is WIDTHxHEIGHT in pixels, each from 320 to 8192, such as 1280x800".to_owned()
        })
}
