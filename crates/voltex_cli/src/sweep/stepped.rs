//! Rows that are scenes: any number of a scene file may vary, and its world at the end is written down.

use std::path::Path;

use serde_json::{Map, Value as Json};
use voltex_ecs::Transform;
use voltex_flight::units::parse::Dimension;
use voltex_physics::{PhysicsConfig, PhysicsEvent, RigidBody, physics_hash, physics_step};
use voltex_scene::{Document, Scene, SceneError, Step, scenes};

use super::draw::{Axis, Grid, Value};
use super::plan::Plan;
use super::table::{Column, Data, Table, column_name};

/// A plan of scenes, ready to step any of its rows.
#[derive(Debug)]
pub(crate) struct Stepped {
    /// The scene as its file would have it.
    base: Json,
    ways: Vec<Vec<Way>>,
    ticks: u32,
    watch: Vec<String>,
}

/// A step of a way through a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Way {
    /// A field, a row of a table, or the element of a list that has this name.
    Name(String),
    /// An element of a list.
    Place(usize),
}

impl Stepped {
    /// Reads the scene of a plan, checks every axis on it, and gives the grid.
    ///
    /// # Errors
    /// A scene that cannot be read, or what is wrong with the plan, at its place.
    pub(crate) fn new(
        document: &Document,
        folder: &Path,
        plan: &Plan,
    ) -> Result<(Self, Grid), SceneError> {
        let name = plan.scene.as_deref().expect("the plan has a scene");
        let scene = if voltex_scene::Form::of(Path::new(name)).is_some() {
            Scene::load(folder.join(name))?
        } else {
            scenes::get(name)
                .map_err(|error| document.conflict(&[Step::Field("scene")], error.to_string()))?
        };
        let ticks = plan.ticks.unwrap_or(scene.ticks);
        if ticks == 0 {
            return Err(document.conflict(
                &[Step::Field("ticks")],
                "the scene is stepped 0 times; write how many steps a row takes, such as ticks: 600",
            ));
        }
        for (place, watched) in plan.watch.iter().enumerate() {
            let bodies = scene.bodies.iter().map(|body| body.name.as_str());
            let balls = scene.balls.iter().map(|ball| ball.name.as_str());
            let known: Vec<&str> = bodies
                .chain(balls)
                .filter(|name| !name.is_empty())
                .collect();
            if !known.contains(&watched.as_str()) {
                return Err(document.conflict(
                    &[Step::Field("watch"), Step::Index(place)],
                    format!(
                        "the scene has no body and no ball named `{watched}`; it has {}",
                        known.join(", ")
                    ),
                ));
            }
        }
        let text = scene.to_json();
        let base = serde_json::from_str(&text).expect("a scene writes sound JSON");
        let mut made = Self {
            base,
            ways: Vec::new(),
            ticks,
            watch: plan.watch.clone(),
        };
        let mut axes: Vec<Axis> = Vec::new();
        for (path, vary) in plan.vary.iter() {
            let here = |problem: String| {
                document.conflict(&[Step::Field("vary"), Step::Key(path.to_owned())], problem)
            };
            let axis = Axis::new(plan.seed, path, vary, None).map_err(here)?;
            made.ways.push(ways(path).map_err(here)?);
            // The reader of scenes knows which dimension belongs to the field: it is asked with a unit where the plan has one.
            let way = &made.ways[axes.len()];
            for example in axis.examples() {
                let given = match example {
                    Value::Number(value) => with_unit(value, axis.dimension),
                    Value::Name(_, name) => Json::String(name.to_owned()),
                };
                let shown = given.to_string();
                let mut changed = made.base.clone();
                put(&mut changed, way, given).map_err(here)?;
                let read = Scene::from_json(&changed.to_string());
                read.map_err(|error| here(format!("with {shown}: {}", error.without_position())))?;
            }
            axes.push(axis);
        }
        let grid = Grid::new(axes, plan.samples.unwrap_or(1))
            .map_err(|problem| document.conflict(&[Step::Field("vary")], problem))?;
        Ok((made, grid))
    }

    /// What of the scene is part of the plan: its whole content.
    pub(crate) fn content(&self) -> String {
        self.base.to_string()
    }

