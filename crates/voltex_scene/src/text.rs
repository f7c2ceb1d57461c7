//! Scene files to scenes and back, with errors that say where and what to write instead.

use std::path::Path;

use ron::ser::PrettyConfig;

use crate::check::Fault;
use crate::document::{Document, Form, options};
use crate::error::{Place, SceneError, quoted, suggestion};
use crate::include::Gathered;
use crate::locate::{line_column, path_text};
use crate::scene::Scene;
use crate::validate::check;

/// # Files
impl Scene {
    /// Reads and checks a scene in RON, with `Some(...)` left out around values that may be absent.
    ///
    /// # Errors
    /// A text that is no scene, or a scene that cannot be built; with line and column.
    pub fn from_ron(text: &str) -> Result<Self, SceneError> {
        Self::from_document(Document::new(text, Form::Ron)?, None)
    }

    /// Reads and checks a scene in JSON. Variants are objects with one key: `{"Sphere": {"radius": 0.5}}`.
    ///
    /// # Errors
    /// As for [`Scene::from_ron`].
    pub fn from_json(text: &str) -> Result<Self, SceneError> {
        Self::from_document(Document::new(text, Form::Json)?, None)
    }

    /// Reads and checks a file whose name ends in `.ron` or `.json`, and the files that it includes, of at most
    /// [`MAX_FILE`](crate::MAX_FILE) bytes together.
    ///
    /// # Errors
    /// A file that cannot be read or has another ending, and as for [`Scene::from_ron`]; the name of the file is in the
    /// message.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        Self::from_document(Document::load(path)?, Some(path))
    }

    fn from_document(document: Document, path: Option<&Path>) -> Result<Self, SceneError> {
        let gathered = Gathered::new(document, path)?;
        match check(&gathered.scene) {
            Ok(()) => Ok(gathered.scene),
            Err(fault) => Err(gathered.placed(*fault.error, &fault.path)),
        }
    }

    /// Checks everything that reading a file checks: names, ranges, counts.
    ///
    /// # Errors
    /// What `build` would refuse, with the field that is to blame.
    pub fn validate(&self) -> Result<(), SceneError> {
        check(self).map_err(Fault::unplaced)
    }

    /// The scene as RON, which [`Scene::from_ron`] reads back equal. Fields at their defaults are left out.
    pub fn to_ron(&self) -> String {
        let layout = PrettyConfig::new().depth_limit(4).struct_names(false);
        options()
            .to_string_pretty(self, layout)
            .expect("a scene holds only structs, lists, tables, texts and numbers")
    }

    /// The scene as JSON, which [`Scene::from_json`] reads back equal. Fields at their defaults are left out.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self)
            .expect("a scene holds only structs, lists, tables with text keys, texts and numbers")
    }
}

impl Fault {
    /// The error with its field, without a place in a text.
    fn unplaced(self) -> SceneError {
        let mut error = *self.error;
        if let Some(place) = error.place_mut() {
            place.path = path_text(&self.path);
        }
        error
    }
}

fn text_error(line: usize, column: usize, problem: String) -> SceneError {
    SceneError::Text {
        place: Box::new(Place {
            position: Some((line, column)),
            ..Place::default()
        }),
        problem,
    }
}

pub(crate) fn ron_error(text: &str, error: &ron::error::SpannedError) -> SceneError {
    use ron::Error;
    let (line, column) = (error.span.start.line, error.span.start.col);
    let end = (error.span.end.line, error.span.end.col);
    if line_column(text, text.trim_end().len()) <= end && error.code != Error::TrailingCharacters {
        return text_error(line, column, ENDS.to_owned());
    }
    let of = |outer: &Option<String>| match outer.as_deref() {
        None | Some("") => String::new(),
        Some(name) => format!(" of {name}"),
    };
    let known = |expected: &[&str]| {
        expected
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    let problem = match &error.code {
        Error::NoSuchStructField {
            expected,
            found,
            outer,
        } => format!(
            "there is no field `{}`{}{}",
            quoted(found),
            of(outer),
            suggestion(found, &known(expected), "field")
        ),
        Error::NoSuchEnumVariant {
            expected,
            found,
            outer,
        } => format!(
            "there is no variant `{}`{}{}",
            quoted(found),
            of(outer),
            suggestion(found, &known(expected), "variant")
        ),
        Error::MissingStructField { field, outer } => {
            format!("the field `{field}`{} is missing; add it", of(outer))
        }
        Error::DuplicateStructField { field, outer } => format!(
            "the field `{field}`{} is given twice; leave one out",
            of(outer)
        ),
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => {
            "expected `(`: vectors, structs and the fields of variants stand in round brackets, such as (x, y, z) or Ball()".to_owned()
        }
        Error::ExpectedArray => "expected `[`: lists stand in square brackets".to_owned(),
        Error::ExpectedMap => {
            "expected `{`: tables of names stand in curly brackets, such as {\"ice\": (friction: 0.02)}"
                .to_owned()
        }
        Error::ExpectedMapColon => "expected `:` between a name and its value".to_owned(),
        Error::ExpectedComma => {
            "expected a comma; a count is a whole number without a decimal point".to_owned()
        }
        Error::IntegerOutOfBounds => {
            "the number is negative or too large for a count; write a whole number from 0 to 4294967295".to_owned()
        }
        Error::ExpectedIdentifier => {
            "expected the name of a field here; a bracket is missing before it, or there is one too many".to_owned()
        }
        Error::ExpectedStructLikeEnd => {
            "expected `)`: there are too many values, or a comma is missing".to_owned()
        }
        Error::ExpectedArrayEnd => {
            "expected `]`: the list does not end, or a comma is missing".to_owned()
        }
        Error::ExpectedMapEnd => {
            "expected `}`: the table does not end, or a comma is missing".to_owned()
        }
        Error::Eof => ENDS.to_owned(),
        Error::TrailingCharacters => {
            "the scene has ended before this; remove what follows or a bracket too many".to_owned()
        }
        Error::ExpectedString => "expected a text in double quotes".to_owned(),
        Error::Message(text) => known_names(text),
        other => {
            let text = other.to_string();
            let mut letters = text.chars();
            match letters.next() {
                Some(first) => first.to_lowercase().chain(letters).collect(),
                None => text,
            }
        }
    };
    text_error(line, column, problem)
}

/// What to do about a text that breaks off.
const ENDS: &str = "the text ends here, before the scene does; close its brackets";

pub(crate) fn json_error(error: &serde_json::Error) -> SceneError {
    let text = error.to_string();
    let suffix = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&suffix).unwrap_or(&text);
    text_error(error.line(), error.column().max(1), known_names(text))
}

/// Serde's sentences about unknown names, with the nearest of those that it lists.
fn known_names(text: &str) -> String {
    for (beginning, what) in [
        ("unknown field `", "field"),
        ("unknown variant `", "variant"),
    ] {
        let Some(rest) = text.strip_prefix(beginning) else {
            continue;
        };
        let Some((name, rest)) = rest.split_once('`') else {
            continue;
        };
        let known: Vec<String> = rest
            .split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect();
        return format!(
            "there is no {what} `{}`{}",
            quoted(name),
            suggestion(name, &known, what)
        );
    }
    if let Some(field) = text
        .strip_prefix("missing field `")
        .and_then(|rest| rest.strip_suffix('`'))
    {
        return format!("the field `{field}` is missing; add it");
    }
    if let Some(field) = text
        .strip_prefix("duplicate field `")
        .and_then(|rest| rest.strip_suffix('`'))
    {
        return format!("the field `{field}` is given twice; leave one out");
    }
    text.to_owned()
}
