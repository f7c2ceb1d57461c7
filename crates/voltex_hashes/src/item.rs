//! What is hashed: shots, batches of shots and scenes.

use std::error::Error;
use std::fmt;

use voltex_ecs::StateHasher;
use voltex_flight::batch::{Batch, Row};
use voltex_flight::shots::{self, NamedShot};
use voltex_flight::units::{deg, rpm};
use voltex_flight::wind::Gusts;
use voltex_flight::{Air, Ball, Launch, Wind, balls};
use voltex_math::DVec3;
use voltex_math::random::{Key, uniform_in};
use voltex_physics::{physics_hash, physics_step};
use voltex_scene::scenes::{self, BuiltIn, seen_hash};

/// Steps of a scene, at most: those of `golden_steps.txt`.
const MOST_STEPS: u64 = 120;
/// Steps of a scene, at least: the second begins with the contacts of the first.
const FEWEST_STEPS: u64 = 2;
/// Steps times bodies of a scene with many bodies: a minute where instructions are interpreted.
const BODY_STEPS: u64 = 240_000;
/// Bodies of a small scene.
const FEW_BODIES: u64 = 200;
/// Shots of a batch.
const SHOTS: u64 = 64;

/// How much is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Shots, batches and the scenes of at most 200 bodies.
    Small,
    /// Everything.
    Full,
}

impl Extent {
    /// The extent of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        match name {
            "small" => Some(Self::Small),
            "full" => Some(Self::Full),
            _ => None,
        }
    }
}

/// Something that has a hash.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// A flight of a named shot; the demos are among them.
    Shot(&'static NamedShot),
    /// Many shots of a ball at once, in lanes, in gusty wind.
    Batch(&'static Ball),
    /// A world after some steps.
    Scene(&'static BuiltIn),
}

/// The hash of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// `shot`, `batch` or `scene`.
    pub kind: &'static str,
    /// Name of the shot, ball or scene.
    pub name: String,
    /// Steps of a scene; shots of a shot or batch.
    pub count: u64,
    /// Of a scene: the bodies and all else that a user sees, as in `golden_steps.txt`. Else of the flights.
    pub hash: u64,
    /// Of a scene: what the physics keeps as well, as in recordings. Else zero.
    pub state: u64,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            name,
            count,
            hash,
            state,
        } = self;
        write!(f, "{kind} {name} {count} {hash:016x} {state:016x}")
    }
}

/// All items of an extent in order.
///
/// # Errors
/// A built-in scene that cannot be read, which is a bug.
pub fn all(extent: Extent) -> Result<Vec<Item>, Box<dyn Error>> {
    let shots = shots::ALL.iter().map(Item::Shot);
    let mut items: Vec<Item> = shots
        .chain(balls::ALL.iter().map(|ball| Item::Batch(ball)))
        .collect();
    for scene in scenes::ALL {
        if extent == Extent::Full || scenes::get(scene.name)?.body_count()? <= FEW_BODIES {
            items.push(Item::Scene(scene));
        }
    }
    Ok(items)
}

impl Item {
    /// Name of the shot, ball or scene.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Shot(shot) => shot.name,
            Self::Batch(ball) => ball.name,
            Self::Scene(scene) => scene.name,
        }
    }

    /// Computes the hash. `watch` sees the line of a scene after each step.
    ///
    /// # Errors
    /// A shot or scene that Voltex itself refuses, which is a bug.
    pub fn line(&self, watch: &mut dyn FnMut(&Line)) -> Result<Line, Box<dyn Error>> {
        match self {
            Self::Shot(shot) => Ok(Line {
                kind: "shot",
                name: shot.name.to_owned(),
                count: 1,
                hash: shot.shot().fly(&Air::default())?.state_hash(),
                state: 0,
            }),
            Self::Batch(ball) => Ok(Line {
                kind: "batch",
                name: ball.name.to_owned(),
                count: SHOTS,
                hash: batch(ball)?,
                state: 0,
            }),
            Self::Scene(scene) => steps(scene, watch),
        }
    }
}

/// Steps of a scene of so many bodies.
fn step_count(bodies: u64) -> u64 {
    (BODY_STEPS / bodies.max(1)).clamp(FEWEST_STEPS, MOST_STEPS)
}

fn steps(scene: &BuiltIn, watch: &mut dyn FnMut(&Line)) -> Result<Line, Box<dyn Error>> {
    let name = scene.name;
    let scene = scenes::get(name)?;
    let mut world = scene.build()?;
    let config = scene.config();
    let mut line = Line {
        kind: "scene",
        name: name.to_owned(),
        count: 0,
        hash: seen_hash(&world),
        state: 0,
    };
    for _ in 0..step_count(scene.body_count()?) {
        scene.advance(&mut world)?;
        let report = physics_step(&mut world, &config)?;
        if let Some((entity, problem)) = report.problems.first() {
            return Err(format!("{name}: {entity:?}: {problem}").into());
        }
        line.count += 1;
        line.hash = seen_hash(&world);
        line.state = physics_hash(&world, &config);
        watch(&line);
    }
    Ok(line)
}

/// Hash of a batch: speeds, angles, spins and wind all differ.
fn batch(ball: &Ball) -> Result<u64, Box<dyn Error>> {
    let gusts = Gusts::new(DVec3::new(3.0, 0.0, -2.0), 1.0, 25.0, 7)?;
    let rows: Vec<Row<'_>> = (0..SHOTS)
        .map(|shot| {
            let draw = |index, low, high| uniform_in(Key::new(47, shot), index, low, high);
            let launch = Launch::at(draw(0, 8.0, 45.0))
                .up(deg(draw(1, -5.0, 60.0)))
                .right(deg(draw(2, -20.0, 20.0)))
                .backspin(rpm(draw(3, -2500.0, 2500.0)))
                .tilt(deg(draw(4, -60.0, 60.0)))
                .gyro(deg(draw(5, -30.0, 30.0)))
                .from_height(draw(6, 0.0, 2.0));
            let wind = if shot % 2 == 0 {
                Wind::Gusts(gusts.clone())
            } else {
                Wind::Uniform(DVec3::new(draw(7, -6.0, 6.0), 0.0, draw(8, -6.0, 6.0)))
            };
            Row::new(ball, launch).wind(wind)
        })
        .collect();
    let landings = Batch::new().until(3.0).crossing_x(10.0).fly(&rows)?;
    let mut hasher = StateHasher::new();
    for landing in landings.rows() {
        hasher.write_u64(landing.end as u64);
        hasher.write_f64(landing.time);
        hasher.write_f64(landing.apex_height);
        for vector in [landing.position, landing.velocity, landing.spin] {
            hasher.write_dvec3(vector);
        }
        if let Some(crossing) = landing.crossing {
            hasher.write_f64(crossing.time);
            for vector in [crossing.position, crossing.velocity, crossing.spin] {
                hasher.write_dvec3(vector);
            }
        }
    }
    Ok(hasher.finish())
}
