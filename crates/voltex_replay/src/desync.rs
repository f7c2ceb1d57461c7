//! Where two recordings part, and in what.

use std::io::{Read, Seek};

use voltex_ecs::{Entity, World};
use voltex_physics::{ImpactEvent, PhysicsEvent};

use crate::compare::{FieldDifference, differences, of_settings};
use crate::error::ReplayError;
use crate::player::Player;
use crate::reader::Reader;
use crate::tick::{Input, Tick};

/// How far back the history of an entity is told, ticks.
const HISTORY: u64 = 600;
/// How many of its contacts and edits are told.
const LAST: usize = 6;

/// What made two recordings part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// They began with different settings, or changed them differently.
    Configuration,
    /// They began with different states.
    Start,
    /// One got an input that the other did not get, or got otherwise.
    Input,
    /// Without a difference in inputs, something was changed in one world and not, or otherwise, in the other.
    Edit,
    /// From one state and the same edits, the step led to different states: the simulation itself went apart.
    Step,
    /// The step led to one state, and reported different events.
    Event,
    /// One recording ends before the other; until then they agree.
    Length,
}

/// From where the fields that differ are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// From the states themselves, at the tick named.
    Exactly,
    /// From the keyframes before this later tick: neither recording holds states, and one of them cannot be
    /// reproduced here.
    AtKeyframe(u64),
    /// Nothing is known but the hashes.
    NotAtAll,
}

/// Which side an event or edit is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first recording.
    A,
    /// The second one.
    B,
}

/// The first difference between two recordings.
#[derive(Clone, Debug, PartialEq)]
pub struct Desync {
    /// The first tick that differs; 0 is the first.
    pub tick: u64,
    /// What made it.
    pub cause: Cause,
    /// The fields that differ, as [`differences`] orders them; empty if they are not known.
    pub fields: Vec<FieldDifference>,
    /// From where they are known.
    pub known: Known,
    /// Whether each recording is reproduced by simulating it here up to and with that tick; told for [`Cause::Step`].
    pub reproduced: Option<[bool; 2]>,
    /// Inputs of that tick that only one side has.
    pub inputs: Vec<(Side, Input)>,
    /// Events of that tick that only one side has.
    pub events: Vec<(Side, PhysicsEvent)>,
    /// Impacts of that tick that only one side has.
    pub impacts: Vec<(Side, ImpactEvent)>,
    /// The last events of the first entity among the fields, before that tick, newest first.
    pub contacts: Vec<(u64, PhysicsEvent)>,
    /// The last impacts of that entity, before that tick, newest first.
    pub blows: Vec<(u64, ImpactEvent)>,
    /// The last ticks before which something was changed in that entity, newest first, with the inputs that came
    /// then.
    pub edits: Vec<(u64, Vec<Input>)>,
    /// What differs and need not matter: seed, engine, end of the recording.
    pub remarks: Vec<String>,
}

/// Finds the first tick in which two recordings differ, and what it is; `None` if they agree in every tick.
///
/// `empty` is a world in which all that was recorded is registered. Recordings with
/// [`RecordOptions::states`](crate::RecordOptions::states) tell the fields wherever they were made; without it
/// those of a step are told if both recordings are reproduced here, or else from the next keyframe.
///
/// # Errors
/// A component or resource that is not registered, or a damaged block.
pub fn desync<R: Read + Seek>(
    a: &mut Reader<R>,
    b: &mut Reader<R>,
    empty: &World,
) -> Result<Option<Desync>, ReplayError> {
    let mut found = Desync {
        tick: 0,
        cause: Cause::Length,
        fields: Vec::new(),
        known: Known::Exactly,
        reproduced: None,
        inputs: Vec::new(),
        events: Vec::new(),
        impacts: Vec::new(),
        contacts: Vec::new(),
        blows: Vec::new(),
        edits: Vec::new(),
        remarks: remarks(a, b),
    };
    found.fields = of_settings(&a.header().config, &b.header().config);
    if !found.fields.is_empty() {
        found.cause = Cause::Configuration;
        return Ok(Some(found));
    }
    let (start_a, _) = a.keyframe(0)?;
    let (start_b, _) = b.keyframe(0)?;
    if start_a != start_b {
        let mut worlds = [empty.clone(), empty.clone()];
        start_a.restore(&mut worlds[0])?;
        start_b.restore(&mut worlds[1])?;
        found.fields = differences(&worlds[0], &worlds[1]);
        if !found.fields.is_empty() {
            found.cause = Cause::Start;
            return Ok(Some(found));
        }
    }
    let common = a.ticks().min(b.ticks());
    for tick in 0..common {
        let (in_a, in_b) = (a.tick(tick)?, b.tick(tick)?);
        let Some(cause) = cause(in_a, in_b) else {
            continue;
        };
        found.tick = tick;
        found.cause = cause;
        found.inputs = alone(&in_a.inputs, &in_b.inputs);
        found.events = alone(&in_a.events, &in_b.events);
        found.impacts = alone(&in_a.impacts, &in_b.impacts);
        if let (Some(config_a), Some(config_b)) = (in_a.config, in_b.config) {
            found.fields = of_settings(&config_a, &config_b);
        }
        look_into(&mut found, a, b, empty)?;
        if let Some(entity) = found.entity() {
            history(&mut found, entity, a, empty)?;
        }
        return Ok(Some(found));
    }
    if a.ticks() != b.ticks() {
        found.tick = common;
        return Ok(Some(found));
    }
    Ok(None)
}

