//! Heights over a regular grid.
//!
//! ```text
//!        x ->  column 0      1         Cell c of a row holds the triangles 2c and 2c + 1, which share the
//!    z     row 0  p00 ----- p10        diagonal from p01 to p10:
//!    |             |  2c   / |
//!    v             |     /   |           2c     = p00, p01, p10
//!                  |   /  2c |           2c + 1 = p10, p01, p11
//!          row 1  p01 -- +1 p11        both counter-clockwise seen from above.
//! ```

use voltex_ecs::{Codec, Decoder, EcsError, Encoder, StateHasher};
use voltex_math::{Aabb, Vec2, Vec3};

use super::mesh::triangle_box;
use super::mesh_edges::{self, MeshEdge};
use crate::error::{MAX_LENGTH, PhysicsError, check_length};

/// Blocks, and cells in the smallest of them, along a side of the block around them.
const FAN: u32 = 4;

/// Corner of the neighbour that is not on the edge, for each edge of the two triangles of a cell.
const ACROSS: [[usize; 3]; 2] = [[1, 2, 0], [0, 1, 2]];

/// Cells up to which blocks are not looked at.
const FEW: u64 = 32;

/// Blocks of one size with the lowest and highest height in each.
#[derive(Clone, Debug, PartialEq)]
struct Level {
    columns: u32,
    rows: u32,
    ranges: Vec<[f32; 2]>,
}

/// Heights over a regular grid in the x-z plane, centred on the origin of its own frame, fronts up.
///
/// It has at least two columns (along x) and rows (along z) of heights, and so at least one cell of two triangles.
/// Cells may be holes.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    columns: u32,
    rows: u32,
    cell: Vec2,
    heights: Vec<f32>,
    /// One for each cell, or empty.
    holes: Vec<bool>,
    /// One for each cell, or empty.
    surfaces: Vec<u8>,
    /// From the smallest blocks to a single one.
    levels: Vec<Level>,
    aabb: Aabb,
    rounding: f32,
}

impl HeightField {
    /// Heights (m) row by row, each from low to high x, and the size of a cell along x and z (m).
    ///
    /// # Errors
    /// Fewer than two columns or rows, another number of heights than columns times rows, a height that is NaN,
    /// infinite or beyond 1,000 km, a cell without a size, a field longer than 1,000 km, or more than 2^30 cells.
    ///
    /// ```
    /// use voltex_math::{Vec2, Vec3};
    /// use voltex_physics::HeightField;
    ///
    /// let ramp = HeightField::new(3, 2, Vec2::splat(2.0), vec![0.0, 1.0, 2.0, 0.0, 1.0, 2.0])?;
    /// assert_eq!(ramp.triangle_count(), 4);
    /// assert_eq!(ramp.triangle(0)[0], Vec3::new(-2.0, 0.0, -1.0));
    /// assert_eq!(ramp.height_at(1.0, 0.5), Some(1.5));
    /// # Ok::<(), voltex_physics::PhysicsError>(())
    /// ```
    pub fn new(
        columns: u32,
        rows: u32,
        cell: Vec2,
        heights: Vec<f32>,
    ) -> Result<Self, PhysicsError> {
        if columns < 2 || rows < 2 {
            return Err(PhysicsError::BadGeometry(format!(
                "a height field of {columns} columns and {rows} rows has no cell; give 2 or more of each"
            )));
        }
        let cells = u64::from(columns - 1) * u64::from(rows - 1);
        if cells > 1 << 30 {
            return Err(PhysicsError::BadGeometry(format!(
                "a height field of {cells} cells is too large; it may have {}, so cut it into several",
                1 << 30
            )));
        }
        let points = u64::from(columns) * u64::from(rows);
        if heights.len() as u64 != points {
            return Err(PhysicsError::BadGeometry(format!(
                "a height field of {columns} columns and {rows} rows needs {points} heights, row by row, not {}",
                heights.len()
            )));
        }
        check_length("size of a cell along x (m)", cell.x)?;
        check_length("size of a cell along z (m)", cell.y)?;
        check_length("length along x (m)", cell.x * (columns - 1) as f32)?;
        check_length("length along z (m)", cell.y * (rows - 1) as f32)?;
        let bad = |height: &f32| !(-MAX_LENGTH..=MAX_LENGTH).contains(height);
        if let Some(at) = heights.iter().position(bad) {
            return Err(PhysicsError::OutOfRange {
                what: format!(
                    "height (m) at column {}, row {}",
                    at % columns as usize,
                    at / columns as usize
                ),
                value: heights[at],
                allowed: format!(
                    "it must lie between -{MAX_LENGTH} and {MAX_LENGTH} m; mark cells without ground as holes"
                ),
            });
        }
        // Adding zero turns -0 into +0.
        let heights: Vec<f32> = heights.into_iter().map(|height| height + 0.0).collect();
        let levels = levels(columns, rows, &heights);
        let [low, high] = levels[levels.len() - 1].ranges[0];
        let half = Vec2::new((columns - 1) as f32, (rows - 1) as f32) * 0.5 * cell;
        let aabb = Aabb {
            min: Vec3::new(-half.x, low, -half.y),
            max: Vec3::new(half.x, high, half.y),
        };
        let rounding = mesh_edges::rounding(&[aabb.min, aabb.max]);
        Ok(Self {
            columns,
            rows,
            cell,
            heights,
            holes: Vec::new(),
            surfaces: Vec::new(),
            levels,
            aabb,
            rounding,
        })
    }

