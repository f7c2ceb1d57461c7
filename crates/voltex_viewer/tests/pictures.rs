//! Pictures that `voltex-view render` writes: what stands where, and what is said when there can be none.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::process::{Command, Output};

use voltex_flight::{balls, shots};
use voltex_math::{Vec2, Vec3};
use voltex_renderer::{Camera, Picture};
use voltex_replay::{RecordOptions, Recorder};
use voltex_scene::Scene;

const WIDTH: u32 = 320;
const HEIGHT: u32 = 240;
const RADIUS: f32 = 0.5;
const EYE: [f32; 3] = [0.0, 4.0, 11.0];
const AIM: [f32; 3] = [0.0, 1.5, 0.0];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn view(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_voltex-view"))
        .args(words)
        .output()
        .expect("voltex-view starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Draws a subject at the size of these tests, without letters.
fn picture(subject: &str, options: &[&str], name: &str) -> Picture {
    let out = path(name);
    let out_text = out.to_str().expect("a path of letters");
    let size = format!("{WIDTH}x{HEIGHT}");
    let mut words = vec![
        "render", subject, "--plain", "--size", &size, "--out", out_text,
    ];
    words.extend(options);
    let output = view(&words);
    assert!(output.status.success(), "{}", said(&output));
    Picture::load(&out).expect("the picture")
}

/// A ball that falls from 3 m onto grass, or the grass alone; with a camera that stands, and one that follows.
fn scene(name: &str, ball: bool) -> PathBuf {
    let (ball, follow) = if ball {
        (
            r#"(name: "globe", shape: "globe", mass: 1, position: (0.4, 3, 0)),"#,
            r#", follow: "globe""#,
        )
    } else {
        ("", "")
    };
    let (eye, aim) = (triple(EYE), triple(AIM));
    let text = format!(
        r#"(
    shapes: {{ "ground": HalfSpace(normal: (0, 1, 0)), "globe": Sphere(radius: {RADIUS}) }},
    bodies: [
        (name: "grass", kind: Static, shape: "ground"),
        {ball}
    ],
    cameras: [
        (name: "still", position: {eye}, look_at: {aim}),
        (name: "along", position: {eye}, look_at: {aim}{follow}),
    ],
)"#
    );
    let file = path(name);
    std::fs::write(&file, text).expect("a temporary file");
    file
}

/// A vector as scene files have it.
fn triple([x, y, z]: [f32; 3]) -> String {
    format!("({x}, {y}, {z})")
}

fn camera() -> Camera {
    Camera::new(Vec3::from_array(EYE), Vec3::from_array(AIM))
}

/// Places of the pixels in which two pictures differ clearly.
fn differences(a: &Picture, b: &Picture) -> Vec<Vec2> {
    let mut places = Vec::new();
    for row in 0..HEIGHT {
        for column in 0..WIDTH {
            let pair = [a, b].map(|picture| picture.pixel(column, row).expect("inside"));
            let far = pair[0]
                .iter()
                .zip(pair[1])
                .map(|(a, b)| a.abs_diff(b))
                .max();
            if far.is_some_and(|far| far > 24) {
                places.push(Vec2::new(column as f32 + 0.5, row as f32 + 0.5));
            }
        }
    }
    places
}

/// Asserts that two pictures differ by a ball at a place, and its shadow at the foot of the light from there.
fn shows_ball(with: &Picture, without: &Picture, place: Vec3, shadow: Vec3) {
    let camera = camera();
    let project = |point: Vec3| camera.project(point, WIDTH, HEIGHT).expect("ahead");
    let middle = project(place);
    let distance = (place - camera.position).length();
    let reach = RADIUS * camera.pixels_per_metre(distance, HEIGHT);
    let found = differences(with, without);
    let inside = |pixel: &&Vec2| pixel.distance(middle) < 0.9 * reach;
    let disc = std::f32::consts::PI * (0.9 * reach) * (0.9 * reach);
    let share = found.iter().filter(inside).count() as f32 / disc;
    assert!(share > 0.9, "{share} of the ball is seen at {middle}");
    let foot = project(shadow);
    let near = found
        .iter()
        .filter(|pixel| pixel.distance(foot) < 3.0)
        .count();
    assert!(near > 20, "{near} pixels of shadow at {foot}");
    let stray = found.iter().find(|pixel| {
        let by_ball = pixel.distance(middle) < 1.15 * reach + 1.0;
        let by_shadow = pixel.distance(foot) < 1.6 * reach + 2.0;
        !by_ball && !by_shadow
    });
    assert_eq!(stray, None, "away from ball and shadow");
}

/// Where the light of the default sun, which comes from (0.35, 0.85, 0.45), takes the middle of a ball to the ground.
fn shadow_of(place: Vec3) -> Vec3 {
    place - Vec3::new(0.35, 0.85, 0.45) * (place.y / 0.85)
}

#[test]
fn a_falling_ball_and_its_shadow_stand_where_they_must_at_and_between_steps() {
    let (with, without) = (scene("fall.ron", true), scene("grass.ron", false));
    let text = |file: &PathBuf| file.to_str().expect("a path of letters").to_owned();
    let empty = picture(&text(&without), &["--at", "0"], "grass.png");
    // Free fall has no error of its step: 3 - g t^2/2, at 24 steps and half a step later.
    for (time, name) in [
        (0.0, "fall_a.png"),
        (0.4, "fall_b.png"),
        (0.408_333, "fall_c.png"),
    ] {
        let seen = picture(&text(&with), &["--at", &time.to_string()], name);
        let height = 3.0 - 0.5 * 9.81 * time * time;
        let place = Vec3::new(0.4, height as f32, 0.0);
        shows_ball(&seen, &empty, place, shadow_of(place));
    }
}

#[test]
fn a_camera_that_follows_keeps_its_ball_in_place() {
    let file = scene("follow.ron", true);
    let subject = file.to_str().expect("a path of letters");
    let grass = scene("follow_grass.ron", false);
    let still = picture(
        grass.to_str().expect("letters"),
        &["--at", "0"],
        "follow_grass.png",
    );
    let start = picture(subject, &["--at", "0", "--camera", "along"], "follow_a.png");
    let place = Vec3::new(0.4, 3.0, 0.0);
    shows_ball(&start, &still, place, shadow_of(place));
    let later = picture(
        subject,
        &["--at", "0.5", "--camera", "along"],
        "follow_b.png",
    );
    let camera = camera();
    let middle = camera
        .project(Vec3::new(0.4, 3.0, 0.0), WIDTH, HEIGHT)
        .expect("ahead");
    // The ball does not turn, and the light comes from far away: the middle of the ball looks the same.
    for (dx, dy) in [(0.0, 0.0), (4.0, 0.0), (-4.0, 3.0), (0.0, -5.0)] {
        let at = |picture: &Picture| {
            picture
                .pixel((middle.x + dx) as u32, (middle.y + dy) as u32)
                .expect("inside")
        };
        let (a, b) = (at(&start), at(&later));
        assert!(
            a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 12),
            "{a:?} and {b:?}"
        );
    }
}

