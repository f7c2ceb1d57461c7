//! `voltex-view view`: the window, a thin face over a session.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Color32, Rect, Sense, TextureId, Ui, pos2};
use egui_wgpu::wgpu;
use egui_wgpu::{Renderer as Painter, RendererOptions, ScreenDescriptor};
use voltex_math::{Vec2, Vec3};
use voltex_physics::query::{ColliderIndex, Ray};
use voltex_physics::{QueryFilter, RigidBody};
use voltex_platform::{
    App, AppError, Flow, Input, Options, Window, WindowEvent, run as run_window,
};
use voltex_renderer::{Camera, Frame, Gpu, WindowTarget};

use crate::command::{Command, Layer, bindings};
use crate::error::ViewError;
use crate::eye::Eye;
use crate::look::Looks;
use crate::overlay::{self, Tints};
use crate::panels;
use crate::probe::Probe;
use crate::session::{Chosen, Session};
use crate::stage::Stage;
use crate::status;
use crate::subject::Subject;
use crate::view_args::ViewArgs;
use crate::viewpoint::Viewpoint;

/// How long the window waits for something to do while nothing moves.
const IDLE: Duration = Duration::from_millis(12);
/// Pictures drawn after something happened: panels settle in the second.
const SETTLING: u32 = 3;
/// Farthest that the mouse finds a body, m.
const REACH: f32 = 1e5;

/// Opens the window and stays until it is closed.
pub(crate) fn run(args: &ViewArgs) -> Result<(), ViewError> {
    let begun = Instant::now();
    let mut session = Session::open(&args.subject, args.beside.as_deref())?;
    session.paused = !args.play;
    let mut view = View {
        session,
        state_file: args.state.clone(),
        told: String::new(),
        begun,
        first: None,
        face: None,
        restless: SETTLING,
        shift: false,
        asked: Vec::new(),
    };
    let options = Options {
        title: "Voltex".to_owned(),
        size: args.size,
    };
    Ok(run_window(&options, &mut view)?)
}

struct View {
    session: Session,
    state_file: Option<PathBuf>,
    /// What the file of states last held.
    told: String,
    begun: Instant,
    /// From the start of the program to the first picture, s.
    first: Option<f64>,
    face: Option<Face>,
    /// Pictures still to be drawn though nothing moves.
    restless: u32,
    /// Whether Shift is held.
    shift: bool,
    /// What keys asked for since the last picture.
    asked: Vec<Command>,
}

/// What is there once the window is.
struct Face {
    window: Arc<Window>,
    gpu: Gpu,
    target: WindowTarget,
    context: egui::Context,
    events: egui_winit::State,
    painter: Painter,
    /// The subject, and the recording beside it.
    panes: Vec<Pane>,
    eye: Eye,
    /// What the eye was set for: the subject opened last, and which camera of it.
    seen: (u32, usize),
    /// Where the followed body was in the last picture.
    followed: Option<Vec3>,
    probe: Option<(u64, Probe)>,
    /// Whether a panel is about to open, to fade or to scroll.
    moving: bool,
    /// The body on which the button went down, and where that was.
    pressed: Option<(voltex_ecs::Entity, Vec3)>,
    /// Where in the window the chosen body is, pixels.
    chosen_at: Option<[f32; 2]>,
}

/// A picture among the panels.
struct Pane {
    stage: Stage,
    frame: Frame,
    looks: Looks,
    texture: TextureId,
    /// Pixels.
    size: [u32; 2],
}

impl Pane {
    fn new(gpu: &Gpu, painter: &mut Painter) -> Result<Self, ViewError> {
        let size = [640, 480];
        let stage = Stage::on(gpu.clone(), size)?;
        let texture = painter.register_native_texture(
            gpu.device(),
            stage.target().encoded(),
            wgpu::FilterMode::Linear,
        );
        Ok(Self {
            stage,
            frame: Frame::default(),
            looks: Looks::default(),
            texture,
            size,
        })
    }

