//! Pictures on the device of this machine, software where there is no other. Without any device these tests fail: what
//! cannot be drawn cannot be known to be right.

use std::f32::consts::TAU;

use voltex_math::{Pose, Quat, Vec2, Vec3};
use voltex_renderer::{
    Anchor, Camera, Colour, Finish, Frame, Gpu, Instance, Label, Line, MeshData, Offscreen,
    Picture, PointLight, RenderError, Renderer, Sky, Vertex, Width, shapes,
};

const WIDTH: u32 = 320;
const HEIGHT: u32 = 240;
const UNLIT: Finish = Finish {
    pattern: voltex_renderer::Pattern::Plain,
    gloss: 0,
    unlit: true,
    painted: false,
};

struct Studio {
    gpu: Gpu,
    renderer: Renderer,
    target: Offscreen,
}

impl Studio {
    fn new(samples: u32) -> Self {
        let gpu = Gpu::headless().expect("a device; cargo xtask test installs a software one");
        let renderer = Renderer::offscreen(&gpu, samples).expect("a renderer");
        let target = Offscreen::new(&gpu, WIDTH, HEIGHT, samples).expect("a target");
        Self {
            gpu,
            renderer,
            target,
        }
    }

    fn mesh(&mut self, mesh: &MeshData) -> voltex_renderer::MeshHandle {
        self.renderer.add_mesh(&self.gpu, mesh).expect("a mesh")
    }

    fn draw(&mut self, frame: &Frame) -> Picture {
        self.renderer
            .draw(&self.gpu, frame, &self.target)
            .expect("drawn");
        self.target.read(&self.gpu).expect("read")
    }
}

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_position(Vec3::new(x, y, z))
}

/// Number of pixels that fit, and their mean place.
fn centroid(picture: &Picture, fits: impl Fn([u8; 4]) -> bool) -> (u32, Vec2) {
    let (mut count, mut sum) = (0, Vec2::ZERO);
    for row in 0..picture.height() {
        for column in 0..picture.width() {
            if fits(picture.pixel(column, row).expect("inside")) {
                count += 1;
                sum += Vec2::new(column as f32 + 0.5, row as f32 + 0.5);
            }
        }
    }
    (count, sum / count.max(1) as f32)
}

fn pixel(picture: &Picture, place: Vec2) -> [u8; 4] {
    picture
        .pixel(place.x as u32, place.y as u32)
        .expect("inside the picture")
}

fn near(a: [u8; 4], b: [u8; 4], tolerance: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= tolerance)
}

/// A black sky and no sun.
fn night() -> Frame {
    let mut frame = Frame {
        sky: Sky {
            zenith: [0.0; 3],
            horizon: [0.0; 3],
            ..Sky::default()
        },
        ..Frame::default()
    };
    frame.sun.colour = [0.0; 3];
    frame
}

fn is_red([red, green, blue, _]: [u8; 4]) -> bool {
    red > 150 && green < 60 && blue < 60
}

#[test]
fn a_ball_stands_where_the_projection_says_and_is_as_large() {
    // With one sample a pixel is red or not, and their number is the area.
    let mut studio = Studio::new(1);
    let ball = studio.mesh(&shapes::sphere(1.0, 64));
    for (place, radius) in [
        (Vec3::new(0.0, 0.0, 0.0), 0.5),
        (Vec3::new(1.5, 1.0, -2.0), 0.3),
        (Vec3::new(-2.0, -0.5, -6.0), 1.0),
    ] {
        let mut frame = Frame {
            camera: Camera::new(Vec3::new(0.5, 1.0, 6.0), Vec3::ZERO),
            ..Frame::default()
        };
        let pose = Pose::from_position(place);
        frame.batch(ball, None, false).push(Instance::new(
            &pose,
            Vec3::splat(radius),
            Colour::rgb(0xff0000),
            UNLIT,
        ));
        let picture = studio.draw(&frame);
        let (count, found) = centroid(&picture, is_red);
        let expected = frame.camera.project(place, WIDTH, HEIGHT).expect("ahead");
        // The middle of the outline of a ball off the axis lies a little outwards of its centre: less than a pixel here.
        assert!(found.distance(expected) < 1.0, "{found} for {expected}");
        // The outline is a cone of half angle asin(r/d).
        let [_, _, forward] = frame.camera.axes();
        let distance = (place - frame.camera.position).length();
        let along = (place - frame.camera.position).dot(forward);
        let tangent = radius / (distance * distance - radius * radius).sqrt();
        // The picture cuts the cone askew: the area grows with 1/cos^3 of the angle from the axis.
        let cosine = along / distance;
        let pixels = frame.camera.pixels_per_metre(1.0, HEIGHT);
        let area = 0.5 * TAU * (tangent * pixels) * (tangent * pixels) / (cosine * cosine * cosine);
        let ratio = count as f32 / area;
        // The pixels on the outline, about 50 for the smallest ball, are counted or not by chance.
        assert!((0.96..1.04).contains(&ratio), "{count} pixels for {area}");
    }
}

