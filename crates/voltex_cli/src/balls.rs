//! `voltex balls`: the balls, and one ball with every number, its range and its source.

use serde::Serialize;
use voltex_flight::ball::Force;
use voltex_flight::data::{self, Datum};
use voltex_flight::{Ball, balls};

use crate::args::BallsArgs;
use crate::error::CliError;
use crate::output::{self, Align, Table, bold, dim};
use crate::surfaces::{self, Coefficients};

/// Lists all balls or shows one.
pub(crate) fn run(args: &BallsArgs) -> Result<(), CliError> {
    let Some(name) = &args.name else {
        let rows: Vec<Row> = balls::ALL.iter().map(|ball| Row::of(ball)).collect();
        return if args.json {
            output::print_json(&rows)
        } else {
            output::print(&list(&rows))
        };
    };
    let ball = balls::find(name)?;
    let card = Card::of(ball);
    if args.json {
        output::print_json(&card)
    } else {
        output::print(&show(&card))
    }
}

/// A ball in the list.
#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    sport: &'static str,
    body: &'static str,
    shape: &'static str,
    mass_kg: f64,
    diameter_m: f64,
    models: Vec<&'static str>,
    surfaces: Vec<&'static str>,
}

impl Row {
    fn of(ball: &Ball) -> Self {
        let about = data::BALLS.iter().find(|about| about.key == ball.name);
        Self {
            name: ball.name,
            sport: ball.sport,
            body: about.map_or("", |about| about.body),
            shape: about.and_then(|about| about.shape).unwrap_or("sphere"),
            mass_kg: ball.mass,
            diameter_m: 2.0 * ball.radius,
            models: ball.models().map(|model| model.name).collect(),
            surfaces: ball.surfaces.iter().map(|surface| surface.name).collect(),
        }
    }
}

fn list(rows: &[Row]) -> String {
    let mut table = Table::new(&[
        Align::Left,
        Align::Left,
        Align::Right,
        Align::Right,
        Align::Left,
        Align::Left,
    ])
    .header(&["BALL", "SPORT", "MASS", "DIAMETER", "MODELS", "SURFACES"]);
    for row in rows {
        table.row([
            row.name.to_owned(),
            row.sport.to_owned(),
            format!("{:.2} g", 1000.0 * row.mass_kg),
            format!("{:.1} mm", 1000.0 * row.diameter_m),
            row.models.join(", "),
            if row.surfaces.is_empty() {
                "-".to_owned()
            } else {
                row.surfaces.join(", ")
            },
        ]);
    }
    format!(
        "{}\n{}\n",
        table.render(),
        dim("voltex balls NAME shows coefficients, ranges and sources.")
    )
}

