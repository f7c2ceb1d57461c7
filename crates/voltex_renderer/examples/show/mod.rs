//! What the examples share: a window with a flying camera, or frames without a window.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use voltex_math::Vec3;
use voltex_platform::{App, AppError, Button, Flow, Input, Key, Options, Window};
use voltex_renderer::{
    Anchor, Camera, Colour, FlyCamera, FlyInput, Frame, Gpu, Label, Offscreen, RenderError,
    Renderer, WindowTarget,
};

const SAMPLES: u32 = 4;
const SIZE: [u32; 2] = [1280, 720];
/// How far the view turns for a pixel of the mouse, rad.
const TURN: f32 = 0.003;
/// Time of a frame without a window, s.
const FRAME_TIME: f64 = 1.0 / 60.0;

/// What an example shows.
pub(crate) trait Demo {
    /// Makes meshes and textures; says where to look from first.
    fn load(&mut self, gpu: &Gpu, renderer: &mut Renderer) -> Result<Camera, RenderError>;

    /// Fills an empty frame after a time, s. The camera is set already.
    fn update(&mut self, seconds: f64, frame: &mut Frame);
}

/// Arguments of every example.
#[derive(Default)]
pub(crate) struct Arguments {
    frames: Option<u32>,
    out: Option<PathBuf>,
    size: Option<[u32; 2]>,
    /// What is left.
    pub(crate) rest: Vec<String>,
}

impl Arguments {
    /// Reads the command line.
    pub(crate) fn read() -> Result<Self, String> {
        let mut arguments = Self::default();
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--frames" => {
                    let count = value()?;
                    let frames = count.parse().ok().filter(|frames| *frames > 0);
                    arguments.frames = Some(
                        frames
                            .ok_or_else(|| format!("--frames: `{count}` is no positive number"))?,
                    );
                }
                "--out" => arguments.out = Some(value()?.into()),
                "--size" => {
                    let text = value()?;
                    let sides = text.split_once('x').and_then(|(width, height)| {
                        Some([width.parse().ok()?, height.parse().ok()?])
                    });
                    let sides = sides.ok_or_else(|| {
                        format!("--size: `{text}` is no size; write it as 1280x720")
                    })?;
                    arguments.size = Some(sides);
                }
                _ => arguments.rest.push(word),
            }
        }
        Ok(arguments)
    }
}

/// Shows a demo: in a window, or with `--frames N --out x.png` without one.
pub(crate) fn run(title: &str, arguments: &Arguments, demo: impl Demo) -> ExitCode {
    let result = match &arguments.out {
        Some(out) => without_window(arguments, out, demo).map_err(|error| error.to_string()),
        None => in_window(title, arguments, demo).map_err(|error| error.to_string()),
    };
    finish(result)
}

