//! What is drawn over the bodies: ways, contacts, impulses, forces, axes, boxes, islands.

use std::collections::BTreeMap;

use voltex_ecs::{Entity, Transform};
use voltex_flight::aero::Forces;
use voltex_flight::{Flyer, State};
use voltex_math::{Aabb, DVec3, Pose, Vec3};
use voltex_physics::ballistic::{Atmosphere, Ballistic, Balls};
use voltex_physics::{Collider, Joint, RigidBody, ShapeStore, detect_manifolds};
use voltex_renderer::{Colour, Frame, Width};

use crate::command::Layer;
use crate::draw::edges;
use crate::probe::Probe;
use crate::session::{Chosen, Session};
use crate::subject::Subject;

const TRAIL: u32 = 0xff_c83a;
const GHOST: u32 = 0xc0_c6cc;
const CONTACT: u32 = 0xff_4a3a;
const IMPULSE: u32 = 0xff_9a2a;
const VELOCITY: u32 = 0x6f_d07a;
const SPIN: u32 = 0xd8_7cff;
const GRAVITY: u32 = 0x5a_a0ff;
const DRAG: u32 = 0xff_5a5a;
const MAGNUS: u32 = 0xb0_60ff;
const SIDE: u32 = 0xb0_7a40;
const WIND: u32 = 0xff_ffff;
/// Of the chosen body.
const CHOSEN: u32 = 0xff_e08a;
/// Colours of islands.
const ISLANDS: [u32; 8] = [
    0xe0_5040, 0x40_90e0, 0xe8_b020, 0x48_b060, 0xa8_68c0, 0x30_b0b0, 0xe0_78a0, 0x90_a030,
];
/// Most boxes and points of contact that are drawn.
const MOST: usize = 4000;
/// Half the size of the largest box of the tree that is drawn, m.
const FARTHEST: f32 = 1e5;
/// For how long an impulse is shown, s.
const IMPULSE_TIME: f64 = 0.2;

/// Colours of bodies by the number of their entity, where a layer gives them one.
pub(crate) type Tints = BTreeMap<u32, Colour>;

/// Draws the layers that are on.
pub(crate) fn fill(frame: &mut Frame, session: &Session, subject: &Subject, probe: Option<&Probe>) {
    let scale = Scale(frame.camera.position);
    let on = |layer| session.shows(layer);
    if on(Layer::Trails) {
        trails(frame, session, subject);
    }
    if on(Layer::Boxes) {
        for bounds in boxes(subject) {
            cage(frame, &bounds, Colour::rgb(0x9a_d0ff).with_opacity(150));
        }
    }
    if on(Layer::Tree) {
        tree(frame, probe);
    }
    if on(Layer::Contacts) {
        contacts(frame, subject, &scale);
    }
    if on(Layer::Impulses) {
        impulses(frame, subject, probe, &scale);
    }
    if on(Layer::Forces) {
        for (place, forces, wind) in forces(subject, session.time()) {
            let weight = forces.gravity.length() + 1e-9;
            for (force, colour) in [
                (forces.gravity, GRAVITY),
                (forces.drag, DRAG),
                (forces.lift, MAGNUS),
                (forces.side, SIDE),
            ] {
                // The weight is as long as an eighth of the distance to the eye.
                let share = (force / weight).as_vec3().clamp_length_max(4.0);
                arrow(frame, place, share * (scale.of(place) * 5.0), colour);
            }
            arrow(frame, place, wind.as_vec3() * (scale.of(place) * 0.5), WIND);
        }
    }
    if let Some(numbers) = session.numbers_of(subject, session.time()) {
        let place = shown_place(session, subject).unwrap_or(numbers.position);
        if on(Layer::Velocity) {
            arrow(
                frame,
                place,
                logarithmic(numbers.velocity) * (scale.of(place) * 3.0),
                VELOCITY,
            );
        }
        if on(Layer::SpinAxis) {
            arrow(
                frame,
                place,
                logarithmic(numbers.spin) * (scale.of(place) * 2.5),
                SPIN,
            );
        }
    }
    if let Some(Chosen::Body(entity)) = session.chosen {
        mark(frame, subject, entity);
    }
}

/// Unit of length in the picture: a fortieth of the distance from the eye.
struct Scale(Vec3);

impl Scale {
    fn of(&self, place: Vec3) -> f32 {
        self.0.distance(place) / 40.0
    }
}

/// Longer for what is faster, by its logarithm: 1 at 9.
fn logarithmic(vector: Vec3) -> Vec3 {
    let length = vector.length();
    if length < 1e-3 {
        return Vec3::ZERO;
    }
    vector / length * (0.3 + voltex_math::f32::ln(1.0 + length) / std::f32::consts::LN_10)
}

