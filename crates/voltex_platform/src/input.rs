//! What keyboard and mouse do: what is held, and what happened since the last frame.

use std::collections::BTreeSet;

pub use winit::event::MouseButton as Button;
pub use winit::keyboard::KeyCode as Key;

/// State of keyboard and mouse in a frame.
///
/// Keys are places on the keyboard: [`Key::KeyW`] is where W is on an American one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    held: BTreeSet<Key>,
    pressed: BTreeSet<Key>,
    released: BTreeSet<Key>,
    buttons: BTreeSet<Button>,
    clicked: BTreeSet<Button>,
    cursor: Option<[f32; 2]>,
    motion: [f32; 2],
    scroll: f32,
}

impl Input {
    /// Whether a key is down.
    pub fn is_held(&self, key: Key) -> bool {
        self.held.contains(&key)
    }

    /// Whether a key went down since the last frame, even if it is up again.
    pub fn just_pressed(&self, key: Key) -> bool {
        self.pressed.contains(&key)
    }

    /// Whether a key went up since the last frame.
    pub fn just_released(&self, key: Key) -> bool {
        self.released.contains(&key)
    }

    /// 1 if the first key is down, -1 if the second is, 0 for both or neither.
    pub fn axis(&self, plus: Key, minus: Key) -> f32 {
        f32::from(i8::from(self.is_held(plus)) - i8::from(self.is_held(minus)))
    }

    /// Whether a mouse button is down.
    pub fn is_button_held(&self, button: Button) -> bool {
        self.buttons.contains(&button)
    }

    /// Whether a mouse button went down since the last frame.
    pub fn just_clicked(&self, button: Button) -> bool {
        self.clicked.contains(&button)
    }

    /// Where the mouse is, pixels from the upper left corner of the window; `None` outside.
    pub const fn cursor(&self) -> Option<[f32; 2]> {
        self.cursor
    }

    /// How far the mouse moved in the window since the last frame, pixels to the right and down.
    pub const fn motion(&self) -> [f32; 2] {
        self.motion
    }

    /// How far the wheel turned since the last frame, lines; positive is away from the user.
    pub const fn scroll(&self) -> f32 {
        self.scroll
    }

    /// A key went down or, repeated by the keyboard, still is.
    pub fn press(&mut self, key: Key) {
        if self.held.insert(key) {
            self.pressed.insert(key);
        }
    }

    /// A key went up.
    pub fn release(&mut self, key: Key) {
        if self.held.remove(&key) {
            self.released.insert(key);
        }
    }

    /// A mouse button went down or up.
    pub fn set_button(&mut self, button: Button, down: bool) {
        if !down {
            self.buttons.remove(&button);
        } else if self.buttons.insert(button) {
            self.clicked.insert(button);
        }
    }

    /// The mouse is at a place, pixels; where it enters the window is no motion.
    pub fn move_cursor(&mut self, to: [f32; 2]) {
        if let Some([x, y]) = self.cursor {
            self.motion[0] += to[0] - x;
            self.motion[1] += to[1] - y;
        }
        self.cursor = Some(to);
    }

    /// The mouse left the window.
    pub const fn leave(&mut self) {
        self.cursor = None;
    }

    /// The wheel turned.
    pub fn add_scroll(&mut self, lines: f32) {
        self.scroll += lines;
    }

    /// The window lost the keyboard: everything counts as let go, since nobody will say so later.
    pub fn lose_focus(&mut self) {
        self.released.append(&mut self.held);
        self.buttons.clear();
    }

    /// A frame has seen what happened: from now on the next one collects.
    pub fn end_frame(&mut self) {
        self.pressed.clear();
        self.released.clear();
        self.clicked.clear();
        self.motion = [0.0; 2];
        self.scroll = 0.0;
    }
}
