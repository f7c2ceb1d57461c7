//! Lists, sliders, numbers and the timeline round the picture.

use egui::{Color32, Panel, RichText, ScrollArea, Slider, Ui, UiBuilder, pos2};
use voltex_ecs::FieldValue;

use crate::command::{Command, Layer, bindings};
use crate::plots;
use crate::probe::Probe;
use crate::session::{Chosen, Session, names};

const ORANGE: Color32 = Color32::from_rgb(0xff, 0xb3, 0x47);
const RED: Color32 = Color32::from_rgb(0xff, 0x5a, 0x4a);
/// Most bodies in the list; arrows go to all.
const MOST_LISTED: usize = 500;
/// Most fields of a component that are listed, as of a long list.
const MOST_FIELDS: usize = 60;

/// Draws everything but the picture, and does what is clicked.
pub(crate) fn show(ui: &mut Ui, session: &mut Session, probe: Option<&Probe>) {
    top(ui, session);
    timeline(ui, session);
    left(ui, session);
    right(ui, session, probe);
}

fn top(ui: &mut Ui, session: &mut Session) {
    Panel::top("top").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.heading(&session.subject.title);
            ui.label(RichText::new(&session.subject.about).color(Color32::from_gray(160)));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("Keys (H)").clicked() {
                    session.apply(Command::Help);
                }
            });
        });
        if let Some(message) = &session.message {
            ui.colored_label(ORANGE, message);
        }
    });
}

fn timeline(ui: &mut Ui, session: &mut Session) {
    Panel::bottom("timeline").show(ui, |ui| {
        ui.add_space(4.0);
        let end = session.end();
        let mut place = session.place();
        ui.spacing_mut().slider_width = ui.available_width() - 8.0;
        let slider = ui.add(Slider::new(&mut place, 0.0..=end as f64).show_value(false));
        if slider.changed() {
            session.paused = true;
            session.go(place.round());
        }
        if let Some(tick) = session.first_difference() {
            let x = slider.rect.left() + slider.rect.width() * tick as f32 / end.max(1) as f32;
            let rect = slider.rect;
            ui.painter().line_segment(
                [pos2(x, rect.top()), pos2(x, rect.bottom())],
                egui::Stroke::new(2.0, RED),
            );
        }
        ui.horizontal(|ui| {
            let play = if session.paused { "Play" } else { "Pause" };
            for (label, command) in [
                ("|<", Command::Start),
                ("-1", Command::Step(-1)),
                (play, Command::PlayOrPause),
                ("+1", Command::Step(1)),
                (">|", Command::End),
                ("Next impact", Command::NextImpact),
            ] {
                if ui.button(label).clicked() {
                    session.apply(command);
                }
            }
            let mut speed = session.speed();
            ui.spacing_mut().slider_width = 120.0;
            let slider = Slider::new(&mut speed, 0.1..=8.0)
                .logarithmic(true)
                .suffix("× speed");
            if ui.add(slider).changed() {
                session.set_speed(speed);
            }
            ui.separator();
            ui.monospace(format!(
                "tick {:>8.2} of {end}   {:>8.3} s",
                session.place(),
                session.time()
            ));
            if let Some(hash) = session.hash() {
                ui.monospace(format!("hash {hash:016x}"));
            }
            if let Some(beside) = &session.beside {
                match &beside.desync {
                    Some(_) => {
                        let tick = session.first_difference().unwrap_or_default();
                        if ui
                            .button(
                                RichText::new(format!("first difference: tick {tick} (D)"))
                                    .color(RED),
                            )
                            .clicked()
                        {
                            session.apply(Command::Difference);
                        }
                    }
                    None => {
                        ui.colored_label(Color32::LIGHT_GREEN, "no difference");
                    }
                }
            }
        });
        ui.add_space(2.0);
    });
}

