//! Recordings of scenes: written while they run, and opened again.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use serde::Serialize;
use voltex_ecs::World;
use voltex_physics::{PhysicsConfig, StepReport};
use voltex_replay::{Reader, RecordOptions, Recorder, ReplayError};

use crate::args::RunArgs;
use crate::error::CliError;

/// A recording being written.
pub(crate) struct Record {
    path: PathBuf,
    recorder: Recorder<BufWriter<File>>,
}

/// A recording that was written.
#[derive(Debug, Serialize)]
pub(crate) struct Recorded {
    pub(crate) file: String,
    pub(crate) bytes: u64,
}

impl Record {
    /// Begins the recording of a run, if one is asked for.
    pub(crate) fn begin(
        args: &RunArgs,
        world: &mut World,
        config: &PhysicsConfig,
    ) -> Result<Option<Self>, CliError> {
        let Some(path) = args.record.clone() else {
            return Ok(None);
        };
        let options = RecordOptions {
            keyframe_every: args.keyframe_every,
            states: args.states,
            note: args.scene.clone(),
            ..RecordOptions::default()
        };
        let file = File::create(&path).map_err(|error| CliError::Write {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        match Recorder::new(BufWriter::new(file), world, config, options) {
            Ok(recorder) => Ok(Some(Self { path, recorder })),
            Err(error) => Err(CliError::Replay { path, error }),
        }
    }

    /// Makes a step and records it.
    pub(crate) fn step(
        &mut self,
        world: &mut World,
        config: &PhysicsConfig,
    ) -> Result<StepReport, CliError> {
        self.recorder
            .step(world, config)
            .map_err(|error| CliError::Replay {
                path: self.path.clone(),
                error,
            })
    }

    /// Ends the recording.
    pub(crate) fn finish(self) -> Result<Recorded, CliError> {
        let path = self.path;
        let length = self.recorder.finish().and_then(|file| {
            let length = file.get_ref().metadata().map(|metadata| metadata.len());
            length.map_err(|error| ReplayError::Io {
                doing: "write",
                reason: error.to_string(),
            })
        });
        match length {
            Ok(bytes) => Ok(Recorded {
                file: path.display().to_string(),
                bytes,
            }),
            Err(error) => Err(CliError::Replay { path, error }),
        }
    }
}

/// Opens a recording.
pub(crate) fn open(path: &Path) -> Result<Reader<File>, CliError> {
    let file = File::open(path).map_err(|error| ReplayError::Io {
        doing: "read",
        reason: error.to_string(),
    });
    file.and_then(Reader::open).map_err(of_file(path))
}

/// A world into which recordings of scenes, and of any physics, can be put.
pub(crate) fn empty_world() -> Result<World, CliError> {
    let mut world = World::new();
    voltex_scene::register(&mut world)?;
    Ok(world)
}

/// Says which file an error is about.
pub(crate) fn of_file(path: &Path) -> impl FnOnce(ReplayError) -> CliError {
    let path = path.to_owned();
    move |error| CliError::Replay { path, error }
}
