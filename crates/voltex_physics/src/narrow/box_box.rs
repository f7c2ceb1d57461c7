//! Box against box: fifteen axes, then the incident face clipped against the reference face.
//!
//! The same method as for any two polyhedra, written out for the symmetry of boxes: all axes of one box are
//! tried at once, faces come in opposite pairs, and clipping is against two pairs of parallel lines.

use voltex_math::{Mat3, Pose, Vec3};

use super::cache::PairCache;
use super::hull_hull::edge_touch;
use super::reduce::{Spot, choose};
use crate::contact::{FeatureId, Manifold, ManifoldPoint};

/// By how much an edge pair has to separate better than the best face: a part of the overlap and of the size.
const EDGE_OF_OVERLAP: f32 = 1e-3;
const EDGE_OF_SIZE: f32 = 5e-5;

/// By how much a face of B has to separate better than one of A, relative to the size.
const FACE_OF_SIZE: f32 = 1e-5;

/// How far outside a side of the reference face a corner still counts as over it, relative to the side.
const SIDE: f32 = 2e-5;

/// Four corners, each cut off by at most one more side.
const MAX_CORNERS: usize = 8;

#[derive(Clone, Copy)]
enum Axis {
    FaceOfA(usize),
    FaceOfB(usize),
    Edges(usize, usize),
}

/// Contact of two boxes with these half edge lengths, in the frame of A.
///
/// The gap along the best axis comes with it. `None` if that is above `margin`; the cache then remembers it.
pub(crate) fn box_box(
    half_a: Vec3,
    half_b: Vec3,
    b_in_a: &Pose,
    margin: f32,
    cache: &mut PairCache,
) -> Option<(Manifold, f32)> {
    let turn = Mat3::from_quat(b_in_a.rotation);
    let shift = b_in_a.position;
    // Column j holds the axis j of B in the frame of A.
    let columns = [turn.x_axis, turn.y_axis, turn.z_axis];
    let sizes = [turn.x_axis.abs(), turn.y_axis.abs(), turn.z_axis.abs()];
    let reach_b = sizes[0] * half_b.x + sizes[1] * half_b.y + sizes[2] * half_b.z;
    if let Some(axis) = cache.direction() {
        let along_b = Vec3::new(
            columns[0].dot(axis),
            columns[1].dot(axis),
            columns[2].dot(axis),
        );
        let gap = axis.dot(shift) - axis.abs().dot(half_a) - along_b.abs().dot(half_b);
        if gap > margin {
            return None;
        }
    }
    let gap_a = shift.abs() - half_a - reach_b;
    let along = Vec3::new(
        columns[0].dot(shift),
        columns[1].dot(shift),
        columns[2].dot(shift),
    );
    let reach_a = Vec3::new(
        sizes[0].dot(half_a),
        sizes[1].dot(half_a),
        sizes[2].dot(half_a),
    );
    let gap_b = along.abs() - half_b - reach_a;

    let face_a = largest(gap_a);
    let face_b = largest(gap_b);
    if gap_a[face_a] > margin {
        let mut axis = Vec3::ZERO;
        axis[face_a] = sign(shift[face_a]);
        cache.apart(axis);
        return None;
    }
    if gap_b[face_b] > margin {
        cache.apart(columns[face_b] * sign(along[face_b]));
        return None;
    }
    let size = half_a.x + half_a.y + half_a.z + half_b.x + half_b.y + half_b.z;
    // A pose that is not finite makes one of these not finite.
    if !((gap_a.x + gap_a.y + gap_a.z + gap_b.x + gap_b.y + gap_b.z).abs() < f32::INFINITY) {
        return None;
    }
    let mut best = gap_a[face_a];
    let mut axis = Axis::FaceOfA(face_a);
    if gap_b[face_b] > best + FACE_OF_SIZE * size {
        best = gap_b[face_b];
        axis = Axis::FaceOfB(face_b);
    }
    let mut most = best + EDGE_OF_OVERLAP * best.abs() + EDGE_OF_SIZE * size;
    for j in 0..3 {
        let (column, abs) = (columns[j], sizes[j]);
        let (k, l) = ((j + 1) % 3, (j + 2) % 3);
        // For i = x, y, z at once: lengths along cross(axis i of A, axis j of B), whose square is 1 - column[i]^2.
        let along = Vec3::new(
            shift.z * column.y - shift.y * column.z,
            shift.x * column.z - shift.z * column.x,
            shift.y * column.x - shift.x * column.y,
        );
        let of_a = Vec3::new(
            half_a.y * abs.z + half_a.z * abs.y,
            half_a.z * abs.x + half_a.x * abs.z,
            half_a.x * abs.y + half_a.y * abs.x,
        );
        let of_b = sizes[l] * half_b[k] + sizes[k] * half_b[l];
        let gap = along.abs() - of_a - of_b;
        for i in 0..3 {
            // Division by a length of at most 1 moves a gap away from zero.
            if gap[i] <= most && gap[i] <= 0.0 {
                continue;
            }
            let squared = 1.0 - column[i] * column[i];
            if squared < 1e-6 {
                continue;
            }
            let distance = gap[i] / squared.sqrt();
            if distance > most {
                most = distance;
                best = distance;
                axis = Axis::Edges(i, j);
            }
        }
    }
    let normal = match axis {
        Axis::FaceOfA(face) => {
            let mut normal = Vec3::ZERO;
            normal[face] = sign(shift[face]);
            normal
        }
        Axis::FaceOfB(face) => columns[face] * sign(along[face]),
        Axis::Edges(i, j) => {
            let mut own = Vec3::ZERO;
            own[i] = 1.0;
            let cross = own.cross(columns[j]);
            let cross = cross / cross.length();
            cross * sign(cross.dot(shift))
        }
    };
    if best > margin {
        cache.apart(normal);
        return None;
    }
    let manifold = match axis {
        Axis::FaceOfA(face) => {
            let reference = Face {
                half: half_a,
                axes: [Vec3::X, Vec3::Y, Vec3::Z],
                center: Vec3::ZERO,
                index: face,
                normal,
            };
            let incident = Body {
                half: half_b,
                axes: columns,
                center: shift,
            };
            clip(&reference, &incident, margin, cache, 0)
        }
        Axis::FaceOfB(face) => {
            let reference = Face {
                half: half_b,
                axes: columns,
                center: shift,
                index: face,
                normal: -normal,
            };
            let incident = Body {
                half: half_a,
                axes: [Vec3::X, Vec3::Y, Vec3::Z],
                center: Vec3::ZERO,
            };
            clip(&reference, &incident, margin, cache, 0x8000_0000).flipped()
        }
        Axis::Edges(i, j) => {
            let on_a = edge_toward(half_a, [Vec3::X, Vec3::Y, Vec3::Z], Vec3::ZERO, i, normal);
            let on_b = edge_toward(half_b, columns, shift, j, -normal);
            let touch = edge_touch(on_a.0, on_b.0, normal);
            touch.manifold(0x2000_0000 | on_a.1 << 4 | on_b.1)
        }
    };
    cache.remember(&manifold);
    cache.axis = normal;
    Some((manifold, best))
}

