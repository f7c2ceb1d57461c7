//! What can be wrong with a scene, in sentences that name the place, the value, the allowed range and the way out.

use std::fmt;

use thiserror::Error;
use voltex_ecs::EcsError;
use voltex_flight::FlightError;
use voltex_flight::error::nearest_name;
use voltex_physics::PhysicsError;

/// Where in a scene: a file, a line and a column where it was read from a text, and the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Name of the file; `None` for a text without a name.
    pub file: Option<String>,
    /// Line and column, counted from 1 in characters; `None` for a scene that was made by code.
    pub position: Option<(usize, usize)>,
    /// The field, such as `bodies[3].mass`; empty where the text as a whole is meant.
    pub path: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.position) {
            (Some(file), Some((line, column))) => write!(f, "{file}:{line}:{column}: ")?,
            (None, Some((line, column))) => write!(f, "line {line}, column {column}: ")?,
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, None) => {}
        }
        if self.path.is_empty() {
            Ok(())
        } else {
            write!(f, "{}: ", self.path)
        }
    }
}

/// Why a scene cannot be read or built.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SceneError {
    /// A text that is no scene: a missing bracket, a field that does not exist, a value of another type.
    #[error("{place}{problem}")]
    Text {
        /// Where.
        place: Box<Place>,
        /// What was found and what to write instead.
        problem: String,
    },
    /// A number outside its range.
    #[error("{place}{what} is {value}; {allowed}")]
    OutOfRange {
        /// Where.
        place: Box<Place>,
        /// The quantity with its unit.
        what: &'static str,
        /// The value, as a text.
        value: String,
        /// The allowed range and the way out, as the rest of the sentence.
        allowed: String,
    },
    /// A name that nothing carries.
    #[error(
        "{place}there is no {what} named `{}`{}",
        quoted(name),
        suggestion(name, known, what)
    )]
    Unknown {
        /// Where.
        place: Box<Place>,
        /// The kind of thing looked for: material, shape, body.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// The valid names.
        known: Vec<String>,
    },
    /// Things that do not go together.
    #[error("{place}{problem}")]
    Conflict {
        /// Where.
        place: Box<Place>,
        /// What does not go together, and the way out.
        problem: String,
    },
    /// A shape, body or setting that the physics refuses.
    #[error("{place}{error}")]
    Physics {
        /// Where.
        place: Box<Place>,
        /// Its reason.
        error: PhysicsError,
    },
    /// A ball, launch, air or wind that the flight model refuses.
    #[error("{place}{error}")]
    Flight {
        /// Where.
        place: Box<Place>,
        /// Its reason.
        error: FlightError,
    },
    /// A file that cannot be read.
    #[error("cannot read {file}: {reason}; check the path and whether you may read it")]
    Unreadable {
        /// The file.
        file: String,
        /// The system's reason.
        reason: String,
    },
    /// A file whose ending is not that of a scene.
    #[error("{file} does not end in .ron or .json, the two forms of a scene file; rename it")]
    Ending {
        /// The file.
        file: String,
    },
    /// A world that does not take the components of a scene.
    #[error("{0}")]
    World(EcsError),
}

impl SceneError {
    /// Where in the scene, for errors that have a place.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Text { place, .. }
            | Self::OutOfRange { place, .. }
            | Self::Unknown { place, .. }
            | Self::Conflict { place, .. }
            | Self::Physics { place, .. }
            | Self::Flight { place, .. } => Some(place.as_ref()),
            Self::Unreadable { .. } | Self::Ending { .. } | Self::World(_) => None,
        }
    }

    pub(crate) fn place_mut(&mut self) -> Option<&mut Place> {
        match self {
            Self::Text { place, .. }
            | Self::OutOfRange { place, .. }
            | Self::Unknown { place, .. }
            | Self::Conflict { place, .. }
            | Self::Physics { place, .. }
            | Self::Flight { place, .. } => Some(place.as_mut()),
            Self::Unreadable { .. } | Self::Ending { .. } | Self::World(_) => None,
        }
    }

    /// The same error without line and column: for a text that was made by a program and that nobody sees.
    #[must_use]
    pub fn without_position(mut self) -> Self {
        if let Some(place) = self.place_mut() {
            place.position = None;
        }
        self
    }

    /// The same error in the file of this name.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        if let Some(place) = self.place_mut() {
            place.file = Some(file.to_owned());
        }
        self
    }
}

/// Most names that a message lists.
const LISTED: usize = 24;

/// The rest of the sentence about a name that is not known.
pub(crate) fn suggestion(name: &str, known: &[String], what: &str) -> String {
    if known.is_empty() {
        return format!("; the scene has no {what} of any name");
    }
    let nearest = match nearest_name(name, known.iter().map(String::as_str)) {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None => String::new(),
    };
    let more = known.len().saturating_sub(LISTED);
    let mut list = known
        .iter()
        .take(LISTED)
        .map(|name| quoted(name))
        .collect::<Vec<_>>()
        .join(", ");
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    format!("{nearest}; known: {list}")
}

/// A text as messages quote it: at most 40 characters, control characters escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut short = String::new();
    for letter in text.chars().take(40) {
        if letter.is_control() {
            short.extend(letter.escape_debug());
        } else {
            short.push(letter);
        }
    }
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