    /// The field with holes: one entry for each cell, row by row, true where nothing is.
    ///
    /// # Errors
    /// Another number of entries than cells.
    pub fn with_holes(self, holes: Vec<bool>) -> Result<Self, PhysicsError> {
        self.check_cells("holes", holes.len())?;
        // A field without a hole is written in one way.
        let holes = if holes.contains(&true) {
            holes
        } else {
            Vec::new()
        };
        Ok(Self { holes, ..self })
    }

    /// The field with the number of a surface for each cell, row by row; 0 where none is given.
    ///
    /// # Errors
    /// Another number of entries than cells.
    pub fn with_surfaces(self, surfaces: Vec<u8>) -> Result<Self, PhysicsError> {
        self.check_cells("surfaces", surfaces.len())?;
        let surfaces = if surfaces.iter().any(|&surface| surface != 0) {
            surfaces
        } else {
            Vec::new()
        };
        Ok(Self { surfaces, ..self })
    }

    /// The field stretched along its axes.
    pub(crate) fn stretched(&self, scale: Vec3) -> Result<Self, PhysicsError> {
        let heights = self.heights.iter().map(|height| height * scale.y).collect();
        let cell = self.cell * Vec2::new(scale.x, scale.z);
        let field = Self::new(self.columns, self.rows, cell, heights)?;
        Ok(Self {
            holes: self.holes.clone(),
            surfaces: self.surfaces.clone(),
            ..field
        })
    }

    fn check_cells(&self, what: &str, given: usize) -> Result<(), PhysicsError> {
        let cells = self.triangle_count() / 2;
        if given == cells {
            return Ok(());
        }
        Err(PhysicsError::BadGeometry(format!(
            "a height field of {cells} cells needs as many {what}, row by row, not {given}"
        )))
    }

    /// Number of heights along x.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Number of heights along z.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Size of a cell along x and z, m.
    pub fn cell_size(&self) -> Vec2 {
        self.cell
    }

    /// Box of the field in its own frame, holes included.
    pub fn local_aabb(&self) -> Aabb {
        self.aabb
    }

    /// Number of triangles, those of holes included: two for each cell.
    pub fn triangle_count(&self) -> usize {
        2 * (self.columns as usize - 1) * (self.rows as usize - 1)
    }

    /// Whether a triangle belongs to a hole, where nothing is.
    #[inline]
    pub fn is_hole(&self, index: u32) -> bool {
        !self.holes.is_empty() && self.holes[index as usize / 2]
    }

    /// Surface of a triangle.
    #[inline]
    pub fn surface(&self, index: u32) -> u8 {
        self.surfaces
            .get(index as usize / 2)
            .copied()
            .unwrap_or_default()
    }

