//! Where the shots of a batch land: one column per number.

use voltex_math::DVec3;
use voltex_math::hash::StateHasher;

use crate::trajectory::{End, Trajectory};

/// The end of one shot: its first touch of the ground, or where the path ends without one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// Why the path ends; [`End::Landed`] is a touch.
    pub end: End,
    /// Seconds from launch to the end.
    pub time: f64,
    /// Centre at the end, m.
    pub position: DVec3,
    /// Velocity at the end, before any rebound, m/s.
    pub velocity: DVec3,
    /// Spin at the end, rad/s.
    pub spin: DVec3,
    /// Greatest height of the ball's lowest point above the ground, m.
    pub apex_height: f64,
    /// First passage of the plane that the batch asked for.
    pub crossing: Option<Crossing>,
    /// Count of the warnings that the shot flown alone would give.
    pub warnings: usize,
}

/// Passage of a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Seconds after launch.
    pub time: f64,
    /// Centre, m.
    pub position: DVec3,
    /// Velocity, m/s.
    pub velocity: DVec3,
    /// Spin, rad/s.
    pub spin: DVec3,
}

impl Landing {
    /// What a flight says about its first touch; `plane` is the distance of a plane to pass, m.
    pub fn of(flight: &Trajectory, plane: Option<f64>) -> Self {
        let (end, time, state) = match flight.touch() {
            Some((time, state)) => (End::Landed, time, state),
            None => (
                flight.end(),
                flight.duration(),
                flight.state_at(f64::INFINITY),
            ),
        };
        Self {
            end,
            time,
            position: state.position,
            velocity: state.velocity,
            spin: state.spin,
            apex_height: flight.apex_height(),
            crossing: plane
                .and_then(|distance| flight.crossing_x(distance))
                .filter(|(crossed, _)| *crossed <= time)
                .map(|(time, state)| Crossing {
                    time,
                    position: state.position,
                    velocity: state.velocity,
                    spin: state.spin,
                }),
            warnings: flight.warnings().len(),
        }
    }

    /// Distance along +X to the touch, m.
    pub fn carry(&self) -> Option<f64> {
        (self.end == End::Landed).then_some(self.position.x)
    }

    /// Distance to the right (+Z) at the touch, m.
    pub fn lateral(&self) -> Option<f64> {
        (self.end == End::Landed).then_some(self.position.z)
    }
}

/// The landings of a batch in the order of its rows, one column per number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landings {
    /// Why each path ends.
    pub end: Vec<End>,
    /// Seconds from launch to the end.
    pub time: Vec<f64>,
    /// Distance along +X at the end, m: the carry where it is a touch.
    pub x: Vec<f64>,
    /// Height of the centre at the end, m.
    pub y: Vec<f64>,
    /// Distance to the right at the end, m.
    pub z: Vec<f64>,
    /// Velocity along +X at the end, m/s.
    pub velocity_x: Vec<f64>,
    /// Velocity upward at the end, m/s.
    pub velocity_y: Vec<f64>,
    /// Velocity to the right at the end, m/s.
    pub velocity_z: Vec<f64>,
    /// Spin about +X at the end, rad/s.
    pub spin_x: Vec<f64>,
    /// Spin about +Y at the end, rad/s.
    pub spin_y: Vec<f64>,
    /// Spin about +Z at the end, rad/s.
    pub spin_z: Vec<f64>,
    /// Greatest height of the ball's lowest point above the ground, m.
    pub apex_height: Vec<f64>,
    /// First passages of the plane; empty if none was asked for.
    pub crossing: Vec<Option<Crossing>>,
    /// Count of warnings.
    pub warnings: Vec<usize>,
    with_crossing: bool,
}

impl Landings {
    pub(crate) fn with_capacity(rows: usize, with_crossing: bool) -> Self {
        let column = || Vec::with_capacity(rows);
        Self {
            end: Vec::with_capacity(rows),
            time: column(),
            x: column(),
            y: column(),
            z: column(),
            velocity_x: column(),
            velocity_y: column(),
            velocity_z: column(),
            spin_x: column(),
            spin_y: column(),
            spin_z: column(),
            apex_height: column(),
            crossing: Vec::with_capacity(if with_crossing { rows } else { 0 }),
            warnings: Vec::with_capacity(rows),
            with_crossing,
        }
    }

    pub(crate) fn push(&mut self, landing: &Landing) {
        self.end.push(landing.end);
        self.time.push(landing.time);
        self.x.push(landing.position.x);
        self.y.push(landing.position.y);
        self.z.push(landing.position.z);
        self.velocity_x.push(landing.velocity.x);
        self.velocity_y.push(landing.velocity.y);
        self.velocity_z.push(landing.velocity.z);
        self.spin_x.push(landing.spin.x);
        self.spin_y.push(landing.spin.y);
        self.spin_z.push(landing.spin.z);
        self.apex_height.push(landing.apex_height);
        if self.with_crossing {
            self.crossing.push(landing.crossing);
        }
        self.warnings.push(landing.warnings);
    }

    /// Count of rows.
    pub fn len(&self) -> usize {
        self.time.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.time.is_empty()
    }

    /// One row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> Landing {
        Landing {
            end: self.end[row],
            time: self.time[row],
            position: DVec3::new(self.x[row], self.y[row], self.z[row]),
            velocity: DVec3::new(
                self.velocity_x[row],
                self.velocity_y[row],
                self.velocity_z[row],
            ),
            spin: DVec3::new(self.spin_x[row], self.spin_y[row], self.spin_z[row]),
            apex_height: self.apex_height[row],
            crossing: if self.with_crossing {
                self.crossing[row]
            } else {
                None
            },
            warnings: self.warnings[row],
        }
    }

    /// The rows in order.
    pub fn rows(&self) -> impl Iterator<Item = Landing> + '_ {
        (0..self.len()).map(|row| self.row(row))
    }

    /// Hash of all rows: equal bits everywhere give equal hashes.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        hasher.write_u64(self.len() as u64);
        for landing in self.rows() {
            hasher.write_u64(landing.end as u64);
            hasher.write_f64(landing.time);
            hasher.write_dvec3(landing.position);
            hasher.write_dvec3(landing.velocity);
            hasher.write_dvec3(landing.spin);
            hasher.write_f64(landing.apex_height);
            if let Some(crossing) = landing.crossing {
                hasher.write_f64(crossing.time);
                hasher.write_dvec3(crossing.position);
                hasher.write_dvec3(crossing.velocity);
                hasher.write_dvec3(crossing.spin);
            }
            hasher.write_u64(landing.warnings as u64);
        }
        hasher.finish()
    }
}
