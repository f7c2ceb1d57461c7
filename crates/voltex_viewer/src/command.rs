//! Everything that can be done in the window, and the key that does it.

use voltex_platform::Key;

/// What is drawn besides the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    Trails,
    Contacts,
    Impulses,
    Forces,
    Velocity,
    SpinAxis,
    Boxes,
    Tree,
    Islands,
}

impl Layer {
    pub(crate) const ALL: [Self; 9] = [
        Self::Trails,
        Self::Contacts,
        Self::Impulses,
        Self::Forces,
        Self::Velocity,
        Self::SpinAxis,
        Self::Boxes,
        Self::Tree,
        Self::Islands,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Trails => "trails",
            Self::Contacts => "contacts and normals",
            Self::Impulses => "impulses",
            Self::Forces => "forces",
            Self::Velocity => "velocity",
            Self::SpinAxis => "spin axis",
            Self::Boxes => "bounding boxes",
            Self::Tree => "tree of boxes",
            Self::Islands => "islands by colour",
        }
    }

    /// What its colours mean.
    pub(crate) const fn legend(self) -> &'static str {
        match self {
            Self::Trails => "yellow: the way so far; grey: that of the run before the last change",
            Self::Contacts => "red: points of contact with their normals, from A to B",
            Self::Impulses => {
                "orange: impulses of the impacts of the last 0.2 s, and mean forces in lasting contacts"
            }
            Self::Forces => {
                "on balls, blue: gravity, red: drag, violet: Magnus force, brown: side force, white: wind"
            }
            Self::Velocity => "green: velocity of the chosen body",
            Self::SpinAxis => "violet: axis about which it turns, by the right-hand rule",
            Self::Boxes => "boxes that the broad phase compares, without their margin",
            Self::Tree => {
                "the trees of the broad phase, with its margins, darker from level to level"
            }
            Self::Islands => "bodies that touch or are joined have one colour",
        }
    }
}

/// Something that the user wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    PlayOrPause,
    /// So many ticks, backwards if negative.
    Step(i64),
    Start,
    End,
    Slower,
    Faster,
    /// The next body or the one before.
    Choose {
        forwards: bool,
    },
    /// The next component of the chosen body or the one before.
    Component {
        forwards: bool,
    },
    /// The next camera of the list.
    NextCamera,
    Follow,
    /// The next subject of the list or the one before.
    Open {
        forwards: bool,
    },
    Toggle(Layer),
    /// The next number that can be changed or the one before.
    Param {
        forwards: bool,
    },
    /// Changes that number by its step.
    Turn {
        up: bool,
    },
    /// All numbers as they were.
    Reset,
    NextImpact,
    PreviousImpact,
    /// To the first tick at which two recordings differ.
    Difference,
    Profile,
    Help,
    Quit,
}

impl Command {
    /// Whether a key that stays down does it again and again.
    pub(crate) const fn repeats(self) -> bool {
        matches!(
            self,
            Self::Step(_) | Self::Choose { .. } | Self::Component { .. } | Self::Turn { .. }
        )
    }
}

/// A key, whether with Shift, what it does, and how the help sheet says it.
pub(crate) struct Binding {
    pub(crate) key: Key,
    pub(crate) shift: bool,
    pub(crate) command: Command,
    pub(crate) keys: &'static str,
    pub(crate) what: &'static str,
}

const fn bind(key: Key, keys: &'static str, command: Command, what: &'static str) -> Binding {
    Binding {
        key,
        shift: false,
        command,
        keys,
        what,
    }
}

const fn shifted(key: Key, keys: &'static str, command: Command, what: &'static str) -> Binding {
    Binding {
        key,
        shift: true,
        command,
        keys,
        what,
    }
}

