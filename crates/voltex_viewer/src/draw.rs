//! From a subject at a time to a draw list: the one place where worlds and flights become pictures.

use voltex_ecs::Entity;
use voltex_math::{Aabb, Pose, Vec3};
use voltex_physics::{Collider, ShapeStore};
use voltex_renderer::{Anchor, Camera, Colour, Frame, Label, RenderError, Sun, Width};

use crate::look::{self, Looks};
use crate::overlay::Tints;
use crate::stage::{Solid, Stage};
use crate::subject::{Flown, Shown, Subject};
use crate::venues;

/// From one point of a trail to the next, s.
const TRAIL_STEP: f64 = 1.0 / 120.0;
/// Height of a ball in the picture below which it is drawn larger, in parts of the picture's height: a golf ball at
/// 200 m would be no pixel.
const LEAST_BALL: f32 = 1.0 / 45.0;

/// Fills a frame with what there is at a time, s; bodies that have a tint show it. The camera is set already.
pub(crate) fn fill(
    frame: &mut Frame,
    stage: &mut Stage,
    looks: &mut Looks,
    subject: &Subject,
    time: f64,
    tints: &Tints,
) -> Result<(), RenderError> {
    frame.clear();
    let camera = frame.camera;
    frame.sun = sun(&camera, subject);
    stage.see_from(&camera);
    let balls = bodies(frame, stage, looks, subject, tints)?;
    let world_has_bodies = !subject.scene.bodies.is_empty();
    if let Some(flown) = subject.flights.first() {
        let key = flown.flight.ball().name;
        let mut venue = venues::of_shot(&flown.name, key, &flown.flight, world_has_bodies);
        match world_has_bodies {
            // Its goal has a net, which no scene has.
            true if key == "soccer" => venue.without_ground(),
            true => venue.only_paint(),
            false => {}
        }
        venue.draw(stage, frame, flown.origin)?;
    }
    for ball in &balls {
        let way = subject.way(ball.entity);
        // Between steps the last place of the way is still to come.
        let passed = match way.split_last() {
            Some((_, passed)) if !subject.is_at_step() => passed,
            _ => way,
        };
        let points = passed.iter().copied().chain([ball.position]);
        trail(frame, points, ball.position, ball.reach);
    }
    for flown in subject.flights.iter().filter(|flown| !flown.in_world) {
        flight(frame, stage, flown, time)?;
    }
    Ok(())
}

/// Shadows fall around what is looked at, at most as far as there is something to see.
fn sun(camera: &Camera, subject: &Subject) -> Sun {
    let distance = camera.look_at.distance(camera.position);
    let radius = if subject.flights.is_empty() {
        0.9 * distance
    } else {
        0.0
    };
    Sun {
        shadow_center: camera.look_at,
        shadow_radius: radius,
        ..Sun::default()
    }
}

/// A ball as it was drawn.
struct Drawn {
    entity: Entity,
    position: Vec3,
    /// Its radius, or more of one that is far away, m.
    reach: f32,
}

/// All bodies of the world; tells which of them are balls.
fn bodies(
    frame: &mut Frame,
    stage: &mut Stage,
    looks: &mut Looks,
    subject: &Subject,
    tints: &Tints,
) -> Result<Vec<Drawn>, RenderError> {
    let world = subject.world();
    let empty = ShapeStore::default();
    let store = world.resource::<ShapeStore>();
    let store = store.as_deref().unwrap_or(&empty);
    let mut result = Ok(());
    let mut balls = Vec::new();
    let mut number = 0;
    subject.each_body(|body| {
        let mut look = looks.of(&subject.scene, number, body);
        number += 1;
        if let Some(tint) = tints.get(&body.entity.id()) {
            look.colour = *tint;
            look.skin = None;
        }
        if let Some(half) = hiding(&frame.camera, body) {
            edges(frame, &body.pose, half, look.colour);
        } else if let (Some(_), Collider::Sphere { radius }) = (body.ball, *body.collider) {
            let position = body.pose.position;
            let reach = radius * enlargement(&frame.camera, position, radius);
            balls.push(Drawn {
                entity: body.entity,
                position,
                reach,
            });
            if result.is_ok() {
                let scale = Vec3::splat(reach);
                result = stage.solid(frame, Solid::Sphere, &body.pose, scale, &look, true);
            }
        } else if result.is_ok() {
            result = stage.collider(frame, store, body.collider, &body.pose, &look);
        }
    });
    result.map(|()| balls)
}

/// Half edges of a wall that stands between the camera and what it looks at and would hide most of it: closed boxes
/// and drums are looked into. `None` for everything else.
fn hiding(camera: &Camera, body: &Shown<'_>) -> Option<Vec3> {
    let Collider::Box { half_extents } = *body.collider else {
        return None;
    };
    let way = camera.look_at - camera.position;
    // A post or a step hides little.
    let [short, middle, long] = {
        let mut sides = half_extents.to_array();
        sides.sort_by(f32::total_cmp);
        sides
    };
    if body.moves || middle < 0.2 * way.length() || short > 0.5 * long {
        return None;
    }
    let from = body.pose.inverse_transform_point(camera.position);
    let local = body.pose.inverse_transform_vector(way);
    let wall = Aabb::from_center_half_extents(Vec3::ZERO, half_extents);
    // What is looked at may lie on the wall, which is then a floor.
    let hit = wall.ray_intersection(from, local, 0.9)?;
    (hit > 0.0).then_some(half_extents)
}

