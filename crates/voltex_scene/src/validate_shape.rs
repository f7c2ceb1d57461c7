//! Checks of the table of shapes.

use crate::check::{Check, Fault};
use crate::geometry;
use crate::shape::{Child, ShapeDef, Wave};
use crate::validate::{MAX_CHILDREN, MAX_GEOMETRY, MAX_HULL_POINTS};

/// Checks all shapes; the way stands at the table.
pub(crate) fn shapes(check: &mut Check<'_>) -> Result<(), Fault> {
    let mut geometry = 0_u64;
    for (name, shape) in check.scene.shapes.iter() {
        check.key(name, |check| {
            check.name(name)?;
            self::shape(check, shape)?;
            geometry = geometry.saturating_add(size(shape));
            if geometry > MAX_GEOMETRY {
                return check.conflict(format!(
                    "with this shape there are {geometry} vertices, triangles and heights; all shapes together may have {MAX_GEOMETRY}, use fewer cells"
                ));
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Vertices, triangles and heights of a shape.
fn size(shape: &ShapeDef) -> u64 {
    let grid = |cells: &(u32, u32)| u64::from(cells.0).saturating_mul(u64::from(cells.1));
    match shape {
        ShapeDef::Hull { points } => points.len() as u64,
        ShapeDef::Mesh {
            vertices,
            triangles,
        } => (vertices.len() + triangles.len()) as u64,
        ShapeDef::GridMesh { cells, .. } | ShapeDef::WaveMesh { cells, .. } => {
            grid(cells).saturating_mul(3)
        }
        ShapeDef::TorusMesh { segments, .. } => grid(segments).saturating_mul(3),
        ShapeDef::WaveField { cells, .. } => grid(cells),
        ShapeDef::HeightField { heights, .. } => heights.len() as u64,
        _ => 0,
    }
}

fn shape(check: &mut Check<'_>, shape: &ShapeDef) -> Result<(), Fault> {
    match shape {
        ShapeDef::Sphere { radius } => check.size("radius", "radius", *radius),
        ShapeDef::Box { half } => {
            for part in half.to_array() {
                check.size("half", "half an edge", part)?;
            }
            Ok(())
        }
        ShapeDef::Capsule {
            half_height,
            radius,
        }
        | ShapeDef::Cylinder {
            half_height,
            radius,
        }
        | ShapeDef::Cone {
            half_height,
            radius,
        } => {
            check.size("half_height", "half the height", *half_height)?;
            check.size("radius", "radius", *radius)
        }
        ShapeDef::HalfSpace { normal } => check.direction("normal", *normal),
        ShapeDef::Hull { points } => {
            check.count(
                "points",
                "the number of points",
                points.len() as u64,
                4,
                MAX_HULL_POINTS,
                "",
            )?;
            self::points(check, "points", points)?;
            check.physics(geometry::trial(shape))
        }
        ShapeDef::RandomHull { count, radius, .. } | ShapeDef::FibonacciHull { count, radius } => {
            check.count(
                "count",
                "the number of points",
                u64::from(*count),
                4,
                MAX_HULL_POINTS,
                "",
            )?;
            check.size("radius", "radius", *radius)
        }
        ShapeDef::Prism {
            sides,
            radius,
            half_height,
        } => {
            check.count(
                "sides",
                "the number of sides",
                u64::from(*sides),
                3,
                1000,
                "",
            )?;
            check.size("radius", "radius", *radius)?;
            check.size("half_height", "half the height", *half_height)
        }
        ShapeDef::Sector {
            inner,
            outer,
            from,
            to,
            half_length,
        } => {
            check.size("inner", "inner radius", *inner)?;
            check.size("outer", "outer radius", *outer)?;
            check.size("half_length", "half the length", *half_length)?;
            if inner >= outer {
                return check.conflict(format!(
                    "the inner radius {inner} is not below the outer radius {outer}; exchange them"
                ));
            }
            check.range("from", "angle (rad)", *from, -10.0, 10.0, "")?;
            check.range("to", "angle (rad)", *to, -10.0, 10.0, "")?;
            let angle = to - from;
            if (1.0e-3..=3.0).contains(&angle) {
                return Ok(());
            }
            check.conflict(format!(
                "the sector spans {angle} rad; it must span 0.001 to 3 rad to be a convex block, cut it into several"
            ))
        }
        ShapeDef::Mesh {
            vertices,
            triangles,
        } => {
            points(check, "vertices", vertices)?;
            check.count(
                "triangles",
                "the number of triangles",
                triangles.len() as u64,
                1,
                MAX_GEOMETRY,
                "",
            )?;
            corners(check, vertices.len(), triangles)?;
            check.physics(geometry::trial(shape))
        }
        ShapeDef::GridMesh { cells, cell: width } => grid(check, *cells, *width),
        ShapeDef::WaveMesh {
            cells,
            cell: width,
            wave,
        }
        | ShapeDef::WaveField {
            cells,
            cell: width,
            wave,
        } => {
            grid(check, *cells, *width)?;
            self::wave(check, wave)
        }
        ShapeDef::TorusMesh {
            segments,
            radius,
            tube,
        } => {
            for (count, what) in [
                (segments.0, "vertices round the large circle"),
                (segments.1, "vertices round the tube"),
            ] {
                check.count("segments", what, u64::from(count), 3, 10_000, "")?;
            }
            check.size("radius", "radius", *radius)?;
            check.size("tube", "radius of the tube", *tube)?;
            if tube < radius {
                return Ok(());
            }
            check.conflict(format!(
                "the tube of radius {tube} fills the hole of a ring of radius {radius}; make it thinner"
            ))
        }
        ShapeDef::HeightField {
            columns,
            cell: width,
            heights,
        } => {
            check.size("cell", "width of a cell", *width)?;
            check.count(
                "columns",
                "the number of columns",
                u64::from(*columns),
                2,
                1 << 24,
                "",
            )?;
            let columns = *columns as usize;
            if heights.len() % columns != 0 || heights.len() / columns < 2 {
                return check.field("heights", |check| {
                    check.conflict(format!(
                        "there are {} heights, which do not fill two or more rows of {columns}; add or remove some",
                        heights.len()
                    ))
                });
            }
            for (index, height) in heights.iter().enumerate() {
                if !(-1.0e6..=1.0e6).contains(height) {
                    return check.field("heights", |check| {
                        check.index(index, |check| {
                            check.outside("height (m)", *height, -1.0e6, 1.0e6, "")
                        })
                    });
                }
            }
            Ok(())
        }
        ShapeDef::Compound { children } => compound(check, children),
    }
}

fn points(
    check: &mut Check<'_>,
    field: &'static str,
    points: &[voltex_math::Vec3],
) -> Result<(), Fault> {
    check.field(field, |check| {
        for (index, point) in points.iter().enumerate() {
            if point
                .to_array()
                .iter()
                .any(|x| !(-1.0e6..=1.0e6).contains(x))
            {
                return check.index(index, |check| check.far(*point));
            }
        }
        Ok(())
    })
}

fn corners(
    check: &mut Check<'_>,
    vertices: usize,
    triangles: &[(u32, u32, u32)],
) -> Result<(), Fault> {
    check.field("triangles", |check| {
        for (index, &(a, b, c)) in triangles.iter().enumerate() {
            check.index(index, |check| {
                if let Some(corner) = [a, b, c].into_iter().find(|&i| i as usize >= vertices) {
                    return check.conflict(format!(
                        "the corner {corner} is no vertex: the mesh has {vertices}, numbered from 0"
                    ));
                }
                if a == b || b == c || c == a {
                    return check.conflict(format!(
                        "the triangle ({a}, {b}, {c}) has one vertex twice and no area; remove it"
                    ));
                }
                Ok(())
            })?;
        }
        Ok(())
    })
}

fn grid(check: &mut Check<'_>, cells: (u32, u32), width: f32) -> Result<(), Fault> {
    for (count, what) in [(cells.0, "cells along X"), (cells.1, "cells along Z")] {
        check.count("cells", what, u64::from(count), 1, 100_000, "")?;
    }
    check.size("cell", "width of a cell", width)
}

fn wave(check: &mut Check<'_>, wave: &Wave) -> Result<(), Fault> {
    check.field("wave", |check| {
        check.range("amplitude", "amplitude (m)", wave.amplitude, 0.0, 1.0e5, "")?;
        for (field, pair) in [("turn", wave.turn), ("phase", wave.phase)] {
            for angle in pair.to_array() {
                check.range(field, "angle (rad)", angle, -1.0e3, 1.0e3, "")?;
            }
        }
        Ok(())
    })
}

fn compound(check: &mut Check<'_>, children: &[Child]) -> Result<(), Fault> {
    if children.is_empty() {
        return check.conflict("the compound has no parts; add `children`");
    }
    let scene = check.scene;
    let mut parts = 0_u64;
    check.field("children", |check| {
        for (index, child) in children.iter().enumerate() {
            check.index(index, |check| {
                check.shape_name("shape", &child.shape)?;
                if let Some(shape) = scene.shapes.get(&child.shape)
                    && !shape.is_convex()
                {
                    return check.field("shape", |check| {
                        check.conflict(format!(
                            "`{}` is a {}; parts of a compound are spheres, boxes, capsules, cylinders, cones and hulls, give it a body of its own",
                            crate::error::quoted(&child.shape),
                            shape.kind()
                        ))
                    });
                }
                check.place("position", child.position)?;
                check.rotation(&child.rotation)?;
                parts = parts.saturating_add(check.repeat(&child.repeat)?);
                if parts > MAX_CHILDREN {
                    return check.conflict(format!(
                        "with this entry the compound has {parts} parts; it may have at most {MAX_CHILDREN}, make several bodies"
                    ));
                }
                Ok(())
            })?;
        }
        Ok(())
    })
}
