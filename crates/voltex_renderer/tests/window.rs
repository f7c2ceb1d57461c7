//! A real window on a virtual screen, driven by real key presses. Needs Xvfb and xdotool, which `cargo xtask test` installs.

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use screen::Screen;

#[path = "../../voltex_platform/tests/screen/mod.rs"]
mod screen;

/// Longest wait for anything here; a virtual screen and a software device start in seconds, beside other builds in tens.
const PATIENCE: Duration = Duration::from_secs(90);

/// The examples are built with the tests; a test that is built alone builds them here.
fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().expect("this test is a file");
    let folder = tests
        .parent()
        .and_then(|deps| deps.parent())
        .expect("a test lies two folders deep in its profile")
        .join("examples");
    let path = folder.join(name);
    if !path.exists() {
        let status = Command::new(env!("CARGO"))
            .args([
                "build",
                "--quiet",
                "-p",
                "voltex_renderer",
                "--example",
                name,
            ])
            .status()
            .expect("cargo starts");
        assert!(status.success(), "example {name} does not build");
    }
    path
}

fn wait_for<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The number of a window by its title.
fn window(screen: &Screen, title: &str) -> String {
    wait_for("the window", || {
        let found = screen.xdotool(&["search", "--name", title]);
        let text = String::from_utf8_lossy(&found.stdout).trim().to_owned();
        (!text.is_empty()).then_some(text)
    })
}

/// The place at which an example says that its camera ended.
fn place(output: &Output) -> [f32; 3] {
    let text = String::from_utf8_lossy(&output.stdout);
    let inner = text
        .split_once("ended at (")
        .and_then(|(_, rest)| rest.split_once(')'))
        .unwrap_or_else(|| panic!("no place in `{text}`"));
    let numbers: Vec<f32> = inner
        .0
        .split(", ")
        .map(|number| number.parse().expect("a number"))
        .collect();
    numbers.try_into().expect("three numbers")
}

#[test]
fn keys_fly_the_camera_the_window_takes_a_new_size_and_escape_ends_it() {
    let screen = Screen::open([800, 600]);
    let app = screen
        .command(example("many_cubes"))
        .args(["--size", "320x240"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let id = window(&screen, "Many cubes");
    // Without a window manager nobody else gives the keyboard to the window.
    screen.xdotool(&["windowfocus", "--sync", &id]);
    screen.xdotool(&["keydown", "d"]);
    std::thread::sleep(Duration::from_secs(2));
    screen.xdotool(&["keyup", "d"]);
    screen.xdotool(&["windowsize", "--sync", &id, "420", "300"]);
    std::thread::sleep(Duration::from_secs(1));
    screen.xdotool(&["key", "Escape"]);
    let output = finish(app);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    // It starts in the middle of the 20 x 20 cubes at z = 0.8 * 40 m and looks along -Z: D is +X alone.
    let [x, y, z] = place(&output);
    assert!(x > 1.0, "D did not move it: {x}");
    assert!(
        (y - 17.6).abs() < 0.02 && (z - 32.0).abs() < 0.02,
        "({x}, {y}, {z})"
    );
}

/// Waits for the end of a program and takes what it wrote.
fn finish(mut app: Child) -> Output {
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        wait_for("the end of the example", || {
            app.try_wait().expect("it can be waited for")
        })
    }));
    if ended.is_err() {
        // The test has failed; no window is left behind.
        let _ = app.kill();
    }
    let output = app.wait_with_output().expect("its output");
    assert!(ended.is_ok(), "Escape did not end it: {output:?}");
    output
}

#[test]
fn without_a_display_or_a_device_a_sentence_says_what_to_do() {
    let no_display = Command::new(example("triangle"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("the example starts");
    assert_eq!(no_display.status.code(), Some(2));
    let said = String::from_utf8_lossy(&no_display.stderr);
    assert!(
        said.contains("there is no display") && said.contains("xvfb-run"),
        "{said}"
    );
    assert!(
        !said.contains("panicked") && !said.contains(".rs"),
        "{said}"
    );
    let no_device = Command::new(example("triangle"))
        .args(["--out", "never.png"])
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .output()
        .expect("the example starts");
    assert_eq!(no_device.status.code(), Some(2));
    let said = String::from_utf8_lossy(&no_device.stderr);
    assert!(said.contains("no graphics device can be used"), "{said}");
    assert!(
        said.contains("mesa-vulkan-drivers") && !said.contains("panicked"),
        "{said}"
    );
}