#[inline]
fn sign(value: f32) -> f32 {
    if value >= 0.0 { 1.0 } else { -1.0 }
}

#[inline]
fn largest(values: Vec3) -> usize {
    if values.x >= values.y && values.x >= values.z {
        0
    } else if values.y >= values.z {
        1
    } else {
        2
    }
}

struct Face {
    half: Vec3,
    axes: [Vec3; 3],
    center: Vec3,
    index: usize,
    normal: Vec3,
}

struct Body {
    half: Vec3,
    axes: [Vec3; 3],
    center: Vec3,
}

/// The edge along axis `along` that lies farthest towards a direction, and its number.
fn edge_toward(
    half: Vec3,
    axes: [Vec3; 3],
    center: Vec3,
    along: usize,
    toward: Vec3,
) -> ([Vec3; 2], u32) {
    let mut middle = center;
    let mut number = 4 * along as u32;
    for (bit, axis) in [(along + 1) % 3, (along + 2) % 3].into_iter().enumerate() {
        let side = sign(axes[axis].dot(toward));
        middle += axes[axis] * (side * half[axis]);
        if side > 0.0 {
            number += 1 << bit;
        }
    }
    let way = axes[along] * half[along];
    ([middle - way, middle + way], number)
}

#[derive(Clone, Copy, Default)]
struct Corner {
    spot: Spot,
    /// The edge that leaves this corner: 0 to 3 of the incident face, 4 to 7 along a side of the reference.
    edge: u32,
}

