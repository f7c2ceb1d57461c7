//! Faults of many kinds, planted in one of two runs; each is named.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};

use common::{empty, heap, open};
use voltex_ecs::{Entity, FieldValue, Transform, World};
use voltex_math::Vec3;
use voltex_physics::{
    Collider, Material, PhysicsConfig, PhysicsError, RigidBody, StepReport, physics_step,
};
use voltex_replay::{Cause, Desync, Known, RecordOptions, Recorder, Side, desync, verify};

const TICKS: u64 = 100;
const FAULT: u64 = 61;

/// Who said what.
type Inputs = Vec<(u32, Vec<u8>)>;

/// A run in which something can go wrong.
struct Run {
    start: World,
    config: PhysicsConfig,
    options: RecordOptions,
    ticks: u64,
    /// What the user does before a tick.
    before: fn(&mut World, &mut PhysicsConfig, u64, &mut Inputs),
    /// What happens within a step, after the physics.
    within: fn(&mut World, u64, &mut StepReport),
}

impl Run {
    fn new() -> Self {
        Self {
            start: heap(12),
            config: PhysicsConfig::DEFAULT,
            options: RecordOptions {
                keyframe_every: 40,
                ..RecordOptions::default()
            },
            ticks: TICKS,
            before: |world, _, tick, inputs| script(world, tick, inputs),
            within: |_, _, _| (),
        }
    }

    fn with_states(mut self) -> Self {
        self.options.states = true;
        self
    }

    fn record(mut self) -> Vec<u8> {
        let world = &mut self.start;
        let mut recorder = Recorder::new(Vec::new(), world, &self.config, self.options).unwrap();
        for tick in 0..self.ticks {
            let mut inputs = Vec::new();
            (self.before)(world, &mut self.config, tick, &mut inputs);
            for (source, bytes) in &inputs {
                recorder.input(*source, bytes);
            }
            let step =
                |world: &mut World, config: &PhysicsConfig| -> Result<StepReport, PhysicsError> {
                    let mut report = physics_step(world, config)?;
                    (self.within)(world, tick, &mut report);
                    Ok(report)
                };
            recorder.step_with(world, &self.config, step).unwrap();
        }
        recorder.finish().unwrap()
    }
}

/// The third body of a world.
fn victim(world: &World) -> Entity {
    world.storage::<RigidBody>().entities()[3]
}

/// What the players do in every run: a kick at 30, a body more at 50.
fn script(world: &mut World, tick: u64, inputs: &mut Inputs) {
    if tick == 30 {
        inputs.push((1, b"kick".to_vec()));
        kick(world);
    }
    if tick == 50 {
        common::spawn(world, 50);
    }
}

fn kick(world: &mut World) {
    let ball = victim(world);
    world.get_mut::<RigidBody>(ball).unwrap().velocity += Vec3::new(0.5, 2.0, 0.0);
}

fn compare(a: &[u8], b: &[u8]) -> Option<Desync> {
    desync(&mut open(a), &mut open(b), &empty()).unwrap()
}

fn find(run: Run) -> Desync {
    let mut sound = Run::new();
    sound.options.states = run.options.states;
    compare(&sound.record(), &run.record()).expect("the runs differ")
}

fn names(found: &Desync) -> (&str, &str) {
    let first = &found.fields[0];
    (first.part.as_str(), first.field.as_str())
}

#[test]
fn false_alarm() {
    assert_eq!(compare(&Run::new().record(), &Run::new().record()), None);
    // Neither states nor other keyframes make another run.
    let mut other = Run::new().with_states();
    other.options.keyframe_every = 7;
    assert_eq!(compare(&Run::new().record(), &other.record()), None);
}