/// All keys, in the order of the help sheet.
static BINDINGS: [Binding; 34] = [
    bind(Key::Space, "Space", Command::PlayOrPause, "play or pause"),
    bind(Key::ArrowRight, "Right", Command::Step(1), "one tick on"),
    bind(Key::ArrowLeft, "Left", Command::Step(-1), "one tick back"),
    shifted(
        Key::ArrowRight,
        "Shift Right",
        Command::Step(10),
        "ten ticks on",
    ),
    shifted(
        Key::ArrowLeft,
        "Shift Left",
        Command::Step(-10),
        "ten ticks back",
    ),
    bind(Key::Home, "Home", Command::Start, "to the start"),
    bind(Key::End, "End", Command::End, "to the end"),
    bind(
        Key::Comma,
        ",",
        Command::Slower,
        "slower, down to 0.1 of real time",
    ),
    bind(
        Key::Period,
        ".",
        Command::Faster,
        "faster, up to 8 times real time",
    ),
    bind(
        Key::ArrowDown,
        "Down",
        Command::Choose { forwards: true },
        "next body",
    ),
    bind(
        Key::ArrowUp,
        "Up",
        Command::Choose { forwards: false },
        "previous body",
    ),
    shifted(
        Key::ArrowDown,
        "Shift Down",
        Command::Component { forwards: true },
        "next component of the body",
    ),
    shifted(
        Key::ArrowUp,
        "Shift Up",
        Command::Component { forwards: false },
        "previous component of the body",
    ),
    bind(
        Key::KeyN,
        "N",
        Command::NextImpact,
        "to the next impact that has been shown",
    ),
    bind(
        Key::KeyP,
        "P",
        Command::PreviousImpact,
        "to the previous impact",
    ),
    bind(Key::KeyK, "K", Command::NextCamera, "next camera"),
    bind(
        Key::KeyF,
        "F",
        Command::Follow,
        "the camera goes along with the chosen body",
    ),
    bind(
        Key::Tab,
        "Tab",
        Command::Param { forwards: true },
        "next number to change",
    ),
    shifted(
        Key::Tab,
        "Shift Tab",
        Command::Param { forwards: false },
        "previous number to change",
    ),
    bind(
        Key::Equal,
        "+",
        Command::Turn { up: true },
        "raise the number; the run starts anew and the old path stays as a ghost",
    ),
    bind(
        Key::Minus,
        "-",
        Command::Turn { up: false },
        "lower the number",
    ),
    bind(
        Key::Backspace,
        "Backspace",
        Command::Reset,
        "all numbers as they were",
    ),
    bind(Key::KeyT, "T", Command::Toggle(Layer::Trails), "trails"),
    bind(
        Key::KeyC,
        "C",
        Command::Toggle(Layer::Contacts),
        "contacts and normals",
    ),
    bind(Key::KeyI, "I", Command::Toggle(Layer::Impulses), "impulses"),
    bind(
        Key::KeyG,
        "G",
        Command::Toggle(Layer::Forces),
        "forces: gravity, drag, Magnus, side, and wind",
    ),
    bind(Key::KeyV, "V", Command::Toggle(Layer::Velocity), "velocity"),
    bind(
        Key::KeyX,
        "X",
        Command::Toggle(Layer::SpinAxis),
        "spin axis",
    ),
    bind(
        Key::KeyB,
        "B",
        Command::Toggle(Layer::Boxes),
        "bounding boxes",
    ),
    shifted(
        Key::KeyB,
        "Shift B",
        Command::Toggle(Layer::Tree),
        "trees of the broad phase",
    ),
    bind(
        Key::KeyO,
        "O",
        Command::Toggle(Layer::Islands),
        "islands by colour",
    ),
    bind(
        Key::KeyD,
        "D",
        Command::Difference,
        "to the first difference of two recordings",
    ),
    bind(
        Key::KeyM,
        "M",
        Command::Profile,
        "time of the step by stage",
    ),
    bind(Key::KeyH, "H", Command::Help, "this sheet"),
];

/// Keys that are told on the sheet in one line with others.
static MORE_BINDINGS: [Binding; 3] = [
    bind(
        Key::PageDown,
        "Page down",
        Command::Open { forwards: true },
        "next scene or shot",
    ),
    bind(
        Key::PageUp,
        "Page up",
        Command::Open { forwards: false },
        "previous scene or shot",
    ),
    bind(
        Key::Escape,
        "Escape",
        Command::Quit,
        "close this sheet, or the window",
    ),
];

/// All of them.
pub(crate) fn bindings() -> impl Iterator<Item = &'static Binding> {
    BINDINGS.iter().chain(&MORE_BINDINGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things_and_every_layer_has_one() {
        let all: Vec<&Binding> = bindings().collect();
        for (index, binding) in all.iter().enumerate() {
            assert!(!binding.what.is_empty());
            for other in &all[..index] {
                let same = (binding.key, binding.shift) == (other.key, other.shift);
                assert!(!same, "{} and {}", binding.what, other.what);
                assert_ne!(binding.command, other.command);
            }
        }
        for layer in Layer::ALL {
            let bound = all
                .iter()
                .any(|binding| binding.command == Command::Toggle(layer));
            assert!(bound, "{layer:?}");
            assert!(!layer.name().is_empty() && !layer.legend().is_empty());
        }
    }
}
