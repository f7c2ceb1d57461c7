//! `voltex replay export --html`: the page in a real browser, clicked and read back.

#[path = "common/browser.rs"]
mod browser;
mod common;

use std::fs;
use std::path::{Path, PathBuf};

use browser::Browser;
use common::{folder, line_in};
use serde_json::Value;

/// Records a scene and writes its page.
fn page(folder: &Path, scene: &str, ticks: u32) -> PathBuf {
    for line in [
        format!("run {scene} --ticks {ticks} --record run.vxr"),
        "replay export run.vxr --html run.html".to_owned(),
    ] {
        let ran = line_in(folder, &line);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
    }
    folder.join("run.html")
}

/// The page, opened and unpacked.
fn opened(folder: &Path, page: &Path) -> Browser {
    let mut browser = Browser::open(page, &folder.join("profile"), &[]);
    browser.wait_for("window.voltex !== undefined && voltex.frames > 0");
    browser
}

fn tick(browser: &mut Browser) -> u64 {
    browser
        .evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    browser.text("tick").parse().expect("a whole number")
}

/// A number of the table of facts: which row, and which of its numbers.
fn fact(browser: &mut Browser, name: &str, place: usize) -> f64 {
    let text = browser.evaluate(&format!(
        "[...document.querySelectorAll('#facts tr')].find(row => row.cells[0].textContent === '{name}').cells[1].textContent"
    ));
    let text = text.as_str().expect("the row is there").to_owned();
    let number = text
        .split(", ")
        .nth(place)
        .and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("{name} is {text}"))
}

/// Positions from the table of paths, by ticks and body.
fn positions(folder: &Path, entity: &str) -> Vec<[f64; 3]> {
    let table = line_in(folder, "replay export run.vxr").out;
    let rows = table
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect::<Vec<_>>());
    rows.filter(|row| row[1] == entity)
        .map(|row| [row[3], row[4], row[5]].map(|number| number.parse().expect("a number")))
        .collect()
}

