//! Geometry made of any bytes: refused by name, or as good as any other. Shared by the tests and the fuzz targets.

use std::collections::BTreeSet;

use voltex_ecs::{Codec, Decoder, Encoder};
use voltex_math::{Aabb, DVec3, Vec3};
use voltex_physics::{
    EdgeKind, Hull, MeshOptions, MeshSides, PhysicsError, ShapeStore, TriangleMesh,
};

/// Closed by Euler's formula and edge by edge, convex, with unit normals, and around all points.
#[track_caller]
pub(crate) fn check_hull(hull: &Hull, points: &[Vec3], tolerance: f32) {
    let (v, e, f) = (
        hull.vertices().len(),
        hull.edges().len(),
        hull.faces().len(),
    );
    assert_eq!(v + f, e + 2, "Euler: {v} vertices, {e} edges, {f} faces");
    let corners: usize = (0..f).map(|face| hull.face_loop(face).len()).sum();
    assert_eq!(corners, 2 * e, "every edge lies between two faces");
    for edge in hull.edges() {
        for (face, from, to) in [
            (edge.left, edge.tail, edge.head),
            (edge.right, edge.head, edge.tail),
        ] {
            let outline = hull.face_loop(usize::from(face));
            let at = outline
                .iter()
                .position(|&corner| corner == from)
                .expect("the edge's corner is in the face");
            assert_eq!(outline[(at + 1) % outline.len()], to);
        }
    }
    let given: BTreeSet<[u32; 3]> = points.iter().map(|p| bits(*p)).collect();
    for &vertex in hull.vertices() {
        assert!(
            given.contains(&bits(vertex)),
            "{vertex} is one of the points"
        );
    }
    for (index, face) in hull.faces().iter().enumerate() {
        assert!((face.normal.length() - 1.0).abs() < 1.0e-6);
        let normal = face.normal.as_dvec3();
        let above = |p: &Vec3| p.as_dvec3().dot(normal) - f64::from(face.offset);
        let far = points.iter().map(above).fold(f64::NEG_INFINITY, larger);
        assert!(
            far <= f64::from(tolerance),
            "a point lies {far:e} outside face {index}, allowed are {tolerance:e}"
        );
        for &corner in hull.face_loop(index) {
            let height = above(&hull.vertices()[usize::from(corner)]);
            assert!(
                height >= -f64::from(tolerance),
                "corner {corner} lies {height:e} below its face"
            );
        }
        // Counter-clockwise and convex: every corner turns left, up to the tolerance over the edge's length.
        let outline: Vec<DVec3> = hull
            .face_loop(index)
            .iter()
            .map(|&c| hull.vertices()[usize::from(c)].as_dvec3())
            .collect();
        for at in 0..outline.len() {
            let [a, b, c] = [at, at + 1, at + 2].map(|at| outline[at % outline.len()]);
            let turn = (b - a).cross(c - b).dot(normal);
            assert!(turn >= -f64::from(tolerance) * (c - a).length(), "{turn}");
        }
    }
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn bits(point: Vec3) -> [u32; 3] {
    (point + Vec3::ZERO).to_array().map(f32::to_bits)
}

/// Points of a cloud that bytes describe: any bits, a small grid, or corners of a box with noise in their last
/// bits, so that a fuzzer finds degenerate clouds as easily as wild ones.
fn cloud(bytes: &[u8]) -> Vec<Vec3> {
    let Some((&mode, rest)) = bytes.split_first() else {
        return Vec::new();
    };
    match mode % 4 {
        0 => {
            let (numbers, _) = rest.as_chunks::<4>();
            let numbers: Vec<f32> = numbers.iter().map(|&b| f32::from_le_bytes(b)).collect();
            let (points, _) = numbers.as_chunks::<3>();
            points.iter().map(|&p| Vec3::from_array(p)).collect()
        }
        1 => {
            let (points, _) = rest.as_chunks::<3>();
            let at = |b: u8| f32::from(b as i8) * 0.125;
            points
                .iter()
                .map(|&[x, y, z]| Vec3::new(at(x), at(y), at(z)))
                .collect()
        }
        2 => {
            // Corners of a cube that is not at the origin, and points of its edges and faces, each some units in the
            // last place off.
            let (points, _) = rest.as_chunks::<4>();
            points
                .iter()
                .map(|&[place, x, y, z]| {
                    let side = |bits: u8| [-0.7_f32, 0.1, 0.9, 0.3][usize::from(bits & 3)];
                    let off = |value: f32, by: u8| {
                        f32::from_bits(value.to_bits().wrapping_add(u32::from(by & 7)))
                    };
                    Vec3::new(
                        off(side(place), x),
                        off(side(place >> 2), y),
                        off(side(place >> 4), z),
                    )
                })
                .collect()
        }
        _ => {
            // Coordinates of very different size.
            let (points, _) = rest.as_chunks::<6>();
            let at = |number: u8, size: u8| {
                let power = i32::from(size % 48) - 24;
                let scale = f32::from_bits(((127 + power) as u32) << 23);
                f32::from(number as i8) * scale
            };
            points
                .iter()
                .map(|&[x, y, z, i, j, k]| Vec3::new(at(x, i), at(y, j), at(z, k)))
                .collect()
        }
    }
}

/// A hull of any points is a solid around them, or the error says why there is none.
pub(crate) fn hull(bytes: &[u8]) -> bool {
    let points = cloud(bytes);
    match Hull::from_points(&points) {
        Ok(hull) => {
            check_hull(&hull, &points, Hull::tolerance_for(&points));
            assert!(hull.volume() > 0.0);
            assert!(
                hull.local_aabb()
                    .expanded(1.0e-3)
                    .contains_point(hull.centroid())
            );
            let mut turned = points.clone();
            turned.reverse();
            assert_eq!(Hull::from_points(&turned).as_ref(), Ok(&hull));
            let mut store = ShapeStore::default();
            let id = store.insert_hull(hull.clone());
            let back = through_bytes(&store);
            assert_eq!(back.hull(id), Some(&hull));
            let (small, error) = Hull::from_points_limited(&points, 6).expect("a solid");
            check_hull(&small, &points, error);
            true
        }
        Err(PhysicsError::OutOfRange { value, .. }) => {
            assert!(!(-1.0e6..=1.0e6).contains(&value));
            false
        }
        Err(PhysicsError::BadGeometry(text)) => {
            assert!(!text.is_empty());
            false
        }
        Err(other) => panic!("{other}"),
    }
}

fn through_bytes(store: &ShapeStore) -> ShapeStore {
    let mut bytes = Vec::new();
    store.encode(&mut Encoder::new(&mut bytes));
    ShapeStore::decode(&mut Decoder::new(&bytes)).expect("what was encoded")
}

/// A mesh of any triangles over any vertices is one whose edges fit together, or the error says why not.
pub(crate) fn mesh(bytes: &[u8]) -> bool {
    let Some((&[count, options], rest)) = bytes.split_first_chunk::<2>() else {
        return false;
    };
    let split = rest.len() * usize::from(count) / 256;
    let vertices = cloud(&rest[..split]);
    let (triangles, _) = rest[split..].as_chunks::<3>();
    let triangles: Vec<[u32; 3]> = triangles
        .iter()
        .map(|corners| {
            // Any index, or mostly those that there are.
            let number = |corner: u8| match options & 8 {
                0 => u32::from(corner) % (vertices.len() as u32).max(1),
                _ => u32::from(corner),
            };
            corners.map(number)
        })
        .collect();
    let options = MeshOptions {
        sides: [None, Some(MeshSides::Front), Some(MeshSides::Both)][usize::from(options) % 3],
        drop_degenerate: options & 4 != 0,
    };
    let mesh = match TriangleMesh::with_options(&vertices, &triangles, options) {
        Ok(mesh) => mesh,
        Err(PhysicsError::OutOfRange { value, .. }) => {
            assert!(!(-1.0e6..=1.0e6).contains(&value));
            return false;
        }
        Err(PhysicsError::BadGeometry(text)) => {
            assert!(!text.is_empty());
            return false;
        }
        Err(other) => panic!("{other}"),
    };
    check_mesh(&mesh);
    let mut store = ShapeStore::default();
    let id = store.insert_mesh(mesh.clone());
    assert_eq!(through_bytes(&store).mesh(id), Some(&mesh));
    true
}

/// Neighbours touch, boxes hold their triangles, normals are unit vectors, a closed mesh has no open edge.
fn check_mesh(mesh: &TriangleMesh) {
    let mut found = 0;
    mesh.overlaps(&mesh.local_aabb(), |_| found += 1);
    assert_eq!(found, mesh.triangle_count());
    for index in 0..mesh.triangle_count() as u32 {
        assert!((mesh.normal(index).length() - 1.0).abs() < 1.0e-5);
        let corners = mesh.triangle(index);
        assert!(corners.iter().all(|&p| mesh.local_aabb().contains_point(p)));
        for side in 0..3 {
            let edge = mesh.edges(index)[side];
            for along in [0.0, 0.3, 1.0] {
                let there = mesh.edge_at(index, side, along);
                assert_eq!(there.kind == EdgeKind::Open, there.neighbour.is_none());
                if !edge.split {
                    assert_eq!(there, edge);
                }
            }
            assert_eq!(edge.kind == EdgeKind::Open, edge.neighbour.is_none());
            assert!(!(mesh.is_closed() && edge.kind == EdgeKind::Open));
            if let Some(other) = edge.neighbour {
                assert_ne!(other, index);
                // Rounding of coordinates of the size of the mesh.
                let size = mesh.local_aabb().min.abs().max(mesh.local_aabb().max.abs());
                let margin = 1.0e-5 * size.max_element();
                let own = Aabb::from_points(corners)
                    .expect("corners")
                    .expanded(margin);
                let theirs = Aabb::from_points(mesh.triangle(other)).expect("corners");
                assert!(own.intersects(&theirs));
            }
        }
    }
}

/// A store of any bytes is refused, or comes back from its own bytes.
pub(crate) fn store(bytes: &[u8]) -> bool {
    match ShapeStore::decode(&mut Decoder::new(bytes)) {
        Ok(store) => {
            assert_eq!(through_bytes(&store), store);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