/// A box by its edges.
pub(crate) fn edges(frame: &mut Frame, pose: &Pose, half: Vec3, colour: Colour) {
    let corner = |x: f32, y: f32, z: f32| pose.transform_point(Vec3::new(x, y, z) * half);
    for a in [-1.0, 1.0] {
        for b in [-1.0, 1.0] {
            for ends in [
                [corner(-1.0, a, b), corner(1.0, a, b)],
                [corner(a, -1.0, b), corner(a, 1.0, b)],
                [corner(a, b, -1.0), corner(a, b, 1.0)],
            ] {
                frame.polyline(&ends, Width::Pixels(1.5), colour);
            }
        }
    }
}

/// The ball of a flight with the way it has come.
fn flight(
    frame: &mut Frame,
    stage: &mut Stage,
    flown: &Flown,
    time: f64,
) -> Result<(), RenderError> {
    let ball = flown.flight.ball();
    let now = flown.time(time).unwrap_or(0.0);
    let pose = flown.pose(now);
    let radius = ball.radius as f32;
    let half = match ball.spheroid() {
        // The long axis of an oval ball is x in its own frame, and y on its skin.
        Some(oval) => {
            let [long, short] = [oval.long, oval.short].map(|axis| axis as f32);
            Vec3::new(short, long, short)
        }
        None => Vec3::splat(radius),
    };
    let rotation = match ball.spheroid() {
        Some(_) => pose.rotation * voltex_math::Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2),
        None => pose.rotation,
    };
    let scale = half * enlargement(&frame.camera, pose.position, radius);
    let look = look::of_flight(ball.name);
    let place = Pose::new(pose.position, rotation);
    stage.solid(frame, Solid::Sphere, &place, scale, &look, true)?;
    let steps = (now / TRAIL_STEP).ceil() as u32;
    let points = (0..=steps).map(|step| {
        let at = f64::from(step) * TRAIL_STEP;
        flown.pose(if at < now { at } else { now }).position
    });
    trail(frame, points, pose.position, scale.max_element());
    Ok(())
}

/// How many times larger than it is a ball is drawn: far balls as large as can be seen, standing where they are.
fn enlargement(camera: &Camera, position: Vec3, radius: f32) -> f32 {
    let [_, _, forward] = camera.axes();
    let distance = (position - camera.position).dot(forward);
    if distance > 0.0 {
        let seen = radius * camera.pixels_per_metre(distance, 1);
        voltex_math::f32::max(0.5 * LEAST_BALL / seen, 1.0)
    } else {
        1.0
    }
}

/// A line through the places that a ball has come through. It fades into the past, and ends where it meets the ball as drawn.
fn trail(frame: &mut Frame, points: impl Iterator<Item = Vec3>, position: Vec3, reach: f32) {
    let mut points: Vec<Vec3> = points.collect();
    let away = |point: &Vec3| point.distance(position);
    let Some(last) = points.iter().rposition(|point| away(point) > reach) else {
        return;
    };
    if let Some(next) = points.get(last + 1) {
        let (from, to) = (away(&points[last]), away(next));
        points[last + 1] = points[last].lerp(*next, (from - reach) / (from - to));
        points.truncate(last + 2);
    }
    let steps = points.len() as f32;
    for (step, pair) in points.windows(2).enumerate() {
        let opacity = (90.0 + 130.0 * (step + 2) as f32 / steps) as u8;
        let colour = Colour::rgb(0xff_c83a).with_opacity(opacity);
        frame.polyline(pair, Width::Pixels(2.5), colour);
    }
}

/// Title, what it is about and the time in the upper left corner; what a ball does in the lower left.
pub(crate) fn letters(frame: &mut Frame, subject: &Subject, time: f64, [width, height]: [u32; 2]) {
    let unit = (height as f32 / 36.0).clamp(11.0, 26.0);
    let margin = 0.7 * unit;
    let mut write = |text: String, x: f32, y: f32, size: f32| {
        // Dark copies behind the letters keep them legible on any ground.
        let dark = Colour::BLACK.with_opacity(150);
        let copies = [
            ([1.0, 1.0], dark),
            ([-1.0, 1.0], dark),
            ([1.0, -1.0], dark),
            ([0.0, 0.0], Colour::WHITE),
        ];
        for ([dx, dy], colour) in copies {
            frame.labels.push(Label {
                text: text.clone(),
                anchor: Anchor::Corner([x + dx, y + dy]),
                size,
                colour,
            });
        }
    };
    write(
        subject.title.replace(['_', '-'], " "),
        margin,
        margin,
        1.3 * unit,
    );
    // About 0.45 of its height is the mean width of a letter.
    let room = ((width as f32 - 2.0 * margin) / (0.45 * 0.8 * unit)) as usize;
    let about: String = if subject.about.chars().count() > room {
        let cut = subject.about.chars().take(room.saturating_sub(1));
        cut.chain(['…']).collect()
    } else {
        subject.about.clone()
    };
    write(about, margin, margin + 1.4 * unit, 0.8 * unit);
    let mut lines = vec![format!("{time:.2} s")];
    if let Some([speed, spin, height]) = subject.motion(time) {
        lines.push(format!(
            "{speed:.1} m/s   {:.0} rpm   {height:.1} m high",
            spin * 30.0 / std::f64::consts::PI,
        ));
    }
    for (line, text) in lines.iter().rev().enumerate() {
        let y = height as f32 - margin - unit * (1.0 + 1.1 * line as f32);
        write(text.clone(), margin, y, unit);
    }
}
