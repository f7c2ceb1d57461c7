//! Signed distance of two convex bodies: slow, with bounds on both sides.

use voltex_math::DVec3;
use voltex_math::f64::{max, min};

use crate::solid::Couple;

/// What the signed distance of two bodies lies between, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The bodies are at least this far apart along `normal`.
    pub(crate) low: f64,
    /// And at most this far.
    pub(crate) high: f64,
    /// Unit vector from A to B.
    pub(crate) normal: DVec3,
}

impl Bounds {
    /// Takes a direction into account that the search may have missed.
    pub(crate) fn try_normal(&mut self, couple: &Couple, normal: DVec3) {
        let gap = couple.gap(normal);
        if gap > self.low {
            self.low = gap;
            self.high = max(self.high, gap);
            self.normal = normal;
        }
    }
}

/// Signed distance of two bodies, the bounds within `tolerance` (m) for bodies that lie apart.
///
/// Apart: Wolfe's nearest point of a polytope, over support points of the difference, the nearest point of at
/// most four found by trying all of their subsets. Overlapping: see [`overlap`].
pub(crate) fn signed_distance(couple: &Couple, tolerance: f64) -> Bounds {
    let mut bounds = gap(couple, tolerance);
    if bounds.low <= 0.0 {
        bounds = overlap(couple);
    }
    // What holds of the cores holds of the bodies, less the roundings, on both sides of zero.
    let rounding = couple.a.rounding() + couple.b.rounding();
    Bounds {
        low: bounds.low - rounding,
        high: max(bounds.high, bounds.low) - rounding,
        normal: bounds.normal,
    }
}

/// Point of the difference A - B farthest along `-normal`, that is, against the gap.
fn vertex(couple: &Couple, normal: DVec3) -> DVec3 {
    let (on_a, on_b) = couple.core_supports(normal);
    on_b - on_a
}

/// Distance of bodies that lie apart; `high` is near zero when they do not.
fn gap(couple: &Couple, tolerance: f64) -> Bounds {
    // Points of B - A; the nearest to the origin is the gap.
    let start = if couple.place.position.length() > 0.0 {
        -couple.place.position.normalize()
    } else {
        DVec3::Y
    };
    let mut simplex = vec![vertex(couple, start)];
    let mut best = Bounds {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
        normal: DVec3::Y,
    };
    for _ in 0..2000 {
        let (nearest, kept) = nearest_of(&simplex);
        simplex = kept;
        let length = nearest.length();
        best.high = min(best.high, length);
        if length < 0.1 * tolerance {
            return best;
        }
        // Nearest point of B - A points from A to B.
        let normal = nearest / length;
        let next = vertex(couple, normal);
        let low = next.dot(normal);
        if low > best.low {
            best.low = low;
            best.normal = normal;
        }
        if best.high - best.low < tolerance || simplex.contains(&next) {
            return best;
        }
        simplex.push(next);
    }
    best
}

/// Point of the hull of up to five points that is nearest to the origin, and the points that carry it.
///
/// A subset carries it if the nearest point of its flat has positive weights only; of all those that do, the
/// nearest wins.
fn nearest_of(points: &[DVec3]) -> (DVec3, Vec<DVec3>) {
    let mut best: Option<(DVec3, Vec<DVec3>)> = None;
    for mask in 1_u32..1 << points.len() {
        if mask.count_ones() > 4 {
            continue;
        }
        let chosen: Vec<DVec3> = (0..points.len())
            .filter(|place| mask >> place & 1 == 1)
            .map(|place| points[place])
            .collect();
        let Some(nearest) = nearest_of_flat(&chosen) else {
            continue;
        };
        let closer = best
            .as_ref()
            .is_none_or(|(point, _)| nearest.length_squared() < point.length_squared());
        if closer {
            best = Some((nearest, chosen));
        }
    }
    best.expect("single points always count")
}