/// The defect: of a scene in a closed box nothing was seen but the wall in front.
#[test]
fn a_wall_in_front_is_drawn_by_its_edges_and_a_post_as_it_is() {
    let (eye, aim) = (triple(EYE), triple(AIM));
    let drawn = |half: &str, name: &str| {
        let text = format!(
            r#"(
    shapes: {{ "front": Box(half: {half}), "globe": Sphere(radius: 1) }},
    bodies: [
        (name: "clay", kind: Static, shape: "globe", position: {aim}),
        (name: "front", kind: Static, shape: "front", position: (0, 2.6, 5)),
    ],
    cameras: [(position: {eye}, look_at: {aim})],
)"#
        );
        let file = path(&format!("{name}.ron"));
        std::fs::write(&file, text).expect("a temporary file");
        picture(
            file.to_str().expect("letters"),
            &["--at", "0"],
            &format!("{name}.png"),
        )
    };
    // Far too small to be seen.
    let open = drawn("(0.0001, 0.0001, 0.0001)", "front_none");
    let wall = differences(&drawn("(4.2, 3.2, 0.1)", "front_wall"), &open);
    let post = differences(&drawn("(0.3, 3.2, 0.1)", "front_post"), &open);
    let middle = Vec2::new(0.5 * WIDTH as f32, 0.5 * HEIGHT as f32);
    let in_middle = |places: &[Vec2]| {
        places
            .iter()
            .filter(|place| place.distance(middle) < 8.0)
            .count()
    };
    assert_eq!(in_middle(&wall), 0);
    assert!(wall.len() > 200, "its edges: {} pixels", wall.len());
    assert!(
        wall.len() < (WIDTH * HEIGHT / 10) as usize,
        "{} pixels",
        wall.len()
    );
    assert!(in_middle(&post) > 150, "{} pixels", in_middle(&post));
}

