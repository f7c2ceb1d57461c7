//! A recorded path, sample by sample, and poses between the samples.

use voltex_math::hash::StateHasher;
use voltex_math::{DQuat, DVec3};

use crate::state::{State, turned};

/// The record of one instant, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Seconds after launch.
    pub time: f64,
    /// Centre, m.
    pub position: DVec3,
    /// Attitude.
    pub rotation: DQuat,
    /// Unit vector of the velocity; at rest the last one, +X before any.
    pub direction: DVec3,
    /// Speed, m/s.
    pub speed: f64,
    /// Unit vector of the spin; without spin the last one, +Z before any.
    pub spin_axis: DVec3,
    /// Spin rate, rad/s.
    pub spin_rate: f64,
}

impl Sample {
    /// Velocity, m/s.
    pub fn velocity(&self) -> DVec3 {
        self.direction * self.speed
    }

    /// Spin, rad/s.
    pub fn spin(&self) -> DVec3 {
        self.spin_axis * self.spin_rate
    }

    /// Feeds every number into a hash.
    pub(crate) fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_f64(self.time);
        hasher.write_dvec3(self.position);
        hasher.write_dquat(self.rotation);
        hasher.write_dvec3(self.direction);
        hasher.write_f64(self.speed);
        hasher.write_dvec3(self.spin_axis);
        hasher.write_f64(self.spin_rate);
    }
}

/// Samples in order of time.
///
/// ```
/// use voltex_flight::Track;
/// assert!(Track::new(Vec::new()).pose_at(0.0).is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    samples: Vec<Sample>,
}

impl Track {
    /// A track of samples, put in order of time; of two at one instant the later given counts after it.
    pub fn new(mut samples: Vec<Sample>) -> Self {
        samples.sort_by(|a, b| a.time.total_cmp(&b.time));
        Self { samples }
    }

    pub(crate) fn from_states(states: &[(f64, State)]) -> Self {
        let (mut direction, mut spin_axis) = (DVec3::X, DVec3::Z);
        let samples = states
            .iter()
            .map(|(time, state)| {
                let (speed, spin_rate) = (state.velocity.length(), state.spin.length());
                if speed > 0.0 {
                    direction = state.velocity / speed;
                }
                if spin_rate > 0.0 {
                    spin_axis = state.spin / spin_rate;
                }
                Sample {
                    time: *time,
                    position: state.position,
                    rotation: state.rotation,
                    direction,
                    speed,
                    spin_axis,
                    spin_rate,
                }
            })
            .collect();
        Self { samples }
    }

    /// The samples.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Position (m) and attitude at a time (s): none without samples, that of a single sample always, the
    /// end ones exactly at and beyond the ends.
    ///
    /// Between two samples the position is linear. The attitude turns by the mean of their recorded spins
    /// and blends in what then remains, so that a ball that turns more than half round between samples
    /// turns the right way; plain slerp would take the short way round.
    pub fn pose_at(&self, time: f64) -> Option<(DVec3, DQuat)> {
        let (first, last) = (self.samples.first()?, self.samples.last()?);
        if time <= first.time || time.is_nan() {
            return Some((first.position, first.rotation));
        }
        if time >= last.time {
            return Some((last.position, last.rotation));
        }
        let after = self.samples.partition_point(|sample| sample.time <= time);
        let (a, b) = (&self.samples[after - 1], &self.samples[after]);
        let h = b.time - a.time;
        let s = (time - a.time) / h;
        let position = a.position + (b.position - a.position) * s;
        let spin = (a.spin() + b.spin()) * 0.5;
        let arrived = turned(a.rotation, spin * h);
        let missing = shorter(b.rotation * arrived.conjugate()).to_scaled_axis();
        let rotation = turned(turned(a.rotation, spin * (h * s)), missing * s);
        Some((position, rotation))
    }
}

/// The same rotation by the quaternion that turns at most half round.
fn shorter(q: DQuat) -> DQuat {
    if q.w < 0.0 { -q } else { q }
}
