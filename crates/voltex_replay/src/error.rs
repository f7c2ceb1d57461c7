//! Errors of the crate.

use voltex_ecs::EcsError;
use voltex_physics::PhysicsError;

/// What `voltex_replay` can refuse.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReplayError {
    /// Bytes that do not begin like a recording.
    #[error(
        "this is no Voltex recording: it does not start with the bytes of one; record with `voltex run SCENE --record FILE`"
    )]
    NotARecording,
    /// A recording of a later format.
    #[error(
        "the recording has format {found}, this build reads formats 1 to {supported}; open it with a newer Voltex"
    )]
    NewerFormat {
        /// Format of the file.
        found: u32,
        /// Newest format that this build reads.
        supported: u32,
    },
    /// A recording whose beginning is missing or broken, so that there is nothing to play.
    #[error(
        "at byte {at}: {what}; the recording is damaged there, and what comes before is not enough to play"
    )]
    Damaged {
        /// Position in the file.
        at: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// A block whose content contradicts itself.
    #[error("block at byte {at}: {reason}; the recording is damaged there")]
    Block {
        /// Position of the block in the file.
        at: u64,
        /// What is wrong.
        reason: String,
    },
    /// Differences that do not fit the bytes that they are applied to.
    #[error("the difference does not fit \"{part}\": {what}; it belongs to another state")]
    Delta {
        /// Name of the part.
        part: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A tick that the recording or ring does not hold.
    #[error("tick {tick} is not there; {held}")]
    NoTick {
        /// The tick.
        tick: u64,
        /// What is there, in words.
        held: String,
    },
    /// A recording in which there is nothing to compare.
    #[error(
        "the recording holds no tick with a hash, so there is nothing to compare; it was cut off early or recorded without hashes, record it again"
    )]
    NothingToCompare,
    /// A world whose bodies cannot be stored.
    #[error(
        "the components of the physics are not registered in this world, so nothing could be recorded; call voltex_physics::register first"
    )]
    NotRegistered,
    /// A setting out of range.
    #[error("{what} is {value}, allowed are {allowed}")]
    OutOfRange {
        /// Which setting.
        what: &'static str,
        /// Its value.
        value: u64,
        /// Its range.
        allowed: &'static str,
    },
    /// A file that cannot be read or written.
    #[error("cannot {doing} the recording: {reason}")]
    Io {
        /// `read` or `write`.
        doing: &'static str,
        /// The system's reason.
        reason: String,
    },
    /// A state that does not fit the world it is to be put into.
    #[error("{0}")]
    World(#[from] EcsError),
    /// Settings that cannot be simulated.
    #[error("{0}")]
    Physics(#[from] PhysicsError),
}

impl ReplayError {
    pub(crate) fn read(error: &std::io::Error) -> Self {
        Self::Io {
            doing: "read",
            reason: error.to_string(),
        }
    }

    pub(crate) fn write(error: &std::io::Error) -> Self {
        Self::Io {
            doing: "write",
            reason: error.to_string(),
        }
    }
}
