//! Rows that are shots: what of a shot may vary, and what its flight gives.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use voltex_flight::batch::{Batch, PART, Row};
use voltex_flight::batch_result::Landing;
use voltex_flight::trajectory::End;
use voltex_flight::units::parse::Dimension;
use voltex_flight::units::to_deg;
use voltex_flight::{Air, Ball, FlightError, Launch, Shot, Surface, Wind, balls, shots};
use voltex_math::f64::{atan2, hypot};
use voltex_scene::{AirDef, Document, SceneError, Step};

use super::draw::{Axis, Grid, Value};
use super::plan::{Plan, ShotDef};
use super::table::{Column, Data, RowWriter, Table};

/// Rows that are drawn before they are flown: enough parts of the batch to keep its lanes busy, few enough to stay in cache.
const CHUNK: u64 = 16 * PART as u64;

/// A number of a shot.
#[derive(Clone, Debug, PartialEq)]
enum Field {
    Speed,
    Up,
    Right,
    Spin,
    Tilt,
    Gyro,
    Height,
    Nose,
    /// Part of the spin vector.
    SpinAlong(usize),
    Gravity,
    /// Part of an even wind.
    WindAlong(usize),
    Temperature,
    Pressure,
    Altitude,
    Humidity,
    Density,
    /// A coefficient of the ball by its name.
    Coefficient(String),
    Ball,
    Model,
}

/// The way to each field but the coefficients, its dimension and its unit.
static FIELDS: [(&str, Field, Option<Dimension>, &str); 24] = [
    ("launch.speed", Field::Speed, Some(Dimension::Speed), "m/s"),
    ("launch.up", Field::Up, Some(Dimension::Angle), "rad"),
    ("launch.right", Field::Right, Some(Dimension::Angle), "rad"),
    ("launch.spin", Field::Spin, Some(Dimension::Spin), "rad/s"),
    ("launch.tilt", Field::Tilt, Some(Dimension::Angle), "rad"),
    ("launch.gyro", Field::Gyro, Some(Dimension::Angle), "rad"),
    ("launch.height", Field::Height, Some(Dimension::Length), "m"),
    ("launch.nose", Field::Nose, Some(Dimension::Angle), "rad"),
    (
        "launch.spin_vector[0]",
        Field::SpinAlong(0),
        Some(Dimension::Spin),
        "rad/s",
    ),
    (
        "launch.spin_vector[1]",
        Field::SpinAlong(1),
        Some(Dimension::Spin),
        "rad/s",
    ),
    (
        "launch.spin_vector[2]",
        Field::SpinAlong(2),
        Some(Dimension::Spin),
        "rad/s",
    ),
    ("gravity", Field::Gravity, None, "m/s^2"),
    ("wind.x", Field::WindAlong(0), Some(Dimension::Speed), "m/s"),
    ("wind.y", Field::WindAlong(1), Some(Dimension::Speed), "m/s"),
    ("wind.z", Field::WindAlong(2), Some(Dimension::Speed), "m/s"),
    (
        "air.temperature",
        Field::Temperature,
        Some(Dimension::Temperature),
        "K",
    ),
    (
        "air.pressure",
        Field::Pressure,
        Some(Dimension::Pressure),
        "Pa",
    ),
    (
        "air.altitude",
        Field::Altitude,
        Some(Dimension::Length),
        "m",
    ),
    ("air.humidity", Field::Humidity, None, "1"),
    ("air.density", Field::Density, None, "kg/m^3"),
    ("ball", Field::Ball, None, "1"),
    ("model", Field::Model, None, "1"),
    // The two coefficients that every ball has have a unit; the laws' own are dimensionless or say it in the ball data.
    (
        "set.nominal.mass",
        Field::Coefficient(String::new()),
        Some(Dimension::Mass),
        "kg",
    ),
    (
        "set.nominal.diameter",
        Field::Coefficient(String::new()),
        Some(Dimension::Length),
        "m",
    ),
];

