//! Colliders from the table of shapes.

use voltex_math::{Pose, Quat, Vec2, Vec3};
use voltex_physics::{Collider, HeightField, Hull, PhysicsError, ShapeStore, TriangleMesh};

use crate::arrange::{Layout, chain};
use crate::body::Body;
use crate::error::{Place, SceneError};
use crate::generate;
use crate::locate::{Step, path_text};
use crate::scene::Scene;
use crate::shape::{Child, ShapeDef};

/// The colliders of all shapes in the order of the table; their geometry goes into the store.
pub(crate) fn colliders(
    scene: &Scene,
    store: &mut ShapeStore,
) -> Result<Vec<Collider>, SceneError> {
    let count = scene.shapes.len();
    let mut colliders: Vec<Option<Collider>> = vec![None; count];
    // Parts before the compounds that hold them, wherever they stand in the table.
    for compounds in [false, true] {
        for (row, (name, shape)) in scene.shapes.iter().enumerate() {
            if matches!(shape, ShapeDef::Compound { .. }) == compounds {
                let made = match shape {
                    ShapeDef::Compound { children } => compound(scene, children, &colliders, store),
                    other => collider(other, store),
                };
                colliders[row] = Some(made.map_err(|error| at_shape(name, error))?);
            }
        }
    }
    Ok(colliders.into_iter().flatten().collect())
}

fn at_shape(name: &str, error: PhysicsError) -> SceneError {
    SceneError::Physics {
        place: Box::new(Place {
            path: path_text(&[Step::Field("shapes"), Step::Key(name.to_owned())]),
            ..Place::default()
        }),
        error,
    }
}

/// The colliders that the copies of a body take in turn, in the size that the body gives them.
pub(crate) fn of_body(
    scene: &Scene,
    body: &Body,
    colliders: &[Collider],
    store: &mut ShapeStore,
) -> Result<Vec<Collider>, SceneError> {
    body.shape
        .0
        .iter()
        .filter_map(|name| colliders.get(scene.shapes.position(name)?))
        .map(|collider| match body.scale {
            None => Ok(*collider),
            Some(scale) => store
                .scaled(*collider, scale)
                .map_err(|error| SceneError::Physics {
                    place: Box::new(Place {
                        path: format!("scale of a body of shape \"{}\"", body.shape.0[0]),
                        ..Place::default()
                    }),
                    error,
                }),
        })
        .collect()
}

/// Refuses geometry that is given point by point and bounds no volume or makes no surface.
pub(crate) fn trial(shape: &ShapeDef) -> Result<(), PhysicsError> {
    match shape {
        ShapeDef::Hull { points } => Hull::from_points(points).map(|_| ()),
        ShapeDef::Mesh {
            vertices,
            triangles,
        } => TriangleMesh::new(vertices, &corners(triangles)).map(|_| ()),
        _ => Ok(()),
    }
}

fn corners(triangles: &[(u32, u32, u32)]) -> Vec<[u32; 3]> {
    triangles.iter().map(|&(a, b, c)| [a, b, c]).collect()
}

fn collider(shape: &ShapeDef, store: &mut ShapeStore) -> Result<Collider, PhysicsError> {
    let mesh = |store: &mut ShapeStore, (vertices, triangles): generate::Triangles| {
        store.add_mesh(&vertices, &triangles).map(Collider::Mesh)
    };
    let field = |store: &mut ShapeStore, columns: u32, cell: f32, heights: Vec<f32>| {
        let rows = heights.len() as u32 / columns.max(1);
        let field = HeightField::new(columns, rows, Vec2::splat(cell), heights)?;
        Ok(Collider::HeightField(store.add_height_field(field)))
    };
    let hull =
        |store: &mut ShapeStore, points: Vec<Vec3>| store.add_hull(&points).map(Collider::Hull);
    match shape {
        ShapeDef::Sphere { radius } => Ok(Collider::sphere(*radius)),
        ShapeDef::Box { half } => Ok(Collider::cuboid(*half)),
        ShapeDef::Capsule {
            half_height,
            radius,
        } => Ok(Collider::capsule(*half_height, *radius)),
        ShapeDef::Cylinder {
            half_height,
            radius,
        } => Ok(Collider::cylinder(*half_height, *radius)),
        ShapeDef::Cone {
            half_height,
            radius,
        } => Ok(Collider::cone(*half_height, *radius)),
        ShapeDef::HalfSpace { normal } => Ok(Collider::half_space(normal.normalize_or(Vec3::Y))),
        ShapeDef::Hull { points } => hull(store, points.clone()),
        ShapeDef::RandomHull {
            count,
            radius,
            seed,
        } => hull(store, generate::random_hull(*count, *radius, *seed)),
        ShapeDef::FibonacciHull { count, radius } => {
            hull(store, generate::fibonacci_hull(*count, *radius))
        }
        ShapeDef::Prism {
            sides,
            radius,
            half_height,
        } => hull(store, generate::prism(*sides, *radius, *half_height)),
        ShapeDef::Sector {
            inner,
            outer,
            from,
            to,
            half_length,
        } => hull(
            store,
            generate::sector(*inner, *outer, *from, *to, *half_length),
        ),
        ShapeDef::Mesh {
            vertices,
            triangles,
        } => mesh(store, (vertices.clone(), corners(triangles))),
        ShapeDef::GridMesh { cells, cell } => {
            mesh(store, generate::grid_mesh(*cells, *cell, |_| 0.0))
        }
        ShapeDef::WaveMesh { cells, cell, wave } => {
            let heights = generate::wave_heights(*cells, wave);
            mesh(store, generate::grid_mesh(*cells, *cell, |i| heights[i]))
        }
        ShapeDef::TorusMesh {
            segments,
            radius,
            tube,
        } => mesh(store, generate::torus_mesh(*segments, *radius, *tube)),
        ShapeDef::HeightField {
            columns,
            cell,
            heights,
        } => field(store, *columns, *cell, heights.clone()),
        ShapeDef::WaveField { cells, cell, wave } => field(
            store,
            cells.0 + 1,
            *cell,
            generate::wave_heights(*cells, wave),
        ),
        ShapeDef::Compound { .. } => Err(PhysicsError::BadGeometry(
            "a compound holds no compounds; list all parts in one".to_owned(),
        )),
    }
}

fn compound(
    scene: &Scene,
    children: &[Child],
    colliders: &[Option<Collider>],
    store: &mut ShapeStore,
) -> Result<Collider, PhysicsError> {
    let mut parts = Vec::new();
    for child in children {
        let row = scene.shapes.position(&child.shape);
        let Some(collider) = row.and_then(|row| colliders[row]) else {
            return Err(PhysicsError::BadGeometry(format!(
                "a part of the compound names the shape `{}`, which is not there",
                crate::error::quoted(&child.shape)
            )));
        };
        let turned = Pose::from_rotation(child.rotation.map_or(Quat::IDENTITY, |r| r.quat()));
        let layout = Layout::new(&child.repeat);
        for copy in 0..layout.count() {
            let placed = chain(&layout.pose(copy), &turned);
            let pose = Pose::new(child.position + placed.position, placed.rotation);
            parts.push((pose, collider));
        }
    }
    store.add_compound(&parts).map(Collider::Compound)
}