/// Where the chosen body is drawn, between two ticks.
pub(crate) fn shown_place(session: &Session, subject: &Subject) -> Option<Vec3> {
    match session.chosen? {
        Chosen::Flight(index) => {
            let flown = subject.flights.get(index)?;
            Some(
                flown
                    .pose(flown.time(session.time()).unwrap_or(0.0))
                    .position,
            )
        }
        Chosen::Body(wanted) => {
            let mut found = None;
            subject.each_body(|body| {
                if body.entity == wanted {
                    found = Some(body.pose.position);
                }
            });
            found
        }
    }
}

fn trails(frame: &mut Frame, session: &Session, subject: &Subject) {
    for ghost in &session.ghosts {
        frame.polyline(
            ghost,
            Width::Pixels(2.0),
            Colour::rgb(GHOST).with_opacity(150),
        );
    }
    let (Some(Chosen::Body(entity)), Some(past)) = (session.chosen, subject.past()) else {
        return;
    };
    let until = session.place();
    let track = past
        .track(entity)
        .take_while(|(tick, _)| *tick as f64 <= until);
    let points: Vec<Vec3> = track
        .map(|(_, moment)| moment.position)
        .chain(shown_place(session, subject))
        .collect();
    frame.polyline(&points, Width::Pixels(2.0), Colour::rgb(TRAIL));
}

fn arrow(frame: &mut Frame, from: Vec3, way: Vec3, colour: u32) {
    let length = way.length();
    if length < 1e-6 {
        return;
    }
    let (to, along) = (from + way, way / length);
    let view = to - frame.camera.position;
    let side = along
        .cross(view)
        .normalize_or(along.any_orthonormal_vector());
    let head = 0.22 * length;
    let colour = Colour::rgb(colour);
    for ends in [
        [from, to],
        [to, to - along * head + side * (0.5 * head)],
        [to, to - along * head - side * (0.5 * head)],
    ] {
        frame.polyline(&ends, Width::Pixels(2.5), colour);
    }
}

/// A box by its edges.
fn cage(frame: &mut Frame, bounds: &Aabb, colour: Colour) {
    let pose = Pose::from_position(bounds.center());
    edges(frame, &pose, bounds.half_extents(), colour);
}

/// Boxes of everything that has an end.
fn boxes(subject: &Subject) -> Vec<Aabb> {
    let world = subject.world();
    let store = world.resource::<ShapeStore>();
    let empty = ShapeStore::default();
    let store = store.as_deref().unwrap_or(&empty);
    let mut all = Vec::new();
    subject.each_body(|body| {
        if matches!(body.collider, Collider::HalfSpace { .. }) || all.len() >= MOST {
            return;
        }
        if let Ok(bounds) = body.collider.aabb(&body.pose, store) {
            all.push(bounds);
        }
    });
    all
}

/// The boxes of the broad phase, from the top; those without an end, as of the ground, are left out.
fn tree(frame: &mut Frame, probe: Option<&Probe>) {
    let all = probe.into_iter().flat_map(|probe| &probe.tree);
    let bounded = all.filter(|found| found.bounds.half_extents().max_element() < FARTHEST);
    for found in bounded.take(MOST) {
        let shade = 230_u32.saturating_sub(30 * found.level).max(60);
        let colour = Colour::rgb(shade << 16 | shade << 8 | 0x50).with_opacity(190);
        cage(frame, &found.bounds, colour);
    }
}

/// The box of one body, in the colour of the chosen.
fn mark(frame: &mut Frame, subject: &Subject, wanted: Entity) {
    let world = subject.world();
    let store = world.resource::<ShapeStore>();
    let empty = ShapeStore::default();
    let store = store.as_deref().unwrap_or(&empty);
    subject.each_body(|body| {
        if body.entity == wanted
            && !matches!(body.collider, Collider::HalfSpace { .. })
            && let Ok(bounds) = body.collider.aabb(&body.pose, store)
        {
            cage(frame, &bounds, Colour::rgb(CHOSEN));
        }
    });
}

fn contacts(frame: &mut Frame, subject: &Subject, scale: &Scale) {
    let mut drawn = 0;
    for found in detect_manifolds(subject.world()) {
        let normal = found.manifold.normal;
        let side = normal.any_orthonormal_vector();
        let other = normal.cross(side);
        for point in found.manifold.points() {
            drawn += 1;
            if drawn > MOST {
                return;
            }
            let place = point.point_on_b;
            let unit = scale.of(place);
            for way in [side, other] {
                let reach = way * (0.35 * unit);
                frame.polyline(
                    &[place - reach, place + reach],
                    Width::Pixels(2.0),
                    Colour::rgb(CONTACT),
                );
            }
            frame.polyline(
                &[place, place + normal * (1.5 * unit)],
                Width::Pixels(2.0),
                Colour::rgb(CONTACT),
            );
        }
    }
}

