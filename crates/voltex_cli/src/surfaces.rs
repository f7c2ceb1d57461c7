//! `voltex surfaces`: the grounds, and one ground with every number, its source and what each ball meets on it.

use serde::Serialize;
use voltex_flight::data::Datum;
use voltex_flight::surface::{Friction, Restitution};
use voltex_flight::surfaces::{self, Ground};
use voltex_flight::{Surface, balls, data};
use voltex_math::DVec3;

use crate::args::SurfacesArgs;
use crate::balls::{Entry, sources};
use crate::error::CliError;
use crate::output::{self, Align, Table, bold, dim};

/// Lists all surfaces or shows one.
pub(crate) fn run(args: &SurfacesArgs) -> Result<(), CliError> {
    let ground = args.name.as_deref().and_then(surfaces::find);
    match ground {
        None => {
            let rows: Vec<Row> = surfaces::ALL.iter().map(Row::of).collect();
            if args.json {
                output::print_json(&rows)
            } else {
                output::print(&list(&rows))
            }
        }
        Some(ground) => {
            let card = Card::of(ground);
            if args.json {
                output::print_json(&card)
            } else {
                output::print(&show(&card))
            }
        }
    }
}

/// The coefficients of one pair of ball and ground.
#[derive(Debug, Serialize)]
pub(crate) struct Coefficients {
    pub(crate) name: &'static str,
    restitution_at_5_mps: f64,
    restitution_at_20_mps: f64,
    /// Change with the temperature of the ball.
    restitution_per_kelvin: f64,
    /// On a lane that of the oil.
    friction: f64,
    tangential_restitution: f64,
    rolling_resistance: f64,
    spinning_resistance: f64,
    soft: bool,
}

impl Coefficients {
    pub(crate) fn of(surface: &Surface) -> Self {
        Self {
            name: surface.name,
            restitution_at_5_mps: surface.restitution.at(5.0),
            restitution_at_20_mps: surface.restitution.at(20.0),
            restitution_per_kelvin: surface.restitution_per_kelvin,
            friction: surface.friction.at(DVec3::ZERO),
            tangential_restitution: surface.tangential_restitution,
            rolling_resistance: surface.rolling,
            spinning_resistance: surface.spinning,
            soft: surface.soft,
        }
    }

    /// A row of [`table`] under a name.
    pub(crate) fn cells(&self, name: &str) -> [String; 8] {
        [
            name.to_owned(),
            format!("{:.3}", self.restitution_at_5_mps),
            format!("{:.3}", self.restitution_at_20_mps),
            if self.restitution_per_kelvin == 0.0 {
                "-".to_owned()
            } else {
                format!("{:+.4}", self.restitution_per_kelvin)
            },
            format!("{:.2}", self.friction),
            format!("{:.2}", self.tangential_restitution),
            format!("{:.3}", self.rolling_resistance),
            format!(
                "{:.3}{}",
                self.spinning_resistance,
                if self.soft { "  soft" } else { "" }
            ),
        ]
    }
}

/// A table of coefficients whose first column is headed `first`.
pub(crate) fn table(first: &str) -> Table {
    let right = Align::Right;
    Table::new(&[
        Align::Left,
        right,
        right,
        right,
        right,
        right,
        right,
        Align::Left,
    ])
    .header(&[
        first,
        "e AT 5 m/s",
        "AT 20 m/s",
        "PER K",
        "FRICTION",
        "TANGENTIAL e",
        "ROLLING",
        "SPINNING",
    ])
}

/// A surface in the list.
#[derive(Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    coefficients: Coefficients,
    description: &'static str,
    /// Balls that have numbers of their own for it.
    own_numbers: Vec<&'static str>,
}

impl Row {
    fn of(ground: &Ground) -> Self {
        let name = ground.surface.name;
        Self {
            coefficients: Coefficients::of(&ground.surface),
            description: ground.description,
            own_numbers: balls::ALL
                .iter()
                .filter(|ball| ball.surfaces.iter().any(|own| own.name == name))
                .map(|ball| ball.name)
                .collect(),
        }
    }
}

fn list(rows: &[Row]) -> String {
    let mut numbers = table("SURFACE");
    let mut words =
        Table::new(&[Align::Left; 3]).header(&["SURFACE", "WHAT IT IS", "OWN NUMBERS OF"]);
    for row in rows {
        let name = row.coefficients.name;
        numbers.row(row.coefficients.cells(name));
        words.row([
            name.to_owned(),
            row.description.to_owned(),
            if row.own_numbers.is_empty() {
                "-".to_owned()
            } else {
                row.own_numbers.join(", ")
            },
        ]);
    }
    format!(
        "{}\n{}\n{}\n",
        words.render(),
        numbers.render(),
        dim(
            "e is that of a hard, lively ball. voltex surfaces NAME shows sources and what each ball meets."
        )
    )
}