    /// Corners of a triangle, m, counter-clockwise seen from above.
    #[inline]
    pub fn triangle(&self, index: u32) -> [Vec3; 3] {
        let cell = index / 2;
        let (column, row) = (cell % (self.columns - 1), cell / (self.columns - 1));
        if index.is_multiple_of(2) {
            [
                self.point(column, row),
                self.point(column, row + 1),
                self.point(column + 1, row),
            ]
        } else {
            [
                self.point(column + 1, row),
                self.point(column, row + 1),
                self.point(column + 1, row + 1),
            ]
        }
    }

    /// Unit normal of a triangle, upwards.
    #[inline]
    pub fn normal(&self, index: u32) -> Vec3 {
        let [a, b, c] = self.triangle(index);
        (b - a).cross(c - a).normalize_or(Vec3::Y)
    }

    /// What lies beyond each edge of a triangle; edge `i` runs from corner `i` to the next.
    pub fn edges(&self, index: u32) -> [MeshEdge; 3] {
        std::array::from_fn(|side| self.edge(index, side))
    }

    /// What lies beyond edge `side` of a triangle.
    ///
    /// # Panics
    /// There is no such triangle, or `side` is above 2.
    pub fn edge(&self, index: u32, side: usize) -> MeshEdge {
        let Some(other) = self.beyond(index, side) else {
            return MeshEdge::OPEN;
        };
        let corners = self.triangle(index);
        // The corner of the neighbour across the edge: see the picture.
        let across = self.triangle(other)[ACROSS[index as usize % 2][side]];
        let (a, b) = (corners[side], corners[(side + 1) % 3]);
        let own = corners[(side + 2) % 3];
        MeshEdge {
            kind: mesh_edges::bend(a, b, own, across, self.rounding),
            split: false,
            neighbour: Some(other),
        }
    }

    /// What lies beyond edge `side` of a triangle at any place along it.
    pub fn edge_at(&self, index: u32, side: usize, _along: f32) -> MeshEdge {
        self.edge(index, side)
    }

    /// Height of the ground at a place, m; `None` beside the field and in a hole.
    pub fn height_at(&self, x: f32, z: f32) -> Option<f32> {
        let along = |at: f32, size: f32, points: u32| {
            let steps = f64::from(at) / f64::from(size) + 0.5 * f64::from(points - 1);
            let last = points - 2;
            if !(0.0..=f64::from(points - 1)).contains(&steps) {
                return None;
            }
            let cell = if steps as u32 > last {
                last
            } else {
                steps as u32
            };
            Some((cell, (steps - f64::from(cell)) as f32))
        };
        let (column, u) = along(x, self.cell.x, self.columns)?;
        let (row, v) = along(z, self.cell.y, self.rows)?;
        let lower = u + v <= 1.0;
        if self.is_hole(2 * (row * (self.columns - 1) + column)) {
            return None;
        }
        let h = |c: u32, r: u32| self.height(column + c, row + r);
        Some(if lower {
            h(0, 0) + u * (h(1, 0) - h(0, 0)) + v * (h(0, 1) - h(0, 0))
        } else {
            h(1, 1) + (1.0 - u) * (h(0, 1) - h(1, 1)) + (1.0 - v) * (h(1, 0) - h(1, 1))
        })
    }

    #[inline]
    fn height(&self, column: u32, row: u32) -> f32 {
        self.heights[(row * self.columns + column) as usize]
    }

    #[inline]
    fn point(&self, column: u32, row: u32) -> Vec3 {
        let middle = |at: u32, points: u32| at as f32 - 0.5 * (points - 1) as f32;
        Vec3::new(
            middle(column, self.columns) * self.cell.x,
            self.height(column, row),
            middle(row, self.rows) * self.cell.y,
        )
    }

    /// The triangle beyond an edge; `None` at the rim and at a hole.
    fn beyond(&self, index: u32, side: usize) -> Option<u32> {
        let (cell, width) = (index / 2, self.columns - 1);
        let (column, row) = (cell % width, cell / width);
        let other = match (index % 2, side) {
            (0, 0) => (column > 0).then(|| index - 1),
            (0, 1) => Some(index + 1),
            (0, _) => (row > 0).then(|| index + 1 - 2 * width),
            (_, 0) => Some(index - 1),
            (_, 1) => (row + 2 < self.rows).then(|| index - 1 + 2 * width),
            (..) => (column + 2 < self.columns).then(|| index + 1),
        };
        other.filter(|&other| !self.is_hole(other))
    }

