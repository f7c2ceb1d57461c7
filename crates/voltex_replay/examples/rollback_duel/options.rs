//! What a duel is told.

use std::time::Duration;

use crate::line::Quality;

/// Any error ends the duel.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Settings that both sides share.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Length of the game, s of its time.
    pub(crate) seconds: u64,
    /// Seconds of the game that pass in one real second; the line is as much faster.
    pub(crate) speed: f64,
    /// Delay of each message, s of the game.
    pub(crate) delay: f64,
    /// Up to so much more delay, s of the game.
    pub(crate) jitter: f64,
    /// Share of messages that get lost.
    pub(crate) loss: f64,
    /// Tick in which one bit turns over on the second machine.
    pub(crate) fault: Option<u64>,
    pub(crate) seed: u64,
}

/// Which side a process is.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) player: usize,
    pub(crate) port: u16,
    pub(crate) other_port: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seconds: 60,
            speed: 1.0,
            delay: 0.05,
            jitter: 0.03,
            loss: 0.05,
            fault: None,
            seed: 1,
        }
    }
}

impl Options {
    /// Reads pairs of a name and a number; what it does not know is left to the caller.
    pub(crate) fn read(arguments: &[String]) -> Result<(Self, Option<Seat>), Failure> {
        let mut options = Self::default();
        let mut seat: [Option<u16>; 3] = [None; 3];
        let mut arguments = arguments.iter();
        while let Some(name) = arguments.next() {
            let Some(value) = arguments.next() else {
                return Err(format!("{name} wants a number behind it").into());
            };
            let wrong = |error: &dyn std::fmt::Display| format!("{name} {value}: {error}");
            let real = || value.parse::<f64>().map_err(|error| wrong(&error));
            let whole = || value.parse::<u64>().map_err(|error| wrong(&error));
            let port = || value.parse::<u16>().map_err(|error| wrong(&error));
            match name.as_str() {
                "--seconds" => options.seconds = whole()?,
                "--speed" => options.speed = real()?,
                "--delay" => options.delay = real()?,
                "--jitter" => options.jitter = real()?,
                "--loss" => options.loss = real()?,
                "--fault" => options.fault = Some(whole()?),
                "--seed" => options.seed = whole()?,
                "--player" => seat[0] = Some(port()?),
                "--port" => seat[1] = Some(port()?),
                "--other-port" => seat[2] = Some(port()?),
                _ => {
                    return Err(format!(
                        "{name} is not known; there are --seconds, --speed, --delay, --jitter, --loss, --fault and --seed"
                    )
                    .into());
                }
            }
        }
        for (name, value, least, most) in [
            ("--seconds", options.seconds as f64, 1.0, 86_400.0),
            ("--speed", options.speed, 0.1, 20.0),
            ("--delay", options.delay, 0.0, 1.0),
            ("--jitter", options.jitter, 0.0, 1.0),
            ("--loss", options.loss, 0.0, 0.5),
        ] {
            if !(least..=most).contains(&value) {
                return Err(format!("{name} is {value}, allowed are {least} to {most}").into());
            }
        }
        let seat = match seat {
            [Some(player @ 0..=1), Some(port), Some(other_port)] => Some(Seat {
                player: usize::from(player),
                port,
                other_port,
            }),
            _ => None,
        };
        Ok((options, seat))
    }

    /// The same, for a player's process.
    pub(crate) fn write(&self, seat: &Seat) -> Vec<String> {
        let mut arguments = vec![
            format!("--seconds {}", self.seconds),
            format!("--speed {}", self.speed),
            format!("--delay {}", self.delay),
            format!("--jitter {}", self.jitter),
            format!("--loss {}", self.loss),
            format!("--seed {}", self.seed),
            format!("--player {}", seat.player),
            format!("--port {}", seat.port),
            format!("--other-port {}", seat.other_port),
        ];
        arguments.extend(self.fault.map(|tick| format!("--fault {tick}")));
        let words = arguments.iter().flat_map(|pair| pair.split(' '));
        words.map(str::to_owned).collect()
    }

    /// The line, in real time.
    pub(crate) fn quality(&self) -> Quality {
        Quality {
            delay: Duration::from_secs_f64(self.delay / self.speed),
            jitter: Duration::from_secs_f64(self.jitter / self.speed),
            loss: self.loss,
        }
    }

    /// The fault is the second player's.
    pub(crate) fn fault_of(&self, seat: &Seat) -> Option<u64> {
        self.fault.filter(|_| seat.player == 1)
    }
}

impl Seat {
    /// Name of this side's recording.
    pub(crate) fn file(&self) -> String {
        format!("player_{}.vxr", self.player)
    }
}
