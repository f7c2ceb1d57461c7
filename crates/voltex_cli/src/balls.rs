//! `voltex balls`: the balls, and one ball with every number, its range and its source.

use serde::Serialize;
use voltex_flight::data::{self, Datum};
use voltex_flight::{Ball, balls};

use crate::args::BallsArgs;
use crate::error::CliError;
use crate::output::{self, Align, Table, bold, dim};

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
    about_models: Vec<Named>,
    about_surfaces: Vec<Ground>,
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
struct Ground {
    name: &'static str,
    restitution_at_5_mps: f64,
    friction: f64,
    tangential_restitution: f64,
}

#[derive(Debug, Serialize)]
struct Coefficient {
    path: &'static str,
    value: f64,
    unit: Option<&'static str>,
    source: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Entry {
    path: &'static str,
    value: String,
    unit: &'static str,
    kind: String,
    verification: String,
    source: &'static str,
    note: Option<&'static str>,
}

impl Entry {
    fn of(datum: &Datum) -> Self {
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
            about_models: ball
                .models()
                .map(|model| Named {
                    name: model.name,
                    description: model.description,
                })
                .collect(),
            about_surfaces: ball
                .surfaces
                .iter()
                .map(|surface| Ground {
                    name: surface.name,
                    restitution_at_5_mps: surface.restitution.at(5.0),
                    friction: surface.friction.at(voltex_math::DVec3::ZERO),
                    tangential_restitution: surface.tangential_restitution,
                })
                .collect(),
            parameters: ball
                .parameters()
                .into_iter()
                // A limit that the law does not have.
                .filter(|parameter| parameter.value < f64::MAX)
                .map(|parameter| Coefficient {
                    path: parameter.path,
                    value: parameter.value,
                    unit: parameter.datum.map(|datum| datum.unit),
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

    text.push_str(&format!("\n{}\n", bold("Surfaces (--surface)")));
    if card.about_surfaces.is_empty() {
        text.push_str("  none: a ball that is not round, or no measured bounce\n");
    } else {
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right])
            .header(&[
                "name",
                "restitution at 5 m/s",
                "friction",
                "tangential restitution",
            ]);
        for ground in &card.about_surfaces {
            table.row([
                ground.name.to_owned(),
                format!("{:.3}", ground.restitution_at_5_mps),
                format!("{:.2}", ground.friction),
                format!("{:.2}", ground.tangential_restitution),
            ]);
        }
        text.push_str(&table.render());
    }

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
    for entry in &card.data {
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