    /// Visits the triangles outside holes whose box touches `query`. A NaN in the query touches nothing.
    ///
    /// Costs what the cells below the query cost, less whole blocks of them that lie higher or lower.
    pub fn overlaps(&self, query: &Aabb, mut visit: impl FnMut(u32)) {
        let columns = cells_touched(query.min.x, query.max.x, self.cell.x, self.columns);
        let rows = cells_touched(query.min.z, query.max.z, self.cell.y, self.rows);
        if let (Some(columns), Some(rows)) = (columns, rows) {
            let window = Window {
                columns,
                rows,
                low: query.min.y,
                high: query.max.y,
            };
            let wide = u64::from(columns.1 + 1 - columns.0);
            if wide * u64::from(rows.1 + 1 - rows.0) > FEW {
                let top = self.levels.len() - 1;
                self.overlaps_in(top, 0, 0, &window, &mut visit);
                return;
            }
            for row in rows.0..=rows.1 {
                for column in columns.0..=columns.1 {
                    self.cell_overlaps(column, row, &window, &mut visit);
                }
            }
        }
    }

    fn overlaps_in(
        &self,
        level: usize,
        column: u32,
        row: u32,
        window: &Window,
        visit: &mut impl FnMut(u32),
    ) {
        let Level {
            columns, ranges, ..
        } = &self.levels[level];
        let [low, high] = ranges[(row * columns + column) as usize];
        if !(low <= window.high && window.low <= high) {
            return;
        }
        // Cells along a side of a block below this one.
        let size = FAN.pow(level as u32);
        let below = |at: u32, range: (u32, u32), limit: u32| {
            let first = range.0 / size;
            let last = range.1 / size;
            let (start, end) = (at * FAN, at * FAN + FAN - 1);
            (
                if first > start { first } else { start },
                if last < end { last } else { end }.min(limit - 1),
            )
        };
        let (width, depth) = self.blocks_of(level);
        let (c0, c1) = below(column, window.columns, width);
        let (r0, r1) = below(row, window.rows, depth);
        for r in r0..=r1 {
            for c in c0..=c1 {
                if level > 0 {
                    self.overlaps_in(level - 1, c, r, window, visit);
                } else {
                    self.cell_overlaps(c, r, window, visit);
                }
            }
        }
    }

    fn cell_overlaps(&self, column: u32, row: u32, window: &Window, visit: &mut impl FnMut(u32)) {
        let first = 2 * (row * (self.columns - 1) + column);
        if self.is_hole(first) {
            return;
        }
        let h = |c: u32, r: u32| self.height(column + c, row + r);
        let shared = range_of(h(1, 0), h(0, 1));
        for (index, own) in [(first, h(0, 0)), (first + 1, h(1, 1))] {
            let [low, high] = joined(shared, [own, own]);
            if low <= window.high && window.low <= high {
                visit(index);
            }
        }
    }

    /// Number of columns and rows of blocks, or cells, inside the blocks of a level.
    fn blocks_of(&self, level: usize) -> (u32, u32) {
        match level {
            0 => (self.columns - 1, self.rows - 1),
            _ => (self.levels[level - 1].columns, self.levels[level - 1].rows),
        }
    }