/// Incident face over the reference face, reduced to four points. A is the box of the reference face.
fn clip(reference: &Face, incident: &Body, margin: f32, cache: &PairCache, mark: u32) -> Manifold {
    let normal = reference.normal;
    let (second, third) = ((reference.index + 1) % 3, (reference.index + 2) % 3);
    let (u_axis, v_axis) = (reference.axes[second], reference.axes[third]);
    let (u_half, v_half) = (reference.half[second], reference.half[third]);
    let face_center = reference.center + normal * reference.half[reference.index];

    // The face of the other box that looks most against the normal.
    let along = Vec3::new(
        incident.axes[0].dot(normal),
        incident.axes[1].dot(normal),
        incident.axes[2].dot(normal),
    );
    let facing = largest(along.abs());
    let side = -sign(along[facing]);
    let (p, q) = ((facing + 1) % 3, (facing + 2) % 3);
    let middle =
        incident.center + incident.axes[facing] * (side * incident.half[facing]) - face_center;
    let coordinates = |vector: Vec3| [vector.dot(u_axis), vector.dot(v_axis), vector.dot(normal)];
    let middle = coordinates(middle);
    let p_way = coordinates(incident.axes[p] * incident.half[p]);
    let q_way = coordinates(incident.axes[q] * incident.half[q]);
    let base = 4 * (2 * facing as u32 + u32::from(side > 0.0));
    let mut corners = [Corner::default(); MAX_CORNERS];
    for (index, (p_sign, q_sign)) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .into_iter()
        .enumerate()
    {
        let at = |axis: usize| middle[axis] + p_way[axis] * p_sign + q_way[axis] * q_sign;
        corners[index] = Corner {
            spot: Spot {
                u: at(0),
                v: at(1),
                w: at(2),
                feature: base + index as u32,
            },
            edge: index as u32,
        };
    }
    let mut count = 4;
    for (side, (limit, sign, across)) in [
        (u_half, 1.0, false),
        (u_half, -1.0, false),
        (v_half, 1.0, true),
        (v_half, -1.0, true),
    ]
    .into_iter()
    .enumerate()
    {
        (corners, count) = cut(
            &corners[..count],
            limit * (1.0 + SIDE),
            sign,
            across,
            side as u32,
        );
        if count == 0 {
            break;
        }
    }
    let mut spots = [Spot::default(); MAX_CORNERS];
    let mut kept = 0;
    for corner in &corners[..count] {
        if corner.spot.w <= margin {
            spots[kept] = corner.spot;
            spots[kept].feature ^= mark;
            kept += 1;
        }
    }
    let (chosen, count) = choose(&spots[..kept], cache);
    let mut manifold = Manifold::new(normal);
    for &index in &chosen[..count] {
        let spot = &spots[index];
        let on_face = face_center + u_axis * spot.u + v_axis * spot.v;
        manifold.push(ManifoldPoint {
            point_on_a: on_face,
            point_on_b: on_face + normal * spot.w,
            depth: -spot.w,
            feature: FeatureId(spot.feature),
        });
    }
    if manifold.is_empty() {
        return Manifold::EMPTY;
    }
    manifold
}

/// Cuts a polygon by `sign * u <= limit`, or `v` if `across`.
#[inline]
fn cut(
    corners: &[Corner],
    limit: f32,
    sign: f32,
    across: bool,
    side: u32,
) -> ([Corner; MAX_CORNERS], usize) {
    let room = |corner: &Corner| limit - sign * if across { corner.spot.v } else { corner.spot.u };
    let mut out = [Corner::default(); MAX_CORNERS];
    let mut count = 0;
    let mut last = corners[corners.len() - 1];
    let mut here = room(&last);
    for &next in corners {
        let there = room(&next);
        if (here >= 0.0) != (there >= 0.0) && count < MAX_CORNERS {
            let t = here / (here - there);
            out[count] = Corner {
                spot: Spot {
                    u: last.spot.u + (next.spot.u - last.spot.u) * t,
                    v: last.spot.v + (next.spot.v - last.spot.v) * t,
                    w: last.spot.w + (next.spot.w - last.spot.w) * t,
                    feature: 0x1000 | side << 8 | last.edge,
                },
                edge: if here >= 0.0 { 4 + side } else { last.edge },
            };
            count += 1;
        }
        if there >= 0.0 && count < MAX_CORNERS {
            out[count] = next;
            count += 1;
        }
        last = next;
        here = there;
    }
    (out, count)
}
