//! What lies beyond the edges of the triangles of a surface.
//!
//! A body that slides over a surface must not feel the edges inside it: the narrow phase asks here which are
//! inside. An edge is also inside where it lies along edges of other triangles without sharing their vertices (a
//! T-junction), as where two patches of different fineness meet.

use std::f64::consts::TAU;

use voltex_math::{Aabb, DVec3, Vec3};

use crate::broad::StaticBvh;

/// How a surface goes on beyond an edge, seen from the front of the triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// It ends.
    Open,
    /// It bends away, as at the edge of a box seen from outside.
    Convex,
    /// It goes on in the same plane, up to a thousandth of a radian.
    Flat,
    /// It rises, as at the edge of a box seen from inside.
    Concave,
}

impl EdgeKind {
    /// The same edge seen from the back.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Convex => Self::Concave,
            Self::Concave => Self::Convex,
            Self::Open | Self::Flat => self,
        }
    }
}

/// An edge of a triangle of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshEdge {
    /// How the surface goes on.
    pub kind: EdgeKind,
    /// Whether other edges lie along parts of it; then `kind` and `neighbour` are those of the part that rises
    /// most, or [`EdgeKind::Open`] if some part of it is open.
    pub split: bool,
    /// The triangle beyond the edge; of several the first that is met on the way from the front.
    pub neighbour: Option<u32>,
}

impl MeshEdge {
    pub(crate) const OPEN: Self = Self {
        kind: EdgeKind::Open,
        split: false,
        neighbour: None,
    };
}

/// Part of an edge along which another one lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Junction {
    /// Triangle times three and the number of its edge.
    half: u32,
    /// The part, as fractions of the edge.
    from: f32,
    to: f32,
    /// Angle by which the surface falls beyond it, rad.
    fall: f32,
    edge: MeshEdge,
}

/// All that [`facts`] finds out.
pub(crate) struct Facts {
    pub(crate) edges: Vec<[MeshEdge; 3]>,
    /// By edge and start.
    pub(crate) junctions: Vec<Junction>,
    /// Every edge belongs to two triangles that run along it in opposite ways.
    pub(crate) closed: bool,
}

/// Angle up to which an edge is flat, rad.
const FLAT: f64 = 1.0e-3;

/// Parts of one edge that are looked at; patches that meet along an edge have a few.
const MAX_PARTS: usize = 256;

/// Candidates looked at for each open edge on average. Patches that meet need a few; the limit is for data made to
/// waste time, in which all edges lie on one line or in one tangle.
const MAX_CANDIDATES: usize = 128;

/// What lies beyond the edge at a place along it, from the sorted parts of all edges.
pub(crate) fn at(junctions: &[Junction], half: u32, along: f32) -> MeshEdge {
    let first = junctions.partition_point(|junction| junction.half < half);
    let mut found = MeshEdge::OPEN;
    let mut fall = f32::INFINITY;
    for junction in &junctions[first..] {
        if junction.half != half {
            break;
        }
        let holds = junction.from <= along && along <= junction.to;
        if holds && junction.fall < fall {
            fall = junction.fall;
            found = junction.edge;
        }
    }
    MeshEdge {
        split: true,
        ..found
    }
}

/// Where the third corner `other` of a triangle next to the edge from `a` to `b` lies, seen from a triangle whose
/// third corner is `own`: how far outwards in its plane, and how far above it, m.
fn beyond(a: Vec3, b: Vec3, own: Vec3, other: Vec3) -> (f64, f64) {
    let [a, b, own, other] = [a, b, own, other].map(|point| point.as_dvec3());
    let edge = (b - a).normalize_or_zero();
    let normal = edge.cross(own - a).normalize_or_zero();
    let away = other - a;
    (away.dot(edge.cross(normal)), away.dot(normal))
}

/// Kind of the edge from `a` to `b` of a triangle whose third corner is `own`, next to one whose third corner is
/// `other`. `rounding` is the error of a coordinate, m.
pub(crate) fn bend(a: Vec3, b: Vec3, own: Vec3, other: Vec3, rounding: f32) -> EdgeKind {
    if let Some(kind) = clear_bend(a, b, own, other, rounding) {
        return kind;
    }
    let (out, up) = beyond(a, b, own, other);
    let reach = (out * out + up * up).sqrt();
    let slack = FLAT * reach + f64::from(rounding);
    if out > 0.0 && up.abs() <= slack {
        EdgeKind::Flat
    } else if up <= 0.0 {
        // A triangle folded back onto this one counts as one below it.
        EdgeKind::Convex
    } else {
        EdgeKind::Concave
    }
}

