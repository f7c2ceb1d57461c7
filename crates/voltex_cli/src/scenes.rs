//! `voltex scenes`: the built-in scenes, one of them or a scene file in detail, and its file to start from.

use std::path::Path;

use serde::Serialize;
use voltex_scene::{Scene, SceneError, scenes};

use crate::args::ScenesArgs;
use crate::error::CliError;
use crate::output::{self, Align, Table, bold, dim};

/// Lists the scenes, shows one, or prints its file.
pub(crate) fn run(args: &ScenesArgs) -> Result<(), CliError> {
    if args.schema {
        return output::print_plain(voltex_scene::schema().as_bytes());
    }
    let Some(name) = &args.name else {
        let rows = scenes::names()
            .map(|name| Row::of(name, &scenes::get(name)?))
            .collect::<Result<Vec<_>, _>>()?;
        return if args.json {
            output::print_json(&rows)
        } else {
            output::print(&list(&rows))
        };
    };
    let (scene, file) = (open(name)?, is_file(name));
    if args.ron {
        let text = if file {
            scene.to_ron()
        } else {
            scenes::find(name)?.ron.to_owned()
        };
        return output::print_plain(text.trim_end().as_bytes())
            .and_then(|()| output::print_plain(b"\n"));
    }
    let card = Card::of(name, &scene)?;
    if args.json {
        output::print_json(&card)
    } else {
        output::print(&show(&card))
    }
}

/// The scene of a file that ends in .ron or .json, or the built-in one of this name.
pub(crate) fn open(name: &str) -> Result<Scene, SceneError> {
    if is_file(name) {
        Scene::load(name)
    } else {
        scenes::get(name)
    }
}

fn is_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| {
        ending.eq_ignore_ascii_case("ron") || ending.eq_ignore_ascii_case("json")
    })
}

/// A scene in the list.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    kind: &'static str,
    /// Those that appear later included.
    bodies: u64,
    joints: usize,
    balls: usize,
    /// How many steps show what it is about.
    ticks: u32,
    about: String,
}

impl Row {
    fn of(name: &str, scene: &Scene) -> Result<Self, SceneError> {
        Ok(Self {
            name: if scene.name.is_empty() {
                name.to_owned()
            } else {
                scene.name.clone()
            },
            kind: scene.kind.name(),
            bodies: scene.body_count()?,
            joints: scene.placed_joints()?.len(),
            balls: scene.balls.len(),
            ticks: scene.ticks,
            about: scene.about.clone(),
        })
    }
}

fn list(rows: &[Row]) -> String {
    let right = Align::Right;
    let mut table = Table::new(&[Align::Left, Align::Left, right, right, right, Align::Left])
        .header(&["SCENE", "KIND", "BODIES", "JOINTS", "STEPS", "WHAT HAPPENS"]);
    for row in rows {
        table.row([
            row.name.clone(),
            row.kind.to_owned(),
            row.bodies.to_string(),
            or_dash(row.joints as u64),
            or_dash(u64::from(row.ticks)),
            row.about.clone(),
        ]);
    }
    format!(
        "{}\n{}\n",
        table.render(),
        dim(
            "voltex scenes NAME shows one, voltex scenes NAME --ron prints its file to start from, voltex scenes FILE.ron checks yours."
        )
    )
}

fn or_dash(count: u64) -> String {
    if count == 0 {
        "-".to_owned()
    } else {
        count.to_string()
    }
}

/// A scene in detail.
#[derive(Debug, Serialize)]
struct Card {
    #[serde(flatten)]
    row: Row,
    notes: Vec<String>,
    gravity_mps2: [f32; 3],
    dt_s: f32,
    substeps: u32,
    restitution_threshold_mps: f32,
    materials: Vec<String>,
    shapes: Vec<Named>,
    entries: Vec<Entry>,
    shots: Vec<Shot>,
}

#[derive(Debug, Serialize)]
struct Named {
    name: String,
    kind: &'static str,
}

/// An entry of bodies or groups.
#[derive(Debug, Serialize)]
struct Entry {
    name: String,
    /// dynamic, kinematic, static, or the name of an assembly.
    kind: String,
    shapes: Vec<String>,
    copies: u64,
    position_m: [f32; 3],
    /// Whether it appears step by step.
    later: bool,
}