#[test]
fn a_recording_looks_like_the_scene_that_it_is_of() {
    let file = scene("recorded.ron", true);
    let name = file.to_str().expect("a path of letters");
    let scene = Scene::load(name).expect("a scene");
    let mut world = scene.build().expect("a world");
    let config = scene.config();
    let recording = path("recorded.vxr");
    let options = RecordOptions {
        note: name.to_owned(),
        ..RecordOptions::default()
    };
    let sink = BufWriter::new(File::create(&recording).expect("a file"));
    let mut recorder = Recorder::new(sink, &mut world, &config, options).expect("a recorder");
    for _ in 0..60 {
        scene.advance(&mut world).expect("advanced");
        recorder.step(&mut world, &config).expect("stepped");
    }
    recorder.finish().expect("finished");
    let played = recording.to_str().expect("a path of letters");
    for (time, number) in [("0", 0), ("0.5", 1), ("0.658333", 2)] {
        let options = ["--at", time];
        let live = picture(name, &options, &format!("live_{number}.png"));
        let replayed = picture(played, &options, &format!("replayed_{number}.png"));
        assert!(live == replayed, "they differ at {time} s");
    }
    let out = path("late.png");
    let late = view(&[
        "render",
        played,
        "--at",
        "1.5",
        "--out",
        out.to_str().expect("letters"),
    ]);
    assert_eq!(late.status.code(), Some(2));
    assert!(
        said(&late).contains("--at: 1.5 s is after the end at 1.000 s"),
        "{}",
        said(&late)
    );
}

/// The defect: the ball of a scene flew on through walls, as its flight alone does, beside the one in the world.
#[test]
fn a_ball_is_drawn_once_and_where_the_world_has_it() {
    let camera = Camera::new(Vec3::new(3.0, 2.0, 8.0), Vec3::new(3.0, 1.0, 0.0));
    let text = r#"(
    shapes: { "court": HalfSpace(normal: (0, 1, 0)), "wall": Box(half: (0.1, 2, 1)) },
    bodies: [
        (name: "clay", kind: Static, shape: "court"),
        (name: "stone", kind: Static, shape: "wall", position: (5, 2, 0)),
    ],
    balls: [(name: "ball", ball: "tennis", surface: "hard_court")],
    shots: [(ball: "ball", launch: (speed: 15, height: 1.2))],
    cameras: [(position: (3, 2, 8), look_at: (3, 1, 0))],
)"#;
    let file = path("rebound.ron");
    std::fs::write(&file, text).expect("a temporary file");
    let name = file.to_str().expect("letters");
    let scene = Scene::load(name).expect("a scene");
    let mut world = scene.build().expect("a world");
    let config = scene.config();
    for _ in 0..30 {
        scene.advance(&mut world).expect("advanced");
        voltex_physics::physics_step(&mut world, &config).expect("stepped");
    }
    let ball = scene
        .ball_entity(&world, "ball")
        .expect("a ball in the world");
    let place = world
        .get::<voltex_ecs::Transform>(ball)
        .expect("its place")
        .position;
    assert!(place.x < 4.9, "it has come back from the wall: {place}");
    let seen = picture(name, &["--at", "0.5"], "rebound.png");
    let middle = camera.project(place, WIDTH, HEIGHT).expect("ahead");
    // Nothing else in the picture is as yellow as the felt, and greener than red.
    let mut felt = Vec::new();
    for row in 0..HEIGHT {
        for column in 0..WIDTH {
            let [red, green, blue, _] = seen.pixel(column, row).expect("inside").map(u32::from);
            if green > 90 && green >= red && 2 * green > 3 * blue {
                felt.push(Vec2::new(column as f32 + 0.5, row as f32 + 0.5));
            }
        }
    }
    assert!(felt.len() > 5, "{} pixels", felt.len());
    for pixel in felt {
        assert!(
            pixel.distance(middle) < 4.5,
            "{pixel} and the ball at {middle}"
        );
    }
}

