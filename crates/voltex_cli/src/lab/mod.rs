//! `voltex lab`: experiments on the engine itself, each measurement beside the closed form.

mod drag;
mod five_balls;
mod friction;
mod report;
mod restitution;
mod room;
mod solver;
mod spin;

use serde::Serialize;

use crate::args::LabArgs;
use crate::error::CliError;
use crate::output::{self, Align, Table, dim};

use report::Report;

/// An experiment.
pub(crate) struct Lab {
    pub(crate) name: &'static str,
    about: &'static str,
    run: fn() -> Result<Report, CliError>,
}

/// All labs.
pub(crate) const ALL: [Lab; 6] = [
    Lab {
        name: "restitution",
        about: "momentum and energy of collisions for e from 0 to 1, and bounces that lose height by e^2",
        run: restitution::run,
    },
    Lab {
        name: "friction",
        about: "a sliding box stops after v^2/(2 mu g), and a slope holds it up to the angle atan mu",
        run: friction::run,
    },
    Lab {
        name: "five-balls",
        about: "five balls in a box: their paths, and their energy for e = 1 and e < 1",
        run: five_balls::run,
    },
    Lab {
        name: "spin",
        about: "a spinning ball curves along a circle of radius 2m/(rho A Cl)",
        run: spin::run,
    },
    Lab {
        name: "drag",
        about: "terminal speed, and the way through air, by the closed forms of one dimension",
        run: drag::run,
    },
    Lab {
        name: "solver",
        about: "contacts of a stack, one after another: iterations, residual, and overlap by weight over stiffness",
        run: solver::run,
    },
];

/// Lists the labs or runs one.
pub(crate) fn run(args: &LabArgs) -> Result<(), CliError> {
    let Some(name) = &args.name else {
        return list(args.json);
    };
    let lab = ALL
        .iter()
        .find(|lab| lab.name == name)
        .expect("the command line knows the names");
    let mut report = (lab.run)()?;
    let path = args.out.join(format!("lab-{}.png", lab.name));
    let failed = |reason: String| CliError::Write {
        path: path.clone(),
        reason,
    };
    std::fs::create_dir_all(&args.out).map_err(|error| failed(error.to_string()))?;
    let png = report.png().map_err(failed)?;
    std::fs::write(&path, png).map_err(|error| failed(error.to_string()))?;
    report.picture = path.display().to_string();
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&format!("{}  wrote {}\n", report.text(), report.picture))?;
    }
    if report.passed {
        return Ok(());
    }
    let (passed, all) = report.count();
    Err(CliError::Failed(format!(
        "{} of {all} measurements of the lab {name} are outside their tolerance",
        all - passed
    )))
}

fn list(as_json: bool) -> Result<(), CliError> {
    #[derive(Serialize)]
    struct Row {
        name: &'static str,
        about: &'static str,
    }
    let rows = ALL.iter().map(|lab| Row {
        name: lab.name,
        about: lab.about,
    });
    if as_json {
        return output::print_json(&rows.collect::<Vec<_>>());
    }
    let mut table = Table::new(&[Align::Left, Align::Left]).header(&["LAB", "WHAT IT SHOWS"]);
    for row in rows {
        table.row([row.name.to_owned(), row.about.to_owned()]);
    }
    output::print(&format!(
        "{}\n{}\n",
        table.render(),
        dim("voltex lab NAME runs one, prints its table and writes its picture.")
    ))
}
