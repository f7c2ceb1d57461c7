//! Rays, shape casts and times of impact.

use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use parry3d::query::sweep_toi::{Sweep, SweepToiStatus, ToiProxy, sweep_time_of_impact};
use parry3d::query::{
    NonlinearRigidMotion, Ray, RayCast, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear,
};
use parry3d::shape::{Cuboid, SharedShape};
use voltex_ecs::{Transform, World};
use voltex_math::random::Key;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::broad::StaticBvh;
use voltex_physics::gjk::{Motion, ToiSettings, shape_time_of_impact, time_of_impact};
use voltex_physics::query::{self, ColliderIndex, StartInside};
use voltex_physics::{Collider, Convex, QueryFilter, Shape};

use super::place::{Drift, Lie, PAIRS, pairs};
use super::terrain::{own_mesh, parry_mesh};
use super::{Body, Chosen, Own, parry_pose, parry_vector, random_direction, random_rotation};
use crate::line::{Contender, Line, repeated};

/// Rays of a run.
const RAYS: usize = 2_000;
/// Boxes that rays are cast against.
const BOXES: usize = 10_000;
/// Half the edge of the cube that boxes lie in, m: one box in each 64 m^3.
const HALF: f64 = 43.0;
/// Reach of a ray, m.
const REACH: f32 = 1.0e4;
/// Cells along each side of the mesh: 100,352 triangles.
const CELLS: usize = 224;

/// Gap at which an impact counts as one, in parts of half the longest side of a body: our own.
const TOLERANCE: f32 = 1.0e-5;
/// The same for bodies about 1 m across as the peer's sweep is told: 0.1 mm.
const PEER_TOLERANCE: f32 = 2.0e-4;

/// A ray from a point to another one at once far enough to leave the scene.
#[derive(Clone, Copy, Debug)]
pub struct Line3 {
    /// Where it starts, m.
    pub origin: Vec3,
    /// Unit vector.
    pub direction: Vec3,
}

/// Rays through the cube of boxes, from outside it.
pub(super) fn rays_through_cube() -> Vec<Line3> {
    let mut draws = Key::new(4, 3).sequence();
    (0..RAYS)
        .map(|_| {
            let origin = random_direction(&mut draws) * 100.0;
            let mut place = || draws.uniform_in(-HALF, HALF) as f32;
            let target = Vec3::new(place(), place(), place());
            let direction = (target - origin).normalize();
            Line3 { origin, direction }
        })
        .collect()
}

/// Rays onto the ground from above, few of them steep.
pub(super) fn rays_onto_ground() -> Vec<Line3> {
    let mut draws = Key::new(4, 4).sequence();
    (0..RAYS)
        .map(|_| {
            let mut place = |half: f64| draws.uniform_in(-half, half) as f32;
            let origin = Vec3::new(place(100.0), 20.0 + place(10.0), place(100.0));
            let target = Vec3::new(place(100.0), 0.0, place(100.0));
            let direction = (target - origin).normalize();
            Line3 { origin, direction }
        })
        .collect()
}

/// Boxes turned at random in the cube.
pub(super) fn boxes() -> Vec<(Pose, Vec3)> {
    let mut draws = Key::new(4, 5).sequence();
    (0..BOXES)
        .map(|_| {
            let mut place = || draws.uniform_in(-HALF, HALF) as f32;
            let position = Vec3::new(place(), place(), place());
            let mut size = || draws.uniform_in(0.3, 0.7) as f32;
            let half = Vec3::new(size(), size(), size());
            (Pose::new(position, random_rotation(&mut draws)), half)
        })
        .collect()
}