#[test]
fn the_page_plays_steps_scrubs_and_shows_what_was_recorded() {
    let folder = folder("page_plays");
    let page = page(&folder, "spin_bounce", 240);
    let mut browser = opened(&folder, &page);
    let entity = browser.evaluate("voltex.film.bodies[voltex.chosen].entity");
    let path = positions(&folder, entity.as_str().expect("a name"));
    assert_eq!((tick(&mut browser), path.len()), (0, 241));

    // Play, see it move, pause, see it stand.
    browser.click("play", 0.5);
    browser.wait_for("Number(document.getElementById('tick').textContent) >= 20");
    browser.click("play", 0.5);
    let paused = tick(&mut browser);
    assert_eq!(tick(&mut browser), paused);
    assert!((20..240).contains(&paused), "{paused}");

    // Steps both ways by button and by key.
    browser.click("forward", 0.5);
    assert_eq!(tick(&mut browser), paused + 1);
    for (key, expected) in [
        ("ArrowLeft", paused),
        ("Home", 0),
        ("End", 240),
        ("ArrowLeft", 239),
    ] {
        browser.press(key);
        assert_eq!(tick(&mut browser), expected, "after {key}");
    }

    // Scrubbing: the timeline at three quarters.
    browser.click("scrub", 0.75);
    let there = tick(&mut browser);
    assert!((175..=185).contains(&there), "{there}");

    // Numbers on the page are those of the recording.
    for (axis, recorded) in path[there as usize].into_iter().enumerate() {
        let shown = fact(&mut browser, "position, m", axis);
        // Two decimals from 1 m on, three below, and half a quantum.
        let tolerance = if recorded.abs() >= 1.0 {
            0.0051
        } else {
            0.00057
        };
        assert!(
            (shown - recorded).abs() < tolerance,
            "axis {axis}: {shown} and {recorded}"
        );
    }

    // The hash of a tick is that of a run that ends there.
    let ran = line_in(
        &folder,
        &format!("run spin_bounce --ticks {there} --record part.vxr"),
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let part = line_in(&folder, "replay info part.vxr --json").json();
    assert_eq!(part["last_hash"], Value::from(browser.text("hash")));
    assert_eq!(browser.text("check"), "✓ as recorded");
    assert_eq!(browser.complaints(), [""; 0]);
    browser.save_picture(&folder.join("page.png"));
}

/// The picture itself is read, not the state behind it.
#[test]
fn the_chosen_body_is_seen_where_it_is_and_bodies_are_chosen_by_a_click() {
    let folder = folder("page_picture");
    let page = page(&folder, "stack", 120);
    let mut browser = opened(&folder, &page);
    let read = "(() => { const {stage, place, chosen} = voltex; stage.draw(place, chosen); \
        const copy = document.createElement('canvas'); copy.width = stage.canvas.width; copy.height = stage.canvas.height; \
        const pen = copy.getContext('2d'); pen.drawImage(stage.canvas, 0, 0); \
        const [x, y] = stage.screenPlace(chosen, place); return [...pen.getImageData(Math.round(x), Math.round(y), 1, 1).data]; })()";
    // Everything that moves is in the picture of the camera `All`, chosen by its key.
    let all = browser.evaluate("voltex.cameras.findIndex(camera => camera.name === 'All') + 1");
    browser.press(&all.to_string());
    browser.press("t");
    let moving = browser.evaluate("voltex.film.bodies.filter(body => body.moves).length");
    let moving = moving.as_u64().expect("a number");
    assert!(moving >= 3, "{moving} bodies");
    for _ in 1..moving {
        let before = browser.evaluate("voltex.chosen");
        let pixel = browser.evaluate(read);
        let channel = |index: usize| pixel[index].as_u64().expect("a byte");
        // The colour of the chosen one is a light yellow, whatever the light.
        assert!(
            channel(0) > channel(2) + 40 && channel(1) > channel(2) + 20,
            "{pixel}"
        );
        // What is not chosen has no such colour where it is; a click there chooses it.
        browser.press("ArrowDown");
        let chosen = browser.evaluate("voltex.chosen");
        assert_ne!(before, chosen);
        let at = browser.evaluate(
            "(() => { const box = voltex.stage.canvas.getBoundingClientRect(); \
             const [x, y] = voltex.stage.screenPlace(voltex.chosen, voltex.place); return [box.left + x, box.top + y]; })()",
        );
        browser.press("ArrowUp");
        assert_eq!(browser.evaluate("voltex.chosen"), before);
        browser.click_at([0, 1].map(|index| at[index].as_f64().expect("a place")));
        assert_eq!(browser.evaluate("voltex.chosen"), chosen);
    }
    browser.click("energy", 0.5);
    assert_eq!(tick(&mut browser), 60);
    browser.press("h");
    assert_eq!(
        browser.evaluate("document.getElementById('help').open"),
        true
    );
    browser.save_picture(&folder.join("keys.png"));
    assert_eq!(browser.complaints(), [""; 0]);
}

/// In flight without air and spin the sum of the energies is constant, and falls at impacts.
#[test]
fn energies_on_the_page_keep_their_sum_in_free_flight() {
    let folder = folder("page_energy");
    fs::write(
        folder.join("fall.ron"),
        r#"(
    shapes: { "ground": HalfSpace(normal: (0, 1, 0)), "brick": Box(half: (0.1, 0.05, 0.2)) },
    bodies: [
        (name: "ground", kind: Static, shape: "ground"),
        (name: "brick", shape: "brick", mass: 2, position: (0, 8, 0), velocity: (3, 2, 0), angular_velocity: (1, 9, 2)),
    ],
    cameras: [(position: (0, 3, 12), look_at: (0, 3, 0))],
)"#,
    )
    .expect("the folder takes a scene");
    let page = page(&folder, "fall.ron", 60);
    let mut browser = opened(&folder, &page);
    let total = browser.evaluate("voltex.plots.curves.total");
    let total: Vec<f64> = total
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    // m g h + m v^2 / 2 and what the spin has, which is between 0.015 and 0.5 J here.
    let still = 2.0 * (9.81 * 8.0 + 0.5 * 13.0);
    assert!(
        (0.5..3.0).contains(&(total[0] - still)),
        "{} and {still}",
        total[0]
    );
    for (tick, energy) in total.iter().enumerate() {
        // Positions and velocities are rounded: m g / 16384 and m v / 2048, v up to 10 m/s, and spin likewise.
        assert!(
            (energy - total[0]).abs() < 0.05,
            "tick {tick}: {energy} of {}",
            total[0]
        );
    }
}

