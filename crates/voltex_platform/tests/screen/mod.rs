//! A virtual screen for tests of windows: Xvfb, with xdotool to press its keys. `cargo xtask test` installs both.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Output, Stdio};

/// A virtual screen that ends with its owner.
pub(crate) struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    /// Of so many pixels. The server chooses a free number, which it writes to its standard output.
    pub(crate) fn open([width, height]: [usize; 2]) -> Self {
        let size = format!("{width}x{height}x24");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &size])
            .args(["-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts; cargo xtask test installs it");
        let mut number = String::new();
        let stdout = server.stdout.take().expect("it was piped");
        BufReader::new(stdout)
            .read_line(&mut number)
            .expect("Xvfb writes the number of its screen");
        let display = format!(":{}", number.trim());
        Self { server, display }
    }

    /// A program on this screen.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_RUNTIME_DIR", env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn xdotool(&self, words: &[&str]) -> Output {
        self.command("xdotool")
            .args(words)
            .output()
            .expect("xdotool starts; cargo xtask test installs it")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to do then.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