/// Exit code of a result; an error is printed.
pub(crate) fn finish(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn without_window(
    arguments: &Arguments,
    out: &std::path::Path,
    mut demo: impl Demo,
) -> Result<(), RenderError> {
    let gpu = Gpu::headless()?;
    let mut renderer = Renderer::offscreen(&gpu, SAMPLES)?;
    let [width, height] = arguments.size.unwrap_or(SIZE);
    let target = Offscreen::new(&gpu, width, height, SAMPLES)?;
    let mut frame = Frame {
        camera: demo.load(&gpu, &mut renderer)?,
        ..Frame::default()
    };
    let (mut fill, mut record, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..arguments.frames.unwrap_or(1) {
        let start = Instant::now();
        frame.clear();
        demo.update(if number == 0 { 0.0 } else { FRAME_TIME }, &mut frame);
        fill.push(start.elapsed().as_secs_f64());
        renderer.draw(&gpu, &frame, &target)?;
        record.push(start.elapsed().as_secs_f64() - fill[fill.len() - 1]);
        gpu.wait()?;
        whole.push(start.elapsed().as_secs_f64());
    }
    target.read(&gpu)?.save_png(out)?;
    let instances: usize = frame.batches.iter().map(|b| b.instances.len()).sum();
    println!(
        "{} frames of {instances} copies on {}: median {:.2} ms to fill a frame, {:.2} ms to hand it to the device, \
         {:.1} frames a second",
        whole.len(),
        gpu.name(),
        1e3 * median(fill),
        1e3 * median(record),
        1.0 / median(whole),
    );
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn in_window(
    title: &str,
    arguments: &Arguments,
    demo: impl Demo,
) -> Result<(), voltex_platform::PlatformError> {
    let mut options = Options::titled(title);
    options.size = arguments.size.unwrap_or(SIZE);
    let mut app = WindowApp {
        demo,
        shown: None,
        frames: 0,
        recent: Recent::default(),
    };
    voltex_platform::run(&options, &mut app)?;
    if let Some(shown) = app.shown {
        let Vec3 { x, y, z } = shown.pilot.position;
        println!(
            "{} frames, the camera ended at ({x:.2}, {y:.2}, {z:.2})",
            app.frames
        );
    }
    Ok(())
}

struct WindowApp<D> {
    demo: D,
    shown: Option<Shown>,
    frames: u64,
    recent: Recent,
}

/// What is there once the window is.
struct Shown {
    window: Arc<Window>,
    gpu: Gpu,
    target: WindowTarget,
    renderer: Renderer,
    frame: Frame,
    pilot: FlyCamera,
}

/// Mean time of the frames of the last half second.
#[derive(Default)]
struct Recent {
    seconds: f64,
    frames: u32,
    text: String,
}

impl Recent {
    fn add(&mut self, seconds: f64) {
        self.seconds += seconds;
        self.frames += 1;
        if self.seconds > 0.5 {
            let mean = self.seconds / f64::from(self.frames);
            self.text = format!("{:.1} ms a frame, {:.0} a second", 1e3 * mean, 1.0 / mean);
            (self.seconds, self.frames) = (0.0, 0);
        }
    }
}

impl<D: Demo> App for WindowApp<D> {
    fn start(&mut self, window: Arc<Window>) -> Result<(), AppError> {
        let (gpu, surface) = Gpu::for_window(Arc::clone(&window))?;
        let size = window.inner_size();
        let target = WindowTarget::new(&gpu, surface, [size.width, size.height], SAMPLES)?;
        let mut renderer = Renderer::for_window(&gpu, &target)?;
        let camera = self.demo.load(&gpu, &mut renderer)?;
        self.shown = Some(Shown {
            window,
            gpu,
            target,
            renderer,
            frame: Frame::default(),
            pilot: FlyCamera::from_camera(&camera),
        });
        Ok(())
    }

    fn resize(&mut self, size: [u32; 2]) -> Result<(), AppError> {
        if let Some(shown) = &mut self.shown {
            shown.target.resize(&shown.gpu, size)?;
        }
        Ok(())
    }

    fn frame(&mut self, input: &Input, seconds: f64) -> Result<Flow, AppError> {
        let Some(shown) = &mut self.shown else {
            return Ok(Flow::Continue);
        };
        if input.just_pressed(Key::Escape) {
            return Ok(Flow::Exit);
        }
        shown.pilot.update(&wishes(input), seconds as f32);
        shown.frame.clear();
        shown.frame.camera = shown.pilot.camera();
        self.recent.add(seconds);
        self.demo.update(seconds, &mut shown.frame);
        for (line, text) in [
            self.recent.text.as_str(),
            "WASD, E and Q fly, the right button turns, Shift is fast, the wheel sets the speed, Esc quits",
        ]
        .into_iter()
        .enumerate()
        {
            shown.frame.labels.push(Label {
                text: text.to_owned(),
                anchor: Anchor::Corner([12.0, 10.0 + 20.0 * line as f32]),
                size: 18.0,
                colour: Colour::WHITE,
            });
        }
        let next = match shown.target.next(&shown.gpu) {
            Ok(next) => next,
            Err(_) => {
                // The surface is lost with a screen that is taken away, say; the window may take a new one.
                let window = Arc::clone(&shown.window);
                shown.target.restore(&shown.gpu, window)?;
                None
            }
        };
        if let Some(next) = next {
            shown
                .renderer
                .draw_window(&shown.gpu, &shown.frame, &shown.target, &next);
            shown.window.pre_present_notify();
            shown.target.present(&shown.gpu, next);
            self.frames += 1;
        }
        Ok(Flow::Continue)
    }
}

fn wishes(input: &Input) -> FlyInput {
    let [right, down] = input.motion();
    let turning = input.is_button_held(Button::Right) || input.is_button_held(Button::Left);
    FlyInput {
        forward: input.axis(Key::KeyW, Key::KeyS),
        right: input.axis(Key::KeyD, Key::KeyA),
        up: input.axis(Key::KeyE, Key::KeyQ),
        turn: if turning {
            [right * TURN, -down * TURN]
        } else {
            [0.0; 2]
        },
        fast: input.is_held(Key::ShiftLeft),
        faster: input.scroll(),
    }
}