    /// Columns of a part without rows.
    pub(crate) fn columns(&self, axes: &[Axis]) -> Table {
        let mut columns = vec![Column::whole("row", "number of the row, the first is 0")];
        let units = axes.iter().map(|axis| axis.dimension.map_or("SI", unit_of));
        columns.extend(
            axes.iter()
                .zip(units)
                .map(|(axis, unit)| Column::varied(axis, unit)),
        );
        for (name, about) in [
            ("awake", "bodies that moved in the last step"),
            ("contacts", "pairs that touch in the last step"),
            ("impacts", "impacts at an instant in all steps"),
            ("joints_broken", "joints that broke in all steps"),
            (
                "problems",
                "entities that stood still because their numbers cannot be computed with",
            ),
        ] {
            columns.push(Column::whole(name, about));
        }
        columns.push(Column::number("largest_overlap_m", "m", "of all steps"));
        for name in &self.watch {
            for (ending, unit, about) in WATCHED {
                let column = format!("{}_{ending}", column_name(name, "1"));
                columns.push(Column::number(
                    column,
                    unit,
                    format!("{about} of `{name}` at the end"),
                ));
            }
        }
        let hash = Data::Text(Vec::new());
        columns.push(Column::new(
            "hash",
            "1",
            "of the world at the end, as `voltex run` has it",
            hash,
        ));
        Table { columns }
    }

    /// Steps rows.
    ///
    /// # Errors
    /// The first row whose scene cannot be built or stepped.
    pub(crate) fn step(
        &self,
        grid: &Grid,
        rows: std::ops::Range<u64>,
        table: &mut Table,
    ) -> Result<(), String> {
        let mut values = Vec::new();
        for row in rows {
            grid.values(row, &mut values);
            self.one(row, &values, table).map_err(|error| {
                let shown = grid.told(&values, |_| None);
                format!(
                    "row {row} ({shown}) cannot be stepped: {error}; narrow what varies, for example with min and max"
                )
            })?;
        }
        Ok(())
    }

    fn one(&self, row: u64, values: &[Value<'_>], table: &mut Table) -> Result<(), String> {
        let mut changed = self.base.clone();
        for (way, value) in self.ways.iter().zip(values) {
            let value = match value {
                Value::Number(value) => Json::from(*value),
                Value::Name(_, name) => Json::String((*name).to_owned()),
            };
            put(&mut changed, way, value)?;
        }
        let scene: Scene = serde_json::from_value(changed).map_err(|error| error.to_string())?;
        let mut world = scene.build().map_err(|error| error.to_string())?;
        let config = scene.config();
        let (mut impacts, mut broken, mut problems, mut overlap) = (0, 0, 0, 0.0);
        let (mut awake, mut contacts) = (0, 0);
        for _ in 0..self.ticks {
            scene
                .advance(&mut world)
                .map_err(|error| error.to_string())?;
            let report = physics_step(&mut world, &config).map_err(|error| error.to_string())?;
            impacts += report.impacts.len() as i64;
            let broke = |event: &&PhysicsEvent| matches!(event, PhysicsEvent::JointBroke { .. });
            broken += report.events.iter().filter(broke).count() as i64;
            problems += report.problems.len() as i64;
            overlap = voltex_math::f32::max(overlap, report.penetration);
            (awake, contacts) = (report.awake as i64, report.contacts as i64);
        }
        let mut out = table.row();
        out.begin(row, values);
        for count in [awake, contacts, impacts, broken, problems] {
            out.whole(count);
        }
        out.number(f64::from(overlap));
        for name in &self.watch {
            let entity = scene
                .entity(&world, name, 0)
                .or_else(|| scene.ball_entity(&world, name));
            let place = entity.and_then(|entity| world.get::<Transform>(entity));
            let body = entity.and_then(|entity| world.get::<RigidBody>(entity));
            let numbers = match (place, body) {
                (Some(place), Some(body)) => {
                    let (p, v, w) = (place.position, body.velocity, body.angular_velocity);
                    [p.x, p.y, p.z, v.x, v.y, v.z, w.x, w.y, w.z].map(f64::from)
                }
                // A ball that has not been launched, a body that has not appeared.
                _ => [f64::NAN; 9],
            };
            numbers.into_iter().for_each(|value| out.number(value));
        }
        out.text(format!("{:016x}", physics_hash(&world, &config)));
        Ok(())
    }
}

/// Columns of what is watched.
const WATCHED: [(&str, &str, &str); 9] = [
    ("x_m", "m", "position"),
    ("y_m", "m", "position"),
    ("z_m", "m", "position"),
    ("vx_mps", "m/s", "velocity"),
    ("vy_mps", "m/s", "velocity"),
    ("vz_mps", "m/s", "velocity"),
    ("wx_radps", "rad/s", "angular velocity"),
    ("wy_radps", "rad/s", "angular velocity"),
    ("wz_radps", "rad/s", "angular velocity"),
];

const fn unit_of(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Speed => "m/s",
        Dimension::Angle => "rad",
        Dimension::Spin => "rad/s",
        Dimension::Length => "m",
        Dimension::Temperature => "K",
        Dimension::Pressure => "Pa",
        Dimension::Mass => "kg",
    }
}

