//! The solver on bodies with joints: what the width of the processor and the number of threads may not change.

use voltex_math::random::{Key, below, uniform_in};
use voltex_math::simd::Level;
use voltex_math::{Mat3, Quat, StateHasher, Vec3};

use super::*;

const DT: f32 = 1.0 / 60.0;
const SUBSTEPS: u32 = 4;

/// A block with moments of its own about each axis.
struct Block {
    position: Vec3,
    rotation: Quat,
    velocity: Vec3,
    spin: Vec3,
    mass: f32,
    moments: Vec3,
}

/// A joint between two blocks, or of one with the world; places in the frames of the blocks.
struct Link {
    a: Option<usize>,
    b: usize,
    at: [Vec3; 2],
    class: Class,
    memory: JointMemory,
}

/// Every kind of joint with everything that may act in it.
fn classes() -> Vec<Class> {
    let parts = |list: &[Parts]| {
        let tumbles = Parts::default().with(Parts::TUMBLES, true);
        list.iter().fold(tumbles, |all, part| all.with(*part, true))
    };
    let class = |hold, list: &[Parts]| Class {
        hold,
        parts: parts(list),
    };
    use Parts as P;
    vec![
        class(Hold::Point, &[]),
        class(Hold::All, &[]),
        class(Hold::Hinge, &[P::LIMITS, P::MOTOR, P::FRICTION]),
        class(Hold::Point, &[P::CONE, P::LIMITS, P::SPRING, P::FRICTION]),
        class(Hold::Slider, &[P::LIMITS, P::SERVO]),
        class(Hold::Hinge, &[]),
        class(Hold::Distance, &[]),
        class(Hold::Wheel, &[P::SPRING, P::MOTOR, P::LIMITS]),
        class(Hold::Nothing, &[P::SPRING]),
        class(Hold::Nothing, &[P::LIMITS]),
    ]
}

/// A net of 7 x 7 blocks, a chain with a heavy end, and a tree of ten branches with a heavy end each.
fn room() -> (Vec<Block>, Vec<Link>) {
    let key = Key::new(11, 5);
    let mut blocks: Vec<Block> = Vec::new();
    let mut add = |position: Vec3, mass: f32| {
        let i = blocks.len() as u64;
        let at = |j: u64, low, high| uniform_in(key, i * 16 + j, low, high) as f32;
        let moments = Vec3::new(at(0, 0.05, 0.2), at(1, 0.05, 0.2), at(2, 0.2, 0.25));
        blocks.push(Block {
            position,
            rotation: Quat::from_axis_angle(Vec3::Y, at(3, -3.0, 3.0)),
            velocity: Vec3::new(at(4, -1.0, 1.0), at(5, -1.0, 1.0), 0.0),
            spin: Vec3::new(at(6, -3.0, 3.0), at(7, -3.0, 3.0), at(8, -3.0, 3.0)),
            mass,
            moments: moments * mass,
        });
        blocks.len() - 1
    };
    let mut pairs = Vec::new();
    for i in 0..49 {
        add(
            Vec3::new((i % 7) as f32, (i / 7) as f32, 0.0),
            1.0 + (i % 3) as f32,
        );
        if i % 7 < 6 {
            pairs.push((Some(i), i + 1));
        }
        if i < 42 {
            pairs.push((Some(i), i + 7));
        }
    }
    pairs.push((None, 48));
    let mut last = None;
    for i in 0..8 {
        let link = add(
            Vec3::new(20.0, -(i as f32), 0.0),
            if i == 7 { 50.0 } else { 1.0 },
        );
        pairs.push((last, link));
        last = Some(link);
    }
    let middle = add(Vec3::new(40.0, 0.0, 0.0), 2.0);
    for arm in 0..5 {
        let angle = arm as f32;
        let (sine, cosine) = voltex_math::f32::sin_cos(angle);
        let along = Vec3::new(cosine, sine, 0.0);
        let near = add(Vec3::new(40.0, 0.0, 0.0) + along, 1.0);
        let far = add(Vec3::new(40.0, 0.0, 0.0) + along * 2.0, 40.0 + angle);
        pairs.push((Some(middle), near));
        pairs.push((Some(near), far));
    }
    let kinds = classes();
    let links = pairs
        .into_iter()
        .enumerate()
        .map(|(i, (a, b))| {
            let of_b = &blocks[b];
            let at = a.map_or(of_b.position, |a| {
                0.5 * (blocks[a].position + of_b.position)
            });
            let local = |block: &Block| block.rotation.conjugate() * (at - block.position);
            // What lies beyond the net is held at every joint.
            let class = kinds[if i < 84 {
                i % kinds.len()
            } else {
                [0, 1, 2, 3, 5][i % 5]
            }];
            let ends = [a.map_or(at, |a| local(&blocks[a])), local(of_b)];
            Link {
                a,
                b,
                // A rod goes from centre to centre.
                at: if class.hold == Hold::Distance {
                    [Vec3::ZERO; 2]
                } else {
                    ends
                },
                class,
                memory: JointMemory::default(),
            }
        })
        .collect();
    (blocks, links)
}