/// [`bend`] of an edge that is far from flat, without roots and divisions: most edges of a rough ground.
fn clear_bend(a: Vec3, b: Vec3, own: Vec3, other: Vec3, rounding: f32) -> Option<EdgeKind> {
    let [a, b, own, other] = [a, b, own, other].map(|point| point.as_dvec3());
    let (edge, away) = (b - a, other - a);
    let normal = edge.cross(own - a);
    let (edges, normals) = (edge.length_squared(), normal.length_squared());
    // Height times the length of the normal, and way out times both lengths.
    let (up, out) = (away.dot(normal), away.dot(edge.cross(normal)));
    let reach = up * up * edges + out * out;
    let rounding = f64::from(rounding);
    // Twice the sum of two squares is no less than the square of the sum; more than that leaves room for rounding.
    let slack = 2.5 * (FLAT * FLAT * reach + rounding * rounding * edges * normals);
    (up * up * edges > slack).then_some(if up < 0.0 {
        EdgeKind::Convex
    } else {
        EdgeKind::Concave
    })
}

/// Largest error of a coordinate of these vertices, m.
pub(crate) fn rounding(vertices: &[Vec3]) -> f32 {
    let largest = vertices.iter().fold(0.0, |far, vertex| {
        let size = vertex.abs().max_element();
        if size > far { size } else { far }
    });
    2.0 * f32::EPSILON * largest
}

struct Surface<'a> {
    vertices: &'a [Vec3],
    triangles: &'a [[u32; 3]],
    rounding: f32,
}

impl Surface<'_> {
    /// Vertices of a half edge: start, end and the corner across.
    fn half(&self, half: u32) -> [u32; 3] {
        let corners = self.triangles[half as usize / 3];
        let side = half as usize % 3;
        [
            corners[side],
            corners[(side + 1) % 3],
            corners[(side + 2) % 3],
        ]
    }

    fn points(&self, half: u32) -> [Vec3; 3] {
        self.half(half).map(|corner| self.vertices[corner as usize])
    }

    /// The edge of one half edge beside another at the same line.
    fn edge(&self, half: u32, other: u32) -> MeshEdge {
        let [a, b, own] = self.points(half);
        MeshEdge {
            kind: bend(a, b, own, self.points(other)[2], self.rounding),
            split: false,
            neighbour: Some(other / 3),
        }
    }

    /// Angle by which the surface falls from one half edge to another, rad, in -pi to pi.
    fn fall(&self, half: u32, other: u32) -> f32 {
        let [a, b, own] = self.points(half);
        let (out, up) = beyond(a, b, own, self.points(other)[2]);
        voltex_math::f64::atan2(-up, out) as f32
    }
}

/// Looks at all edges of a surface whose vertices are at different places.
pub(crate) fn facts(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Facts {
    let surface = Surface {
        vertices,
        triangles,
        rounding: rounding(vertices),
    };
    let mut halves: Vec<(u32, u32, u32)> = (0..3 * triangles.len() as u32)
        .map(|half| {
            let [a, b, _] = surface.half(half);
            if a < b { (a, b, half) } else { (b, a, half) }
        })
        .collect();
    halves.sort_unstable();
    let mut edges = vec![[MeshEdge::OPEN; 3]; triangles.len()];
    let mut open = Vec::new();
    let mut closed = true;
    for group in halves.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        match *group {
            [(_, _, half)] => open.push(half),
            [(.., one), (.., two)] => {
                for (half, other) in [(one, two), (two, one)] {
                    edges[half as usize / 3][half as usize % 3] = surface.edge(half, other);
                }
                closed &= surface.half(one)[0] == surface.half(two)[1];
            }
            _ => {
                closed = false;
                branch(&surface, group, &mut edges);
            }
        }
    }
    closed &= open.is_empty();
    let junctions = junctions(&surface, &open, &mut edges);
    Facts {
        edges,
        junctions,
        closed,
    }
}

