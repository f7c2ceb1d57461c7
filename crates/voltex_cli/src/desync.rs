//! `voltex desync`: the first difference between two recordings.

use std::fs::File;

use serde::Serialize;
use voltex_ecs::FieldValue;
use voltex_physics::{ImpactEvent, PhysicsEvent};
use voltex_replay::{
    Cause, Desync, FieldDifference, Input, Known, Reader, ReplayError, Side, desync,
};

use crate::args::DesyncArgs;
use crate::error::CliError;
use crate::output::{self, bold, dim, green};
use crate::recording::{empty_world, of_file, open};

/// Finds and tells the first difference.
pub(crate) fn run(args: &DesyncArgs) -> Result<(), CliError> {
    let (mut a, mut b) = (open(&args.a)?, open(&args.b)?);
    let found = desync(&mut a, &mut b, &empty_world()?);
    let found = found.map_err(|error| {
        // Both are read side by side: the one that cannot be read by itself is to blame.
        let of_b = damage(&mut a).as_ref() != Some(&error) && damage(&mut b).is_some();
        of_file(if of_b { &args.b } else { &args.a })(error)
    })?;
    let files = [&args.a, &args.b].map(|path| path.display().to_string());
    let Some(found) = found else {
        if args.json {
            let same = Same {
                files,
                identical: true,
                ticks: a.ticks(),
            };
            return output::print_json(&same);
        }
        return output::print(&format!("{}, {} ticks\n", green("identical"), a.ticks()));
    };
    let report = Report::of(files, &found, args.fields);
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&report.show())?;
    }
    Err(CliError::Failed(format!(
        "the recordings differ at tick {}: {}",
        found.tick, report.cause
    )))
}

/// The first thing of a recording that cannot be read.
fn damage(reader: &mut Reader<File>) -> Option<ReplayError> {
    let start = reader.keyframe(0).err();
    start.or_else(|| (0..reader.ticks()).find_map(|tick| reader.tick(tick).err()))
}

#[derive(Debug, Serialize)]
struct Same {
    files: [String; 2],
    identical: bool,
    ticks: u64,
}

/// The difference in words.
#[derive(Debug, Serialize)]
struct Report {
    files: [String; 2],
    identical: bool,
    tick: u64,
    cause: &'static str,
    /// From where the fields are known.
    known: String,
    /// Whether each recording is reproduced here up to that tick.
    #[serde(skip_serializing_if = "Option::is_none")]
    reproduced: Option<[bool; 2]>,
    /// Fields that differ, in all.
    differing: usize,
    fields: Vec<Field>,
    inputs: Vec<Told>,
    events: Vec<Told>,
    /// The entity that `contacts`, `impacts` and `edits` are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<String>,
    contacts: Vec<Told>,
    impacts: Vec<Told>,
    edits: Vec<Told>,
    remarks: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Field {
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<String>,
    component: String,
    field: String,
    a: String,
    b: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ulps: Option<u64>,
}

/// Something that happened: when or on which side, and what.
#[derive(Debug, Serialize)]
struct Told {
    at: String,
    what: String,
}

impl Field {
    fn of(difference: &FieldDifference) -> Self {
        let [a, b] = &difference.values;
        Self {
            entity: difference.entity.map(|entity| entity.to_string()),
            component: difference.part.clone(),
            field: difference.field.clone(),
            a: value(a.as_ref()),
            b: value(b.as_ref()),
            ulps: difference.ulps,
        }
    }

    fn show(&self) -> String {
        let entity = self.entity.as_deref().unwrap_or("");
        let ulps = self
            .ulps
            .map_or(String::new(), |ulps| format!(", {ulps} ulps apart"));
        let dot = if self.field.is_empty() { "" } else { "." };
        format!(
            "  {entity:<8} {}{dot}{}: {} and {}{ulps}\n",
            self.component, self.field, self.a, self.b
        )
    }
}

impl Report {
    fn of(files: [String; 2], found: &Desync, most: usize) -> Self {
        Self {
            files,
            identical: false,
            tick: found.tick,
            cause: cause(found.cause),
            known: match found.known {
                Known::Exactly => "exactly".to_owned(),
                Known::AtKeyframe(tick) => format!("from the keyframes before tick {tick}"),
                Known::NotAtAll => "not at all".to_owned(),
            },
            reproduced: found.reproduced,
            differing: found.fields.len(),
            fields: found.fields.iter().take(most).map(Field::of).collect(),
            inputs: found
                .inputs
                .iter()
                .map(|(at, what)| told(side(*at), input(what)))
                .collect(),
            events: found
                .events
                .iter()
                .map(|(at, what)| told(side(*at), event(what)))
                .chain(
                    found
                        .impacts
                        .iter()
                        .map(|(at, what)| told(side(*at), impact(what))),
                )
                .collect(),
            entity: found.entity().map(|entity| entity.to_string()),
            contacts: found
                .contacts
                .iter()
                .map(|(tick, what)| told(format!("tick {tick}"), event(what)))
                .collect(),
            impacts: found
                .blows
                .iter()
                .map(|(tick, what)| told(format!("tick {tick}"), impact(what)))
                .collect(),
            edits: found
                .edits
                .iter()
                .map(|(tick, inputs)| {
                    let inputs: Vec<String> = inputs.iter().map(input).collect();
                    let what = if inputs.is_empty() {
                        "changed without an input".to_owned()
                    } else {
                        inputs.join(", ")
                    };
                    told(format!("tick {tick}"), what)
                })
                .collect(),
            remarks: found.remarks.clone(),
        }
    }