#[test]
fn every_ball_has_a_shot_that_can_be_drawn_with_its_venue() {
    let mut seen: Vec<Picture> = Vec::new();
    for ball in balls::ALL.iter() {
        let shot = shots::ALL
            .iter()
            .find(|shot| shot.ball == ball.name)
            .unwrap_or_else(|| panic!("{} has no shot", ball.name));
        let drawn = picture(shot.name, &[], &format!("shot_{}.png", ball.name));
        // A venue has ground, paint and bodies: far more colours than an empty field and sky.
        let mut colours: Vec<[u8; 3]> = drawn
            .bytes()
            .chunks_exact(4)
            .map(|p| [p[0] / 8, p[1] / 8, p[2] / 8])
            .collect();
        colours.sort_unstable();
        colours.dedup();
        assert!(
            colours.len() > 120,
            "{}: {} colours",
            shot.name,
            colours.len()
        );
        assert!(seen.iter().all(|other| *other != drawn), "{}", shot.name);
        seen.push(drawn);
    }
}

#[test]
fn clips_hold_their_pictures_in_order() {
    let file = scene("clip.ron", true);
    let subject = file.to_str().expect("a path of letters");
    for (ending, magic) in [("gif", &b"GIF8"[..]), ("webp", &b"RIFF"[..])] {
        let out = path(&format!("fall.{ending}"));
        let out_text = out.to_str().expect("a path of letters");
        let output = view(&[
            "render", subject, "--from", "0", "--to", "0.4", "--fps", "10", "--size", "96x64",
            "--out", out_text,
        ]);
        assert!(output.status.success(), "{}", said(&output));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("5 pictures"), "{said}");
        let bytes = std::fs::read(&out).expect("the clip");
        assert!(bytes.starts_with(magic));
        if ending == "webp" {
            let frames = bytes.windows(4).filter(|four| four == b"ANMF").count();
            assert_eq!(frames, 5);
        }
    }
}

