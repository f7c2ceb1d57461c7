//! Where the bodies of a recording were: rows of numbers, for tables.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use voltex_ecs::{Entity, Transform, World};
use voltex_physics::RigidBody;
use voltex_replay::{Player, Reader};

use crate::error::CliError;
use crate::recording::{empty_world, of_file};

/// Columns of numbers besides the number of steps, the entity and the time, all SI: the unit is in the name.
pub(crate) const COLUMNS: [&str; 13] = [
    "x_m", "y_m", "z_m", "qx", "qy", "qz", "qw", "vx_m_s", "vy_m_s", "vz_m_s", "wx_rad_s",
    "wy_rad_s", "wz_rad_s",
];

/// A body at a tick.
pub(crate) struct Row {
    /// Steps made before.
    pub(crate) steps: u64,
    pub(crate) entity: Entity,
    /// s
    pub(crate) time: f64,
    /// In the order of [`COLUMNS`].
    pub(crate) numbers: [f32; 13],
}

/// All bodies that can move at every so many ticks, and where the numbers are from.
pub(crate) struct Paths {
    pub(crate) rows: Vec<Row>,
    /// What describes the recording, by name.
    pub(crate) origin: Vec<(&'static str, String)>,
}

impl Paths {
    /// Plays a recording and takes a row for each body and every `every` ticks.
    pub(crate) fn of(path: &Path, reader: &mut Reader<File>, every: u64) -> Result<Self, CliError> {
        let origin = origin(path, reader)?;
        let ticks = reader.ticks();
        let mut player = Player::new(reader, empty_world()?).map_err(of_file(path))?;
        let (mut rows, mut time) = (Vec::new(), 0.0);
        take(player.world(), 0, time, &mut rows);
        while player.tick() < ticks {
            player.step().map_err(of_file(path))?;
            time += f64::from(player.config().fixed_dt);
            if player.tick().is_multiple_of(every) {
                take(player.world(), player.tick(), time, &mut rows);
            }
        }
        Ok(Self { rows, origin })
    }

    /// A line for each row, after one with the names of the columns.
    pub(crate) fn csv(&self) -> String {
        let mut text = format!("steps,entity,time_s,{}\n", COLUMNS.join(","));
        for row in &self.rows {
            text.push_str(&format!("{},{},{}", row.steps, row.entity, row.time));
            for number in row.numbers {
                text.push_str(&format!(",{number}"));
            }
            text.push('\n');
        }
        text
    }
}

/// What describes a recording: for whoever finds the table later.
pub(crate) fn origin(
    path: &Path,
    reader: &mut Reader<File>,
) -> Result<Vec<(&'static str, String)>, CliError> {
    let last = match reader.ticks().checked_sub(1) {
        Some(tick) => reader.tick(tick).map_err(of_file(path))?.hash,
        None => None,
    };
    let header = reader.header();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let mut origin = vec![
        ("recording", file.into_owned()),
        ("engine", format!("Voltex {}", header.engine)),
        ("note", header.note.clone()),
        ("seed", header.seed.to_string()),
        ("dt_s", header.config.fixed_dt.to_string()),
        ("ticks", reader.ticks().to_string()),
        ("hash", header.hash.clone()),
    ];
    origin.extend(last.map(|hash| ("last_hash", format!("{hash:016x}"))));
    Ok(origin)
}

fn take(world: &World, steps: u64, time: f64, rows: &mut Vec<Row>) {
    let bodies = world.query::<(Entity, &RigidBody, &Transform)>();
    for (entity, body, transform) in &bodies {
        if body.is_static() {
            continue;
        }
        let mut numbers = [0.0; 13];
        let parts = [
            &transform.position.to_array()[..],
            &transform.rotation.to_array(),
            &body.velocity.to_array(),
            &body.angular_velocity.to_array(),
        ];
        for (place, number) in numbers.iter_mut().zip(parts.concat()) {
            *place = number;
        }
        rows.push(Row {
            steps,
            entity,
            time,
            numbers,
        });
    }
}

/// Lists by column, in one order of rows.
impl Serialize for Paths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Column {
            name: &'static str,
            values: Vec<f64>,
        }
        let rows = &self.rows;
        let mut columns = vec![Column {
            name: "time_s",
            values: rows.iter().map(|row| row.time).collect(),
        }];
        columns.extend(COLUMNS.into_iter().enumerate().map(|(place, name)| {
            Column {
                name,
                values: rows
                    .iter()
                    .map(|row| f64::from(row.numbers[place]))
                    .collect(),
            }
        }));
        let steps: Vec<u64> = rows.iter().map(|row| row.steps).collect();
        let entities: Vec<String> = rows.iter().map(|row| row.entity.to_string()).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("steps", &steps)?;
        map.serialize_entry("entity", &entities)?;
        map.serialize_entry("columns", &columns)?;
        let origin: BTreeMap<&str, &str> = self.origin.iter().map(|(n, v)| (*n, &**v)).collect();
        map.serialize_entry("origin", &origin)?;
        map.end()
    }
}