#[test]
fn the_shadow_of_a_ball_lies_where_the_light_goes() {
    let mut studio = Studio::new(4);
    let ball = studio.mesh(&shapes::sphere(0.5, 48));
    let floor = studio.mesh(&shapes::plane());
    let mut frame = Frame {
        camera: Camera::new(Vec3::new(0.0, 6.0, 8.0), Vec3::ZERO),
        ..Frame::default()
    };
    frame.sun.from = Vec3::new(1.0, 2.0, 0.0);
    frame.sun.shadow_radius = 6.0;
    let center = Vec3::new(0.0, 1.5, 0.0);
    let white = Colour::WHITE;
    frame.batch(floor, None, false).push(Instance::new(
        &Pose::IDENTITY,
        Vec3::new(20.0, 1.0, 20.0),
        white,
        Finish::default(),
    ));
    frame.batch(ball, None, true).push(Instance::new(
        &Pose::from_position(center),
        Vec3::ONE,
        white,
        Finish::default(),
    ));
    let picture = studio.draw(&frame);
    let look = |point: Vec3| {
        let place = frame.camera.project(point, WIDTH, HEIGHT).expect("ahead");
        f32::from(pixel(&picture, place)[1])
    };
    // Light falls along (-1, -2, 0): the shadow of the centre lies at half its height towards -X.
    let shadow = Vec3::new(-0.75, 0.0, 0.0);
    let (dark, bright) = (look(shadow), look(Vec3::new(2.5, 0.0, 0.0)));
    assert!(dark < 0.85 * bright, "{dark} and {bright}");
    // It ends half a metre before and behind, and that times sqrt(5)/2 along the light.
    let lit = [
        shadow + Vec3::Z * 0.7,
        shadow - Vec3::Z * 0.7,
        shadow - Vec3::X * 0.8,
        Vec3::new(0.75, 0.0, 0.0),
    ];
    for point in lit {
        let found = look(point);
        assert!(
            (found - bright).abs() < 0.08 * bright,
            "{point}: {found} and {bright}"
        );
    }
    // Without shadows it is light there too.
    frame.sun.shadow_radius = 0.0;
    let picture = studio.draw(&frame);
    let place = frame.camera.project(shadow, WIDTH, HEIGHT).expect("ahead");
    let found = f32::from(pixel(&picture, place)[1]);
    assert!(
        (found - bright).abs() < 0.08 * bright,
        "{found} and {bright}"
    );
}

/// Fault 6: with one uniform buffer rewritten between the draw calls of a submission, every draw sees the last write.
#[test]
fn every_draw_call_of_a_submission_has_its_own_place_and_colour() {
    let mut studio = Studio::new(1);
    let colours = [0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x00ffff, 0xff00ff].map(Colour::rgb);
    let mut frame = Frame {
        camera: Camera::new(Vec3::new(0.0, 0.0, 9.0), Vec3::ZERO),
        ..Frame::default()
    };
    let place = |index: usize| Vec3::new(2.0 * index as f32 - 5.0, 0.0, 0.0);
    for (index, colour) in colours.iter().enumerate() {
        // Each a mesh of its own, hence a draw call of its own.
        let mesh = studio.mesh(&shapes::cuboid(Vec3::splat(0.5)));
        frame.batch(mesh, None, false).push(Instance::new(
            &Pose::from_position(place(index)),
            Vec3::ONE,
            *colour,
            UNLIT,
        ));
    }
    assert_eq!(frame.batches.len(), colours.len());
    let picture = studio.draw(&frame);
    for (index, colour) in colours.iter().enumerate() {
        let there = frame
            .camera
            .project(place(index), WIDTH, HEIGHT)
            .expect("ahead");
        assert!(near(pixel(&picture, there), colour.0, 2), "cube {index}");
    }
}

