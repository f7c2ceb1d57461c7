//! One step of the physics of a world.

mod advance;
mod aim;
mod ball_corner;
mod ball_course;
mod contact_points;
mod contacts;
mod flyers;
mod forces;
mod impact_aside;
mod impact_balls;
mod impact_event;
mod impact_flight;
mod impact_hung;
mod impact_law;
mod impact_search;
mod impact_view;
mod impact_way;
mod impact_ways;
mod impacts;
mod joint_far;
mod joints;
mod mirror;
mod oval_contact;
mod pairs;
mod predict;
mod read_world;
mod report;
mod restore;
mod rows;
mod same;
mod seams;
mod sleep;
mod stage;
mod state;
mod state_codec;
mod state_hash;
mod state_outline;
mod validate;
mod write_world;

pub use aim::{AimAnswer, AimedShot, BlockedShot, aim};
pub use forces::{ContactForce, JointForce, ReportForces};
pub use impact_event::{BodyMotion, ImpactEvent};
pub use predict::{BallHit, NearBy, Prediction, PredictionEnd, predict};
pub use report::{PhysicsEvent, StepReport};
pub(crate) use rows::MassOfBody;
pub use stage::{Stage, StageTimes};
pub use state::PhysicsState;
pub use state_hash::physics_hash;
pub use state_outline::{StateMark, state_outline};

use std::sync::LazyLock;

use voltex_ecs::World;
use voltex_math::check_float_mode;

use crate::ballistic::Atmosphere;
use crate::config::PhysicsConfig;
use crate::error::PhysicsError;
use crate::shape::ShapeStore;

/// Moves all bodies of a world through one step of `config.fixed_dt`.
///
/// Entities with a [`Transform`](voltex_ecs::Transform) and a [`RigidBody`](crate::RigidBody) or a
/// [`Collider`](crate::Collider) take part; large shapes come from the [`ShapeStore`] resource. What the user has
/// changed since the last step counts, and wakes what it touches. The same world and settings give the same bits,
/// on every machine and with any number of threads; work is shared among those of the current rayon pool.
///
/// Contacts are looked for every 1/30 s at least: a longer step is taken in equal parts, so that one long frame among
/// short ones lets nothing burst or fall through. Each part has the substeps of `config`.
///
/// A body whose numbers cannot be computed with stands still and is named in [`StepReport::problems`]; the others
/// are not harmed.
///
/// # Errors
/// Settings out of range, or a float mode of this thread that is not that of IEEE 754; the world is then as it was.
pub fn physics_step(world: &mut World, config: &PhysicsConfig) -> Result<StepReport, PhysicsError> {
    physics_step_watched(world, config, &mut |_| {})
}

/// [`physics_step`], telling each stage as it begins: for a profile ([`StageTimes`]). It makes no difference to what
/// the step does.
///
/// # Errors
/// As those of [`physics_step`].
pub fn physics_step_watched(
    world: &mut World,
    config: &PhysicsConfig,
    enter: &mut dyn FnMut(Stage),
) -> Result<StepReport, PhysicsError> {
    check_float_mode()?;
    config.validate()?;
    enter(Stage::Read);
    if world.resource::<PhysicsState>().is_none() {
        world.insert_resource(PhysicsState::default());
    }
    let now = world.checkpoint();
    let world = &*world;
    let mut state = world
        .resource_mut::<PhysicsState>()
        .expect("it was put there above");
    let state = &mut *state;
    let stored = world.resource::<ShapeStore>();
    let empty = ShapeStore::default();
    let store = stored.as_deref().unwrap_or(&empty);
    let mut report = StepReport::default();

    read_world::read_world(state, world, now, store, &mut report);
    let parts = parts(config.fixed_dt);
    let part = PhysicsConfig {
        fixed_dt: config.fixed_dt / parts as f32,
        ..*config
    };
    let dt = f64::from(part.fixed_dt);
    let atmosphere = world.resource::<Atmosphere>().map(|found| found.clone());
    let atmosphere = atmosphere.as_ref().unwrap_or(&STILL_AIR);
    let mut clock = atmosphere.time;
    for i in 0..parts {
        report.begin_part();
        enter(Stage::Pairs);
        pairs::find_pairs(state, &mut report);
        if state.is_asleep() {
            flyers::prepare(state, &part, atmosphere, clock, &mut report);
            clock = ball_course::next_tick(clock, dt);
            continue;
        }
        enter(Stage::Points);
        pairs::collide(state, store, &mut report);
        enter(Stage::Roles);
        flyers::prepare(state, &part, atmosphere, clock, &mut report);
        impact_aside::set_aside(state, &part);
        enter(Stage::Solver);
        advance::advance(state, &part, &mut report);
        enter(Stage::Impacts);
        impacts::resolve(state, &part, [i, parts], store, &mut report);
        enter(Stage::Rest);
        pairs::settle_touching(state, &mut report);
        flyers::lift_off(state, dt);
        sleep::fall_asleep(state, &part, &mut report);
        enter(Stage::Boxes);
        pairs::follow(state, store, &mut report);
        clock = ball_course::next_tick(clock, dt);
    }
    if let Some(mut atmosphere) = world.resource_mut::<Atmosphere>() {
        atmosphere.time = clock;
    }
    enter(Stage::Write);
    write_world::write_world(state, world);
    forces::report_forces(state, world, &part, &mut report);
    joints::write_joints(state, world);
    report.entities = state.rows.count();
    Ok(report)
}

/// The air of a world that has none of its own.
static STILL_AIR: LazyLock<Atmosphere> = LazyLock::new(Atmosphere::default);

/// Longest time between two searches for contacts, s.
const LONGEST_PART: f32 = 1.0 / 30.0;

/// Number of parts in which a step of this length is taken.
fn parts(dt: f32) -> u32 {
    // A step that is meant to be one part may be longer by its rounding.
    ((dt / LONGEST_PART - 1.0e-3).ceil() as u32).max(1)
}

#[cfg(test)]
mod tests;