/// One bit of memory flips between two steps of one machine, and nobody wrote there.
#[test]
fn a_flipped_bit_of_a_float() {
    let mut run = Run::new().with_states();
    run.within = |world, tick, _| {
        if tick == FAULT {
            let ball = victim(world);
            let x = &mut world.get_mut::<Transform>(ball).unwrap().position.x;
            *x = f32::from_bits(x.to_bits() ^ 1);
        }
    };
    let found = find(run);
    assert_eq!(
        (found.tick, found.cause, found.known),
        (FAULT, Cause::Step, Known::Exactly)
    );
    assert_eq!(names(&found), ("voltex.transform", "position.x"));
    assert_eq!(found.fields.len(), 1);
    assert_eq!(found.fields[0].ulps, Some(1));
    assert_eq!(found.fields[0].entity, Some(victim(&heap(12))));
    assert_eq!(found.reproduced, Some([true, false]));
    // What touched it before: the kick with its input, and its contacts.
    assert_eq!(found.edits[0].0, 30);
    assert_eq!(found.edits[0].1[0].bytes, b"kick");
    assert!(found.contacts.iter().all(|(tick, _)| *tick < FAULT));
    assert!(!found.contacts.is_empty());
}

/// The same without states: the tick is exact, the field that of the next keyframe.
#[test]
fn a_flipped_bit_without_states_is_known_from_the_next_keyframe() {
    let mut run = Run::new();
    run.within = |world, tick, _| {
        if tick == FAULT {
            let ball = victim(world);
            world.get_mut::<RigidBody>(ball).unwrap().velocity.x += 0.25;
        }
    };
    let file = run.record();
    let verified = verify(&mut open(&file), empty(), |_| ()).unwrap();
    assert_eq!(verified.first_difference.unwrap().tick, FAULT);
    let found = compare(&Run::new().record(), &file).unwrap();
    assert_eq!((found.tick, found.cause), (FAULT, Cause::Step));
    assert_eq!(found.known, Known::AtKeyframe(80));
    assert_eq!(found.reproduced, Some([true, false]));
    assert!(
        found
            .fields
            .iter()
            .any(|field| field.entity == Some(victim(&heap(12))))
    );
}

#[test]
fn an_extra_input() {
    let mut run = Run::new();
    run.before = |world, _, tick, inputs| {
        script(world, tick, inputs);
        if tick == FAULT {
            inputs.push((2, b"jump".to_vec()));
            kick(world);
        }
    };
    let found = find(run);
    assert_eq!((found.tick, found.cause), (FAULT, Cause::Input));
    assert_eq!(found.inputs.len(), 1);
    assert_eq!((found.inputs[0].0, found.inputs[0].1.source), (Side::B, 2));
    assert_eq!(names(&found), ("voltex.rigid_body", "velocity.x"));
    assert_eq!(found.entity(), Some(victim(&heap(12))));
}

#[test]
fn an_input_one_tick_late() {
    let mut run = Run::new();
    run.before = |world, _, tick, inputs| match tick {
        30 => (),
        31 => script(world, 30, inputs),
        _ => script(world, tick, inputs),
    };
    let found = find(run);
    assert_eq!((found.tick, found.cause), (30, Cause::Input));
    assert_eq!(found.inputs[0].0, Side::A);
}

#[test]
fn another_order_of_spawning() {
    fn pair(world: &mut World, places: [f32; 2]) {
        for x in places {
            world.spawn_with((
                Transform::from_position(Vec3::new(x, 5.0, 0.0)),
                RigidBody::dynamic(1.0),
                Collider::sphere(0.2),
                Material::DEFAULT,
            ));
        }
    }
    let run = |before| {
        let mut run = Run::new();
        run.before = before;
        run.record()
    };
    let a = run(|world, _, tick, _| {
        if tick == FAULT {
            pair(world, [-3.0, 3.0])
        }
    });
    let b = run(|world, _, tick, _| {
        if tick == FAULT {
            pair(world, [3.0, -3.0])
        }
    });
    let found = compare(&a, &b).unwrap();
    assert_eq!((found.tick, found.cause), (FAULT, Cause::Edit));
    assert_eq!(names(&found), ("voltex.transform", "position.x"));
    assert_eq!(found.fields.len(), 2);
    let values = [-3.0, 3.0].map(|x| Some(FieldValue::F32(x)));
    assert_eq!(found.fields[0].values, values);
}