/// A film, read back by the program that made it, shows its pictures in order, less a column and a row where these are odd in
/// number. Where ffmpeg is not installed there are no films; that this is said is tested below.
#[test]
fn a_film_shows_its_pictures_in_order() {
    let ffmpeg = || Command::new("ffmpeg");
    if ffmpeg().arg("-version").output().is_err() {
        eprintln!("ffmpeg is not installed: no film is tested");
        return;
    }
    let file = scene("film.ron", true);
    let subject = file.to_str().expect("a path of letters");
    let draw = |options: &[&str], name: &str| {
        let out = path(name);
        let words = ["render", subject, "--plain", "--size", "97x65", "--out"];
        let words = words.into_iter().chain([out.to_str().expect("letters")]);
        let output = view(&words.chain(options.iter().copied()).collect::<Vec<_>>());
        assert!(output.status.success(), "{}", said(&output));
        out
    };
    let film = draw(&["--from", "0", "--to", "0.4", "--fps", "10"], "fall.mp4");
    let decoded = ffmpeg()
        .args(["-loglevel", "error", "-i"])
        .arg(&film)
        .args(["-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        .output()
        .expect("ffmpeg starts");
    assert!(decoded.status.success(), "{}", said(&decoded));
    let frames: Vec<&[u8]> = decoded.stdout.chunks(96 * 64 * 4).collect();
    assert_eq!(frames.len(), 5);
    assert!(frames.iter().all(|frame| frame.len() == 96 * 64 * 4));
    let times = ["0", "0.1", "0.2", "0.3", "0.4"];
    let pictures = times.map(|time| {
        let still = draw(&["--at", time], &format!("film_{time}.png"));
        Picture::load(&still).expect("the picture")
    });
    // Mean difference of a channel, 0 to 255.
    let difference = |frame: &[u8], picture: &Picture| {
        let mut sum = 0;
        for (place, pixel) in (0..).zip(frame.chunks_exact(4)) {
            let own = picture.pixel(place % 96, place / 96).expect("inside");
            let channels = own.iter().zip(pixel).take(3);
            sum += channels
                .map(|(a, b)| u32::from(a.abs_diff(*b)))
                .sum::<u32>();
        }
        f64::from(sum) / f64::from(3 * 96 * 64)
    };
    for (number, frame) in frames.iter().enumerate() {
        let to_each = pictures
            .each_ref()
            .map(|picture| difference(frame, picture));
        // Colours lose some of their sharpness and a few shades.
        assert!(to_each[number] < 5.0, "{number}: {to_each:?}");
        let nearest = (0..5).min_by(|a, b| to_each[*a].total_cmp(&to_each[*b]));
        assert_eq!(nearest, Some(number), "{to_each:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_way_out() {
    let file = scene("refused.ron", true);
    let subject = file.to_str().expect("a path of letters");
    let cases: [(&[&str], &str); 8] = [
        (
            &["no_such_thing", "--at", "0", "--out", "x.png"],
            "neither a scene nor a shot nor a file",
        ),
        (
            &[subject, "--camera", "north", "--out", "x.png"],
            "`still`, `along`",
        ),
        (
            &[subject, "--from", "2", "--to", "1", "--out", "x.gif"],
            "--to: 1 s is not after --from 2 s",
        ),
        (
            &[subject, "--to", "1", "--out", "x.png"],
            "a .png is one picture",
        ),
        (
            &[subject, "--at", "0", "--out", "x.bmp"],
            ".png, .gif, .webp or .mp4",
        ),
        (
            &[subject, "--at", "-1", "--out", "x.png"],
            "between 0 and 36000 s",
        ),
        (
            &[subject, "--at", "0", "--size", "1x1", "--out", "x.png"],
            "between 16 and 8192",
        ),
        (
            &[subject, "--at", "0", "--out", "/no/such/folder/x.png"],
            "/no/such/folder/x.png",
        ),
    ];
    for (words, expected) in cases {
        let words: Vec<&str> = std::iter::once("render")
            .chain(words.iter().copied())
            .collect();
        let output = view(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(
            said(&output).contains(expected),
            "{words:?}: {}",
            said(&output)
        );
        assert!(!said(&output).contains("panicked"), "{words:?}");
    }
    let film = Command::new(env!("CARGO_BIN_EXE_voltex-view"))
        .args(["render", subject, "--to", "0.1", "--out"])
        .arg(path("film.mp4"))
        .env("PATH", "/nonexistent")
        .output()
        .expect("voltex-view starts");
    assert_eq!(film.status.code(), Some(2));
    assert!(
        said(&film).contains("ffmpeg, which is not installed"),
        "{}",
        said(&film)
    );
}

#[test]
fn a_machine_without_a_device_is_told_what_to_install() {
    let output = Command::new(env!("CARGO_BIN_EXE_voltex-view"))
        .args(["render", "stack", "--at", "0", "--out"])
        .arg(path("never.png"))
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .output()
        .expect("voltex-view starts");
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    assert!(
        said.contains("mesa-vulkan-drivers") && !said.contains("panicked"),
        "{said}"
    );
}
