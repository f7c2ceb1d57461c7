//! `voltex doctor`: whether this machine computes what every other machine does.

use serde::Serialize;
use voltex_math::{check_float_mode, simd_features, simd_level};

use crate::args::DoctorArgs;
use crate::error::CliError;
use crate::output::{self, Align, Table, bold, green, red};
use crate::{demo, demos};

/// What was found.
#[derive(Debug, Serialize)]
struct Report {
    version: &'static str,
    os: &'static str,
    architecture: &'static str,
    processor: Option<String>,
    logical_processors: Option<usize>,
    simd_level: &'static str,
    simd_features: Vec<&'static str>,
    /// `ok` or the deviation.
    float_mode: String,
    self_test: Vec<Flown>,
    ok: bool,
}

/// One flight of the self-test.
#[derive(Debug, Serialize)]
struct Flown {
    name: &'static str,
    expected: String,
    found: String,
    ok: bool,
}

/// Examines the machine; exit code 1 if anything differs from what it has to be.
pub(crate) fn run(args: &DoctorArgs) -> Result<(), CliError> {
    let float_mode = check_float_mode();
    let mut self_test = Vec::new();
    for demo in demos::ALL {
        let found = format!("{:016x}", demo::fly(demo)?.state_hash());
        let expected = format!("{:016x}", demo.golden);
        self_test.push(Flown {
            name: demo.name,
            ok: found == expected,
            expected,
            found,
        });
    }
    let ok = float_mode.is_ok() && self_test.iter().all(|flown| flown.ok);
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        os: std::env::consts::OS,
        architecture: std::env::consts::ARCH,
        processor: processor_name(),
        logical_processors: std::thread::available_parallelism().ok().map(usize::from),
        simd_level: simd_level(),
        simd_features: simd_features(),
        float_mode: match &float_mode {
            Ok(()) => "ok".to_owned(),
            Err(error) => error.to_string(),
        },
        self_test,
        ok,
    };
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&text(&report))?;
    }
    if ok {
        return Ok(());
    }
    Err(CliError::Failed(
        "this machine does not compute the recorded results; please report it together with this output".to_owned(),
    ))
}

fn text(report: &Report) -> String {
    let good = |ok: bool| if ok { green("ok") } else { red("differs") };
    let unknown = || "not known".to_owned();
    let mut table = Table::new(&[Align::Left, Align::Left]);
    table.row(["voltex".to_owned(), report.version.to_owned()]);
    table.row([
        "system".to_owned(),
        format!("{} on {}", report.os, report.architecture),
    ]);
    table.row([
        "processor".to_owned(),
        report.processor.clone().unwrap_or_else(unknown),
    ]);
    table.row([
        "logical processors".to_owned(),
        report
            .logical_processors
            .map_or_else(unknown, |count| count.to_string()),
    ]);
    table.row([
        "SIMD level".to_owned(),
        format!(
            "{} ({})",
            report.simd_level,
            report.simd_features.join(", ")
        ),
    ]);
    let float_mode = if report.float_mode == "ok" {
        format!("{} (round to nearest, subnormal numbers kept)", green("ok"))
    } else {
        red(&report.float_mode)
    };
    table.row(["float mode".to_owned(), float_mode]);
    let passed = report.self_test.iter().filter(|flown| flown.ok).count();
    let total = report.self_test.len();
    table.row([
        "self-test".to_owned(),
        format!(
            "{} ({passed} of {total} flights give the recorded hash)",
            good(passed == total)
        ),
    ]);
    let mut text = table.render();
    let mut wrong = Table::new(&[Align::Left, Align::Left, Align::Left])
        .header(&["flight", "recorded", "here"]);
    for flown in report.self_test.iter().filter(|flown| !flown.ok) {
        wrong.row([
            flown.name.to_owned(),
            flown.expected.clone(),
            flown.found.clone(),
        ]);
    }
    if passed < total {
        text.push_str(&wrong.render());
    }
    text.push_str(&format!(
        "\n{}\n",
        bold(if report.ok {
            "This machine computes what every other one does."
        } else {
            "Something differs."
        })
    ));
    text
}

/// The processor's own name where the system tells it as a file.
fn processor_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("model name") || line.starts_with("Model"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
