//! Two processes that play each other, and what their recordings say.

use std::fs::File;
use std::net::UdpSocket;
use std::path::Path;
use std::process::{Command, Stdio};

use voltex_replay::{Desync, Reader, desync};

use crate::court;
use crate::options::{Failure, Options, Seat};
use crate::player::Told;

/// What became of a duel.
pub(crate) struct Outcome {
    pub(crate) told: [Told; 2],
    /// Ticks that both recordings hold.
    pub(crate) compared: u64,
    /// The first difference in ticks that both hold.
    pub(crate) desync: Option<Desync>,
}

/// Starts both players by `command`, which gets a player's arguments, waits, and compares what they recorded.
pub(crate) fn duel(
    options: &Options,
    folder: &Path,
    command: impl Fn(&[String]) -> Command,
) -> Result<Outcome, Failure> {
    std::fs::create_dir_all(folder)?;
    // Both are open at once, so that they differ.
    let free = [UdpSocket::bind("0.0.0.0:0")?, UdpSocket::bind("0.0.0.0:0")?];
    let [first, second] = [&free[0], &free[1]].map(UdpSocket::local_addr);
    let ports = [first?.port(), second?.port()];
    drop(free);
    let seats = [0, 1].map(|player| Seat {
        player,
        port: ports[player],
        other_port: ports[1 - player],
    });
    let mut players = Vec::new();
    for seat in &seats {
        let mut command = command(&options.write(seat));
        players.push(command.stdout(Stdio::piped()).spawn()?);
    }
    let mut told = [Told::default(); 2];
    for (player, told) in players.into_iter().zip(&mut told) {
        let output = player.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find_map(|line| line.strip_prefix(TOLD));
        *told = line
            .and_then(Told::read)
            .ok_or_else(|| format!("a player ended with {}: {text}", output.status))?;
    }
    let open = |seat: &Seat| -> Result<Reader<File>, Failure> {
        Ok(Reader::open(File::open(folder.join(seat.file()))?)?)
    };
    let (mut a, mut b) = (open(&seats[0])?, open(&seats[1])?);
    let compared = a.ticks().min(b.ticks());
    // One may have recorded some ticks more after an alarm.
    let found = desync(&mut a, &mut b, &court::empty()?)?;
    Ok(Outcome {
        told,
        compared,
        desync: found.filter(|found| found.tick < compared),
    })
}

/// What stands before the line that a player prints.
pub(crate) const TOLD: &str = "told ";

impl Told {
    /// As a line for [`Told::read`].
    pub(crate) fn write(&self) -> String {
        let alarm = self.alarm.map_or(-1, |tick| tick as i64);
        let [times, all, most] = self.back;
        format!(
            "{TOLD}{} {} {} {times} {all} {most} {} {} {alarm} {:.1}",
            self.ticks,
            self.goals[0],
            self.goals[1],
            self.messages[0],
            self.messages[1],
            self.seconds
        )
    }

    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [
            ticks,
            left,
            right,
            times,
            all,
            most,
            messages,
            lost,
            alarm,
            seconds,
        ] = words[..]
        else {
            return None;
        };
        Some(Self {
            ticks: ticks.parse().ok()?,
            goals: [left.parse().ok()?, right.parse().ok()?],
            back: [times.parse().ok()?, all.parse().ok()?, most.parse().ok()?],
            messages: [messages.parse().ok()?, lost.parse().ok()?],
            alarm: alarm.parse().ok(),
            seconds: seconds.parse().ok()?,
        })
    }
}