fn left(ui: &mut Ui, session: &mut Session) {
    Panel::left("left").default_size(250.0).show(ui, |ui| {
        ui.strong("Numbers");
        if session.params.is_empty() {
            ui.weak("What was recorded has happened: nothing to change.");
        }
        for index in 0..session.params.len() {
            let param = session.params[index];
            let [from, to, _] = param.knob.range();
            let name = RichText::new(param.knob.name());
            let name = if index == session.param {
                name.color(ORANGE)
            } else {
                name
            };
            ui.label(name);
            // As it is written beside the slider, so that showing it changes nothing.
            let shown = (param.value * 1e3).round() / 1e3;
            let mut value = shown;
            ui.spacing_mut().slider_width = 130.0;
            let slider = Slider::new(&mut value, from..=to)
                .max_decimals(3)
                .suffix(format!(" {}", param.knob.unit()));
            if ui.add(slider).changed() && value != shown {
                session.param = index;
                session.set_param(index, value);
            }
        }
        if session
            .params
            .iter()
            .any(|param| param.value != param.original)
            && ui.button("As it was").clicked()
        {
            session.apply(Command::Reset);
        }
        ui.separator();
        ui.strong("Layers");
        for layer in Layer::ALL {
            let mut on = session.shows(layer);
            if ui
                .checkbox(&mut on, layer.name())
                .on_hover_text(layer.legend())
                .changed()
            {
                session.apply(Command::Toggle(layer));
            }
        }
        let mut follow = session.follow;
        if ui.checkbox(&mut follow, "follow the chosen body").changed() {
            session.apply(Command::Follow);
        }
        if ui.button("Next camera (K)").clicked() {
            session.apply(Command::NextCamera);
        }
        ui.separator();
        ui.strong("Scenes and shots");
        let mut wanted = None;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for name in names() {
                if ui
                    .selectable_label(session.name == name, name.replace('_', " "))
                    .clicked()
                {
                    wanted = Some(name);
                }
            }
        });
        if let Some(name) = wanted {
            session.take(name);
        }
    });
}

fn right(ui: &mut Ui, session: &mut Session, probe: Option<&Probe>) {
    Panel::right("right").default_size(320.0).show(ui, |ui| {
        let bodies = session.bodies();
        let chosen = session
            .chosen
            .map_or_else(|| "nothing".to_owned(), |chosen| session.name_of(chosen));
        let mut wanted = None;
        egui::ComboBox::from_label("body")
            .selected_text(chosen)
            .width(200.0)
            .show_ui(ui, |ui| {
                for body in bodies.iter().take(MOST_LISTED) {
                    let name = session.name_of(*body);
                    if ui
                        .selectable_label(session.chosen == Some(*body), name)
                        .clicked()
                    {
                        wanted = Some(*body);
                    }
                }
            });
        if let Some(wanted) = wanted {
            session.choose(wanted);
        }
        let now = session.numbers();
        if let Some(numbers) = &now {
            egui::Grid::new("numbers").num_columns(2).show(ui, |ui| {
                for (name, vector, unit) in [
                    ("position", numbers.position, "m"),
                    ("velocity", numbers.velocity, "m/s"),
                    ("spin", numbers.spin, "rad/s"),
                ] {
                    ui.label(name);
                    ui.monospace(format!(
                        "{:9.3} {:9.3} {:9.3} {unit}",
                        vector.x, vector.y, vector.z
                    ));
                    ui.end_row();
                }
            });
        }
        let end = session.end() as f64 * session.subject.dt();
        let curves = session.curves();
        if let Some(time) = plots::show(ui, &curves, now.as_ref(), session.time(), end) {
            session.paused = true;
            session.go((time / session.subject.dt()).round());
        }
        if session.profile {
            profile(ui, probe);
        }
        ui.separator();
        ui.strong("Components");
        ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| inspector(ui, session));
    });
}

