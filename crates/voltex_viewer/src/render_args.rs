//! What `render` is told. The command `voltex` has this file too, for its help and completions, and hands everything over.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// A picture at one time, or a clip from one time to another.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RenderArgs {
    /// Scene or shot by its name, scene file (.ron, .json) or recording
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) subject: String,
    /// Time of the picture, s; between two steps bodies are drawn between their places
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = time, conflicts_with_all = ["from", "to"])]
    pub(crate) at: Option<f64>,
    /// Where a clip begins, s
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = time, requires = "to")]
    pub(crate) from: Option<f64>,
    /// Where a clip ends, s
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = time)]
    pub(crate) to: Option<f64>,
    /// Speed of a clip in parts of real time, 0.01 to 100
    #[arg(long, default_value_t = 1.0, value_parser = speed)]
    pub(crate) speed: f64,
    /// Pictures a second of a clip, 1 to 120
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=120))]
    pub(crate) fps: u32,
    /// Name of a camera of the scene [default: its first, or one that sees everything]
    #[arg(long, value_name = "NAME")]
    pub(crate) camera: Option<String>,
    /// Width and height in pixels, such as 1280x720
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub(crate) size: [u32; 2],
    /// Leave out title, time and other letters
    #[arg(long)]
    pub(crate) plain: bool,
    /// File to write: .png, or for clips .gif, .webp or .mp4
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  voltex render large_pyramid --at 2 --out pyramid.png
  voltex render curve-kick --from 0 --to 1.4 --speed 0.5 --out kick.gif
  voltex render match.vxr --from 10 --to 12 --size 640x360 --out rally.mp4";

fn time(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .trim_end_matches('s')
        .parse()
        .map_err(|_| "this is no number; write seconds, such as 1.5".to_owned())?;
    if (0.0..=36_000.0).contains(&number) {
        Ok(number)
    } else {
        Err("times are between 0 and 36000 s".to_owned())
    }
}

fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.01..=100.0).contains(&number) => Ok(number),
        _ => Err("speeds are between 0.01 and 100".to_owned()),
    }
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once(['x', 'X']);
    let sides = sides.and_then(|(width, height)| {
        Some([width.trim().parse().ok()?, height.trim().parse().ok()?])
    });
    match sides {
        Some([width, height]) if (16..=8192).contains(&width) && (16..=8192).contains(&height) => {
            Ok([width, height])
        }
        _ => Err("write width and height as 1280x720, each between 16 and 8192".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read_and_refused_with_their_range() {
        assert_eq!(size("640x360"), Ok([640, 360]));
        assert!(size("640").is_err() && size("8x8").is_err());
        assert_eq!(time("1.5"), Ok(1.5));
        assert_eq!(time("2s"), Ok(2.0));
        assert!(time("-1").is_err() && time("nan").is_err() && time("inf").is_err());
        assert!(speed("0").is_err() && speed("nan").is_err());
    }
}