#[test]
fn sixty_seconds_of_two_hundred_bodies_are_small_and_open() {
    let folder = folder("page_long");
    fs::write(
        folder.join("crowd.ron"),
        r#"(
    shapes: { "ground": HalfSpace(normal: (0, 1, 0)), "wall": Box(half: (0.2, 3, 8)), "ball": Sphere(radius: 0.3), "box": Box(half: (0.25, 0.25, 0.25)) },
    materials: { "rubber": (restitution: 0.9, friction: 0.4) },
    bodies: [
        (name: "ground", kind: Static, shape: "ground", material: "rubber"),
        (name: "wall", kind: Static, shape: "wall", position: (-8, 3, 0), repeat: [Line(count: 2, step: (16, 0, 0))]),
        (name: "ball", shape: "ball", mass: 1, material: "rubber", position: (-5, 2, -5), velocity: (2, 0, 1), angular_velocity: (0, 3, 5),
         repeat: [Grid(count: (5, 4, 5), spacing: (2, 1.5, 2))]),
        (name: "box", shape: "box", mass: 1, position: (-5, 9, -5), angular_velocity: (1, 2, 0),
         repeat: [Grid(count: (5, 4, 5), spacing: (2, 1.5, 2))]),
    ],
    cameras: [(position: (0, 9, 24), look_at: (0, 3, 0))],
)"#,
    )
    .expect("the folder takes a scene");
    let page = page(&folder, "crowd.ron", 3600);
    let size = fs::metadata(&page).expect("the page").len();
    let mut browser = opened(&folder, &page);
    assert_eq!(
        browser.evaluate("voltex.film.bodies.filter(body => body.moves).length"),
        200
    );
    let opened_in = browser
        .evaluate("voltex.openedIn")
        .as_f64()
        .expect("milliseconds");
    // Where the picture is drawn on the processor most of a frame is that; what the player itself needs is measured
    // without it.
    let of_player = browser.evaluate(
        "(() => { const began = performance.now(); for (let i = 0; i < 60; i++) { voltex.stage.pose(1000 + 30.5 * i, 3); \
         voltex.place = 1000 + 30.5 * i; voltex.showNumbers(); } return (performance.now() - began) / 60; })()",
    );
    let of_player = of_player.as_f64().expect("milliseconds");
    println!(
        "page {size} bytes, opened in {opened_in:.0} ms, {of_player:.2} ms a frame besides drawing"
    );
    assert!(size < 12_000_000, "{size} bytes");
    assert!(opened_in < 10_000.0, "{opened_in} ms");
    assert!(of_player < 16.0, "{of_player} ms a frame");
    // At eight times real time nothing is left behind: the clock follows the wall.
    browser.press("Home");
    browser.evaluate("voltex.setPace(8)");
    browser.press(" ");
    browser.wait_for("Number(document.getElementById('tick').textContent) >= 960");
    browser.press(" ");
    browser.save_picture(&folder.join("crowd.png"));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn without_webgl_the_page_says_what_to_do() {
    let folder = folder("page_no_webgl");
    let page = page(&folder, "stack", 10);
    let mut browser = Browser::open(&page, &folder.join("profile"), &["--disable-3d-apis"]);
    browser.wait_for(
        "document.getElementById('message')?.textContent.includes('cannot be shown') === true",
    );
    let said = browser.text("message");
    assert!(said.contains("hardware acceleration"), "{said}");
}

#[test]
fn a_page_is_no_table() {
    let folder = folder("page_conflict");
    let ran = line_in(
        &folder,
        "replay export run.vxr --html run.html --format csv",
    );
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("--html") && ran.err.contains("--format"),
        "{}",
        ran.err
    );
}
