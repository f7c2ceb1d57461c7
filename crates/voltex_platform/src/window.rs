//! A window and its loop: events become input, frames are asked for one after another.

use std::sync::Arc;
use std::time::Instant;

use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
pub use winit::event::WindowEvent;
use winit::event::{ElementState, MouseScrollDelta};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::PhysicalKey;
pub use winit::window::Window;
use winit::window::WindowId;

use crate::error::{AppError, PlatformError};
use crate::input::Input;

/// Pixels of a fine wheel that count as a line.
const PIXELS_PER_LINE: f64 = 40.0;

/// How a window starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What stands above it.
    pub title: String,
    /// Width and height, in pixels of a screen of usual resolution.
    pub size: [u32; 2],
}

impl Options {
    /// 1280 x 720.
    pub fn titled(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            size: [1280, 720],
        }
    }
}

/// Whether to go on after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the next frame.
    Continue,
    /// Close the window.
    Exit,
}

/// What lives in a window.
pub trait App {
    /// The window is there. Called once, before everything else.
    ///
    /// # Errors
    /// What keeps the app from starting; the window is closed.
    fn start(&mut self, window: Arc<Window>) -> Result<(), AppError>;

    /// The window has another size, pixels; 0 x 0 while it is put away.
    ///
    /// # Errors
    /// What the app cannot get over; the window is closed.
    fn resize(&mut self, size: [u32; 2]) -> Result<(), AppError>;

    /// Something happened in the window, told before it becomes input. True keeps it from that: a panel over the
    /// picture has taken it.
    fn event(&mut self, event: &WindowEvent) -> bool {
        let _ = event;
        false
    }

    /// Draws the next picture: what happened since the last one, and the time since then, s.
    ///
    /// # Errors
    /// What the app cannot get over; the window is closed.
    fn frame(&mut self, input: &Input, seconds: f64) -> Result<Flow, AppError>;
}

/// Opens a window and runs the app in it until it ends or the window is closed. To be called from the main thread.
///
/// # Errors
/// There is no display, the system refuses a window, or the app fails.
pub fn run(options: &Options, app: &mut dyn App) -> Result<(), PlatformError> {
    let events = EventLoop::new().map_err(|error| {
        // The reason stands behind a place in a source file, which says nothing to a user.
        let text = error.to_string();
        let reason = text.rsplit(": ").next().unwrap_or(&text);
        PlatformError::NoDisplay(reason.trim_end_matches('.').to_owned())
    })?;
    events.set_control_flow(ControlFlow::Poll);
    let mut handler = Handler {
        options,
        app,
        window: None,
        input: Input::default(),
        last: Instant::now(),
        problem: None,
    };
    let ended = events.run_app(&mut handler);
    if let Some(problem) = handler.problem {
        return Err(problem);
    }
    ended.map_err(|error| PlatformError::Window(error.to_string()))
}

struct Handler<'a> {
    options: &'a Options,
    app: &'a mut dyn App,
    window: Option<Arc<Window>>,
    input: Input,
    last: Instant,
    problem: Option<PlatformError>,
}

impl Handler<'_> {
    fn open(&mut self, events: &ActiveEventLoop) -> Result<(), PlatformError> {
        let [width, height] = self.options.size;
        let attributes = Window::default_attributes()
            .with_title(&self.options.title)
            .with_inner_size(LogicalSize::new(width, height));
        let window = events
            .create_window(attributes)
            .map_err(|error| PlatformError::Window(error.to_string()))?;
        let window = Arc::new(window);
        self.app
            .start(Arc::clone(&window))
            .map_err(PlatformError::App)?;
        self.last = Instant::now();
        self.window = Some(window);
        Ok(())
    }

    fn frame(&mut self) -> Result<Flow, PlatformError> {
        let now = Instant::now();
        let seconds = now.duration_since(self.last).as_secs_f64();
        self.last = now;
        let flow = self.app.frame(&self.input, seconds);
        self.input.end_frame();
        flow.map_err(PlatformError::App)
    }

    /// Ends the loop where something failed or the app is done.
    fn follow(&mut self, events: &ActiveEventLoop, result: Result<Flow, PlatformError>) {
        match result {
            Ok(Flow::Continue) => {}
            Ok(Flow::Exit) => events.exit(),
            Err(problem) => {
                self.problem = Some(problem);
                events.exit();
            }
        }
    }
}

impl ApplicationHandler for Handler<'_> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.window.is_none() {
            let opened = self.open(events).map(|()| Flow::Continue);
            self.follow(events, opened);
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        if self.window.is_some() && self.app.event(&event) {
            return;
        }
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(size) => {
                let resized = self.app.resize([size.width, size.height]);
                let result = resized.map(|()| Flow::Continue).map_err(PlatformError::App);
                self.follow(events, result);
            }
            WindowEvent::RedrawRequested => {
                let flow = self.frame();
                self.follow(events, flow);
            }
            WindowEvent::KeyboardInput { event, .. } => {
                if let PhysicalKey::Code(key) = event.physical_key {
                    match event.state {
                        ElementState::Pressed => self.input.press(key),
                        ElementState::Released => self.input.release(key),
                    }
                }
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let down = state == ElementState::Pressed;
                self.input.set_button(button, down);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.input
                    .move_cursor([position.x as f32, position.y as f32]);
            }
            WindowEvent::CursorLeft { .. } => self.input.leave(),
            WindowEvent::MouseWheel { delta, .. } => self.input.add_scroll(match delta {
                MouseScrollDelta::LineDelta(_, lines) => lines,
                MouseScrollDelta::PixelDelta(way) => (way.y / PIXELS_PER_LINE) as f32,
            }),
            WindowEvent::Focused(false) => self.input.lose_focus(),
            _ => {}
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if events.exiting() {
            return;
        }
        if let Some(window) = &self.window {
            window.request_redraw();
        }
    }
}
