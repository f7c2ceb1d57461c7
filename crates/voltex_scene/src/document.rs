//! A text in one of the two forms of scene files, read as any type, that knows where each of its fields stands.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use ron::Options;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use crate::error::{Place, SceneError};
use crate::locate::{Step, line_column, locate, path_text};
use crate::text::{json_error, ron_error};

/// Largest file that is read, bytes.
pub const MAX_FILE: u64 = 64 << 20;

/// The two forms of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Rusty Object Notation, with `Some(...)` left out around values that may be absent.
    Ron,
    /// JSON. Variants are objects with one key: `{"Sphere": {"radius": 0.5}}`.
    Json,
}

impl Form {
    /// The form that the ending of a file's name says.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_ascii_lowercase();
        match ending.to_str() {
            Some("ron") => Some(Self::Ron),
            Some("json") => Some(Self::Json),
            _ => None,
        }
    }
}

/// A text and what is needed to say where in it something is wrong.
///
/// Programs read files of their own in the same two forms with it, with the same sentences about what is wrong.
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
    form: Form,
    file: Option<String>,
}

impl Document {
    /// A text without a file.
    ///
    /// # Errors
    /// A text of more than [`MAX_FILE`] bytes.
    pub fn new(text: &str, form: Form) -> Result<Self, SceneError> {
        // Editors of some systems begin a file with this mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() as u64 > MAX_FILE {
            return Err(SceneError::Text {
                place: Box::default(),
                problem: format!(
                    "the text has {} bytes, the most that a scene may have are {} MiB; let arrangements make many bodies",
                    text.len(),
                    MAX_FILE >> 20
                ),
            });
        }
        Ok(Self {
            text: text.to_owned(),
            form,
            file: None,
        })
    }

    /// A file whose name ends in `.ron` or `.json`, of at most [`MAX_FILE`] bytes.
    ///
    /// # Errors
    /// A file that cannot be read, is no text, is too large or has another ending.
    pub fn load(path: &Path) -> Result<Self, SceneError> {
        let name = path.display().to_string();
        let Some(form) = Form::of(path) else {
            return Err(SceneError::Ending { file: name });
        };
        let unreadable = |reason: String| SceneError::Unreadable {
            file: name.clone(),
            reason,
        };
        let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
        let mut bytes = Vec::new();
        // One byte beyond the limit tells that there are more, whatever the size is said to be.
        file.take(MAX_FILE + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(error.to_string()))?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(unreadable(format!(
                "it is larger than {} MiB, the most that a scene may have; let arrangements make many bodies",
                MAX_FILE >> 20
            )));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            SceneError::Text {
                place: Box::new(Place {
                    position: Some(line_column(
                        &String::from_utf8_lossy(&error.as_bytes()[..good]),
                        good,
                    )),
                    ..Place::default()
                }),
                problem: "the text is not UTF-8 here; save the file as UTF-8".to_owned(),
            }
            .in_file(&name)
        })?;
        Ok(Self {
            file: Some(name),
            ..Self::new(&text, form)?
        })
    }

    /// Length of the text, bytes.
    pub(crate) fn len(&self) -> u64 {
        self.text.len() as u64
    }

    /// The value that the text stands for.
    ///
    /// # Errors
    /// A text that is none, with file, line and column.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, SceneError> {
        let value = match self.form {
            Form::Ron => options()
                .from_str(&self.text)
                .map_err(|error| ron_error(&self.text, &error)),
            Form::Json => serde_json::from_str(&self.text).map_err(|error| json_error(&error)),
        };
        value.map_err(|error| self.named(error))
    }

    /// What is wrong at a field, and the way out: an error with file, line, column and field.
    pub fn conflict(&self, path: &[Step], problem: impl Into<String>) -> SceneError {
        let error = SceneError::Conflict {
            place: Box::default(),
            problem: problem.into(),
        };
        self.placed(error, path)
    }

    /// The same error at a field of this text.
    pub(crate) fn placed(&self, mut error: SceneError, path: &[Step]) -> SceneError {
        if let Some(place) = error.place_mut() {
            place.path = path_text(path);
            place.position = Some(line_column(&self.text, locate(&self.text, path)));
        }
        self.named(error)
    }

    fn named(&self, error: SceneError) -> SceneError {
        match &self.file {
            Some(file) => error.in_file(file),
            None => error,
        }
    }
}

pub(crate) fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}