    fn resize(
        &mut self,
        gpu: &Gpu,
        painter: &mut Painter,
        size: [u32; 2],
    ) -> Result<(), ViewError> {
        if size != self.size {
            self.size = size;
            self.stage.resize(size)?;
            let view = self.stage.target().encoded();
            painter.update_egui_texture_from_wgpu_texture(
                gpu.device(),
                view,
                wgpu::FilterMode::Linear,
                self.texture,
            );
        }
        Ok(())
    }

    fn draw(
        &mut self,
        session: &Session,
        subject: &Subject,
        camera: Camera,
        probe: Option<&Probe>,
    ) -> Result<(), ViewError> {
        self.frame.camera = camera;
        let tints = if session.shows(Layer::Islands) {
            overlay::islands(subject)
        } else {
            Tints::new()
        };
        crate::draw::fill(
            &mut self.frame,
            &mut self.stage,
            &mut self.looks,
            subject,
            session.time(),
            &tints,
        )?;
        overlay::fill(&mut self.frame, session, subject, probe);
        Ok(self.stage.draw(&self.frame)?)
    }
}

/// What the mouse did on a picture.
#[derive(Default)]
struct Mouse {
    turn: Vec2,
    shift: Vec2,
    lines: f32,
    /// Places in the picture, pixels.
    click: Option<Vec2>,
    /// Where the button went down: it may become a click or a drag.
    press: Option<Vec2>,
    grab: bool,
    hold: Option<Vec2>,
    let_go: bool,
}

impl App for View {
    fn start(&mut self, window: Arc<Window>) -> Result<(), AppError> {
        let (gpu, surface) = Gpu::for_window(Arc::clone(&window))?;
        let size = window.inner_size();
        let target = WindowTarget::new(&gpu, surface, [size.width, size.height], 1)?;
        let context = egui::Context::default();
        context.set_visuals(egui::Visuals::dark());
        let events = egui_winit::State::new(
            context.clone(),
            egui::ViewportId::ROOT,
            &*window,
            Some(window.scale_factor() as f32),
            None,
            Some(gpu.largest_picture() as usize),
        );
        let mut painter = Painter::new(gpu.device(), target.format(), RendererOptions::default());
        let mut panes = vec![Pane::new(&gpu, &mut painter)?];
        if self.session.beside.is_some() {
            panes.push(Pane::new(&gpu, &mut painter)?);
        }
        self.face = Some(Face {
            window,
            gpu,
            target,
            context,
            events,
            painter,
            panes,
            eye: Eye::of(&Camera::default()),
            seen: (0, 0),
            followed: None,
            probe: None,
            moving: false,
            pressed: None,
            chosen_at: None,
        });
        Ok(())
    }

    fn resize(&mut self, size: [u32; 2]) -> Result<(), AppError> {
        self.restless = SETTLING;
        if let Some(face) = &mut self.face {
            face.target.resize(&face.gpu, size)?;
        }
        Ok(())
    }

    fn event(&mut self, event: &WindowEvent) -> bool {
        let Some(face) = &mut self.face else {
            return false;
        };
        if !matches!(event, WindowEvent::RedrawRequested) {
            self.restless = SETTLING;
        }
        // Keys are commands, unless somebody writes a number. They are taken as they come: of two in one picture neither
        // is lost.
        match event {
            WindowEvent::KeyboardInput { .. } if face.context.egui_wants_keyboard_input() => {
                let _ = face.events.on_window_event(&face.window, event);
            }
            WindowEvent::KeyboardInput { event, .. } => {
                let bound = bindings().find(|binding| {
                    event.physical_key == binding.key && binding.shift == self.shift
                });
                if let Some(binding) = bound
                    && event.state.is_pressed()
                    && (!event.repeat || binding.command.repeats())
                {
                    self.asked.push(binding.command);
                }
            }
            _ => {
                if let WindowEvent::ModifiersChanged(modifiers) = event {
                    self.shift = modifiers.state().shift_key();
                }
                // Panels and picture are all its own.
                let _ = face.events.on_window_event(&face.window, event);
            }
        }
        false
    }