/// Fault 6 across submissions: two pictures are asked for before the first is waited for.
#[test]
fn two_pictures_in_flight_keep_their_own_cameras() {
    let mut studio = Studio::new(1);
    let second = Offscreen::new(&studio.gpu, WIDTH, HEIGHT, 1).expect("a target");
    let cube = studio.mesh(&shapes::cuboid(Vec3::splat(0.5)));
    let mut frame = Frame::default();
    let red = Colour::rgb(0xff0000);
    frame
        .batch(cube, None, false)
        .push(Instance::new(&Pose::IDENTITY, Vec3::ONE, red, UNLIT));
    let cameras = [Vec3::X, Vec3::NEG_X].map(|aim| Camera::new(Vec3::new(0.0, 0.0, 6.0), aim));
    let gpu = &studio.gpu;
    frame.camera = cameras[0];
    studio
        .renderer
        .draw(gpu, &frame, &studio.target)
        .expect("drawn");
    frame.camera = cameras[1];
    studio.renderer.draw(gpu, &frame, &second).expect("drawn");
    for (camera, target) in cameras.iter().zip([&studio.target, &second]) {
        let picture = target.read(gpu).expect("read");
        let (_, found) = centroid(&picture, is_red);
        let expected = camera.project(Vec3::ZERO, WIDTH, HEIGHT).expect("ahead");
        assert!(found.distance(expected) < 1.5, "{found} for {expected}");
    }
}

#[test]
fn what_is_nearer_hides_what_is_farther_in_either_order_and_far_away() {
    let mut studio = Studio::new(1);
    let [front, back] = [1, 2].map(|_| studio.mesh(&shapes::cuboid(Vec3::splat(0.5))));
    for (distance, gap) in [(3.0, 0.01), (100.0, 0.01), (10_000.0, 1.0)] {
        for flipped in [false, true] {
            let mut frame = Frame {
                camera: Camera {
                    field_of_view: 2.0 / distance,
                    ..Camera::new(Vec3::new(0.0, 0.0, distance), Vec3::ZERO)
                },
                ..Frame::default()
            };
            let order = if flipped {
                [back, front]
            } else {
                [front, back]
            };
            for mesh in order {
                let (colour, z) = if mesh == front {
                    (0xff0000, gap)
                } else {
                    (0x00ff00, 0.0)
                };
                frame.batch(mesh, None, false).push(Instance::new(
                    &at(0.0, 0.0, z),
                    Vec3::ONE,
                    Colour::rgb(colour),
                    UNLIT,
                ));
            }
            let picture = studio.draw(&frame);
            let middle = pixel(&picture, Vec2::new(160.0, 120.0));
            assert!(
                is_red(middle),
                "{distance} m, flipped {flipped}: {middle:?}"
            );
        }
    }
}

#[test]
fn edges_have_shades_between_with_four_samples_and_none_with_one() {
    let shades = |samples: u32| {
        let mut studio = Studio::new(samples);
        let plane = studio.mesh(&shapes::cuboid(Vec3::new(1.0, 1.0, 0.1)));
        let mut frame = Frame {
            camera: Camera::new(Vec3::new(0.0, 0.0, 5.0), Vec3::ZERO),
            ..night()
        };
        let pose = Pose::new(Vec3::ZERO, Quat::from_rotation_z(0.2));
        frame
            .batch(plane, None, false)
            .push(Instance::new(&pose, Vec3::ONE, Colour::WHITE, UNLIT));
        let picture = studio.draw(&frame);
        let (between, _) = centroid(&picture, |[red, ..]| (10..245).contains(&red));
        between
    };
    assert_eq!(shades(1), 0);
    assert!(shades(4) > 100);
}