/// Edge of three or more triangles: beyond each lies the next one around it, on the way from its front.
fn branch(surface: &Surface<'_>, group: &[(u32, u32, u32)], edges: &mut [[MeshEdge; 3]]) {
    let (low, high, first) = group[0];
    let base = surface.vertices[low as usize].as_dvec3();
    let axis = (surface.vertices[high as usize].as_dvec3() - base).normalize_or_zero();
    let arm = |half: u32| {
        let away = surface.points(half)[2].as_dvec3() - base;
        away - axis * away.dot(axis)
    };
    let zero = arm(first).normalize_or_zero();
    let quarter = axis.cross(zero);
    let angle = |half: u32| -> f64 {
        let arm: DVec3 = arm(half);
        let angle = voltex_math::f64::atan2(arm.dot(quarter), arm.dot(zero));
        // The cut lies just before the first triangle, so that what lies on it stays with it.
        if angle < -FLAT { angle + TAU } else { angle }
    };
    let mut around: Vec<(f64, u32)> = group
        .iter()
        .map(|&(_, _, half)| (angle(half), half))
        .collect();
    around.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // Triangles that lie on each other do not bound each other's front: they are one sheet.
    let sheets: Vec<&[(f64, u32)]> = around.chunk_by(|a, b| b.0 - a.0 <= FLAT).collect();
    let count = sheets.len();
    if count < 2 {
        return;
    }
    for &(angle, half) in &around {
        let own = sheets
            .partition_point(|sheet| sheet[sheet.len() - 1].0 < angle)
            .min(count - 1);
        // From its plane to its front one turns about its own edge in the positive sense.
        let forward = surface.half(half)[0] == low;
        let next = if forward {
            (own + 1) % count
        } else {
            (own + count - 1) % count
        };
        let other = sheets[next][0].1;
        edges[half as usize / 3][half as usize % 3] = surface.edge(half, other);
    }
}

/// Parts of open edges along which other open edges lie, and what they make of these edges.
fn junctions(surface: &Surface<'_>, open: &[u32], edges: &mut [[MeshEdge; 3]]) -> Vec<Junction> {
    let near = f64::from(4.0 * surface.rounding);
    let boxes: Vec<Aabb> = open
        .iter()
        .map(|&half| {
            let [a, b, _] = surface.points(half);
            Aabb::new(a, b).expanded(8.0 * surface.rounding)
        })
        .collect();
    let tree = StaticBvh::build(&boxes);
    let mut budget = MAX_CANDIDATES * open.len();
    let mut all = Vec::new();
    for (place, &half) in open.iter().enumerate() {
        let mut parts: Vec<Junction> = Vec::new();
        tree.closest(&boxes[place], 0.0, |candidate, limit| {
            let other = open[candidate as usize];
            if other / 3 != half / 3 {
                parts.extend(common_part(surface, half, other, near));
            }
            budget = budget.saturating_sub(1);
            if budget == 0 || parts.len() == MAX_PARTS {
                -1.0
            } else {
                limit
            }
        });
        if parts.is_empty() {
            continue;
        }
        parts.sort_by(|a, b| {
            a.from
                .total_cmp(&b.from)
                .then(a.edge.neighbour.cmp(&b.edge.neighbour))
        });
        let [a, b, _] = surface.points(half);
        let gap = (2.0 * near / (b - a).as_dvec3().length()) as f32;
        let mut covered = 0.0_f32;
        let mut whole = true;
        for part in &parts {
            whole &= part.from <= covered + gap;
            if part.to > covered {
                covered = part.to;
            }
        }
        whole &= covered >= 1.0 - gap;
        let mut edge = MeshEdge::OPEN;
        if whole {
            let highest =
                parts.iter().fold(
                    parts[0],
                    |high, part| {
                        if part.fall < high.fall { *part } else { high }
                    },
                );
            edge = highest.edge;
        }
        edges[half as usize / 3][half as usize % 3] = MeshEdge {
            split: true,
            ..edge
        };
        all.extend(parts);
    }
    // Open edges come by their vertices.
    all.sort_by_key(|part| part.half);
    all
}

/// The part of one half edge along which another lies within a distance, m.
fn common_part(surface: &Surface<'_>, half: u32, other: u32, near: f64) -> Option<Junction> {
    let [a, b, _] = surface.points(half).map(|point| point.as_dvec3());
    let [c, d, _] = surface.points(other).map(|point| point.as_dvec3());
    let length = (b - a).length();
    let along = (b - a) / length;
    let (start, end) = ((c - a).dot(along), (d - a).dot(along));
    let (low, high) = if start < end {
        (start, end)
    } else {
        (end, start)
    };
    let from = if low > 0.0 { low } else { 0.0 };
    let to = if high < length { high } else { length };
    if to - from <= 2.0 * near {
        return None;
    }
    let apart = |at: f64| {
        let on_other = c + (d - c) * ((at - start) / (end - start));
        (on_other - (a + along * at)).length()
    };
    if apart(from) > near || apart(to) > near {
        return None;
    }
    Some(Junction {
        half,
        from: (from / length) as f32,
        to: (to / length) as f32,
        fall: surface.fall(half, other),
        edge: surface.edge(half, other),
    })
}