    fn frame(&mut self, _: &Input, seconds: f64) -> Result<Flow, AppError> {
        for command in std::mem::take(&mut self.asked) {
            self.session.apply(command);
        }
        if self.session.quit {
            return Ok(Flow::Exit);
        }
        if self.session.paused && self.restless == 0 {
            std::thread::sleep(IDLE);
            return Ok(Flow::Continue);
        }
        self.restless = self.restless.saturating_sub(1);
        self.session.advance(seconds);
        if let Some(face) = &mut self.face {
            face.show(&mut self.session)?;
            if face.moving {
                self.restless = self.restless.max(1);
            }
            let now = self.begun.elapsed().as_secs_f64();
            self.first.get_or_insert(now);
        }
        self.tell()?;
        Ok(Flow::Continue)
    }
}

impl View {
    /// Writes what is shown, if it changed, beside the file and then over it: whoever reads finds it whole.
    fn tell(&mut self) -> Result<(), ViewError> {
        let Some(path) = &self.state_file else {
            return Ok(());
        };
        let mut state = status::of(&self.session);
        state["first_picture_s"] = self.first.into();
        state["chosen_at_px"] = self
            .face
            .as_ref()
            .and_then(|face| face.chosen_at)
            .map(Vec::from)
            .into();
        let text = format!("{state}\n");
        if text != self.told {
            let beside = path.with_extension("part");
            let written =
                std::fs::write(&beside, &text).and_then(|()| std::fs::rename(&beside, path));
            written.map_err(|error| ViewError::Write {
                path: path.clone(),
                reason: error.to_string(),
            })?;
            self.told = text;
        }
        Ok(())
    }
}