#[test]
fn a_texture_stands_upright_and_is_not_mirrored_on_a_ball() {
    let mut studio = Studio::new(1);
    let ball = studio.mesh(&shapes::sphere(1.0, 48));
    // Quarters: red and green above, blue and white below; seen from +Z the middle of the picture is u = 0.25.
    let picture = Picture::paint(256, 128, |u, v| match (u < 0.25, v < 0.5) {
        (true, true) => [255, 0, 0, 255],
        (false, true) => [0, 255, 0, 255],
        (true, false) => [0, 0, 255, 255],
        (false, false) => [255, 255, 255, 255],
    });
    let texture = studio
        .renderer
        .add_texture(&studio.gpu, &picture)
        .expect("a texture");
    let mut frame = Frame {
        camera: Camera::new(Vec3::new(0.0, 0.0, 4.0), Vec3::ZERO),
        ..Frame::default()
    };
    frame.batch(ball, Some(texture), false).push(Instance::new(
        &Pose::IDENTITY,
        Vec3::ONE,
        Colour::WHITE,
        UNLIT,
    ));
    let seen = studio.draw(&frame);
    let quarter = |x: f32, y: f32| {
        let point = Vec3::new(x, y, 0.7);
        let place = frame.camera.project(point, WIDTH, HEIGHT).expect("ahead");
        pixel(&seen, place)
    };
    assert!(near(quarter(-0.4, 0.4), [255, 0, 0, 255], 8));
    assert!(near(quarter(0.4, 0.4), [0, 255, 0, 255], 8));
    assert!(near(quarter(-0.4, -0.4), [0, 0, 255, 255], 8));
    assert!(near(quarter(0.4, -0.4), [255, 255, 255, 255], 8));
}

#[test]
fn a_lamp_lights_what_faces_it_within_its_range() {
    let mut studio = Studio::new(1);
    let floor = studio.mesh(&shapes::plane());
    let mut frame = Frame {
        camera: Camera::new(Vec3::new(0.0, 9.0, 0.01), Vec3::ZERO),
        sky: Sky {
            ambient: 0.0,
            ..Sky::default()
        },
        ..Frame::default()
    };
    frame.sun.colour = [0.0; 3];
    frame.lights.push(PointLight {
        position: Vec3::new(0.0, 1.0, 0.0),
        colour: [1.0, 1.0, 1.0],
        range: 3.0,
    });
    frame.batch(floor, None, false).push(Instance::new(
        &Pose::IDENTITY,
        Vec3::new(20.0, 1.0, 20.0),
        Colour::WHITE,
        Finish::default(),
    ));
    let picture = studio.draw(&frame);
    let light = |x: f32| {
        let place = frame.camera.project(Vec3::new(x, 0.0, 0.0), WIDTH, HEIGHT);
        pixel(&picture, place.expect("ahead"))[1]
    };
    let lights = [0.0, 0.7, 1.4, 2.1].map(light);
    assert!(
        lights.windows(2).all(|pair| pair[0] > pair[1]),
        "{lights:?}"
    );
    assert!(light(3.5) < 30, "{}", light(3.5));
}

#[test]
fn a_line_has_its_width_in_pixels_or_metres_and_hides_behind_bodies() {
    let mut studio = Studio::new(1);
    let cube = studio.mesh(&shapes::cuboid(Vec3::splat(0.5)));
    let mut frame = Frame {
        camera: Camera::new(Vec3::new(0.0, 0.0, 6.0), Vec3::ZERO),
        ..Frame::default()
    };
    let red = Colour::rgb(0xff0000);
    let line = |y: f32, z: f32, width: Width| Line {
        ends: [Vec3::new(-9.0, y, z), Vec3::new(9.0, y, z)],
        width,
        colour: red,
    };
    frame.lines = vec![
        line(1.2, 0.0, Width::Pixels(4.0)),
        line(-1.2, 0.0, Width::Metres(0.2)),
        line(0.0, -1.0, Width::Pixels(6.0)),
    ];
    frame.batch(cube, None, false).push(Instance::new(
        &Pose::IDENTITY,
        Vec3::ONE,
        Colour::rgb(0x00ff00),
        UNLIT,
    ));
    let picture = studio.draw(&frame);
    let column = |x: u32, from: u32, to: u32| {
        let reds = (from..to).filter(|row| is_red(picture.pixel(x, *row).expect("inside")));
        reds.count()
    };
    assert!(
        (3..=5).contains(&column(50, 60, 95)),
        "{}",
        column(50, 60, 95)
    );
    let wide = 0.2 * frame.camera.pixels_per_metre(6.0, HEIGHT);
    let found = column(50, 140, 180);
    assert!((found as f32 - wide).abs() <= 1.0, "{found} for {wide}");
    // In the middle the third one is behind the cube.
    assert_eq!(column(160, 100, 140), 0);
    assert!(column(50, 110, 130) >= 5);
}