/// Nearest point of the flat through the points, if all its weights are positive.
fn nearest_of_flat(points: &[DVec3]) -> Option<DVec3> {
    let (first, rest) = points.split_first()?;
    let edges: Vec<DVec3> = rest.iter().map(|point| *point - *first).collect();
    let count = edges.len();
    // Normal equations, solved by elimination with pivots.
    let mut rows = [[0.0_f64; 4]; 3];
    for (row, edge) in edges.iter().enumerate() {
        for (column, other) in edges.iter().enumerate() {
            rows[row][column] = edge.dot(*other);
        }
        rows[row][3] = -edge.dot(*first);
    }
    for pivot in 0..count {
        let best = (pivot..count).max_by(|x, y| {
            let (x, y) = (rows[*x][pivot].abs(), rows[*y][pivot].abs());
            x.total_cmp(&y)
        })?;
        rows.swap(pivot, best);
        if rows[pivot][pivot].abs() < 1e-26 {
            return None;
        }
        let eliminator = rows[pivot];
        for (row, values) in rows.iter_mut().enumerate().take(count) {
            if row != pivot {
                let factor = values[pivot] / eliminator[pivot];
                for (value, from) in values.iter_mut().zip(eliminator) {
                    *value -= factor * from;
                }
            }
        }
    }
    let mut nearest = *first;
    let mut sum = 0.0;
    for (row, edge) in edges.iter().enumerate() {
        let weight = rows[row][3] / rows[row][row];
        if weight < 0.0 {
            return None;
        }
        sum += weight;
        nearest += *edge * weight;
    }
    (sum <= 1.0).then_some(nearest)
}

/// Least overlap over all directions, as a negative distance. `low` is a proof: the direction parts the bodies
/// with that much. `high` is the same number, since the search may miss a better one.
///
/// Of two polyhedra the least overlap is across a face of one or across an edge of each, so all of these are
/// tried. Round bodies add directions spread over the sphere, the best of them followed downhill.
fn overlap(couple: &Couple) -> Bounds {
    let mut tried: Vec<(f64, DVec3)> = Vec::new();
    let mut look = |normal: DVec3| {
        if let Some(normal) = normal.try_normalize() {
            for normal in [normal, -normal] {
                tried.push((core_gap(couple, normal), normal));
            }
        }
    };
    let turned = |normal: DVec3| couple.place.rotation * normal;
    couple.a.flat_normals().into_iter().for_each(&mut look);
    couple
        .b
        .flat_normals()
        .into_iter()
        .map(turned)
        .for_each(&mut look);
    let edges_of_b: Vec<_> = couple.b.edges().into_iter().map(turned).collect();
    for edge in couple.a.edges() {
        edges_of_b.iter().for_each(|other| look(edge.cross(*other)));
    }
    look(couple.place.position);
    let round = couple.a.is_round() || couple.b.is_round();
    if round {
        for place in 0..SPREAD {
            look(spiral(place, SPREAD));
        }
    }
    tried.sort_by(|x, y| y.0.total_cmp(&x.0));
    if round {
        let best: Vec<_> = tried.iter().take(FOLLOWED).copied().collect();
        for (gap, normal) in best {
            tried.push(climb(couple, gap, normal));
        }
    }
    let (gap, normal) = tried
        .into_iter()
        .max_by(|x, y| x.0.total_cmp(&y.0))
        .expect("directions were tried");
    Bounds {
        low: gap,
        high: gap,
        normal,
    }
}

/// Directions tried for round bodies.
const SPREAD: usize = 200;
/// Directions followed downhill.
const FOLLOWED: usize = 12;

/// Gap of the cores along a unit vector.
fn core_gap(couple: &Couple, normal: DVec3) -> f64 {
    vertex(couple, normal).dot(normal)
}

/// The `place`-th of `count` directions along a spiral that covers the sphere evenly.
fn spiral(place: usize, count: usize) -> DVec3 {
    let height = 1.0 - (2.0 * place as f64 + 1.0) / count as f64;
    let across = (1.0 - height * height).sqrt();
    let (sin, cos) = voltex_math::f64::sin_cos(2.399_963_229_728_653 * place as f64);
    DVec3::new(across * cos, height, across * sin)
}

/// From a direction to one near it with the largest gap, by steps across it that grow shorter.
fn climb(couple: &Couple, mut gap: f64, mut normal: DVec3) -> (f64, DVec3) {
    let mut step = 0.2;
    let mut turn = 0.0;
    while step > 1e-8 {
        let (u, v) = normal.any_orthonormal_pair();
        // Turned a little each time, so that a narrow ridge is met along it sooner or later.
        turn += 0.37;
        let better = (0..12).find_map(|place| {
            let angle = turn + f64::from(place) * (std::f64::consts::TAU / 12.0);
            let (sin, cos) = voltex_math::f64::sin_cos(angle);
            let next = (normal + (u * cos + v * sin) * step).normalize();
            let higher = core_gap(couple, next);
            (higher > gap).then_some((higher, next))
        });
        match better {
            Some(found) => (gap, normal) = found,
            None => step *= 0.6,
        }
    }
    (gap, normal)
}