#[derive(Debug, Serialize)]
struct Shot {
    ball: String,
    tick: u32,
    named: Option<String>,
}

impl Card {
    fn of(name: &str, scene: &Scene) -> Result<Self, SceneError> {
        let config = scene.config();
        let bodies = scene.bodies.iter().map(|body| Entry {
            name: body.name.clone(),
            kind: format!("{:?}", body.kind).to_lowercase(),
            shapes: body.shape.0.clone(),
            copies: body.copies(),
            position_m: body.position.to_array(),
            later: body.spawn.is_some(),
        });
        let groups = scene.groups.iter().map(|group| Entry {
            name: group.name.clone(),
            kind: format!("group of {}", group.assembly),
            shapes: Vec::new(),
            copies: group.copies(),
            position_m: group.position.to_array(),
            later: group.spawn.is_some(),
        });
        Ok(Self {
            row: Row::of(name, scene)?,
            notes: scene.notes.clone(),
            gravity_mps2: config.gravity.to_array(),
            dt_s: config.fixed_dt,
            substeps: config.substeps,
            restitution_threshold_mps: config.restitution_threshold,
            materials: scene.materials.names().map(str::to_owned).collect(),
            shapes: scene
                .shapes
                .iter()
                .map(|(name, shape)| Named {
                    name: name.to_owned(),
                    kind: shape.kind(),
                })
                .collect(),
            entries: bodies.chain(groups).collect(),
            shots: scene
                .shots
                .iter()
                .map(|shot| Shot {
                    ball: shot.ball.clone(),
                    tick: shot.tick,
                    named: shot.named.clone(),
                })
                .collect(),
        })
    }
}

fn show(card: &Card) -> String {
    let row = &card.row;
    let mut text = format!("{}  {}\n", bold(&row.name), row.about);
    for note in &card.notes {
        text.push_str(&format!("  {}\n", dim(note)));
    }
    let [x, y, z] = card.gravity_mps2;
    let mut table = Table::new(&[Align::Left, Align::Left]);
    table.row(["kind".to_owned(), row.kind.to_owned()]);
    table.row(["bodies".to_owned(), row.bodies.to_string()]);
    table.row(["joints".to_owned(), or_dash(row.joints as u64)]);
    table.row(["balls".to_owned(), or_dash(row.balls as u64)]);
    table.row(["suggested steps".to_owned(), or_dash(u64::from(row.ticks))]);
    table.row(["gravity".to_owned(), format!("({x}, {y}, {z}) m/s^2")]);
    table.row([
        "step".to_owned(),
        format!("{} s in {} substeps", card.dt_s, card.substeps),
    ]);
    text.push_str(&format!("\n{}", table.render()));

    text.push_str(&format!("\n{}\n", bold("Bodies")));
    let mut table = Table::new(&[
        Align::Left,
        Align::Left,
        Align::Right,
        Align::Left,
        Align::Left,
    ])
    .header(&["NAME", "KIND", "COPIES", "SHAPES", "POSITION (m)"]);
    for entry in &card.entries {
        let [x, y, z] = entry.position_m;
        let later = if entry.later {
            ", appears step by step"
        } else {
            ""
        };
        table.row([
            if entry.name.is_empty() {
                "-".to_owned()
            } else {
                entry.name.clone()
            },
            format!("{}{later}", entry.kind),
            entry.copies.to_string(),
            entry.shapes.join(", "),
            format!("({x}, {y}, {z})"),
        ]);
    }
    text.push_str(&table.render());

    text.push_str(&format!("\n{}\n", bold("Shapes")));
    let mut table = Table::new(&[Align::Left, Align::Left]);
    for shape in &card.shapes {
        table.row([shape.name.clone(), shape.kind.to_owned()]);
    }
    text.push_str(&table.render());
    if !card.materials.is_empty() {
        text.push_str(&format!(
            "\n{}\n  {}\n",
            bold("Materials"),
            card.materials.join(", ")
        ));
    }
    if !card.shots.is_empty() {
        text.push_str(&format!("\n{}\n", bold("Shots")));
        for shot in &card.shots {
            let named = shot.named.as_deref().unwrap_or("by its numbers");
            text.push_str(&format!("  step {}: {}, {named}\n", shot.tick, shot.ball));
        }
    }
    text
}