#[test]
fn letters_stand_at_their_place_and_are_as_wide_as_they_say() {
    let mut studio = Studio::new(4);
    let mut frame = night();
    let label = |anchor: Anchor| Label {
        text: "carry 168.0 m".to_owned(),
        anchor,
        size: 26.0,
        colour: Colour::rgb(0xff0000),
    };
    frame.labels.push(label(Anchor::Corner([20.0, 30.0])));
    let picture = studio.draw(&frame);
    let lettered = |[red, ..]: [u8; 4]| red > 20;
    let (mut low, mut high) = (Vec2::splat(1e9), Vec2::ZERO);
    for row in 0..HEIGHT {
        for column in 0..WIDTH {
            if lettered(picture.pixel(column, row).expect("inside")) {
                let place = Vec2::new(column as f32, row as f32);
                (low, high) = (low.min(place), high.max(place));
            }
        }
    }
    let width = studio.renderer.text_width("carry 168.0 m", 26.0);
    // A letter keeps up to a tenth of its height free on either side.
    assert!((low.x - 20.0).abs() < 3.0 && low.y >= 30.0, "{low}");
    assert!(high.y <= 30.0 + 26.0, "{high}");
    assert!(
        (high.x - low.x - width).abs() < 5.2,
        "{} for {width}",
        high.x - low.x
    );
    // Over a point of the world the text is centred and stands on it.
    frame.labels = vec![label(Anchor::World(Vec3::ZERO))];
    let picture = studio.draw(&frame);
    let (_, middle) = centroid(&picture, lettered);
    let point = frame
        .camera
        .project(Vec3::ZERO, WIDTH, HEIGHT)
        .expect("ahead");
    assert!((middle.x - point.x).abs() < 13.0, "{middle} for {point}");
    assert!(
        middle.y < point.y && middle.y > point.y - 26.0,
        "{middle} for {point}"
    );
}

#[test]
fn the_same_frame_gives_the_same_pixels_again() {
    let mut studio = Studio::new(4);
    let ball = studio.mesh(&shapes::sphere(0.5, 32));
    let mut frame = Frame::default();
    for number in 0..200 {
        let pose = at((number % 20) as f32 - 10.0, 0.0, (number / 20) as f32 - 8.0);
        let colour = Colour::rgb((0x30_5070 * number as u32) & 0xff_ffff);
        frame.batch(ball, None, true).push(Instance::new(
            &pose,
            Vec3::ONE,
            colour,
            Finish::default(),
        ));
    }
    let first = studio.draw(&frame);
    assert!(first == studio.draw(&frame));
}

#[test]
fn targets_and_renderers_refuse_what_they_cannot_do() {
    let studio = Studio::new(1);
    let limit = studio.gpu.largest_picture();
    for (width, height) in [(0, 10), (10, 0), (limit + 1, 10)] {
        let error = Offscreen::new(&studio.gpu, width, height, 1).expect_err("no such size");
        assert_eq!(
            error,
            RenderError::Size {
                width,
                height,
                limit
            }
        );
        assert!(error.to_string().contains(&limit.to_string()));
    }
    let error = Renderer::offscreen(&studio.gpu, 3).expect_err("3 samples");
    assert_eq!(error, RenderError::Samples(3));
    let mut renderer = Renderer::offscreen(&studio.gpu, 4).expect("a renderer");
    let error = renderer.draw(&studio.gpu, &Frame::default(), &studio.target);
    assert_eq!(error, Err(RenderError::Samples(1)));
    let bad = MeshData {
        vertices: vec![Vertex::default()],
        indices: vec![0, 0, 1],
    };
    assert!(matches!(
        renderer.add_mesh(&studio.gpu, &bad),
        Err(RenderError::Mesh(_))
    ));
}