    fn show(&self) -> String {
        let head = format!("tick {}", self.tick);
        let mut text = format!("{}  {}\n", bold(&head), self.cause);
        if let Some([a, b]) = self.reproduced {
            let is = |is| {
                if is {
                    "is reproduced here"
                } else {
                    "is not reproduced here"
                }
            };
            text.push_str(&format!("  A {}, B {}\n", is(a), is(b)));
        }
        if !self.fields.is_empty() {
            let known = match self.known.as_str() {
                "exactly" => String::new(),
                known => format!(", known {known}"),
            };
            let fields = if self.differing == 1 {
                "field differs"
            } else {
                "fields differ"
            };
            text.push_str(&format!("\n{} {fields}{known}\n", self.differing));
            self.fields
                .iter()
                .for_each(|field| text.push_str(&field.show()));
            if self.fields.len() < self.differing {
                let more = format!("  ... --fields {} shows all", self.differing);
                text.push_str(&format!("{}\n", dim(&more)));
            }
        }
        let entity = self.entity.as_deref().unwrap_or_default();
        for (name, list) in [
            ("inputs of one side".to_owned(), &self.inputs),
            ("events of one side".to_owned(), &self.events),
            (format!("last events of {entity}"), &self.contacts),
            (format!("last impacts of {entity}"), &self.impacts),
            (format!("last changes of {entity}"), &self.edits),
        ] {
            if !list.is_empty() {
                text.push_str(&format!("\n{name}\n"));
            }
            for Told { at, what } in list {
                text.push_str(&format!("  {at:<10} {what}\n"));
            }
        }
        for remark in &self.remarks {
            text.push_str(&format!("\n{}", dim(&format!("also different: {remark}"))));
        }
        text.push('\n');
        text
    }
}

const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Configuration => "the settings differ",
        Cause::Start => "the states before the first step differ",
        Cause::Input => "the inputs differ",
        Cause::Edit => "the changes between the steps differ, by whatever made them",
        Cause::Step => {
            "the step itself went apart: one state and the same changes led to two states"
        }
        Cause::Event => "the states agree, the events do not",
        Cause::Length => "one recording ends, until then they agree",
    }
}

fn side(side: Side) -> String {
    match side {
        Side::A => "A".to_owned(),
        Side::B => "B".to_owned(),
    }
}

fn told(at: String, what: String) -> Told {
    Told { at, what }
}

fn event(event: &PhysicsEvent) -> String {
    let mut text = event.name().to_owned();
    for entity in event.entities().into_iter().flatten() {
        text.push_str(&format!(" {entity}"));
    }
    text
}

fn impact(impact: &ImpactEvent) -> String {
    let [x, y, z] = impact.impulse.to_array();
    format!(
        "impact of {} and {} after {:.3} of the step, impulse ({x}, {y}, {z}) N s",
        impact.a, impact.b, impact.fraction
    )
}

/// An input as text if it looks like some, else in hexadecimal.
fn input(input: &Input) -> String {
    let plain = input.bytes.iter().all(|byte| (0x20..0x7f).contains(byte));
    let bytes = if plain {
        format!("\"{}\"", String::from_utf8_lossy(&input.bytes))
    } else {
        hex(&input.bytes)
    };
    format!("input {bytes} of {}", input.source)
}

fn value(value: Option<&FieldValue>) -> String {
    match value {
        None => "missing".to_owned(),
        Some(FieldValue::None) => "none".to_owned(),
        Some(FieldValue::Bool(value)) => value.to_string(),
        Some(FieldValue::Unsigned(value)) => value.to_string(),
        Some(FieldValue::Signed(value)) => value.to_string(),
        Some(FieldValue::F32(value)) => format!("{value:?}"),
        Some(FieldValue::F64(value)) => format!("{value:?}"),
        Some(FieldValue::Entity(value)) => value.to_string(),
        Some(FieldValue::Text(value)) => format!("\"{value}\""),
        Some(FieldValue::Bytes(value)) => hex(value),
    }
}

/// Bytes in hexadecimal, long ones cut.
fn hex(bytes: &[u8]) -> String {
    const MOST: usize = 16;
    let mut text: String = bytes
        .iter()
        .take(MOST)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    if bytes.len() > MOST {
        text.push_str(&format!("... ({} bytes)", bytes.len()));
    }
    text
}