/// Floats added up in the order in which threads came. The tick that is named is the first in which the other order
/// brings another velocity to any body.
#[test]
fn a_racy_reduction() {
    static FIRST: AtomicU64 = AtomicU64::new(u64::MAX);
    fn wind(world: &mut World, tick: u64, backwards: bool) {
        let heights: Vec<f32> = world
            .storage::<Transform>()
            .data()
            .iter()
            .map(|t| t.position.y)
            .collect();
        let forth = heights.iter().sum::<f32>() * 1.0e-3;
        let back = heights.iter().rev().sum::<f32>() * 1.0e-3;
        let mut bodies = world.query::<&mut RigidBody>();
        for body in (&mut bodies).into_iter().filter(|body| body.is_dynamic()) {
            let [one, other] = [forth, back].map(|mean| body.velocity.z + mean);
            if backwards && one != other {
                FIRST.fetch_min(tick, Ordering::Relaxed);
            }
            body.velocity.z = if backwards { other } else { one };
        }
    }
    let run = |within| {
        let mut run = Run::new().with_states();
        run.within = within;
        run.record()
    };
    let a = run(|world, tick, _| wind(world, tick, false));
    let b = run(|world, tick, _| wind(world, tick, tick >= FAULT));
    let found = compare(&a, &b).unwrap();
    assert_eq!(found.cause, Cause::Step);
    assert_eq!(found.tick, FIRST.load(Ordering::Relaxed));
    assert_eq!(names(&found), ("voltex.rigid_body", "velocity.z"));
    assert!(found.fields[0].ulps.unwrap() < 100, "a few last places");
    assert_eq!(
        found.reproduced,
        Some([false, false]),
        "the wind is the user's"
    );
}

#[test]
fn a_missing_event() {
    let a = Run::new().record();
    let mut run = Run::new();
    run.within = |_, _, report| report.events.truncate(1);
    let found = compare(&a, &run.record()).unwrap();
    assert_eq!(found.cause, Cause::Event);
    assert!(found.fields.is_empty(), "the states are equal");
    assert!(found.events.iter().all(|(side, _)| *side == Side::A));
    let (_, event) = found.events[0];
    assert_eq!(found.entity(), event.entities()[0]);
}

#[test]
fn another_configuration() {
    let mut run = Run::new();
    run.config.gravity.y = -9.80665;
    let found = find(run);
    assert_eq!((found.tick, found.cause), (0, Cause::Configuration));
    assert_eq!(names(&found), ("configuration", "gravity.y"));
    let values = [-9.81, -9.80665].map(|g| Some(FieldValue::F32(g)));
    assert_eq!(found.fields[0].values, values);

    let mut run = Run::new();
    run.before = |world, config, tick, inputs| {
        script(world, tick, inputs);
        if tick == FAULT {
            config.fixed_dt = 1.0 / 50.0;
        }
    };
    let found = find(run);
    assert_eq!((found.tick, found.cause), (FAULT, Cause::Configuration));
    assert_eq!(names(&found), ("configuration", "fixed_dt"));
}

#[test]
fn another_start() {
    let mut run = Run::new();
    let body = victim(&run.start);
    run.start.get_mut::<RigidBody>(body).unwrap().mass = 1.5;
    let found = find(run);
    assert_eq!((found.tick, found.cause), (0, Cause::Start));
    assert_eq!(names(&found), ("voltex.rigid_body", "mass"));
    assert_eq!(found.entity(), Some(body));
}