/// Time of the step by stage, and what it counted.
fn profile(ui: &mut Ui, probe: Option<&Probe>) {
    ui.separator();
    ui.strong("One step from here (M)");
    let Some(probe) = probe else {
        ui.weak("There is no world to step.");
        return;
    };
    let total: f64 = probe
        .stages
        .iter()
        .map(|(_, time)| time.as_secs_f64())
        .sum();
    for (stage, time) in &probe.stages {
        let share = time.as_secs_f64() / (total + 1e-12);
        let bar = egui::ProgressBar::new(share as f32).text(format!(
            "{}  {:.3} ms",
            stage.name(),
            1e3 * time.as_secs_f64()
        ));
        ui.add(bar);
    }
    let report = &probe.report;
    ui.label(format!(
        "{:.3} ms; {} bodies awake, {} pairs, {} contacts, {} points, {} joints, {} impacts",
        1e3 * total,
        report.awake,
        report.pairs,
        report.contacts,
        report.points,
        report.joints,
        report.impacts.len(),
    ));
}

/// Every registered component of the chosen body, field by field.
fn inspector(ui: &mut Ui, session: &mut Session) {
    let Some(Chosen::Body(entity)) = session.chosen else {
        ui.weak("A shot alone has no components.");
        return;
    };
    let seeks = std::mem::take(&mut session.seeks_component);
    let world = session.subject.world();
    for (index, part) in session.components().into_iter().enumerate() {
        let Some(fields) = world.describe_component(part, entity) else {
            continue;
        };
        let name = RichText::new(short(part));
        let is_current = index == session.component;
        let name = if is_current { name.color(ORANGE) } else { name };
        // What keys go to is open, however long it is.
        let open = (seeks && is_current).then_some(true);
        let header = egui::CollapsingHeader::new(name)
            .id_salt(part)
            .open(open)
            .default_open(fields.len() < 16)
            .show(ui, |ui| {
                egui::Grid::new(part)
                    .num_columns(2)
                    .striped(true)
                    .show(ui, |ui| {
                        for field in fields.iter().take(MOST_FIELDS) {
                            ui.label(if field.path.is_empty() {
                                "value"
                            } else {
                                &field.path
                            });
                            ui.monospace(text(&field.value));
                            ui.end_row();
                        }
                        if fields.len() > MOST_FIELDS {
                            ui.weak(format!("and {} more", fields.len() - MOST_FIELDS));
                            ui.end_row();
                        }
                    });
            });
        if seeks && is_current {
            header.header_response.scroll_to_me(Some(egui::Align::TOP));
        }
    }
}

/// What a component is called without its crate.
pub(crate) fn short(name: &str) -> String {
    name.rsplit('.').next().unwrap_or(name).replace('_', " ")
}

fn text(value: &FieldValue) -> String {
    match value {
        FieldValue::None => "none".to_owned(),
        FieldValue::Bool(value) => value.to_string(),
        FieldValue::Unsigned(value) => value.to_string(),
        FieldValue::Signed(value) => value.to_string(),
        FieldValue::F32(value) => value.to_string(),
        FieldValue::F64(value) => value.to_string(),
        FieldValue::Entity(value) => value.to_string(),
        FieldValue::Text(value) => value.clone(),
        FieldValue::Bytes(value) => format!("{} bytes", value.len()),
    }
}

/// The sheet of keys, over the picture.
pub(crate) fn help(ui: &mut Ui, session: &mut Session) {
    let room = ui.max_rect().shrink(12.0);
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.heading("Keys");
                if ui.button("Close (Escape)").clicked() {
                    session.help = false;
                }
            });
            ScrollArea::vertical().show(ui, |ui| {
                ui.label(
                    "Mouse: drag turns the view, right button moves it, the wheel goes nearer. A click chooses a body; \
                     dragging a body of a scene while it runs pulls it along. +X is down range, +Y up, +Z to the right.",
                );
                egui::Grid::new("keys").num_columns(2).striped(true).spacing([12.0, 1.0]).show(ui, |ui| {
                    for binding in bindings() {
                        ui.strong(binding.keys);
                        ui.label(binding.what);
                        ui.end_row();
                    }
                });
            });
        });
    });
}