impl Desync {
    /// The first entity whose component differs, or that an event of one side is about.
    pub fn entity(&self) -> Option<Entity> {
        let of_fields = self.fields.iter().find_map(|field| field.entity);
        of_fields.or_else(|| {
            let mut events = self.events.iter();
            let of_events = events.find_map(|(_, event)| event.entities()[0]);
            of_events.or_else(|| self.impacts.first().map(|(_, impact)| impact.a))
        })
    }
}

fn remarks<R: Read + Seek>(a: &Reader<R>, b: &Reader<R>) -> Vec<String> {
    let mut remarks = Vec::new();
    let (in_a, in_b) = (a.header(), b.header());
    let mut differ = |what: &str, a: &dyn ToString, b: &dyn ToString| {
        let (a, b) = (a.to_string(), b.to_string());
        if a != b {
            remarks.push(format!("{what}: {a} and {b}"));
        }
    };
    differ("seeds", &in_a.seed, &in_b.seed);
    differ("versions of Voltex", &in_a.engine, &in_b.engine);
    differ("hashes", &in_a.hash, &in_b.hash);
    differ("notes", &in_a.note, &in_b.note);
    differ("ticks", &a.ticks(), &b.ticks());
    remarks
}

/// The first thing in which two ticks differ, in the order in which things happen.
fn cause(a: &Tick, b: &Tick) -> Option<Cause> {
    if a.config != b.config {
        return Some(Cause::Configuration);
    }
    if a.inputs != b.inputs {
        return Some(Cause::Input);
    }
    if a.edits != b.edits {
        return Some(Cause::Edit);
    }
    let hashes = a.hash.zip(b.hash).is_some_and(|(a, b)| a != b);
    let states = match (&a.state, &b.state) {
        (Some(a), Some(b)) => a != b,
        _ => false,
    };
    if hashes || states {
        return Some(Cause::Step);
    }
    (a.events != b.events || a.impacts != b.impacts).then_some(Cause::Event)
}

/// Those that only one side has.
fn alone<T: PartialEq + Clone>(a: &[T], b: &[T]) -> Vec<(Side, T)> {
    let only = |side, own: &[T], other: &[T]| -> Vec<(Side, T)> {
        let own = own.iter().filter(|value| !other.contains(value));
        own.map(|value| (side, value.clone())).collect()
    };
    let mut found = only(Side::A, a, b);
    found.extend(only(Side::B, b, a));
    found
}