/// The field at a way, with its dimension and unit.
fn field(path: &str) -> Option<(Field, Option<Dimension>, &'static str)> {
    let listed = FIELDS.iter().find(|(name, ..)| *name == path);
    match (listed, path.strip_prefix("set.")) {
        (Some((_, _, dimension, unit)), Some(name)) => {
            Some((Field::Coefficient(name.to_owned()), *dimension, unit))
        }
        (Some((_, field, dimension, unit)), None) => Some((field.clone(), *dimension, unit)),
        (None, Some(name)) if !name.is_empty() => {
            Some((Field::Coefficient(name.to_owned()), None, "SI"))
        }
        (None, _) => None,
    }
}

/// A plan of shots, ready to fly any of its rows.
#[derive(Debug)]
pub(crate) struct Shots {
    fields: Vec<Field>,
    units: Vec<&'static str>,
    base: Base,
    /// The balls or models of each axis of names, by place; empty for the others.
    balls: Vec<Vec<Ball>>,
    air: AirDef,
    vary_air: bool,
    vary_ball: bool,
    surface: Option<Surface>,
    batch: Batch,
    /// Time that all threads spent flying, ns.
    flying: AtomicU64,
}

/// What a row begins with.
#[derive(Clone, Debug)]
struct Base {
    ball: Ball,
    launch: Launch,
    gravity: f64,
    wind: Wind,
    air: Air,
}

