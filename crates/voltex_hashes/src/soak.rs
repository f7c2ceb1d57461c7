//! A crowded world that runs for as long as one likes: whether memory and the time of a step stay what they are.

use std::collections::VecDeque;
use std::error::Error;
use std::fmt;
use std::fs;
use std::time::{Duration, Instant};

use voltex_ecs::{Entity, Transform, World};
use voltex_math::random::{Key, Sequence};
use voltex_math::{Quat, Vec3};
use voltex_physics::{Collider, PhysicsConfig, RigidBody, physics_hash, physics_step, register};
use voltex_replay::SnapshotRing;

/// Bodies at a time.
const BODIES: usize = 2000;
/// Half the width of the pen, m.
const HALF: f32 = 9.0;
/// Bodies that come in a tick, and as many go.
const PER_TICK: usize = 2;
/// Ticks from one kept state to the next, and states that are kept.
const KEPT_EVERY: u64 = 10;
const KEPT: usize = 7;
/// Ticks from one return to the next.
const RETURN_EVERY: u64 = 600;
/// Samples of a run.
const SAMPLES: u32 = 60;
/// How much more memory the end of a run may take than its beginning, and how much longer a step may take.
const MEMORY_GROWTH: f64 = 1.05;
const TIME_GROWTH: f64 = 1.25;

/// A number of a sample, where it has it.
type Measure = dyn Fn(&Sample) -> Option<f64>;

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Since the beginning, s.
    pub seconds: f64,
    /// Ticks since the beginning.
    pub ticks: u64,
    /// Median time of a step, ms.
    pub step: f64,
    /// Memory of the process, MiB; `None` where the system does not tell.
    pub memory: Option<f64>,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memory = self
            .memory
            .map_or("?".to_owned(), |memory| format!("{memory:.1}"));
        write!(
            f,
            "{:>6.0} s {:>9} ticks {:>7.3} ms a step {memory:>7} MiB",
            self.seconds, self.ticks, self.step
        )
    }
}

/// The world and who is in it, the oldest first.
struct Crowd {
    world: World,
    config: PhysicsConfig,
    bodies: VecDeque<Entity>,
}

impl Crowd {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut world = World::new();
        register(&mut world)?;
        world.spawn_with((Transform::default(), Collider::half_space(Vec3::Y)));
        for normal in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
            let place = Transform::from_position(normal * -HALF);
            world.spawn_with((place, Collider::half_space(normal)));
        }
        Ok(Self {
            world,
            config: PhysicsConfig::DEFAULT,
            bodies: VecDeque::new(),
        })
    }

    /// Some come, and above their number the oldest go.
    fn change(&mut self, tick: u64) {
        let mut draws = Key::new(77, tick).sequence();
        let count = if self.bodies.len() < BODIES {
            2 * PER_TICK
        } else {
            PER_TICK
        };
        for _ in 0..count {
            let body = self.spawn(&mut draws);
            self.bodies.push_back(body);
        }
        while self.bodies.len() > BODIES {
            if let Some(oldest) = self.bodies.pop_front() {
                self.world.despawn(oldest);
            }
        }
    }

    fn spawn(&mut self, draws: &mut Sequence) -> Entity {
        let mut within = |low: f64, high: f64| draws.uniform_in(low, high) as f32;
        let room = f64::from(HALF) - 1.0;
        let place = Vec3::new(within(-room, room), within(6.0, 9.0), within(-room, room));
        let shape = match within(0.0, 3.0) as u32 {
            0 => Collider::sphere(within(0.15, 0.3)),
            1 => Collider::capsule(within(0.1, 0.3), within(0.1, 0.2)),
            _ => Collider::cuboid(Vec3::new(
                within(0.1, 0.3),
                within(0.1, 0.3),
                within(0.1, 0.3),
            )),
        };
        let transform = Transform {
            rotation: Quat::from_axis_angle(Vec3::X, within(-3.0, 3.0)),
            ..Transform::from_position(place)
        };
        self.world
            .spawn_with((transform, RigidBody::of_density(800.0), shape))
    }
}