    /// Visits the triangles whose box `origin + t * direction` meets with `t` in `[0, t_max]`, nearest block first.
    ///
    /// The visitor gets a triangle and the present `t_max` and gives the new one, as for
    /// [`StaticBvh::cast_ray`](crate::broad::StaticBvh::cast_ray).
    pub fn cast_ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        t_max: f32,
        visit: impl FnMut(u32, f32) -> f32,
    ) {
        let point = Aabb {
            min: origin,
            max: origin,
        };
        self.cast_box(&point, direction, t_max, visit);
    }

    /// As [`Self::cast_ray`] for a box moving from `start` along `direction`.
    pub fn cast_box(
        &self,
        start: &Aabb,
        direction: Vec3,
        t_max: f32,
        mut visit: impl FnMut(u32, f32) -> f32,
    ) {
        let (origin, half) = (start.center(), start.half_extents());
        if !direction.is_finite() {
            return;
        }
        // Half a box is rounded, and so is the way along it: never lose a triangle to that.
        let slack = f32::EPSILON * (half.max_element() + origin.abs().max_element());
        let grown = half + Vec3::splat(4.0 * (slack + self.rounding));
        let key = |bounds: &Aabb, limit: f32| {
            let bounds = Aabb {
                min: bounds.min - grown,
                max: bounds.max + grown,
            };
            bounds.ray_intersection(origin, direction, limit)
        };
        let mut limit = t_max;
        self.search(self.levels.len() - 1, 0, 0, &mut limit, &key, &mut visit);
    }

    /// Visits the triangles whose box lies within a distance of `from`, nearest block first.
    ///
    /// The limit is the square of the distance, m^2, as for
    /// [`StaticBvh::closest`](crate::broad::StaticBvh::closest).
    pub fn closest(&self, from: &Aabb, limit_squared: f32, mut visit: impl FnMut(u32, f32) -> f32) {
        if !(from.min.is_finite() && from.max.is_finite()) {
            return;
        }
        let key = |bounds: &Aabb, limit: f32| {
            let gap = (bounds.min - from.max)
                .max(from.min - bounds.max)
                .max(Vec3::ZERO);
            let squared = gap.length_squared();
            // False for NaN.
            (squared <= limit).then_some(squared)
        };
        let mut limit = limit_squared;
        self.search(self.levels.len() - 1, 0, 0, &mut limit, &key, &mut visit);
    }

    /// Goes through blocks, cells and triangles by ascending key while it does not exceed the limit.
    fn search(
        &self,
        level: usize,
        column: u32,
        row: u32,
        limit: &mut f32,
        key: &impl Fn(&Aabb, f32) -> Option<f32>,
        visit: &mut impl FnMut(u32, f32) -> f32,
    ) {
        const PARTS: usize = (FAN * FAN) as usize;
        let mut parts = [(0.0_f32, 0_u32, 0_u32); PARTS];
        let mut count = 0;
        let (width, depth) = self.blocks_of(level);
        for r in row * FAN..(row * FAN + FAN).min(depth) {
            for c in column * FAN..(column * FAN + FAN).min(width) {
                if let Some(near) = key(&self.part_box(level, c, r), *limit) {
                    parts[count] = (near, c, r);
                    count += 1;
                }
            }
        }
        // Stable, so that equal keys keep their order.
        parts[..count].sort_by(|a, b| a.0.total_cmp(&b.0));
        for &(near, c, r) in &parts[..count] {
            if near > *limit {
                break;
            }
            if level > 0 {
                self.search(level - 1, c, r, limit, key, visit);
                continue;
            }
            let first = 2 * (r * (self.columns - 1) + c);
            for index in [first, first + 1] {
                if !self.is_hole(index)
                    && key(&triangle_box(self.triangle(index)), *limit).is_some()
                {
                    *limit = visit(index, *limit);
                }
            }
        }
    }

    /// Box of a block, or a cell, inside a block of a level.
    fn part_box(&self, level: usize, column: u32, row: u32) -> Aabb {
        let size = FAN.pow(level as u32);
        let [low, high] = match level {
            0 => {
                let h = |c: u32, r: u32| self.height(column + c, row + r);
                joined(range_of(h(0, 0), h(1, 1)), range_of(h(1, 0), h(0, 1)))
            }
            _ => {
                let inner = &self.levels[level - 1];
                inner.ranges[(row * inner.columns + column) as usize]
            }
        };
        let ends = |at: u32, points: u32, cell: f32| {
            let end = ((at + 1) * size).min(points - 1);
            let middle = 0.5 * (points - 1) as f32;
            (
                ((at * size) as f32 - middle) * cell,
                (end as f32 - middle) * cell,
            )
        };
        let (x0, x1) = ends(column, self.columns, self.cell.x);
        let (z0, z1) = ends(row, self.rows, self.cell.y);
        Aabb {
            min: Vec3::new(x0, low, z0),
            max: Vec3::new(x1, high, z1),
        }
    }
}

