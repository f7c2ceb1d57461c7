//! Many shots at once: lanes across shots, threads across parts, the bits of each shot flown alone.
//!
//! ```
//! use voltex_flight::batch::{Batch, Row};
//! use voltex_flight::{Air, Launch, balls, units::{deg, mph, rpm}};
//!
//! let rows: Vec<Row> = (0..100)
//!     .map(|i| {
//!         let launch = Launch::at(mph(167.0)).up(deg(8.0 + 0.1 * f64::from(i))).backspin(rpm(2686.0));
//!         Row::new(&balls::GOLF, launch)
//!     })
//!     .collect();
//! let landings = Batch::new().threads(2).fly(&rows)?;
//! let alone = balls::GOLF.launch(rows[7].launch).fly(&Air::default())?;
//! assert_eq!(landings.row(7).carry(), alone.carry());
//! # Ok::<(), voltex_flight::FlightError>(())
//! ```
//!
//! Row `i` of the result has the bits of row `i` flown by [`Shot::fly`] up to the first touch of the ground,
//! whatever the number of rows, the width of the lanes and the number of threads: the laws and the
//! integrator are one source for one ball and for a ball per lane, no operation mixes lanes, and
//! the few instants inside a step (touch, apex, passage of the plane) are found by the same function.
//! Rows are cut into parts of [`PART`] whoever flies them; threads take parts until none is left.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use voltex_math::simd::Level;
use voltex_math::{DQuat, check_float_mode};

use crate::air::Air;
use crate::ball::Ball;
use crate::batch_lanes;
use crate::batch_result::{Landing, Landings};
use crate::error::{FlightError, check_range};
use crate::launch::Launch;
use crate::shot::{DEFAULT_DT, DEFAULT_GRAVITY, Shot};
use crate::wind::Wind;

/// Rows that one thread flies at a time.
pub const PART: usize = 256;

/// One shot of a batch. Everything in it may differ from row to row, the ball and its coefficients included.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// The ball and its model.
    pub ball: &'a Ball,
    /// How it leaves.
    pub launch: Launch,
    /// Downward acceleration, m/s^2.
    pub gravity: f64,
    /// Motion of the air.
    pub wind: Wind,
    /// State of the air.
    pub air: Air,
    /// Attitude at launch.
    pub rotation: DQuat,
}

impl<'a> Row<'a> {
    /// 9.81 m/s^2, no wind, the default air.
    pub fn new(ball: &'a Ball, launch: Launch) -> Self {
        Self {
            ball,
            launch,
            gravity: DEFAULT_GRAVITY,
            wind: Wind::default(),
            air: Air::default(),
            rotation: DQuat::IDENTITY,
        }
    }

    /// Downward acceleration, m/s^2.
    pub fn gravity(self, gravity: f64) -> Self {
        Self { gravity, ..self }
    }

    /// Motion of the air.
    pub fn wind(self, wind: Wind) -> Self {
        Self { wind, ..self }
    }

    /// State of the air.
    pub fn air(self, air: Air) -> Self {
        Self { air, ..self }
    }
}

/// How a batch is flown.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Time step, s.
    pub dt: f64,
    /// Longest flight, s.
    pub max_time: f64,
    /// Distance (m) of a plane x = distance whose first passage is wanted.
    pub plane: Option<f64>,
    /// Threads, at least 1.
    pub threads: usize,
    /// Width of the lanes.
    pub level: Level,
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}

impl Batch {
    /// 1/60 s, at most 60 s, no plane, one thread, the widest lanes of this processor.
    pub fn new() -> Self {
        Self {
            dt: DEFAULT_DT,
            max_time: 60.0,
            plane: None,
            threads: 1,
            level: Level::best(),
        }
    }

    /// Time step, s.
    pub fn dt(self, dt: f64) -> Self {
        Self { dt, ..self }
    }

    /// Longest flight, s.
    pub fn until(self, max_time: f64) -> Self {
        Self { max_time, ..self }
    }

    /// Asks for the first passage of the centre through the plane x = `distance` (m).
    pub fn crossing_x(self, distance: f64) -> Self {
        Self {
            plane: Some(distance),
            ..self
        }
    }

    /// Threads to fly with; 0 counts as 1.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Width of the lanes; it changes the time alone.
    pub fn level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The shot that a row stands for: flown alone it has the bits of the row.
    pub fn shot(&self, row: &Row<'_>) -> Shot {
        Shot {
            gravity: row.gravity,
            wind: row.wind.clone(),
            dt: self.dt,
            max_time: self.max_time,
            rotation: row.rotation,
            ..Shot::new(row.ball.clone(), row.launch)
        }
    }

    /// Flies every row to its first touch of the ground.
    ///
    /// # Errors
    /// The first row that cannot be flown, with the reason that [`Shot::validate`] gives; a thread whose float mode is not that
    /// of IEEE 754.
    pub fn fly(&self, rows: &[Row<'_>]) -> Result<Landings, FlightError> {
        check_float_mode()?;
        if let Some(distance) = self.plane {
            check_range("distance of the plane (m)", distance, -1e6, 1e6, "")?;
        }
        let parts: Vec<&[Row<'_>]> = rows.chunks(PART).collect();
        let flown: Vec<Mutex<Flown>> = parts.iter().map(|_| Mutex::new(Ok(Vec::new()))).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                let Some(rows) = parts.get(part) else { return };
                let landings = batch_lanes::fly(self, rows);
                *flown[part]
                    .lock()
                    .expect("no thread panics while it stores") = landings;
            }
        };
        let threads = self.threads.min(parts.len());
        if threads <= 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 1..threads {
                    // A thread has a mode of its own; where it is a wrong one the others do its part.
                    scope.spawn(|| {
                        if check_float_mode().is_ok() {
                            work();
                        }
                    });
                }
                work();
            });
        }
        let mut landings = Landings::with_capacity(rows.len(), self.plane.is_some());
        for (part, flown) in flown.into_iter().enumerate() {
            let flown = flown
                .into_inner()
                .expect("no thread panics while it stores");
            match flown {
                Ok(part) => part.iter().for_each(|landing| landings.push(landing)),
                Err((row, error)) => {
                    return Err(FlightError::Row {
                        row: part * PART + row,
                        error: Box::new(error),
                    });
                }
            }
        }
        Ok(landings)
    }
}

/// The landings of a part in order, or its first row that cannot be flown.
pub(crate) type Flown = Result<Vec<Landing>, (usize, FlightError)>;
