//! Prints hashes: `voltex-hashes [small|full] [--threads N] [--level NAME] [--only PART] [--every]`, `voltex-hashes levels`,
//! `voltex-hashes record TICKS FILE`, `voltex-hashes replay FILE`, `voltex-hashes soak SECONDS`.

use std::error::Error;
use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use rayon::ThreadPoolBuilder;
use voltex_hashes::game;
use voltex_hashes::item::{self, Extent};
use voltex_hashes::soak;
use voltex_math::simd::Level;

const USAGE: &str = "usage: voltex-hashes [small|full] [--threads N] [--level NAME] [--only PART OF A NAME] [--every]
       voltex-hashes levels | record TICKS FILE | replay FILE | soak SECONDS";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["levels"] => {
            Level::available()
                .iter()
                .for_each(|level| println!("{}", level.name()));
            Ok(())
        }
        ["record", ticks, file] => record(ticks, file),
        ["replay", file] => replay(file),
        ["soak", seconds] => soak(seconds),
        options => hashes(options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn record(ticks: &str, file: &str) -> Result<(), Box<dyn Error>> {
    fs::write(file, game::record(ticks.parse()?)?)?;
    Ok(())
}

fn replay(file: &str) -> Result<(), Box<dyn Error>> {
    let (ticks, hash) = game::replay(fs::read(file)?)?;
    println!("{ticks} {hash:016x}");
    Ok(())
}

fn soak(seconds: &str) -> Result<(), Box<dyn Error>> {
    let length = Duration::try_from_secs_f64(seconds.parse()?)?;
    let samples = soak::run(length, |sample| println!("{sample}"))?;
    soak::verdict(&samples)?;
    let measured = samples.iter().all(|sample| sample.memory.is_some());
    println!(
        "{}",
        if measured {
            "flat"
        } else {
            "the time of a step is flat; memory was not measured, as this system does not tell it"
        }
    );
    Ok(())
}

fn hashes(options: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut extent = Extent::Small;
    let (mut only, mut every) = ("", false);
    let mut pool = ThreadPoolBuilder::new();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let mut value = || options.next().ok_or(USAGE);
        match *option {
            "--threads" => pool = pool.num_threads(value()?.parse()?),
            "--level" => find_level(value()?)?.prefer(),
            "--only" => only = value()?,
            "--every" => every = true,
            name => extent = Extent::find(name).ok_or(USAGE)?,
        }
    }
    pool.build_global()?;
    let mut found = false;
    for item in item::all(extent)? {
        if item.name().contains(only) {
            found = true;
            let line = item.line(&mut |line| {
                if every {
                    println!("{line}");
                }
            })?;
            if !every {
                println!("{line}");
            }
        }
    }
    if !found {
        return Err(
            format!("no shot, ball or scene of this extent has `{only}` in its name").into(),
        );
    }
    Ok(())
}

fn find_level(name: &str) -> Result<Level, String> {
    let all = Level::available();
    let names: Vec<&str> = all.iter().map(|level| level.name()).collect();
    let found = all.iter().find(|level| level.name() == name).copied();
    found.ok_or_else(|| {
        format!(
            "this processor has no level {name}; it has {}",
            names.join(", ")
        )
    })
}