/// Cells and heights that a box touches.
struct Window {
    /// First and last column of cells.
    columns: (u32, u32),
    rows: (u32, u32),
    low: f32,
    high: f32,
}

/// First and last cell along an axis that `low..=high` touches; `None` if it touches none or is NaN.
fn cells_touched(low: f32, high: f32, cell: f32, points: u32) -> Option<(u32, u32)> {
    let middle = 0.5 * f64::from(points - 1);
    let steps = |at: f32| f64::from(at) / f64::from(cell);
    let (low, high) = (steps(low), steps(high));
    // Places of columns are rounded to f32.
    let slack = |at: f64| 1.0e-6 * (at.abs() + 1.0);
    let (low, high) = (low - slack(low) + middle, high + slack(high) + middle);
    let last = f64::from(points - 2);
    if !(low <= high && low <= last + 1.0 && high >= 0.0) {
        return None;
    }
    // Conversion saturates at 0; at a line between two cells both are touched.
    let first = (low.ceil() - 1.0) as u32;
    let end = if high > last { last } else { high.floor() };
    Some((first, end as u32))
}

fn range_of(a: f32, b: f32) -> [f32; 2] {
    if a < b { [a, b] } else { [b, a] }
}

fn joined(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [
        if a[0] < b[0] { a[0] } else { b[0] },
        if a[1] > b[1] { a[1] } else { b[1] },
    ]
}

/// Ranges of heights in blocks of 4 x 4 cells, of 4 x 4 such blocks, and so on to one.
fn levels(columns: u32, rows: u32, heights: &[f32]) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    loop {
        let (width, depth) = match levels.last() {
            None => (columns - 1, rows - 1),
            Some(level) => (level.columns, level.rows),
        };
        let (blocks, lines) = (width.div_ceil(FAN), depth.div_ceil(FAN));
        let mut ranges = Vec::with_capacity(blocks as usize * lines as usize);
        for row in 0..lines {
            for column in 0..blocks {
                let mut range = [f32::INFINITY, f32::NEG_INFINITY];
                let (c1, r1) = ((column + 1) * FAN, (row + 1) * FAN);
                match levels.last() {
                    // The points around cells are one more than the cells.
                    None => {
                        for r in row * FAN..=r1.min(depth) {
                            for c in column * FAN..=c1.min(width) {
                                let height = heights[(r * columns + c) as usize];
                                range = joined(range, [height, height]);
                            }
                        }
                    }
                    Some(level) => {
                        for r in row * FAN..r1.min(depth) {
                            for c in column * FAN..c1.min(width) {
                                range = joined(range, level.ranges[(r * width + c) as usize]);
                            }
                        }
                    }
                }
                ranges.push(range);
            }
        }
        levels.push(Level {
            columns: blocks,
            rows: lines,
            ranges,
        });
        if blocks == 1 && lines == 1 {
            return levels;
        }
    }
}

impl Codec for HeightField {
    const MIN_BYTES: usize = 4 + 4 + 8 + 8 + 8 + 8;

    fn encode(&self, out: &mut Encoder<'_>) {
        self.columns.encode(out);
        self.rows.encode(out);
        self.cell.encode(out);
        self.heights.encode(out);
        self.holes.encode(out);
        self.surfaces.encode(out);
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        let columns = u32::decode(input)?;
        let rows = u32::decode(input)?;
        let cell = Vec2::decode(input)?;
        let heights = Vec::<f32>::decode(input)?;
        let holes = Vec::<bool>::decode(input)?;
        let surfaces = Vec::<u8>::decode(input)?;
        let count = heights.len() as u64;
        Self::new(columns, rows, cell, heights)
            .and_then(|field| match holes.is_empty() {
                true => Ok(field),
                false => field.with_holes(holes),
            })
            .and_then(|field| match surfaces.is_empty() {
                true => Ok(field),
                false => field.with_surfaces(surfaces),
            })
            .map_err(|_| input.invalid("height field", count))
    }

    fn hash(&self, hasher: &mut StateHasher) {
        hasher.write_u32(self.columns);
        hasher.write_u32(self.rows);
        self.cell.hash(hasher);
        self.heights.hash(hasher);
        self.holes.hash(hasher);
        self.surfaces.hash(hasher);
    }
}