/// Everything about one surface.
#[derive(Debug, Serialize)]
struct Card {
    #[serde(flatten)]
    row: Row,
    /// Coefficients of `c0 + c1 v + c2 v^2` over the normal speed, held above `v_max`.
    restitution_law: Option<Law>,
    lane: Option<Lane>,
    /// What each ball meets that bounces as a sphere.
    balls: Vec<Met>,
    data: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Law {
    c0: f64,
    c1_s_per_m: f64,
    c2_s2_per_m2: f64,
    v_max_mps: f64,
}

#[derive(Debug, Serialize)]
struct Lane {
    friction_oil: f64,
    friction_edge: f64,
    friction_dry: f64,
    oil_length_m: f64,
    oil_half_width_m: f64,
    oil_fade_m: f64,
}

#[derive(Debug, Serialize)]
struct Met {
    ball: &'static str,
    /// Whether the numbers are the ball's own.
    own: bool,
    #[serde(flatten)]
    coefficients: Coefficients,
}

impl Card {
    fn of(ground: &Ground) -> Self {
        let surface = &ground.surface;
        let row = Row::of(ground);
        let balls = balls::ALL
            .iter()
            .filter_map(|ball| {
                Some(Met {
                    ball: ball.name,
                    own: row.own_numbers.contains(&ball.name),
                    coefficients: Coefficients::of(&ball.surface(surface.name).ok()?),
                })
            })
            .collect();
        // A fairway has its restitution from the green, and both yield as soft turf does.
        let green = data::SURFACE_GREEN
            .iter()
            .filter(|datum| surface.soft && datum.path.starts_with("e_"))
            .filter(|datum| data::find(ground.data, datum.path).is_none());
        let soft: &[Datum] = if surface.soft {
            data::SURFACE_SOFT_TURF
        } else {
            &[]
        };
        Self {
            restitution_law: match surface.restitution {
                Restitution::Constant(_) => None,
                Restitution::Quadratic { c0, c1, c2, v_max } => Some(Law {
                    c0,
                    c1_s_per_m: c1,
                    c2_s2_per_m2: c2,
                    v_max_mps: v_max,
                }),
            },
            lane: match surface.friction {
                Friction::Uniform(_) => None,
                Friction::Lane(lane) => Some(Lane {
                    friction_oil: lane.oil,
                    friction_edge: lane.edge,
                    friction_dry: lane.dry,
                    oil_length_m: lane.length,
                    oil_half_width_m: lane.half_width,
                    oil_fade_m: lane.fade,
                }),
            },
            row,
            balls,
            data: ground
                .data
                .iter()
                .chain(green)
                .chain(soft)
                .map(Entry::of)
                .collect(),
        }
    }
}

fn show(card: &Card) -> String {
    let row = &card.row;
    let name = row.coefficients.name;
    let mut text = format!("{}  {}\n\n", bold(name), row.description);
    if let Some(law) = &card.restitution_law {
        text.push_str(&format!(
            "  restitution e = {} {:+} v {:+} v^2 over the normal speed v in m/s, constant above {} m/s\n",
            law.c0, law.c1_s_per_m, law.c2_s2_per_m2, law.v_max_mps
        ));
    }
    if row.coefficients.soft {
        text.push_str("  soft: the ground turns its face to a fast ball\n");
    }
    if let Some(lane) = &card.lane {
        text.push_str(&format!(
            "  friction {} on oil, {} outside {} m from the middle, {} beyond {} m, over {} m from one to the other\n",
            lane.friction_oil,
            lane.friction_edge,
            lane.oil_half_width_m,
            lane.friction_dry,
            lane.oil_length_m,
            lane.oil_fade_m
        ));
    }
    text.push_str(&format!(
        "\n{}\n",
        bold("What each ball meets; * marks numbers of the ball's own")
    ));
    let mut table = table("BALL");
    for met in &card.balls {
        let ball = format!("{}{}", met.ball, if met.own { " *" } else { "" });
        table.row(met.coefficients.cells(&ball));
    }
    text.push_str(&table.render());
    text.push_str(&format!("\n{}\n", bold("Every number with its source")));
    text.push_str(&sources(&card.data));
    text
}