fn step(level: Level, solver: &mut Solver, blocks: &mut [Block], links: &mut [Link]) {
    let settings = SolveSettings::new(DT, SUBSTEPS, 1.0);
    let mut bodies = SolverBodies::default();
    bodies.clear();
    let refs: Vec<BodyRef> = blocks
        .iter()
        .map(|block| {
            let turn = Mat3::from_quat(block.rotation);
            let inverse = Mat3::from_diagonal(Vec3::ONE / block.moments);
            bodies.push(
                BodyState::moving(block.velocity, block.spin),
                BodyMass {
                    inverse_mass: 1.0 / block.mass,
                    inverse_inertia: turn * inverse * turn.transpose(),
                    acceleration: Vec3::Y * -9.81,
                    decay: Decay::new(0.0, DT / SUBSTEPS as f32),
                    angular_keep: 1.0,
                    free: None,
                    tumble: Some(Tumble {
                        axes: block.rotation,
                        moments: block.moments,
                    }),
                },
            )
        })
        .collect();
    let mut inputs: Vec<JointInput> = links
        .iter()
        .map(|link| {
            let b = &blocks[link.b];
            let a = link.a.map(|a| &blocks[a]);
            let (from, arm, turn) = match a {
                Some(a) => (a.position, a.rotation * link.at[0], a.rotation),
                None => (link.at[0], Vec3::ZERO, Quat::IDENTITY),
            };
            let draw = Draw {
                law: Law::Rated(50.0, 2.0),
                rest: 0.1,
                largest: 1.0,
                mass: 0.0,
            };
            JointInput {
                a: link.a.map_or(BodyRef::WORLD, |a| refs[a]),
                b: refs[link.b],
                class: link.class,
                arms: [arm, b.rotation * link.at[1]],
                between: b.position - from,
                frames: [turn, turn],
                limits: if link.class.hold == Hold::Distance {
                    [1.0; 2]
                } else {
                    [-0.3, 0.4]
                },
                cone: 0.3,
                spring: draw,
                target: Quat::IDENTITY,
                servo: draw,
                motor: [0.5, 0.1],
                friction: 0.02,
                memory: link.memory,
                is_alone: false,
                load: [Vec3::ZERO; 2],
            }
        })
        .collect();
    let set = ContactSet {
        constraints: &[],
        inputs: &mut [],
        frames: &[],
    };
    solver.solve(level, &settings, &mut bodies, set, &mut inputs);
    for (block, body) in blocks.iter_mut().zip(refs) {
        let state = &bodies.states[body.index()];
        block.position += state.shift();
        block.rotation = (state.turn() * block.rotation).normalize();
        (block.velocity, block.spin) = (state.velocity(), state.spin());
    }
    for (link, input) in links.iter_mut().zip(inputs) {
        link.memory = input.memory;
    }
}

#[test]
fn golden_joints_have_equal_bits_at_every_width() {
    let outcome = |level: Level| {
        let (mut blocks, mut links) = room();
        let mut solver = Solver::default();
        for _ in 0..60 {
            step(level, &mut solver, &mut blocks, &mut links);
        }
        let mut hasher = StateHasher::new();
        for block in &blocks {
            assert!(block.position.is_finite());
            hasher.write_vec3(block.position);
            hasher.write_quat(block.rotation);
            hasher.write_vec3(block.velocity);
            hasher.write_vec3(block.spin);
        }
        hasher.finish()
    };
    let expected = outcome(Level::scalar());
    for level in Level::available() {
        assert_eq!(outcome(level), expected, "{}", level.name());
    }
}

/// The impulses of a tree are those that stop what its joints hold, all at once: after one pass no held direction has
/// a speed left but for the share with which joints give way.
#[test]
fn one_pass_over_a_tree_leaves_no_speed_in_any_held_direction() {
    let key = Key::new(2, 9);
    let (blocks, mut links) = room();
    // The chain and the star beyond the net; each joint starts at rest, and bodies with any velocities.
    links.drain(..85);
    let holds: Vec<Class> = classes()
        .into_iter()
        .filter(|class| class.hold.count() > 1)
        .collect();
    for (i, link) in links.iter_mut().enumerate() {
        let pick = below(key, i as u64, holds.len() as u64).unwrap() as usize;
        link.class = Class {
            parts: Parts::default().with(Parts::TUMBLES, true),
            ..holds[pick]
        };
    }
    let mut moving = blocks;
    for block in &mut moving {
        block.spin *= 0.1;
    }
    step(
        Level::scalar(),
        &mut Solver::default(),
        &mut moving,
        &mut links,
    );
    for (i, link) in links.iter().enumerate() {
        let b = &moving[link.b];
        let (velocity, spin, arm) = match link.a {
            Some(a) => {
                let a = &moving[a];
                (a.velocity, a.spin, a.rotation * link.at[0])
            }
            None => (Vec3::ZERO, Vec3::ZERO, Vec3::ZERO),
        };
        let ends = [
            velocity + spin.cross(arm),
            b.velocity + b.spin.cross(b.rotation * link.at[1]),
        ];
        // Anchors that a joint holds together move together at the end of the step.
        if link.class.hold.linear() == 3 {
            let speed = (ends[1] - ends[0]).length();
            assert!(
                speed < 1.0e-3,
                "joint {i}, {:?}: {speed} m/s",
                link.class.hold
            );
        }
        if link.class.hold == Hold::All {
            let speed = (b.spin - spin).length();
            assert!(speed < 1.0e-3, "joint {i}: {speed} rad/s");
        }
    }
}