/// A number in SI as a scene file may have it: with its unit where one is known.
fn with_unit(value: f64, dimension: Option<Dimension>) -> Json {
    match dimension {
        Some(dimension) => Json::String(format!("{value}{}", unit_of(dimension))),
        None => Json::from(value),
    }
}

/// The steps of `bodies.crate.position[1]`.
fn ways(path: &str) -> Result<Vec<Way>, String> {
    let wrong = || {
        format!(
            "`{path}` is no way through a scene file; write it like bodies.crate.mass, bodies[0].position[1] or materials.ice.friction"
        )
    };
    let mut ways = Vec::new();
    for part in path.split('.') {
        let mut pieces = part.split('[');
        let name = pieces.next().unwrap_or_default();
        if name.is_empty() {
            return Err(wrong());
        }
        ways.push(Way::Name(name.to_owned()));
        for piece in pieces {
            let place = piece
                .strip_suffix(']')
                .and_then(|digits| digits.parse().ok());
            ways.push(Way::Place(place.ok_or_else(wrong)?));
        }
    }
    Ok(ways)
}

/// Tables of a scene file, whose rows are named by whoever wrote it: none is added by the way to it.
const TABLES: [&str; 3] = ["materials", "shapes", "assemblies"];

/// Puts a value at a way; fields that a file may leave out are added.
fn put(json: &mut Json, way: &[Way], value: Json) -> Result<(), String> {
    put_below(json, way, 0, value)
}

/// Puts a value at a way of which the first `done` steps lead to `json`.
fn put_below(json: &mut Json, way: &[Way], done: usize, value: Json) -> Result<(), String> {
    let (before, rest) = way.split_at(done);
    let Some((step, rest)) = rest.split_first() else {
        // Counts are read as whole numbers only, and every other number takes one as well.
        *json = match value.as_f64() {
            Some(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
                Json::from(number as i64)
            }
            _ => value,
        };
        return Ok(());
    };
    let place = match (step, json) {
        (Way::Name(name), Json::Object(rows)) if is_table(before) => {
            if !rows.contains_key(name) {
                let known: Vec<&str> = rows.keys().map(String::as_str).collect();
                let nearest = voltex_flight::error::nearest_name(name, known.iter().copied());
                let nearest =
                    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
                return Err(format!(
                    "nothing in this table has the name `{name}`{nearest}; {}",
                    listed(&known, "it is empty")
                ));
            }
            &mut rows[name]
        }
        (Way::Name(name), Json::Object(fields)) => {
            if !fields.contains_key(name) {
                let begun = match rest.first() {
                    Some(Way::Place(_)) => left_out(before, name)?,
                    Some(Way::Name(_)) | None => Json::Object(Map::new()),
                };
                fields.insert(name.clone(), begun);
            }
            &mut fields[name]
        }
        (Way::Name(name), Json::Array(list)) => {
            let found = list
                .iter()
                .position(|element| element["name"] == name.as_str());
            let Some(found) = found else {
                let names = list.iter().filter_map(|element| element["name"].as_str());
                let known: Vec<&str> = names.collect();
                let unnamed = "its elements have none, write their place such as [0]";
                return Err(format!(
                    "nothing in this list has the name `{name}`; {}",
                    listed(&known, unnamed)
                ));
            };
            &mut list[found]
        }
        (Way::Place(place), Json::Array(list)) => {
            let count = list.len();
            list.get_mut(*place).ok_or_else(|| {
                format!("there is no [{place}] in a list of {count}; the first is [0]")
            })?
        }
        (Way::Name(name), other) => {
            return Err(format!(
                "`{name}` is looked for in {other}, which has no fields"
            ));
        }
        (Way::Place(place), other) => {
            return Err(format!(
                "[{place}] is looked for in {other}, which is no list"
            ));
        }
    };
    put_below(place, way, done + 1, value)
}

/// Whether these steps, from the beginning of a file, lead to a table.
fn is_table(way: &[Way]) -> bool {
    matches!(way, [Way::Name(name)] if TABLES.contains(&name.as_str()))
}

fn listed(known: &[&str], none: &str) -> String {
    if known.is_empty() {
        none.to_owned()
    } else {
        format!("it has {}", known.join(", "))
    }
}