fn impulses(frame: &mut Frame, subject: &Subject, probe: Option<&Probe>, scale: &Scale) {
    if let Some(past) = subject.past() {
        let to = subject.tick();
        let from = to.saturating_sub((IMPULSE_TIME / subject.dt()).ceil() as u64);
        for impact in past.impacts(from, to) {
            let way = logarithmic(impact.impulse) * (scale.of(impact.point) * 3.0);
            arrow(frame, impact.point, way, IMPULSE);
        }
    }
    for (place, force) in probe.into_iter().flat_map(|probe| &probe.forces) {
        arrow(
            frame,
            *place,
            logarithmic(*force) * (scale.of(*place) * 1.5),
            IMPULSE,
        );
    }
}

/// Forces on every ball that flies, N, with the wind there, m/s.
fn forces(subject: &Subject, time: f64) -> Vec<(Vec3, Forces, DVec3)> {
    let mut all = Vec::new();
    for flown in subject.flights.iter().filter(|flown| !flown.in_world) {
        let own = flown.time(time).unwrap_or(0.0);
        let state = flown.flight.state_at(own);
        let wind = flown.flight.shot().wind.at(state.position, own);
        all.push((flown.pose(own).position, flown.flight.forces_at(own), wind));
    }
    let world = subject.world();
    let none = Atmosphere::default();
    let (balls, atmosphere) = (world.resource::<Balls>(), world.resource::<Atmosphere>());
    let atmosphere = atmosphere.as_deref().unwrap_or(&none);
    let gravity = subject.config().gravity.as_dvec3();
    let flying = world.query::<(&Ballistic, &RigidBody)>();
    for (ball, body) in &flying {
        let Some(kind) = balls.as_ref().and_then(|balls| balls.get(ball.ball)) else {
            continue;
        };
        let gravity = gravity * f64::from(body.gravity_scale);
        let flyer = Flyer::new(
            kind,
            atmosphere.ball_temperature(),
            atmosphere.air(),
            atmosphere.wind(),
            gravity,
        );
        if let Ok(flyer) = flyer {
            let (state, now) = (ball.state(), atmosphere.time());
            let wind = atmosphere.wind().at(state.position, now);
            let forces = parts(&flyer, now, &state, wind);
            all.push((state.position.as_vec3(), forces, wind));
        }
    }
    all
}

/// The forces on a ball in the world by their directions: drag against the motion through the air, the Magnus force across
/// it and the spin, and what then remains.
fn parts(flyer: &Flyer, time: f64, state: &State, wind: DVec3) -> Forces {
    let mass = flyer.ball().mass;
    let (acceleration, _) = flyer.rates(time, state);
    let of_air = (acceleration - flyer.gravity()) * mass;
    let through_air = state.velocity - wind;
    let along = through_air.normalize_or_zero();
    let across = state.spin.cross(through_air).normalize_or_zero();
    let (drag, lift) = (along * of_air.dot(along), across * of_air.dot(across));
    Forces {
        gravity: flyer.gravity() * mass,
        drag,
        lift,
        side: of_air - drag - lift,
    }
}

/// One colour for all bodies that hang together by contacts and joints; what stands holds nothing together.
pub(crate) fn islands(subject: &Subject) -> Tints {
    let world = subject.world();
    let bodies = world.query::<(Entity, &RigidBody, &Transform)>();
    let moving: Vec<u32> = (&bodies)
        .into_iter()
        .filter(|(_, body, _)| body.is_dynamic())
        .map(|(entity, ..)| entity.id())
        .collect();
    let mut heads: BTreeMap<u32, u32> = moving.iter().map(|id| (*id, *id)).collect();
    let mut unite = |a: Entity, b: Entity| {
        let head = |heads: &BTreeMap<u32, u32>, mut id: u32| {
            loop {
                let next = *heads.get(&id)?;
                if next == id {
                    return Some(id);
                }
                id = next;
            }
        };
        if let (Some(a), Some(b)) = (head(&heads, a.id()), head(&heads, b.id())) {
            // The lower number leads, whatever the order of the pairs.
            heads.insert(a.max(b), a.min(b));
        }
    };
    for found in detect_manifolds(world) {
        unite(found.entity_a, found.entity_b);
    }
    let joints = world.query::<&Joint>();
    for joint in &joints {
        if let Some(a) = joint.a {
            unite(a, joint.b);
        }
    }
    let mut tints = Tints::new();
    for id in moving {
        let mut head = id;
        while heads[&head] != head {
            head = heads[&head];
        }
        let colour = ISLANDS[(head.wrapping_mul(0x9e37_79b1) >> 16) as usize % ISLANDS.len()];
        tints.insert(id, Colour::rgb(colour));
    }
    tints
}
