//! One player: a process with its own world, and a session with the other.

use std::fs::File;
use std::io::BufWriter;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use ggrs::{
    Config, DesyncDetection, GgrsError, GgrsEvent, GgrsRequest, P2PSession, PlayerType,
    PredictRepeatLast, SessionBuilder, SessionState,
};
use voltex_math::random::Key;
use voltex_physics::PhysicsConfig;
use voltex_replay::{RecordOptions, Recorder, Rollback};

use crate::court::{self, Court, Score};
use crate::line::Line;
use crate::options::{Failure, Options, Seat};

/// Ticks that a session goes ahead of the other side's inputs at most, and so the ticks that it goes back.
const WINDOW: usize = 10;
/// Ticks from one comparison of hashes to the next.
const COMPARED_EVERY: u32 = 10;
/// Ticks that are played on when all is recorded: the other side is at most a window behind, and needs these inputs.
const PLAYED_ON: u64 = 60;
/// How long a player waits for the other, who may have left.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the session is made of. The states stay in the ring, so that a cell holds but a checksum.
struct Duel;

impl Config for Duel {
    type Input = u8;
    type InputPredictor = PredictRepeatLast;
    type State = ();
    type Address = SocketAddr;
}

/// What a player has to tell in the end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told {
    pub(crate) ticks: u64,
    pub(crate) goals: [u32; 2],
    /// How often it went back, and by how many ticks in all and at most.
    pub(crate) back: [u64; 3],
    /// Messages, and how many of them were lost.
    pub(crate) messages: [u64; 2],
    /// Tick whose hashes differed first, if any did.
    pub(crate) alarm: Option<u64>,
    pub(crate) seconds: f64,
}

/// Plays to the end and records all that became final.
pub(crate) fn play(options: &Options, seat: &Seat, folder: &Path) -> Result<Told, Failure> {
    let (mut world, court) = court::build()?;
    let config = PhysicsConfig::DEFAULT;
    let end = options.seconds * 60;
    let recording = RecordOptions {
        states: true,
        all_parts: true,
        seed: options.seed,
        note: "rollback duel".to_owned(),
        ..RecordOptions::default()
    };
    let file = BufWriter::new(File::create(folder.join(seat.file()))?);
    let mut recorder = Recorder::new(file, &mut world, &config, recording)?;
    let mut game = Rollback::new(world, config, WINDOW + 2);

    let key = |stream: u64| Key::new(options.seed, 2 * stream + seat.player as u64);
    let (line, traffic) = Line::open(seat.port, options.quality(), key(0))?;
    let other = SocketAddr::from((Ipv4Addr::LOCALHOST, seat.other_port));
    let mut session = SessionBuilder::<Duel>::new()
        .with_num_players(2)?
        .with_max_prediction_window(WINDOW)
        .with_input_delay(2)
        .with_fps((60.0 * options.speed) as usize)?
        .with_desync_detection_mode(DesyncDetection::On {
            interval: COMPARED_EVERY,
        })
        .with_disconnect_timeout(PATIENCE)
        .with_disconnect_notify_delay(PATIENCE)
        .add_player(PlayerType::Local, seat.player)?
        .add_player(PlayerType::Remote(other), 1 - seat.player)?
        .start_p2p_session(line)?;

    let mut told = Told::default();
    let start = Instant::now();
    let mut due = Instant::now();
    let mut progress = Instant::now();
    // The end, or a while after a desync was seen.
    let mut last = end + PLAYED_ON;
    while game.tick() < last && progress.elapsed() < PATIENCE {
        session.poll_remote_clients();
        for event in session.events() {
            if let GgrsEvent::DesyncDetected { frame, .. } = event {
                told.alarm.get_or_insert(frame as u64);
                last = last.min(game.tick() + PLAYED_ON);
            }
        }
        if Instant::now() < due || session.current_state() != SessionState::Running {
            std::thread::sleep(Duration::from_micros(200));
            continue;
        }
        let mut frame = 1.0 / (60.0 * options.speed);
        if session.frames_ahead() > 0 {
            // Lets the other side catch up.
            frame *= 1.1;
        }
        due = Instant::now().max(due + Duration::from_secs_f64(frame));
        let buttons = court.decide(game.world(), seat.player, key(1), game.tick());
        session.add_local_input(seat.player, buttons)?;
        match session.advance_frame() {
            Ok(requests) => {
                progress = Instant::now();
                fulfil(
                    requests,
                    &mut game,
                    &court,
                    options.fault_of(seat),
                    &mut told,
                )?;
            }
            // The other side's inputs are missing for longer than can be gone back: it waits.
            Err(GgrsError::PredictionThreshold) => continue,
            Err(error) => return Err(error.into()),
        }
        let end = game.tick().min(confirmed(&session)).min(end);
        game.record_until(
            end,
            &mut recorder,
            |world, inputs| court.apply(world, inputs),
            |inputs, recorder| {
                for (player, buttons) in (0..).zip(inputs) {
                    recorder.input(player, &[*buttons]);
                }
            },
        )?;
    }
    told.ticks = recorder.ticks();
    told.seconds = start.elapsed().as_secs_f64();
    recorder.finish()?;
    if let Some(score) = game.world().resource::<Score>() {
        told.goals = score.goals;
    }
    let traffic = *traffic.lock().expect("nobody panics with it");
    told.messages = [traffic.messages, traffic.lost];
    Ok(told)
}

/// Number of ticks for which all inputs are known.
fn confirmed(session: &P2PSession<Duel>) -> u64 {
    (session.confirmed_frame() + 1).max(0) as u64
}

/// Does what a session asks for: the whole of what `ggrs` needs.
fn fulfil(
    requests: Vec<GgrsRequest<Duel>>,
    game: &mut Rollback<[u8; 2]>,
    court: &Court,
    fault: Option<u64>,
    told: &mut Told,
) -> Result<(), Failure> {
    for request in requests {
        match request {
            GgrsRequest::SaveGameState { cell, frame } => {
                game.save();
                let compared = frame % COMPARED_EVERY as i32 == 0;
                let hash = compared.then(|| u128::from(game.world().hash()));
                cell.save(frame, None, hash);
            }
            GgrsRequest::LoadGameState { frame, .. } => {
                let ticks = game.tick() - frame as u64;
                let [times, all, most] = told.back;
                told.back = [times + 1, all + ticks, most.max(ticks)];
                game.load(frame as u64)?;
            }
            GgrsRequest::AdvanceFrame { inputs } => {
                let inputs = [inputs[0].0, inputs[1].0];
                game.advance(inputs, |world, inputs| court.apply(world, inputs))?;
                if fault == Some(game.tick() - 1) {
                    court.flip_a_bit(game.world_mut());
                }
            }
        }
    }
    Ok(())
}