/// What a vector is that the file leaves out, so that one part of it may vary.
///
/// # Errors
/// A vector without a value that holds for all files.
fn left_out(before: &[Way], name: &str) -> Result<Json, String> {
    let within = match before.last() {
        Some(Way::Name(within)) => within.as_str(),
        Some(Way::Place(_)) | None => "",
    };
    let vector = match name {
        "gravity" => PhysicsConfig::DEFAULT.gravity.to_array(),
        "scale" => [1.0; 3],
        // What `vary` leaves out is as in the first copy.
        "position" | "velocity" | "angular_velocity" | "surface_velocity" if within != "vary" => {
            [0.0; 3]
        }
        _ => {
            return Err(format!(
                "the scene leaves `{name}` out, and its parts have no value of their own then; write `{name}` with all of its \
                 parts into the scene, then vary one"
            ));
        }
    };
    Ok(Json::from(vector.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::{put, ways};
    use serde_json::json;

    #[test]
    fn a_value_goes_where_its_way_leads() {
        let mut file = json!({
            "bodies": [{"name": "ground"}, {"name": "crate", "position": [0, 5, 0]}],
            "shapes": {"crate": {"Box": {"half": [0.5, 0.5, 0.5]}}},
        });
        for (path, value) in [
            ("bodies.crate.position[1]", json!(7.5)),
            ("bodies[0].mass", json!(2)),
            ("bodies.crate.velocity[2]", json!(-1.5)),
            ("shapes.crate.Box.half[0]", json!(0.25)),
            ("world.substeps", json!(8.0)),
        ] {
            put(&mut file, &ways(path).expect("a way"), value).expect("it leads somewhere");
        }
        assert_eq!(
            file,
            json!({
                "bodies": [
                    {"name": "ground", "mass": 2},
                    {"name": "crate", "position": [0, 7.5, 0], "velocity": [0.0, 0.0, -1.5]},
                ],
                "shapes": {"crate": {"Box": {"half": [0.25, 0.5, 0.5]}}},
                "world": {"substeps": 8},
            })
        );
    }

    /// The other parts are those of a file that leaves the vector out, which are not always zeros.
    #[test]
    fn an_absent_vector_begins_with_its_default() {
        let mut file = json!({"bodies": [{"name": "crate"}]});
        for (path, value) in [
            ("world.gravity[0]", json!(2)),
            ("bodies.crate.scale[1]", json!(3)),
            ("bodies.crate.velocity[2]", json!(4)),
        ] {
            put(&mut file, &ways(path).expect("a way"), value).expect("it leads somewhere");
        }
        let down = f64::from(-9.81_f32);
        assert_eq!(
            file,
            json!({
                "bodies": [{"name": "crate", "scale": [1.0, 3, 1.0], "velocity": [0.0, 0.0, 4]}],
                "world": {"gravity": [2, down, 0.0]},
            })
        );
    }

    /// A row of a table that nothing names would change nothing.
    #[test]
    fn a_name_that_a_table_lacks_is_not_added() {
        let file = json!({
            "materials": {"rubber": {"restitution": 0.8}},
            "shapes": {"ball": {"Sphere": {"radius": 0.1}}},
        });
        for (path, words) in [
            ("materials.ruber.restitution", "did you mean `rubber`"),
            ("shapes.bal.Sphere.radius", "it has ball"),
            ("assemblies.cart.bodies[0].mass", "it is empty"),
        ] {
            let mut changed = file.clone();
            let message = put(&mut changed, &ways(path).expect("a way"), json!(1));
            let message = message.expect_err("no such row");
            assert!(message.contains(words), "{path}: {message}");
        }
        let mut changed = file.clone();
        let friction = ways("materials.rubber.friction").expect("a way");
        put(&mut changed, &friction, json!(1)).expect("a field of a row may be left out");
        assert_eq!(changed["materials"]["rubber"]["friction"], json!(1));
    }

    #[test]
    fn a_way_that_leads_nowhere_is_refused() {
        let file = json!({"bodies": [{"name": "crate"}], "joints": [{"a": "crate"}], "ticks": 5});
        for (path, words) in [
            ("bodies.box.mass", "it has crate"),
            ("bodies[3].mass", "list of 1"),
            ("ticks.x", "no fields"),
            ("bodies.crate.name[0]", "no list"),
            // What these would be without the part that varies, no file says.
            ("joints[0].axis[1]", "leaves `axis` out"),
            ("bodies.crate.vary.velocity[0]", "leaves `velocity` out"),
        ] {
            let message = put(&mut file.clone(), &ways(path).expect("a way"), json!(1));
            let message = message.expect_err("it leads nowhere");
            assert!(message.contains(words), "{path}: {message}");
        }
        for path in ["", "bodies.", "bodies[x].mass", "bodies[0.mass"] {
            assert!(ways(path).is_err(), "{path}");
        }
    }
}