/// A body is removed on one machine only.
#[test]
fn a_forgotten_despawn() {
    let run = |before| {
        let mut run = Run::new();
        run.before = before;
        run.record()
    };
    let a = run(|world, _, tick, _| {
        if tick == FAULT {
            let body = victim(world);
            world.despawn(body);
        }
    });
    let b = run(|_, _, _, _| ());
    let found = compare(&a, &b).unwrap();
    assert_eq!((found.tick, found.cause), (FAULT, Cause::Edit));
    assert_eq!(names(&found), ("entities", "alive"));
    assert_eq!(found.entity(), Some(victim(&heap(12))));
    let values = [false, true].map(|alive| Some(FieldValue::Bool(alive)));
    assert_eq!(found.fields[0].values, values);
}

/// A fast ball between two walls; one side loses an impact, as a listener that was not called would have it.
#[test]
fn a_missing_impact() {
    let mut start = empty();
    for x in [-3.0, 3.0] {
        let wall = Collider::cuboid(Vec3::new(0.05, 2.0, 2.0));
        let at = Transform::from_position(Vec3::X * x);
        start.spawn_with((at, RigidBody::statik().with_restitution(1.0), wall));
    }
    let ball = start.spawn_with((
        Transform::IDENTITY,
        RigidBody::dynamic(0.0459)
            .with_restitution(1.0)
            .with_gravity_scale(0.0)
            .with_velocity(Vec3::X * 76.0),
        Collider::sphere(0.02134),
    ));
    let run = || Run {
        start: start.clone(),
        before: |_, _, _, _| (),
        ..Run::new()
    };
    let sound = run().record();
    assert_eq!(compare(&sound, &run().record()), None);
    let mut faulty = run();
    faulty.within = |_, tick, report| {
        if tick >= FAULT {
            report.impacts.clear();
        }
    };
    let found = compare(&sound, &faulty.record()).expect("an impact is missing");
    assert_eq!(found.cause, Cause::Event);
    // 5.86 m at 76 m/s: an impact every 4.6 ticks.
    assert!((FAULT..FAULT + 5).contains(&found.tick), "{}", found.tick);
    let [(Side::A, impact)] = found.impacts[..] else {
        panic!("{:?}", found.impacts);
    };
    assert!([impact.a, impact.b].contains(&ball));
    let along = if impact.a == ball {
        impact.before[0]
    } else {
        impact.before[1]
    };
    assert!((along.velocity.x.abs() - 76.0).abs() < 1e-3);
    assert!(found.blows.len() > 3 && found.blows[0].0 < found.tick);
    assert!(found.fields.is_empty() && found.events.is_empty());
}

/// Something that a game wrote without telling anybody, as a component that is missing.
#[test]
fn a_component_that_is_missing() {
    let mut run = Run::new();
    run.before = |world, _, tick, inputs| {
        script(world, tick, inputs);
        if tick == FAULT {
            let body = victim(world);
            world.remove::<Material>(body);
        }
    };
    let found = find(run);
    assert_eq!((found.tick, found.cause), (FAULT, Cause::Edit));
    let of_material = |field: &&voltex_replay::FieldDifference| field.part == "voltex.material";
    let material = found.fields.iter().find(of_material).unwrap();
    assert_eq!((material.field.as_str(), &material.values[1]), ("", &None));
}

#[test]
fn a_recording_that_ends_early() {
    let mut run = Run::new();
    run.ticks = 70;
    let found = find(run);
    assert_eq!((found.tick, found.cause), (70, Cause::Length));
    assert!(
        found
            .remarks
            .iter()
            .any(|remark| remark.contains("100 and 70"))
    );
}

#[test]
fn another_seed_is_remarked() {
    let mut run = Run::new();
    run.options.seed = 9;
    run.before = |world, _, tick, inputs| {
        script(world, tick, inputs);
        if tick == 5 {
            kick(world);
        }
    };
    let found = find(run);
    assert_eq!((found.tick, found.cause), (5, Cause::Edit));
    assert!(
        found
            .remarks
            .iter()
            .any(|remark| remark == "seeds: 0 and 9")
    );
}
