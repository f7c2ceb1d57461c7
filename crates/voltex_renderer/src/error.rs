//! Errors of the crate: sentences that name what is wrong and the way out.

use std::path::PathBuf;

/// Why something cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RenderError {
    /// The system offers no device that can draw.
    #[error(
        "no graphics device can be used: {0}; install a Vulkan driver, or the software one that needs no graphics card \
         (Debian and Ubuntu: apt-get install mesa-vulkan-drivers libvulkan1)"
    )]
    NoDevice(String),
    /// The device does not give what the renderer asks for.
    #[error(
        "the graphics device {device} refuses: {reason}; another one can be chosen with WGPU_ADAPTER_NAME"
    )]
    Refused {
        /// Its name.
        device: String,
        /// What it says.
        reason: String,
    },
    /// The window cannot be drawn into.
    #[error("the window cannot be drawn into: {0}; a picture can be made without one")]
    Window(String),
    /// The device stopped working.
    #[error("the graphics device was lost: {0}; start again")]
    Lost(String),
    /// Width or height of a picture.
    #[error(
        "a picture of {width} x {height} pixels cannot be made; both must be between 1 and {limit}"
    )]
    Size {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Largest.
        limit: u32,
    },
    /// Samples per pixel.
    #[error("{0} samples per pixel cannot be taken; allowed are 1 and 4")]
    Samples(u32),
    /// A mesh whose indices or numbers make no sense.
    #[error("this mesh cannot be drawn: {0}")]
    Mesh(String),
    /// Pixels that do not fill their picture.
    #[error("a picture of {width} x {height} pixels has {} bytes, {bytes} are given", 4 * u64::from(*.width) * u64::from(*.height))]
    Pixels {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// What was given.
        bytes: usize,
    },
    /// A file that cannot be read or written.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

impl RenderError {
    /// An error about a file.
    pub(crate) fn file(path: &std::path::Path, reason: impl ToString) -> Self {
        Self::File {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}
