//! Whether a recording can be reproduced here.

use std::io::{Read, Seek};

use voltex_ecs::World;

use crate::error::ReplayError;
use crate::player::Player;
use crate::reader::Reader;

/// What [`verify`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Ticks of the recording.
    pub ticks: u64,
    /// Ticks simulated.
    pub simulated: u64,
    /// Ticks whose hashes were compared.
    pub compared: u64,
    /// The first tick after whose step the hashes differ, if there is one.
    pub first_difference: Option<Difference>,
}

/// Two hashes that should be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The tick.
    pub tick: u64,
    /// Hash in the recording.
    pub recorded: u64,
    /// Hash that was computed here.
    pub computed: u64,
}

/// Simulates a recording from its beginning and compares the hash of every tick that has one, up to the first
/// that differs. `progress` is told each tick that was simulated.
///
/// `empty` is a world in which all that was recorded is registered. Steps are shared among the threads of the
/// current rayon pool; how many there are makes no difference.
///
/// # Errors
/// A component or resource that is not registered, settings that cannot be simulated, a damaged block, or no
/// hash at all.
pub fn verify<R: Read + Seek>(
    reader: &mut Reader<R>,
    empty: World,
    mut progress: impl FnMut(u64),
) -> Result<Verified, ReplayError> {
    let ticks = reader.ticks();
    let mut player = Player::new(reader, empty)?;
    let mut found = Verified {
        ticks,
        simulated: 0,
        compared: 0,
        first_difference: None,
    };
    while player.tick() < ticks {
        let tick = player.tick();
        let played = player.step()?;
        found.simulated += 1;
        progress(tick);
        if let Some([computed, recorded]) = played.hashes {
            found.compared += 1;
            if computed != recorded {
                found.first_difference = Some(Difference {
                    tick,
                    recorded,
                    computed,
                });
                break;
            }
        }
    }
    if found.compared == 0 {
        return Err(ReplayError::NothingToCompare);
    }
    Ok(found)
}
