//! What stands at the beginning of a recording.

use voltex_ecs::{Codec, Decoder, EcsError, Encoder, World};
use voltex_physics::PhysicsConfig;

/// The first bytes of every recording. As in PNG, they show damage by programs that take it for text.
pub(crate) const MAGIC: [u8; 8] = *b"\x89VXR\r\n\x1a\n";
/// Format that this build writes; it reads all up to this one. The second has one kind of difference more.
pub(crate) const FORMAT: u32 = 2;
/// How the hash of a tick is made: [`voltex_physics::physics_hash`].
pub const HASH: &str = "voltex.physics.1";

/// What a recording is.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Version of the Voltex that wrote it.
    pub engine: String,
    /// Seed of the user's random numbers.
    pub seed: u64,
    /// Settings at the beginning.
    pub config: PhysicsConfig,
    /// How the hash of a tick is made.
    pub hash: String,
    /// Ticks from one keyframe to the next.
    pub keyframe_every: u32,
    /// Ticks from one hash to the next.
    pub hash_every: u32,
    /// Whether every tick holds what it changed in the state, so that any state is known without simulating.
    pub states: bool,
    /// Names and versions of the parts of the world that are recorded.
    pub parts: Vec<(String, u32)>,
    /// What the user wrote about it: the scene, as a rule.
    pub note: String,
}

impl Header {
    /// Recorded parts that a world does not know.
    pub fn unknown_in<'a>(&'a self, world: &World) -> Vec<&'a str> {
        let known: Vec<&str> = world.parts().map(|part| part.name).collect();
        let names = self.parts.iter().map(|(name, _)| name.as_str());
        names.filter(|name| !known.contains(name)).collect()
    }

    /// Fields by number, each with its length, so that later builds can add some and drop others.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut field = |number: u16, value: &dyn Fn(&mut Encoder<'_>)| {
            let mut content = Vec::new();
            value(&mut Encoder::new(&mut content));
            let out = &mut Encoder::new(&mut bytes);
            number.encode(out);
            out.write_length(content.len());
            out.write(&content);
        };
        field(1, &|out| self.engine.encode(out));
        field(2, &|out| self.seed.encode(out));
        field(3, &|out| encode_config(&self.config, out));
        field(4, &|out| self.hash.encode(out));
        field(5, &|out| self.keyframe_every.encode(out));
        field(6, &|out| self.hash_every.encode(out));
        field(7, &|out| self.states.encode(out));
        field(8, &|out| self.parts.encode(out));
        field(9, &|out| self.note.encode(out));
        bytes
    }

    /// Reads fields in any order; those that this build does not know are passed over.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, EcsError> {
        let input = &mut Decoder::new(bytes);
        let mut header = Self {
            engine: String::new(),
            seed: 0,
            config: PhysicsConfig::DEFAULT,
            hash: String::new(),
            keyframe_every: 0,
            hash_every: 0,
            states: false,
            parts: Vec::new(),
            note: String::new(),
        };
        while input.remaining() > 0 {
            let number = u16::decode(input)?;
            let length = input.read_length(1)?;
            let field = &mut Decoder::new(input.read(length)?);
            match number {
                1 => header.engine = String::decode(field)?,
                2 => header.seed = u64::decode(field)?,
                3 => header.config = decode_config(field)?,
                4 => header.hash = String::decode(field)?,
                5 => header.keyframe_every = u32::decode(field)?,
                6 => header.hash_every = u32::decode(field)?,
                7 => header.states = bool::decode(field)?,
                8 => header.parts = Vec::decode(field)?,
                9 => header.note = String::decode(field)?,
                _ => {}
            }
        }
        for every in [header.keyframe_every, header.hash_every] {
            if every == 0 {
                return Err(input.invalid("number of ticks above 0", 0));
            }
        }
        Ok(header)
    }
}

/// Settings with the version of their codec.
pub(crate) fn encode_config(config: &PhysicsConfig, out: &mut Encoder<'_>) {
    PhysicsConfig::VERSION.encode(out);
    config.encode(out);
}

/// Reads settings of this or an earlier version.
pub(crate) fn decode_config(input: &mut Decoder<'_>) -> Result<PhysicsConfig, EcsError> {
    let version = u32::decode(input)?;
    if version == PhysicsConfig::VERSION {
        return PhysicsConfig::decode(input);
    }
    PhysicsConfig::decode_version(version, input).unwrap_or_else(|| {
        Err(EcsError::CodecVersion {
            name: "settings of the physics".to_owned(),
            found: version,
            supported: PhysicsConfig::VERSION,
        })
    })
}