/// A line by its name and what makes its contenders.
type Work = (&'static str, fn() -> Vec<Contender>);

/// All lines.
pub(super) fn lines(chosen: &Chosen) -> Vec<Line> {
    let rays: [Work; 3] = [
        ("ray 10k boxes", || {
            vec![parry_ray_boxes(), own_ray_boxes(), index_ray_boxes()]
        }),
        ("ray mesh 100k", || vec![parry_ray_mesh(), own_ray_mesh()]),
        ("sphere cast mesh 100k", || {
            vec![parry_cast_mesh(), own_cast_mesh()]
        }),
    ];
    let mut lines = Vec::new();
    for (name, contenders) in rays {
        if chosen(name) {
            lines.push(Line {
                name: name.to_owned(),
                contenders: contenders(),
                per: RAYS as u32,
                unit: "",
            });
        }
    }
    for kinds in [
        ("sphere", "sphere"),
        ("sphere", "box"),
        ("box", "box"),
        ("capsule", "box"),
        ("cylinder", "box"),
        ("hull", "hull"),
    ] {
        let mut line = |name: String, contenders| {
            lines.push(Line {
                name,
                contenders,
                per: PAIRS as u32,
                unit: "",
            });
        };
        let named = |name: &str| format!("{name} {}-{}", kinds.0, kinds.1);
        let (cast, impact) = (named("cast"), named("impact rotating"));
        if chosen(&cast) {
            let moves = moves(kinds);
            let own = own_impact("voltex", &moves, false, TOLERANCE);
            line(cast, vec![parry_cast(&moves), own]);
        }
        if chosen(&impact) {
            let moves = moves(kinds);
            let mut contenders = vec![parry_sweep(&moves), parry_nonlinear(&moves)];
            if ToiProxy::from_shape(&*moves[0].shapes[0]).is_none() {
                contenders.remove(0);
            }
            contenders.push(own_impact("voltex", &moves, true, TOLERANCE));
            contenders.push(own_impact("voltex 0.1 mm", &moves, true, PEER_TOLERANCE));
            line(impact, contenders);
        }
    }
    lines
}

fn parry_ray_boxes() -> Contender {
    let boxes: Vec<_> = boxes()
        .iter()
        .map(|(pose, half)| (parry_pose(pose), Cuboid::new(parry_vector(*half))))
        .collect();
    let leaves: Vec<_> = boxes
        .iter()
        .map(|(pose, cuboid)| cuboid.aabb(pose))
        .collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    let rays = peer_rays(&rays_through_cube());
    repeated("parry", rays, move |rays| {
        let mut hits = 0;
        for ray in rays {
            let hit = tree.cast_ray(ray, REACH, |leaf, reach| {
                let (pose, cuboid) = &boxes[leaf as usize];
                cuboid.cast_ray(pose, ray, reach, true)
            });
            // The hit with its normal, as a user asks for.
            if let Some((leaf, _)) = hit {
                let (pose, cuboid) = &boxes[leaf as usize];
                let hit = cuboid.cast_ray_and_get_normal(pose, ray, REACH, true);
                hits += usize::from(hit.is_some());
            }
        }
        hits
    })
}

fn peer_rays(rays: &[Line3]) -> Vec<Ray> {
    let peer = |ray: &Line3| Ray::new(parry_vector(ray.origin), parry_vector(ray.direction));
    rays.iter().map(peer).collect()
}

fn parry_ray_mesh() -> Contender {
    let mesh = parry_mesh(CELLS, 1.0);
    let rays = peer_rays(&rays_onto_ground());
    repeated("parry", rays, move |rays| {
        let hit = |ray: &&Ray| {
            mesh.cast_local_ray_and_get_normal(ray, REACH, true)
                .is_some()
        };
        rays.iter().filter(hit).count()
    })
}

fn parry_cast_mesh() -> Contender {
    let mesh = parry_mesh(CELLS, 1.0);
    let ball = SharedShape::ball(0.25);
    repeated("parry", rays_onto_ground(), move |rays| {
        let ground = parry_pose(&Pose::IDENTITY);
        let hit = |ray: &&Line3| {
            let hit = cast_shapes(
                &ground,
                parry3d::math::Vector::ZERO,
                &*mesh,
                &parry_pose(&Pose::from_position(ray.origin)),
                parry_vector(ray.direction),
                &*ball,
                ShapeCastOptions::with_max_time_of_impact(REACH),
            );
            hit.expect("supported").is_some()
        };
        rays.iter().filter(hit).count()
    })
}

fn own_rays(rays: &[Line3]) -> Vec<query::Ray> {
    let own = |ray: &Line3| query::Ray::new(ray.origin, ray.direction).expect("a direction");
    rays.iter().map(own).collect()
}

fn own_ray_boxes() -> Contender {
    let boxes: Vec<_> = boxes()
        .into_iter()
        .map(|(pose, half_extents)| (pose, Convex::Box { half_extents }))
        .collect();
    let bounds: Vec<_> = boxes
        .iter()
        .map(|(pose, convex)| convex.aabb(pose))
        .collect();
    let tree = StaticBvh::build(&bounds);
    repeated("voltex", own_rays(&rays_through_cube()), move |rays| {
        let mut hits = 0;
        for ray in rays {
            let mut first = None;
            tree.cast_ray(ray.origin(), ray.direction(), REACH, |leaf, reach| {
                let (pose, convex) = &boxes[leaf as usize];
                match query::cast_ray(&Shape::Convex(*convex), pose, ray, reach, StartInside::Hit) {
                    Some(hit) => {
                        first = Some(hit);
                        hit.distance
                    }
                    None => reach,
                }
            });
            hits += usize::from(first.is_some());
        }
        hits
    })
}

/// The same rays asked of a world, with the filter that lets all pass.
fn index_ray_boxes() -> Contender {
    let mut world = World::new();
    for (pose, half) in boxes() {
        let placed = Transform {
            rotation: pose.rotation,
            ..Transform::from_position(pose.position)
        };
        world.spawn_with((placed, Collider::cuboid(half)));
    }
    let index = ColliderIndex::new(&world);
    let all = QueryFilter::default();
    repeated(
        "voltex ColliderIndex",
        own_rays(&rays_through_cube()),
        move |rays| {
            let hit = |ray: &&query::Ray| index.cast_ray(ray, REACH, &all).is_some();
            rays.iter().filter(hit).count()
        },
    )
}

fn own_ray_mesh() -> Contender {
    let mesh = own_mesh(CELLS, 1.0);
    repeated("voltex", own_rays(&rays_onto_ground()), move |rays| {
        let shape = Shape::Mesh(&mesh);
        let hit = |ray: &&query::Ray| {
            query::cast_ray(&shape, &Pose::IDENTITY, ray, REACH, StartInside::Hit).is_some()
        };
        rays.iter().filter(hit).count()
    })
}

fn own_cast_mesh() -> Contender {
    let mesh = own_mesh(CELLS, 1.0);
    repeated("voltex", rays_onto_ground(), move |rays| {
        let ground = Motion::resting(Pose::IDENTITY);
        let ball = Shape::Convex(Convex::Sphere { radius: 0.25 });
        let settings = ToiSettings::new(REACH);
        let hit = |ray: &&Line3| {
            let flight = Motion::sliding(Pose::from_position(ray.origin), ray.direction);
            shape_time_of_impact(&Shape::Mesh(&mesh), &ground, &ball, &flight, &settings).is_some()
        };
        rays.iter().filter(hit).count()
    })
}

/// Two bodies apart that fly towards each other and turn.
pub(super) struct Move {
    pub(super) bodies: [Body; 2],
    shapes: [SharedShape; 2],
    /// A stands at the origin.
    pub(super) start: Pose,
    /// Of B, m a step.
    pub(super) linear: Vec3,
    /// Of A and B, rad a step.
    pub(super) angular: [Vec3; 2],
}

/// Moves of which more than 9 in 10 end in a hit.
pub(super) fn moves(kinds: (&str, &str)) -> Vec<Move> {
    let mut draws = Key::new(4, 6).sequence();
    pairs(kinds, Lie::Apart, Drift::NONE)
        .into_iter()
        .map(|pair| {
            let start = pair.frames[0];
            let aim = random_direction(&mut draws) * 0.7 - start.position;
            Move {
                bodies: [pair.a, pair.b],
                shapes: pair.parry,
                start,
                linear: aim * draws.uniform_in(0.2, 1.0) as f32,
                angular: [0, 1]
                    .map(|_| random_direction(&mut draws) * draws.uniform_in(0.0, 1.0) as f32),
            }
        })
        .collect()
}

/// First touch of bodies that fly on, and turn or do not; `tolerance` as in [`ToiSettings`].
fn own_impact(name: &'static str, moves: &[Move], turning: bool, tolerance: f32) -> Contender {
    let state: Vec<_> = moves
        .iter()
        .map(|flight| {
            let [spin_a, spin_b] = flight
                .angular
                .map(|spin| if turning { spin } else { Vec3::ZERO });
            let a = Motion {
                angular: spin_a,
                ..Motion::resting(Pose::IDENTITY)
            };
            let b = Motion {
                angular: spin_b,
                ..Motion::sliding(flight.start, flight.linear)
            };
            (flight.bodies.each_ref().map(Own::new), [a, b])
        })
        .collect();
    repeated(name, state, move |moves| {
        let settings = ToiSettings {
            tolerance,
            ..ToiSettings::new(1.0)
        };
        let hit = |([a, b], [first, second]): &&([Own; 2], [Motion; 2])| {
            time_of_impact(&a.convex(), first, &b.convex(), second, &settings).is_some()
        };
        moves.iter().filter(hit).count()
    })
}

fn peer_shapes(moves: &[Move]) -> Vec<[SharedShape; 2]> {
    moves.iter().map(|flight| flight.shapes.clone()).collect()
}

fn parry_cast(moves: &[Move]) -> Contender {
    let state: Vec<_> = moves
        .iter()
        .zip(peer_shapes(moves))
        .map(|(flight, shapes)| {
            let start = parry_pose(&flight.start);
            (shapes, start, parry_vector(flight.linear))
        })
        .collect();
    repeated("parry", state, |moves| {
        let rest = parry_pose(&Pose::IDENTITY);
        let hit = |([a, b], start, linear): &&([SharedShape; 2], _, _)| {
            let hit = cast_shapes(
                &rest,
                parry3d::math::Vector::ZERO,
                &**a,
                start,
                *linear,
                &**b,
                ShapeCastOptions::with_max_time_of_impact(1.0),
            );
            hit.expect("supported").is_some()
        };
        moves.iter().filter(hit).count()
    })
}

fn parry_nonlinear(moves: &[Move]) -> Contender {
    let center = parry3d::math::Vector::ZERO;
    let state: Vec<_> = moves
        .iter()
        .zip(peer_shapes(moves))
        .map(|(flight, shapes)| {
            let rest = parry_pose(&Pose::IDENTITY);
            let start = parry_pose(&flight.start);
            let [spin_a, spin_b] = flight.angular.map(parry_vector);
            let a = NonlinearRigidMotion::new(rest, center, center, spin_a);
            let b = NonlinearRigidMotion::new(start, center, parry_vector(flight.linear), spin_b);
            (shapes, [a, b])
        })
        .collect();
    repeated("parry nonlinear", state, |moves| {
        let hit = |([a, b], motions): &&([SharedShape; 2], [NonlinearRigidMotion; 2])| {
            let [first, second] = motions;
            let hit = cast_shapes_nonlinear(first, &**a, second, &**b, 0.0, 1.0, true);
            hit.expect("supported").is_some()
        };
        moves.iter().filter(hit).count()
    })
}

/// The peer's newer way, for shapes made of few points with a rounding. It follows another motion: rotations are mixed and
/// brought to length 1, which is no even turning.
fn parry_sweep(moves: &[Move]) -> Contender {
    let center = parry3d::math::Vector::ZERO;
    let state: Vec<_> = moves
        .iter()
        .zip(peer_shapes(moves))
        .map(|(flight, shapes)| {
            let [spin_a, spin_b] = flight.angular.map(Quat::from_scaled_axis);
            let end_a = parry_pose(&Pose::from_rotation(spin_a));
            let end_b = parry_pose(&Pose::new(
                flight.start.position + flight.linear,
                spin_b * flight.start.rotation,
            ));
            let a = Sweep::from_poses(&parry_pose(&Pose::IDENTITY), &end_a, center);
            let b = Sweep::from_poses(&parry_pose(&flight.start), &end_b, center);
            (shapes, [a, b])
        })
        .collect();
    repeated("parry sweep", state, |moves| {
        let hit = |([a, b], [first, second]): &&([SharedShape; 2], [Sweep; 2])| {
            let (Some(a), Some(b)) = (ToiProxy::from_shape(&**a), ToiProxy::from_shape(&**b))
            else {
                return false;
            };
            let hit = sweep_time_of_impact(&a, first, &b, second, 1.0, 1.0e-4);
            hit.status == SweepToiStatus::Hit
        };
        moves.iter().filter(hit).count()
    })
}