/// Runs for so long and tells of each sample.
///
/// # Errors
/// A state that is another after going back to it; something that Voltex itself refuses, which is a bug.
pub fn run(length: Duration, mut tell: impl FnMut(&Sample)) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut crowd = Crowd::new()?;
    let mut ring = SnapshotRing::new(KEPT);
    let mut kept_hash = (0, 0);
    let mut tick = 0;
    // Filled before anything is measured.
    while crowd.bodies.len() < BODIES {
        crowd.change(tick);
        physics_step(&mut crowd.world, &crowd.config)?;
        tick += 1;
    }
    let start = Instant::now();
    let mut samples = Vec::new();
    let mut times = Vec::new();
    while start.elapsed() < length {
        crowd.change(tick);
        let before = Instant::now();
        physics_step(&mut crowd.world, &crowd.config)?;
        times.push(before.elapsed().as_secs_f64() * 1.0e3);
        tick += 1;
        if tick.is_multiple_of(KEPT_EVERY) {
            ring.save(tick, &crowd.world);
        }
        if tick.is_multiple_of(RETURN_EVERY) {
            kept_hash = (tick, physics_hash(&crowd.world, &crowd.config));
        }
        if tick == kept_hash.0 + 2 * KEPT_EVERY && kept_hash.0 > 0 {
            let mut back = World::new();
            register(&mut back)?;
            ring.load(kept_hash.0, &mut back)?;
            if physics_hash(&back, &crowd.config) != kept_hash.1 {
                return Err(format!("the state of tick {} is another now", kept_hash.0).into());
            }
        }
        let due = length.mul_f64(f64::from(samples.len() as u32 + 1) / f64::from(SAMPLES));
        if start.elapsed() >= due {
            let sample = Sample {
                seconds: start.elapsed().as_secs_f64(),
                ticks: tick,
                step: median(&mut times),
                memory: memory(),
            };
            tell(&sample);
            samples.push(sample);
            times.clear();
        }
    }
    Ok(samples)
}

/// Whether the last fifth of a run is like its second fifth; the first is for getting warm.
///
/// # Errors
/// What has grown, from what to what.
pub fn verdict(samples: &[Sample]) -> Result<(), String> {
    let fifth = samples.len() / 5;
    if fifth == 0 {
        return Err(format!(
            "{} samples are too few; let it run for longer",
            samples.len()
        ));
    }
    let (early, late) = (
        &samples[fifth..2 * fifth],
        &samples[samples.len() - fifth..],
    );
    let of = |part: &[Sample], what: &Measure| {
        let mut values: Vec<f64> = part.iter().filter_map(what).collect();
        median(&mut values)
    };
    let kinds: [(&str, f64, &Measure); 2] = [
        ("memory, MiB,", MEMORY_GROWTH, &|sample| sample.memory),
        ("the time of a step, ms,", TIME_GROWTH, &|sample| {
            Some(sample.step)
        }),
    ];
    for (name, most, what) in kinds {
        let (before, after) = (of(early, what), of(late, what));
        if after > before * most {
            return Err(format!(
                "{name} has grown from {before:.3} to {after:.3}; allowed is a factor of {most}"
            ));
        }
    }
    Ok(())
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Memory of this process as Linux tells it, MiB.
fn memory() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(step: impl Fn(f64) -> f64, memory: impl Fn(f64) -> f64) -> Vec<Sample> {
        let sample = |i: u32| {
            let part = f64::from(i) / 50.0;
            Sample {
                seconds: part,
                ticks: u64::from(i),
                step: step(part),
                memory: Some(memory(part)),
            }
        };
        (0..50).map(sample).collect()
    }

    #[test]
    fn growth_is_told_and_noise_is_not() {
        let noise = |part: f64| 3.0 + (part * 700.0).fract();
        verdict(&samples(noise, |_| 80.0)).unwrap();
        // What is warmed up at the beginning does not count.
        verdict(&samples(noise, |part| if part < 0.1 { 40.0 } else { 80.0 })).unwrap();
        let leak = verdict(&samples(noise, |part| 80.0 + 10.0 * part)).unwrap_err();
        assert!(leak.contains("memory"), "{leak}");
        let slower = verdict(&samples(|part| 3.0 + 2.0 * part, |_| 80.0)).unwrap_err();
        assert!(slower.contains("the time of a step"), "{slower}");
        verdict(&samples(noise, |_| 80.0)[..4]).unwrap_err();
    }

    #[test]
    fn a_crowd_comes_and_goes() {
        let told = run(Duration::from_millis(300), |_| {}).unwrap();
        assert!(told.len() > 2, "{told:?}");
        assert!(
            told.iter()
                .all(|sample| sample.step > 0.0 && sample.ticks > 300)
        );
    }
}