/// Everything about one ball.
#[derive(Debug, Serialize)]
struct Card {
    #[serde(flatten)]
    row: Row,
    valid_reynolds: Option<[f64; 2]>,
    valid_spin_parameter: Option<[f64; 2]>,
    /// On a rigid plate, for grounds without numbers of this ball's own.
    rigid_restitution: Option<f64>,
    about_models: Vec<Named>,
    about_surfaces: Vec<Coefficients>,
    /// The numbers that a flight of the default model depends on.
    parameters: Vec<Coefficient>,
    /// Everything that is known of the ball, in use or not.
    data: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Named {
    name: &'static str,
    description: &'static str,
}

#[derive(Debug, Serialize)]
struct Coefficient {
    path: &'static str,
    value: f64,
    unit: Option<&'static str>,
    source: Option<&'static str>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Entry {
    path: &'static str,
    value: String,
    unit: &'static str,
    kind: String,
    verification: String,
    source: &'static str,
    note: Option<&'static str>,
}

impl Entry {
    pub(crate) fn of(datum: &Datum) -> Self {
        Self {
            path: datum.path,
            value: datum.value.to_string(),
            unit: datum.unit,
            kind: datum.kind.to_string(),
            verification: datum.verification.to_string(),
            source: datum.source,
            note: datum.note,
        }
    }
}

impl Card {
    fn of(ball: &Ball) -> Self {
        Self {
            row: Row::of(ball),
            valid_reynolds: ball.valid.reynolds,
            valid_spin_parameter: ball.valid.spin_parameter,
            rigid_restitution: match &ball.force {
                Force::Spheroid(law) => Some(law.rigid_restitution),
                Force::Physical(_) | Force::Arcade(_) => ball.rigid_restitution,
            },
            about_models: ball
                .models()
                .map(|model| Named {
                    name: model.name,
                    description: model.description,
                })
                .collect(),
            about_surfaces: ball.surfaces.iter().map(Coefficients::of).collect(),
            parameters: ball
                .parameters()
                .into_iter()
                // A limit that the law does not have.
                .filter(|parameter| parameter.value < f64::MAX)
                .map(|parameter| Coefficient {
                    path: parameter.path,
                    value: parameter.value,
                    // Angles are in radians here, whatever their source has.
                    unit: parameter.datum.map(|datum| {
                        if datum.unit == "deg" {
                            "rad"
                        } else {
                            datum.unit
                        }
                    }),
                    source: parameter.datum.map(|datum| datum.source),
                })
                .collect(),
            data: ball.data().iter().map(Entry::of).collect(),
        }
    }
}

fn show(card: &Card) -> String {
    let row = &card.row;
    let mut text = format!(
        "{}  {} ({}), {}\n",
        bold(row.name),
        row.sport,
        row.body,
        row.shape
    );
    text.push_str(&format!("\n{}\n", bold("Models (--model)")));
    let mut table = Table::new(&[Align::Left, Align::Left]);
    for (index, model) in card.about_models.iter().enumerate() {
        let mark = if index == 0 { " (default)" } else { "" };
        table.row([
            model.name.to_owned(),
            format!("{}{mark}", model.description),
        ]);
    }
    text.push_str(&table.render());

    text.push_str(&format!(
        "\n{}\n",
        bold("Where the laws hold; outside, a flight carries a warning")
    ));
    let range = |range: Option<[f64; 2]>| match range {
        Some([low, high]) => format!("{low} to {high}"),
        None => "no range is known".to_owned(),
    };
    let mut table = Table::new(&[Align::Left, Align::Left]);
    table.row(["Reynolds number".to_owned(), range(card.valid_reynolds)]);
    table.row([
        "spin parameter r w/v".to_owned(),
        range(card.valid_spin_parameter),
    ]);
    text.push_str(&table.render());

    text.push_str(&format!(
        "\n{}\n",
        bold("Surfaces that this ball has numbers of its own for (--surface)")
    ));
    if card.about_surfaces.is_empty() {
        text.push_str("  none\n");
    } else {
        let mut table = surfaces::table("SURFACE");
        for ground in &card.about_surfaces {
            table.row(ground.cells(ground.name));
        }
        text.push_str(&table.render());
    }
    text.push_str(&format!("  {}\n", dim(&others(card))));

    text.push_str(&format!(
        "\n{}\n",
        bold("Coefficients in force (--set PATH=NUMBER)")
    ));
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Left]);
    for coefficient in &card.parameters {
        let unit = coefficient.unit.filter(|unit| *unit != "1").unwrap_or("");
        table.row([
            coefficient.path.to_owned(),
            coefficient.value.to_string(),
            unit.to_owned(),
        ]);
    }
    text.push_str(&table.render());

    text.push_str(&format!("\n{}\n", bold("Every number with its source")));
    text.push_str(&sources(&card.data));
    text
}

/// What the ball does on the other grounds.
fn others(card: &Card) -> String {
    match card.rigid_restitution {
        Some(rigid) => format!(
            "Any other of `voltex surfaces`: the smaller of its restitution and {rigid:.3}, this ball's on a rigid plate."
        ),
        None => "It does not bounce as a sphere: no other surface is offered.".to_owned(),
    }
}

/// Data entries with their sources, two or three lines each.
pub(crate) fn sources(entries: &[Entry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let unit = if matches!(entry.unit, "" | "1") {
            String::new()
        } else {
            format!(" {}", entry.unit)
        };
        text.push_str(&format!("  {} = {}{unit}\n", entry.path, entry.value));
        text.push_str(&format!(
            "      {}\n",
            dim(&format!(
                "{}, {}: {}",
                entry.kind, entry.verification, entry.source
            ))
        ));
        if let Some(note) = entry.note {
            text.push_str(&format!("      {}\n", dim(note)));
        }
    }
    text
}