/// Finds the fields that differ at the tick, and whether it is reproduced.
fn look_into<R: Read + Seek>(
    found: &mut Desync,
    a: &mut Reader<R>,
    b: &mut Reader<R>,
    empty: &World,
) -> Result<(), ReplayError> {
    let tick = found.tick;
    let have_states = a.header().states && b.header().states;
    let mut side_a = Player::new(a, empty.clone())?;
    let mut side_b = Player::new(b, empty.clone())?;
    for player in [&mut side_a, &mut side_b] {
        go_to(player, tick)?;
    }
    match found.cause {
        Cause::Configuration => {
            for player in [&mut side_a, &mut side_b] {
                player.edit()?;
            }
            found.fields = of_settings(side_a.config(), side_b.config());
        }
        Cause::Input | Cause::Edit => {
            for player in [&mut side_a, &mut side_b] {
                player.edit()?;
            }
            found.fields = differences(side_a.world(), side_b.world());
        }
        Cause::Step => {
            let mut reproduced = [true; 2];
            for (player, is) in [&mut side_a, &mut side_b].into_iter().zip(&mut reproduced) {
                let played = player.step()?;
                *is = played
                    .hashes
                    .is_none_or(|[computed, recorded]| computed == recorded);
            }
            found.reproduced = Some(reproduced);
            if have_states {
                for player in [&mut side_a, &mut side_b] {
                    go_to(player, tick)?;
                    player.take_recorded_step()?;
                }
            }
            found.fields = differences(side_a.world(), side_b.world());
            if !have_states && reproduced != [true; 2] {
                found.known = at_keyframe(found, side_a.reader(), side_b.reader(), empty)?;
            }
        }
        Cause::Start | Cause::Event | Cause::Length => {}
    }
    Ok(())
}

/// Goes to a tick: by what is recorded where there are states, else by simulating.
fn go_to<R: Read + Seek>(player: &mut Player<'_, R>, tick: u64) -> Result<(), ReplayError> {
    let keyframe = player.reader().keyframe_before(tick)?;
    player.restore(keyframe)?;
    while player.tick() < tick {
        if !player.take_recorded_step()? {
            return player.seek(tick);
        }
    }
    Ok(())
}

/// Takes the fields from the first keyframe that both recordings have after the tick.
fn at_keyframe<R: Read + Seek>(
    found: &mut Desync,
    a: &mut Reader<R>,
    b: &mut Reader<R>,
    empty: &World,
) -> Result<Known, ReplayError> {
    let in_b: Vec<u64> = b.keyframes().collect();
    let common = a
        .keyframes()
        .find(|at| *at > found.tick && in_b.contains(at));
    let Some(at) = common else {
        found.fields.clear();
        return Ok(Known::NotAtAll);
    };
    let mut worlds = [empty.clone(), empty.clone()];
    a.keyframe(at)?.0.restore(&mut worlds[0])?;
    b.keyframe(at)?.0.restore(&mut worlds[1])?;
    found.fields = differences(&worlds[0], &worlds[1]);
    Ok(if at == found.tick + 1 {
        Known::Exactly
    } else {
        Known::AtKeyframe(at)
    })
}

/// What happened to an entity before the tick, as the first recording has it.
fn history<R: Read + Seek>(
    found: &mut Desync,
    entity: Entity,
    a: &mut Reader<R>,
    empty: &World,
) -> Result<(), ReplayError> {
    let mut tick = found.tick;
    let first = tick.saturating_sub(HISTORY);
    while tick > first && (found.contacts.len() < LAST || found.blows.len() < LAST) {
        tick -= 1;
        let record = a.tick(tick)?;
        for event in record.events.iter().rev() {
            if event.entities().contains(&Some(entity)) && found.contacts.len() < LAST {
                found.contacts.push((tick, *event));
            }
        }
        for impact in record.impacts.iter().rev() {
            if [impact.a, impact.b].contains(&entity) && found.blows.len() < LAST {
                found.blows.push((tick, *impact));
            }
        }
    }
    let mut player = Player::new(a, empty.clone())?;
    go_to(&mut player, first)?;
    while player.tick() < found.tick {
        let tick = player.tick();
        let record = player.reader().tick(tick)?;
        let (edited, inputs) = (!record.edits.is_empty(), record.inputs.clone());
        if edited {
            let before = components(player.world(), entity);
            player.edit()?;
            if components(player.world(), entity) != before {
                found.edits.push((tick, inputs));
            }
            if !player.take_recorded_state()? {
                player.step_edited()?;
            }
        } else if !player.take_recorded_step()? {
            player.step()?;
        }
    }
    found.edits.reverse();
    found.edits.truncate(LAST);
    Ok(())
}

/// All fields of an entity, as text: two are the same if they look the same.
fn components(world: &World, entity: Entity) -> Vec<String> {
    let fields = world.parts().filter_map(|part| {
        let fields = world.describe_component(part.name, entity)?;
        Some(format!("{}{fields:?}", part.name))
    });
    fields.collect()
}