impl Face {
    fn show(&mut self, session: &mut Session) -> Result<(), ViewError> {
        self.aim(session)?;
        self.try_step(session);
        let input = self.events.take_egui_input(&self.window);
        let context = self.context.clone();
        let scale = context.pixels_per_point();
        let mut areas: Vec<(Rect, Mouse)> = Vec::new();
        let textures: Vec<TextureId> = self.panes.iter().map(|pane| pane.texture).collect();
        let probe = self.probe.as_ref().map(|(_, probe)| probe);
        let output = context.run_ui(input, |ui| {
            areas.clear();
            panels::show(ui, session, probe);
            egui::CentralPanel::no_frame().show(ui, |ui| {
                pictures(ui, session, &textures, scale, &mut areas);
                if session.help {
                    panels::help(ui, session);
                }
            });
        });
        self.moving = output
            .viewport_output
            .values()
            .any(|viewport| viewport.repaint_delay < IDLE);
        self.events
            .handle_platform_output(&self.window, output.platform_output);
        for (index, (rect, mouse)) in areas.iter().enumerate() {
            let size = rect.size() * scale;
            let size = [size.x, size.y].map(|side| (side.round() as u32).max(1));
            if let Some(pane) = self.panes.get_mut(index) {
                pane.resize(&self.gpu, &mut self.painter, size)?;
            }
            self.obey(session, mouse, size);
        }
        let camera = self.eye.camera();
        let place = overlay::shown_place(session, &session.subject);
        self.chosen_at = areas.first().and_then(|(rect, _)| {
            let size = rect.size() * scale;
            let at = camera.project(place?, size.x as u32, size.y as u32)?;
            Some([at.x + rect.left() * scale, at.y + rect.top() * scale])
        });
        for (index, pane) in self.panes.iter_mut().enumerate() {
            let subject = match (index, &session.beside) {
                (0, _) | (_, None) => &session.subject,
                (_, Some(beside)) => &beside.subject,
            };
            pane.draw(
                session,
                subject,
                camera,
                self.probe.as_ref().map(|(_, probe)| probe),
            )?;
        }
        let (device, queue) = (self.gpu.device(), self.gpu.queue());
        let mut textures = output.textures_delta;
        // In the order of their numbers.
        let set: BTreeMap<_, _> = std::mem::take(&mut textures.set).into_iter().collect();
        for (id, deltas) in &set {
            for delta in deltas {
                self.painter.update_texture(device, queue, *id, delta);
            }
        }
        let free = std::mem::take(&mut textures.free);
        let Some(frame) = self.target.next(&self.gpu)? else {
            free.iter().for_each(|id| self.painter.free_texture(id));
            return Ok(());
        };
        let jobs = context.tessellate(output.shapes, output.pixels_per_point);
        let screen = ScreenDescriptor {
            size_in_pixels: self.target.size(),
            pixels_per_point: output.pixels_per_point,
        };
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let before = self
            .painter
            .update_buffers(device, queue, &mut encoder, &jobs, &screen);
        {
            let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("panels"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: frame.view(),
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            self.painter
                .render(&mut pass.forget_lifetime(), &jobs, &screen);
        }
        queue.submit(before.into_iter().chain([encoder.finish()]));
        self.target.present(&self.gpu, frame);
        free.iter().for_each(|id| self.painter.free_texture(id));
        Ok(())
    }

    /// Sets the eye for what was opened or asked for, and takes it along with what it follows.
    fn aim(&mut self, session: &mut Session) -> Result<(), ViewError> {
        let wanted = (session.opened, session.camera);
        if self.seen != wanted {
            if self.seen.0 != wanted.0 {
                for pane in &mut self.panes {
                    pane.looks = Looks::default();
                    pane.stage.forget_shapes();
                }
                // Recordings beside go when something else is opened.
                self.panes
                    .truncate(if session.beside.is_some() { 2 } else { 1 });
                self.probe = None;
            }
            self.seen = wanted;
            self.followed = None;
            let cameras = &session.subject.scene.cameras;
            let place = wanted.1 % (cameras.len() + 1);
            let viewpoint = match cameras.get(place) {
                Some(camera) if !camera.name.is_empty() => {
                    Viewpoint::new(&session.subject, Some(&camera.name))?
                }
                Some(_) if place == 0 => Viewpoint::new(&session.subject, None)?,
                _ => Viewpoint::around(&session.subject),
            };
            self.eye = Eye::of(&viewpoint.at(&session.subject, session.time()));
        }
        if session.follow {
            let now = overlay::shown_place(session, &session.subject);
            match (self.followed, now) {
                (Some(before), Some(now)) => self.eye.carry(now - before),
                (None, Some(now)) => self.eye.look_at(now),
                (_, None) => {}
            }
            self.followed = now;
        } else {
            self.followed = None;
        }
        Ok(())
    }

    /// Tries the next step on a copy where somebody wants to see what it does.
    fn try_step(&mut self, session: &Session) {
        let shows = |layer| session.shows(layer);
        let asked = session.profile || shows(Layer::Impulses) || shows(Layer::Tree);
        let wanted = asked && !session.subject.is_shot();
        let tick = session.subject.tick();
        if !wanted {
            self.probe = None;
        } else if self.probe.as_ref().is_none_or(|(of, _)| *of != tick) {
            self.probe = Some((
                tick,
                Probe::of(session.subject.world(), &session.subject.config()),
            ));
        }
    }

    fn obey(&mut self, session: &mut Session, mouse: &Mouse, size: [u32; 2]) {
        if let Some(place) = mouse.press {
            // What is there before the view turns; a slow picture sees the press and the first way of a drag at once.
            let found = body_at(session, &self.eye.camera(), place, size);
            self.pressed = found.filter(|(entity, _)| {
                let body = session.subject.world().get::<RigidBody>(*entity);
                session.subject.is_scene() && body.is_some_and(|body| body.is_dynamic())
            });
        }
        // The first way of a drag on a body is the body's.
        if !(mouse.grab && self.pressed.is_some()) {
            self.eye.turn(mouse.turn);
        }
        self.eye.shift(mouse.shift, size[1]);
        self.eye.approach(mouse.lines);
        let camera = self.eye.camera();
        if let Some(place) = mouse.click
            && let Some((entity, _)) = body_at(session, &camera, place, size)
        {
            session.choose(Chosen::Body(entity));
        }
        if mouse.grab
            && let Some((entity, at)) = self.pressed.take()
        {
            session.choose(Chosen::Body(entity));
            session.held = Some((entity, at));
        }
        if let (Some(place), Some((entity, target))) = (mouse.hold, session.held) {
            // In the plane through the body across the view.
            let [_, _, forward] = camera.axes();
            let ray = camera.ray(place, size[0], size[1]);
            let distance = (target - camera.position).dot(forward) / ray.dot(forward);
            session.held = Some((entity, camera.position + ray * distance));
        }
        if mouse.let_go {
            session.held = None;
        }
    }
}

/// The body under a place of the picture, and where it is.
fn body_at(
    session: &Session,
    camera: &Camera,
    place: Vec2,
    [width, height]: [u32; 2],
) -> Option<(voltex_ecs::Entity, Vec3)> {
    let world = session.subject.world();
    let ray = Ray::new(camera.position, camera.ray(place, width, height)).ok()?;
    let hit = ColliderIndex::new(world).cast_ray(&ray, REACH, &QueryFilter::default())?;
    let at = world.get::<voltex_ecs::Transform>(hit.entity)?.position;
    Some((hit.entity, at))
}

/// The picture, or two side by side, and what the mouse does on them.
fn pictures(
    ui: &mut Ui,
    session: &Session,
    textures: &[TextureId],
    scale: f32,
    areas: &mut Vec<(Rect, Mouse)>,
) {
    let whole = ui.available_rect_before_wrap();
    let count = if session.beside.is_some() {
        textures.len()
    } else {
        1
    };
    for (index, texture) in textures.iter().take(count).enumerate() {
        let width = whole.width() / count as f32;
        let left = whole.left() + width * index as f32;
        let rect = Rect::from_min_max(
            pos2(left, whole.top()),
            pos2(left + width - 2.0, whole.bottom()),
        );
        let response = ui.interact(
            rect,
            ui.scope_id().with(("picture", index)),
            Sense::click_and_drag(),
        );
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(*texture, rect, uv, Color32::WHITE);
        if count == 2 {
            let (name, path) = match (index, &session.beside) {
                (1, Some(beside)) => ("B", beside.subject.recording()),
                _ => ("A", session.subject.recording()),
            };
            let text = format!(
                "{name}  {}",
                path.map_or_else(String::new, |path| path.display().to_string())
            );
            let at = rect.left_top() + egui::vec2(8.0, 6.0);
            ui.painter().text(
                at,
                egui::Align2::LEFT_TOP,
                text,
                egui::FontId::proportional(14.0),
                Color32::WHITE,
            );
        }
        let place =
            |at: egui::Pos2| Vec2::new((at.x - rect.left()) * scale, (at.y - rect.top()) * scale);
        let pointer = response.interact_pointer_pos().map(place);
        let mut mouse = Mouse::default();
        let delta = response.drag_delta() * scale;
        let delta = Vec2::new(delta.x, delta.y);
        let shifts = ui.input(|input| input.modifiers.shift);
        if response.dragged_by(egui::PointerButton::Secondary) || (shifts && response.dragged()) {
            mouse.shift = delta;
        } else if response.dragged() {
            if response.drag_started() {
                mouse.grab = true;
            }
            if session.held.is_some() {
                mouse.hold = pointer;
            } else {
                mouse.turn = delta;
            }
        }
        if response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_pressed())
        {
            // Slow pictures see it and the first way of a drag at once.
            mouse.press = ui.input(|input| input.pointer.press_origin()).map(place);
        }
        mouse.let_go = response.drag_stopped();
        mouse.click = if response.clicked() { pointer } else { None };
        if response.hovered() {
            // Forty points of a fine wheel are a line.
            mouse.lines = ui.input(|input| input.smooth_scroll_delta.y) / 40.0;
        }
        areas.push((rect, mouse));
    }
}
