//! A bad line: real UDP whose messages come late, out of order, or not at all.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ggrs::{Message, NonBlockingSocket, UdpNonBlockingSocket};
use voltex_math::random::{Key, uniform};

/// How bad it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quality {
    /// Time that each message takes.
    pub(crate) delay: Duration,
    /// Up to so much more, at random.
    pub(crate) jitter: Duration,
    /// Share that gets lost.
    pub(crate) loss: f64,
}

/// What became of the messages that were sent to this side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Traffic {
    pub(crate) messages: u64,
    pub(crate) lost: u64,
}

/// The socket of one side.
pub(crate) struct Line {
    socket: UdpNonBlockingSocket,
    quality: Quality,
    key: Key,
    under_way: Vec<(Instant, SocketAddr, Message)>,
    traffic: Arc<Mutex<Traffic>>,
}

impl Line {
    /// Listens on a port of this machine. The counts are shared, since a session takes the socket away.
    pub(crate) fn open(
        port: u16,
        quality: Quality,
        key: Key,
    ) -> std::io::Result<(Self, Arc<Mutex<Traffic>>)> {
        let traffic = Arc::default();
        let line = Self {
            socket: UdpNonBlockingSocket::bind_to_port(port)?,
            quality,
            key,
            under_way: Vec::new(),
            traffic: Arc::clone(&traffic),
        };
        Ok((line, traffic))
    }
}

impl NonBlockingSocket<SocketAddr> for Line {
    fn send_to(&mut self, message: &Message, address: &SocketAddr) {
        self.socket.send_to(message, address);
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        let now = Instant::now();
        let mut traffic = self.traffic.lock().expect("nobody panics with it");
        for (address, message) in self.socket.receive_all_messages() {
            let place = 2 * traffic.messages;
            traffic.messages += 1;
            if uniform(self.key, place) < self.quality.loss {
                traffic.lost += 1;
                continue;
            }
            let late = self.quality.jitter.mul_f64(uniform(self.key, place + 1));
            let due = now + self.quality.delay + late;
            self.under_way.push((due, address, message));
        }
        let arrived = self.under_way.extract_if(.., |(due, ..)| *due <= now);
        arrived
            .map(|(_, address, message)| (address, message))
            .collect()
    }
}
