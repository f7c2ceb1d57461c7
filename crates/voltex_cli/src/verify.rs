//! `voltex verify`: a recording simulated again, tick by tick.

use std::time::Instant;

use serde::Serialize;
use voltex_replay::{Verified, verify};

use crate::args::VerifyArgs;
use crate::error::CliError;
use crate::output::{self, green};
use crate::recording::{empty_world, of_file, open};
use crate::threads;

/// Simulates the recording and says whether it came out the same.
pub(crate) fn run(args: &VerifyArgs) -> Result<(), CliError> {
    let mut reader = open(&args.file)?;
    let (whole, hash) = (reader.is_whole(), reader.header().hash.clone());
    if hash != voltex_replay::HASH {
        let message = format!(
            "{}: its hashes are made by \"{hash}\", this build makes \"{}\"; verify it with the Voltex that recorded it ({})",
            args.file.display(),
            voltex_replay::HASH,
            reader.header().engine
        );
        return Err(CliError::Failed(message));
    }
    let start = Instant::now();
    let world = empty_world()?;
    let found = threads::with(args.threads, || {
        let threads = rayon::current_num_threads();
        verify(&mut reader, world, |_| ()).map(|found| (threads, found))
    })?;
    let (threads, found) = found.map_err(of_file(&args.file))?;
    if !whole {
        output::warn(&[format!(
            "{}: the end of the recording is missing; {} ticks are there",
            args.file.display(),
            found.ticks
        )]);
    }
    let summary = Summary {
        file: args.file.display().to_string(),
        identical: found.first_difference.is_none(),
        ticks: found.ticks,
        compared: found.compared,
        whole,
        threads,
        seconds: start.elapsed().as_secs_f64(),
        first_difference: found.first_difference.map(|difference| Difference {
            tick: difference.tick,
            recorded: format!("{:016x}", difference.recorded),
            computed: format!("{:016x}", difference.computed),
        }),
    };
    if args.json {
        output::print_json(&summary)?;
    } else if summary.identical {
        let line = format!(
            "{}, {}/{} ticks\n",
            green("identical"),
            found.compared,
            found.ticks
        );
        output::print(&line)?;
    }
    match &summary.first_difference {
        None => Ok(()),
        Some(difference) => Err(CliError::Failed(complaint(
            &summary.file,
            difference,
            &found,
        ))),
    }
}

/// What came out.
#[derive(Debug, Serialize)]
struct Summary {
    file: String,
    identical: bool,
    ticks: u64,
    /// Ticks whose hashes were compared.
    compared: u64,
    /// Whether the recording was finished.
    whole: bool,
    threads: usize,
    seconds: f64,
    first_difference: Option<Difference>,
}

#[derive(Debug, Serialize)]
struct Difference {
    tick: u64,
    recorded: String,
    computed: String,
}

fn complaint(file: &str, difference: &Difference, found: &Verified) -> String {
    format!(
        "{file}: tick {} of {} differs: recorded hash {}, computed {}; record it here too and compare the two with `voltex desync`",
        difference.tick, found.ticks, difference.recorded, difference.computed
    )
}