impl Shots {
    /// Reads what a plan says of shots, checks it and every axis, and gives the grid.
    ///
    /// # Errors
    /// What cannot be flown, at its place in the plan.
    pub(crate) fn new(document: &Document, plan: &Plan) -> Result<(Self, Grid), SceneError> {
        let def = plan.shot.as_ref().expect("the plan has a shot");
        let at_shot = |name: Option<&'static str>| {
            let mut path = vec![Step::Field("shot")];
            path.extend(name.map(Step::Field));
            move |problem: String| document.conflict(&path, problem)
        };
        let (ball, launch) = ball_and_launch(def).map_err(at_shot(None))?;
        let told =
            |name: &'static str| move |error: FlightError| at_shot(Some(name))(error.to_string());
        let base = Base {
            launch,
            gravity: def.gravity.unwrap_or(voltex_flight::shot::DEFAULT_GRAVITY),
            wind: def.wind.wind().map_err(told("wind"))?,
            air: def.air.air().map_err(told("air"))?,
            ball,
        };
        let surface = match &def.surface {
            Some(name) => Some(base.ball.surface(name).map_err(told("surface"))?),
            None => None,
        };
        let mut batch = Batch::new();
        batch.dt = def.dt.unwrap_or(batch.dt);
        batch.max_time = def.until.unwrap_or(batch.max_time);
        if let Some(plane) = &def.plane_x {
            let plane = plane.of(Some(Dimension::Length));
            batch.plane = Some(plane.map_err(at_shot(Some("plane_x")))?);
        }
        let mut made = Self {
            fields: Vec::new(),
            units: Vec::new(),
            balls: Vec::new(),
            air: def.air,
            vary_air: false,
            vary_ball: false,
            base,
            surface,
            batch,
            flying: AtomicU64::new(0),
        };
        made.check(&[]).map_err(at_shot(None))?;
        let mut axes = Vec::new();
        for (path, vary) in plan.vary.iter() {
            let here = |problem: String| {
                document.conflict(&[Step::Field("vary"), Step::Key(path.to_owned())], problem)
            };
            axes.push(made.add(plan, def, path, vary).map_err(here)?);
            made.check_axis(&axes).map_err(here)?;
        }
        let samples = plan.samples.unwrap_or(1);
        let grid = Grid::new(axes, samples)
            .map_err(|problem| document.conflict(&[Step::Field("vary")], problem))?;
        Ok((made, grid))
    }

    /// Adds an axis.
    fn add(
        &mut self,
        plan: &Plan,
        def: &ShotDef,
        path: &str,
        vary: &super::plan::Vary,
    ) -> Result<Axis, String> {
        let Some((field, dimension, unit)) = field(path) else {
            let known = FIELDS.iter().map(|(name, ..)| *name);
            let nearest = voltex_flight::error::nearest_name(path, known.clone());
            let nearest =
                nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            let known: Vec<&str> = known.collect();
            return Err(format!(
                "a shot has nothing at `{path}`{nearest}; it has {}, and set.NAME for each coefficient of the ball",
                known.join(", ")
            ));
        };
        let axis = Axis::new(plan.seed, path, vary, dimension)?;
        let balls = match (&field, axis.names()) {
            (Field::Ball | Field::Model, None) => {
                return Err(
                    "the values must be names in quotes; `voltex balls` lists them".to_owned(),
                );
            }
            (Field::Ball, Some(names)) => {
                if def.named.is_some() || def.model.is_some() || self.fields.contains(&Field::Model)
                {
                    return Err(
                        "balls vary together with a model or a named shot, which belong to one ball; leave one of them out"
                            .to_owned(),
                    );
                }
                let found = names.iter().map(|name| balls::find(name).cloned());
                found.collect::<Result<Vec<_>, _>>()
            }
            (Field::Model, Some(names)) => {
                if self.fields.contains(&Field::Ball) {
                    return Err("balls and models vary together; a model belongs to one ball, leave one of them out".to_owned());
                }
                names
                    .iter()
                    .map(|name| self.base.ball.with_model(name))
                    .collect()
            }
            (_, Some(_)) => {
                return Err(format!(
                    "the values are names, and `{path}` is a number in {unit}"
                ));
            }
            (_, None) => Ok(Vec::new()),
        };
        let mut balls = balls.map_err(|error| error.to_string())?;
        for ball in &mut balls {
            for (name, value) in def.set.iter() {
                ball.set(name, *value).map_err(|error| error.to_string())?;
            }
        }
        match field {
            Field::WindAlong(_) if !matches!(self.base.wind, Wind::Uniform(_)) => {
                return Err(
                    "parts of the wind vary, and the wind of the shot is not even; write Uniform or Calm there".to_owned(),
                );
            }
            Field::Spin | Field::Tilt | Field::Gyro
                if self.base.launch.spin_vector.is_some() || self.has(is_along) =>
            {
                return Err(
                    "the shot has a spin vector, which leaves no meaning to spin, tilt and gyro; vary launch.spin_vector[0] to [2]"
                        .to_owned(),
                );
            }
            Field::SpinAlong(_)
                if self.has(|field| matches!(field, Field::Spin | Field::Tilt | Field::Gyro)) =>
            {
                return Err(
                    "spin, tilt or gyro vary as well, to which a spin vector leaves no meaning; vary launch.spin_vector[0] to [2] alone"
                        .to_owned(),
                );
            }
            Field::Temperature
            | Field::Pressure
            | Field::Altitude
            | Field::Humidity
            | Field::Density => {
                self.vary_air = true;
            }
            Field::Coefficient(_) | Field::Ball | Field::Model => self.vary_ball = true,
            _ => {}
        }
        if self.surface.is_some() && self.vary_ball && !balls.is_empty() {
            return Err("a surface is met by one ball; leave `surface` out, or sweep one ball after the other".to_owned());
        }
        self.fields.push(field);
        self.units.push(unit);
        self.balls.push(balls);
        Ok(axis)
    }

    /// Whether something of a kind varies already.
    fn has(&self, kind: impl Fn(&Field) -> bool) -> bool {
        self.fields.iter().any(kind)
    }

    /// Refuses the newest axis if one of its values cannot be flown, the others being what the shot says.
    fn check_axis(&self, axes: &[Axis]) -> Result<(), String> {
        let newest = axes.len() - 1;
        let mut values: Vec<Value<'_>> = axes
            .iter()
            .map(|axis| {
                axis.examples()
                    .first()
                    .copied()
                    .expect("an axis has values")
            })
            .collect();
        for value in axes[newest].examples() {
            values[newest] = value;
            self.check(&values).map_err(|error| match value {
                Value::Number(value) => format!("at {value} {}: {error}", self.units[newest]),
                Value::Name(_, name) => format!("at `{name}`: {error}"),
            })?;
        }
        Ok(())
    }

    fn check(&self, values: &[Value<'_>]) -> Result<(), String> {
        let mut ball = self.base.ball.clone();
        let shot = self
            .start(values, &mut ball)
            .and_then(|start| self.shot(&start, &ball).validate());
        shot.map_err(|error| error.to_string())
    }

    /// Time that all threads together spent in the flights themselves.
    pub(crate) fn flying(&self) -> Duration {
        Duration::from_nanos(self.flying.load(Ordering::Relaxed))
    }

    fn flew(&self, since: Instant) {
        let time = since.elapsed().as_nanos() as u64;
        self.flying.fetch_add(time, Ordering::Relaxed);
    }

    /// Columns of a part without rows.
    pub(crate) fn columns(&self, axes: &[Axis]) -> Table {
        let mut columns = vec![Column::whole("row", "number of the row, the first is 0")];
        let units = axes.iter().zip(&self.units);
        columns.extend(units.map(|(axis, unit)| Column::varied(axis, unit)));
        let names = ENDS.iter().map(|(_, name)| (*name).to_owned()).collect();
        let rows = Vec::new();
        columns.push(Column::new(
            "end",
            "1",
            "why the flight ends",
            Data::Name { names, rows },
        ));
        let mut add = |list: &[(&str, &str, &str)]| {
            columns.extend(
                list.iter()
                    .map(|(name, unit, about)| Column::number(*name, unit, *about)),
            );
        };
        add(&LANDING);
        if self.batch.plane.is_some() {
            add(&PLANE);
        }
        if self.surface.is_some() {
            add(&GROUND);
        }
        columns.push(Column::whole(
            "warnings",
            "reasons to read the row with care",
        ));
        Table { columns }
    }

    /// Flies rows.
    ///
    /// # Errors
    /// The first row that cannot be flown.
    pub(crate) fn fly(
        &self,
        grid: &Grid,
        rows: std::ops::Range<u64>,
        table: &mut Table,
    ) -> Result<(), String> {
        let mut values = Vec::new();
        let mut start = rows.start;
        while start < rows.end {
            let end = rows.end.min(start + CHUNK);
            let count = (end - start) as usize;
            let mut own = Vec::new();
            if self.vary_ball {
                own.resize(count, self.base.ball.clone());
            }
            let mut starts = Vec::with_capacity(count);
            let mut spare = self.base.ball.clone();
            for (place, row) in (start..end).enumerate() {
                grid.values(row, &mut values);
                let ball = own.get_mut(place).unwrap_or(&mut spare);
                let begun = self.start(&values, ball);
                starts.push(begun.map_err(|error| self.told(grid, row, &error))?);
            }
            let ball_of = |place: usize| own.get(place).unwrap_or(&self.base.ball);
            if self.surface.is_some() {
                for (place, begun) in starts.iter().enumerate() {
                    let row = start + place as u64;
                    let since = Instant::now();
                    let flight = self.shot(begun, ball_of(place)).fly(&begun.air);
                    self.flew(since);
                    let flight = flight.map_err(|error| self.told(grid, row, &error))?;
                    let mut out = table.row();
                    grid.values(row, &mut values);
                    out.begin(row, &values);
                    self.land(&mut out, &Landing::of(&flight, self.batch.plane));
                    out.number(flight.total().unwrap_or(f64::NAN));
                    out.number(flight.total_lateral().unwrap_or(f64::NAN));
                    out.number(flight.rest().map_or(f64::NAN, |(time, _)| time));
                    out.number(flight.impacts().count() as f64);
                    out.whole(flight.warnings().len() as i64);
                }
            } else {
                let batch: Vec<Row<'_>> = starts
                    .into_iter()
                    .enumerate()
                    .map(|(place, begun)| {
                        Row::new(ball_of(place), begun.launch)
                            .gravity(begun.gravity)
                            .wind(begun.wind)
                            .air(begun.air)
                    })
                    .collect();
                let since = Instant::now();
                let landings = self.batch.fly(&batch);
                self.flew(since);
                let landings = landings.map_err(|error| match error {
                    FlightError::Row { row, error } => self.told(grid, start + row as u64, &error),
                    other => other.to_string(),
                })?;
                for (row, landing) in (start..end).zip(landings.rows()) {
                    grid.values(row, &mut values);
                    let mut out = table.row();
                    out.begin(row, &values);
                    self.land(&mut out, &landing);
                    out.whole(landing.warnings as i64);
                }
            }
            start = end;
        }
        Ok(())
    }

    /// Launch, air and ball of a row.
    fn start(&self, values: &[Value<'_>], ball: &mut Ball) -> Result<Start, FlightError> {
        let base = &self.base;
        let mut start = Start {
            launch: base.launch,
            gravity: base.gravity,
            wind: base.wind.clone(),
            air: base.air,
        };
        let mut air = self.air;
        let mut nose = None;
        let mut spin_along = [None; 3];
        // The ball first: a coefficient belongs to it.
        for ((field, balls), value) in self.fields.iter().zip(&self.balls).zip(values) {
            if let (Field::Ball | Field::Model, Value::Name(place, _)) = (field, value) {
                ball.clone_from(&balls[*place]);
            }
        }
        for (field, value) in self.fields.iter().zip(values) {
            let Value::Number(value) = *value else {
                continue;
            };
            let launch = &mut start.launch;
            match field {
                Field::Speed => launch.speed = value,
                Field::Up => launch.elevation = value,
                Field::Right => launch.direction = value,
                Field::Spin => launch.spin_rate = value,
                Field::Tilt => launch.axis_tilt = value,
                Field::Gyro => launch.gyro_angle = value,
                Field::Height => launch.height = value,
                Field::Nose => nose = Some(value),
                Field::SpinAlong(axis) => spin_along[*axis] = Some(value),
                Field::Gravity => start.gravity = value,
                Field::WindAlong(axis) => {
                    if let Wind::Uniform(wind) = &mut start.wind {
                        wind[*axis] = value;
                    }
                }
                Field::Temperature => air.temperature = Some(value),
                Field::Pressure => air.pressure = Some(value),
                Field::Altitude => air.altitude = Some(value),
                Field::Humidity => air.humidity = Some(value),
                Field::Density => air.density = Some(value),
                Field::Coefficient(name) => ball.set(name, value)?,
                Field::Ball | Field::Model => {}
            }
        }
        // Whatever the order of the axes: the nose lies over the heading of the row, and parts of the spin that do not vary
        // are those of its launch.
        let launch = &mut start.launch;
        if let Some(elevation) = nose {
            *launch = launch.nose(elevation, launch.direction);
        }
        if spin_along.iter().any(Option::is_some) {
            let mut spin = launch.spin();
            for (axis, along) in spin_along.into_iter().enumerate() {
                spin[axis] = along.unwrap_or(spin[axis]);
            }
            launch.spin_vector = Some(spin);
        }
        if self.vary_air {
            start.air = air.air()?;
        }
        Ok(start)
    }

    /// The row as a shot of its own.
    fn shot(&self, start: &Start, ball: &Ball) -> Shot {
        let row = Row::new(ball, start.launch)
            .gravity(start.gravity)
            .wind(start.wind.clone());
        let shot = self.batch.shot(&row);
        match &self.surface {
            Some(surface) => shot.onto(*surface),
            None => shot,
        }
    }

    fn land(&self, out: &mut RowWriter<'_>, landing: &Landing) {
        let end = ENDS.iter().position(|(end, _)| *end == landing.end);
        out.name(end.expect("every end has a name"));
        let (p, v, w) = (landing.position, landing.velocity, landing.spin);
        let level = hypot(v.x, v.z);
        let numbers = [
            landing.time,
            landing.carry().unwrap_or(f64::NAN),
            landing.lateral().unwrap_or(f64::NAN),
            landing.apex_height,
            p.x,
            p.y,
            p.z,
            v.length(),
            to_deg(atan2(-v.y, level)),
            v.x,
            v.y,
            v.z,
            w.x,
            w.y,
            w.z,
        ];
        numbers.into_iter().for_each(|value| out.number(value));
        if self.batch.plane.is_some() {
            let none = [f64::NAN; 9];
            let numbers = landing.crossing.map_or(none, |crossed| {
                let (p, v, w) = (crossed.position, crossed.velocity, crossed.spin);
                [crossed.time, p.y, p.z, v.x, v.y, v.z, w.x, w.y, w.z]
            });
            numbers.into_iter().for_each(|value| out.number(value));
        }
    }

    /// What is wrong with a row, with the values that it has.
    fn told(&self, grid: &Grid, row: u64, error: &FlightError) -> String {
        let mut values = Vec::new();
        grid.values(row, &mut values);
        let shown = grid.told(&values, |axis| Some(self.units[axis]));
        format!(
            "row {row} ({shown}) cannot be flown: {error}; narrow what varies, for example with min and max"
        )
    }
}

/// What a row adds to a ball.
#[derive(Clone, Debug)]
struct Start {
    launch: Launch,
    gravity: f64,
    wind: Wind,
    air: Air,
}

fn is_along(field: &Field) -> bool {
    matches!(field, Field::SpinAlong(_))
}

fn ball_and_launch(def: &ShotDef) -> Result<(Ball, Launch), String> {
    let told = |error: FlightError| error.to_string();
    let (ball, launch) = match (&def.named, &def.launch) {
        (Some(name), None) if def.ball.is_empty() && def.model.is_none() => {
            let named = shots::find(name).map_err(told)?.shot();
            (named.ball, named.launch)
        }
        (Some(_), _) => {
            return Err(
                "a named shot has its own ball, model and launch; leave `named` or the others out"
                    .to_owned(),
            );
        }
        (None, Some(launch)) => {
            let ball = balls::find(&def.ball).map_err(told)?;
            let ball = match &def.model {
                Some(model) => ball.with_model(model).map_err(told)?,
                None => ball.clone(),
            };
            (ball, launch.launch())
        }
        (None, None) => {
            return Err(
                "the shot has no launch; write launch: (speed: \"167mph\", up: \"10.9deg\", spin: \"2686rpm\") or named: \"curve-kick\""
                    .to_owned(),
            );
        }
    };
    let mut ball = ball;
    for (name, value) in def.set.iter() {
        ball.set(name, *value).map_err(told)?;
    }
    Ok((ball, launch))
}

/// Every end of a flight and its name.
const ENDS: [(End, &str); 6] = [
    (End::Landed, "landed"),
    (End::Rest, "rest"),
    (End::Settled, "settled"),
    (End::TimeLimit, "time limit"),
    (End::StepLimit, "step limit"),
    (End::NotFinite, "not finite"),
];

/// Columns of the first touch, or of the end of a flight without one.
const LANDING: [(&str, &str, &str); 15] = [
    ("flight_time_s", "s", "from launch to the first touch"),
    (
        "carry_m",
        "m",
        "along +X at the first touch; NaN without one",
    ),
    (
        "lateral_m",
        "m",
        "to the right at the first touch; NaN without one",
    ),
    (
        "apex_m",
        "m",
        "greatest height of the lowest point above the ground",
    ),
    ("x_m", "m", "centre at the first touch"),
    ("y_m", "m", "centre at the first touch"),
    ("z_m", "m", "centre at the first touch"),
    ("landing_speed_mps", "m/s", "before the first touch"),
    (
        "landing_angle_deg",
        "deg",
        "below the horizontal before the first touch",
    ),
    ("vx_mps", "m/s", "before the first touch"),
    ("vy_mps", "m/s", "before the first touch"),
    ("vz_mps", "m/s", "before the first touch"),
    ("spin_x_radps", "rad/s", "before the first touch"),
    ("spin_y_radps", "rad/s", "before the first touch"),
    ("spin_z_radps", "rad/s", "before the first touch"),
];

/// Columns of the passage of a plane; NaN for a shot that never gets there.
const PLANE: [(&str, &str, &str); 9] = [
    ("plane_time_s", "s", "when the centre passes the plane"),
    ("plane_y_m", "m", "height of the centre there"),
    ("plane_z_m", "m", "right of the line there"),
    ("plane_vx_mps", "m/s", "velocity there"),
    ("plane_vy_mps", "m/s", "velocity there"),
    ("plane_vz_mps", "m/s", "velocity there"),
    ("plane_spin_x_radps", "rad/s", "spin there"),
    ("plane_spin_y_radps", "rad/s", "spin there"),
    ("plane_spin_z_radps", "rad/s", "spin there"),
];

/// Columns of what follows the first touch.
const GROUND: [(&str, &str, &str); 4] = [
    (
        "total_m",
        "m",
        "along +X where the ball lies still; NaN if it does not",
    ),
    ("total_lateral_m", "m", "to the right where it lies still"),
    ("rest_time_s", "s", "when it lies still"),
    ("impacts", "1", "impacts with the ground"),
];
