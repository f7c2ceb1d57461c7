//! What a recording holds of one tick.

use voltex_ecs::{Codec, Decoder, EcsError, Encoder};
use voltex_physics::{BodyMotion, ImpactEvent, PhysicsConfig, PhysicsEvent};

use crate::header::{decode_config, encode_config};
use crate::image::Delta;

/// What somebody told the simulation before a tick, in the user's own encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Who: a player, a network peer, a script.
    pub source: u32,
    /// What.
    pub bytes: Vec<u8>,
}

voltex_ecs::codec!(Input { source, bytes });

/// One step of the simulation and what led to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tick {
    /// Settings, where they differ from those of the tick before.
    pub config: Option<PhysicsConfig>,
    /// What was changed in the world since the step before, other than by it.
    pub edits: Delta,
    /// Inputs that came before the step. What they did to the world is among the edits.
    pub inputs: Vec<Input>,
    /// What the step reported.
    pub events: Vec<PhysicsEvent>,
    /// Bodies that met at an instant within the step, in order of time.
    pub impacts: Vec<ImpactEvent>,
    /// Hash of the state after the step, where one was made.
    pub hash: Option<u64>,
    /// What the step changed, if the recording holds states.
    pub state: Option<Delta>,
}

/// Bits that say what a tick holds.
const CONFIG: u8 = 1;
const EDITS: u8 = 2;
const INPUTS: u8 = 4;
const EVENTS: u8 = 8;
const HASH: u8 = 16;
const STATE: u8 = 32;
/// Comes last: a build that does not know of it passes over it.
const IMPACTS: u8 = 64;

impl Tick {
    /// Appends the tick after its length.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        let mut content = Vec::new();
        let out = &mut Encoder::new(&mut content);
        let flag = |there: bool, bit: u8| if there { bit } else { 0 };
        let flags = flag(self.config.is_some(), CONFIG)
            | flag(!self.edits.is_empty(), EDITS)
            | flag(!self.inputs.is_empty(), INPUTS)
            | flag(!self.events.is_empty(), EVENTS)
            | flag(self.hash.is_some(), HASH)
            | flag(self.state.is_some(), STATE)
            | flag(!self.impacts.is_empty(), IMPACTS);
        flags.encode(out);
        if let Some(config) = &self.config {
            encode_config(config, out);
        }
        if !self.edits.is_empty() {
            self.edits.encode(out);
        }
        if !self.inputs.is_empty() {
            self.inputs.encode(out);
        }
        if !self.events.is_empty() {
            self.events.encode(out);
        }
        if let Some(hash) = self.hash {
            hash.encode(out);
        }
        if let Some(state) = &self.state {
            state.encode(out);
        }
        if !self.impacts.is_empty() {
            out.write_length(self.impacts.len());
            for impact in &self.impacts {
                encode_impact(impact, out);
            }
        }
        let out = &mut Encoder::new(bytes);
        out.write_length(content.len());
        out.write(&content);
    }

    /// Reads one tick. Bytes behind what this build knows of are passed over.
    pub(crate) fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let length = input.read_length(1)?;
        let input = &mut Decoder::new(input.read(length)?);
        let flags = u8::decode(input)?;
        let mut tick = Self::default();
        if flags & CONFIG != 0 {
            tick.config = Some(decode_config(input)?);
        }
        if flags & EDITS != 0 {
            tick.edits = Delta::decode(input)?;
        }
        if flags & INPUTS != 0 {
            tick.inputs = Vec::decode(input)?;
        }
        if flags & EVENTS != 0 {
            tick.events = Vec::decode(input)?;
        }
        if flags & HASH != 0 {
            tick.hash = Some(u64::decode(input)?);
        }
        if flags & STATE != 0 {
            tick.state = Some(Delta::decode(input)?);
        }
        if flags & IMPACTS != 0 {
            for _ in 0..input.read_length(IMPACT_BYTES)? {
                tick.impacts.push(decode_impact(input)?);
            }
        }
        Ok(tick)
    }
}

/// Encoded size of an impact: two handles and 34 numbers.
const IMPACT_BYTES: usize = 2 * 8 + 34 * 4;

fn encode_impact(impact: &ImpactEvent, out: &mut Encoder<'_>) {
    let ImpactEvent {
        a,
        b,
        fraction,
        point,
        normal,
        impulse,
        before,
        after,
    } = impact;
    (*a, *b).encode(out);
    (*fraction, *point, *normal, *impulse).encode(out);
    for motion in before.iter().chain(after) {
        (motion.velocity, motion.angular_velocity).encode(out);
    }
}

fn decode_impact(input: &mut Decoder<'_>) -> Result<ImpactEvent, EcsError> {
    let (a, b) = Codec::decode(input)?;
    let (fraction, point, normal, impulse) = Codec::decode(input)?;
    let mut motions = [BodyMotion::default(); 4];
    for motion in &mut motions {
        (motion.velocity, motion.angular_velocity) = Codec::decode(input)?;
    }
    let [before_a, before_b, after_a, after_b] = motions;
    Ok(ImpactEvent {
        a,
        b,
        fraction,
        point,
        normal,
        impulse,
        before: [before_a, before_b],
        after: [after_a, after_b],
    })
}
