//! Curves over time in a panel.

use egui::{Align2, Color32, FontId, Pos2, Sense, Stroke, Ui, Vec2, pos2};

use crate::session::Numbers;

/// Turns a minute in a radian a second.
const RPM: f32 = 30.0 / std::f32::consts::PI;

/// A line of a plot: colour, and its value.
type Curve = (Color32, fn(&Numbers) -> f32);

/// What is plotted: name, unit, lines; of the last the value is told.
struct Plot {
    name: &'static str,
    unit: &'static str,
    curves: &'static [Curve],
}

const BLUE: Color32 = Color32::from_rgb(0x7f, 0xb8, 0xff);
const GREEN: Color32 = Color32::from_rgb(0x7f, 0xd0, 0x8a);
const VIOLET: Color32 = Color32::from_rgb(0xe5, 0x8c, 0xff);
const ORANGE: Color32 = Color32::from_rgb(0xff, 0xb3, 0x47);

static PLOTS: [Plot; 4] = [
    Plot {
        name: "height",
        unit: "m",
        curves: &[(BLUE, |numbers| numbers.position.y)],
    },
    Plot {
        name: "speed",
        unit: "m/s",
        curves: &[(GREEN, |numbers| numbers.velocity.length())],
    },
    Plot {
        name: "spin",
        unit: "rpm",
        curves: &[(VIOLET, |numbers| numbers.spin.length() * RPM)],
    },
    Plot {
        name: "energy: height, motion, spin, sum",
        unit: "J",
        curves: &[
            (BLUE, |numbers| numbers.energies.map_or(0.0, |e| e[2])),
            (GREEN, |numbers| numbers.energies.map_or(0.0, |e| e[0])),
            (VIOLET, |numbers| numbers.energies.map_or(0.0, |e| e[1])),
            (Color32::WHITE, |numbers| {
                numbers.energies.map_or(0.0, |e| e.iter().sum())
            }),
        ],
    },
];

/// Draws all plots; tells the time (s) at which the user clicked or drags.
pub(crate) fn show(
    ui: &mut Ui,
    curves: &[Numbers],
    now: Option<&Numbers>,
    time: f64,
    end: f64,
) -> Option<f64> {
    let mut asked = None;
    for plot in &PLOTS {
        // Of what nothing moves no energy is known.
        if plot.unit == "J" && !curves.iter().any(|numbers| numbers.energies.is_some()) {
            continue;
        }
        ui.horizontal(|ui| {
            ui.label(plot.name);
            if let (Some(now), Some((_, of))) = (now, plot.curves.last()) {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.strong(format!("{} {}", digits(of(now)), plot.unit));
                });
            }
        });
        let size = Vec2::new(ui.available_width(), 62.0);
        let (response, painter) = ui.allocate_painter(size, Sense::click_and_drag());
        let rect = response.rect;
        painter.rect_filled(rect, 2.0, Color32::from_gray(18));
        let values = curves
            .iter()
            .flat_map(|numbers| plot.curves.iter().map(move |(_, of)| of(numbers)));
        let (mut low, mut high) = (0.0_f32, 0.0_f32);
        for value in values.filter(|value| value.is_finite()) {
            low = if value < low { value } else { low };
            high = if value > high { value } else { high };
        }
        if high - low < 1e-6 {
            high = low + 1.0;
        }
        let place = |time: f64, value: f32| -> Pos2 {
            let x = rect.left() + rect.width() * (time / (end + 1e-9)) as f32;
            pos2(
                x,
                rect.bottom() - 3.0 - (value - low) / (high - low) * (rect.height() - 6.0),
            )
        };
        painter.line_segment(
            [place(0.0, 0.0), place(end, 0.0)],
            Stroke::new(1.0, Color32::from_gray(60)),
        );
        for (colour, of) in plot.curves {
            // Two points in a pixel say no more than one.
            let skip = (curves.len() / (2 * rect.width() as usize).max(1)).max(1);
            let points = curves
                .iter()
                .step_by(skip)
                .map(|numbers| place(numbers.time, of(numbers)));
            painter.line(points.collect(), Stroke::new(1.4, *colour));
        }
        let x = place(time, 0.0).x;
        painter.line_segment(
            [pos2(x, rect.top()), pos2(x, rect.bottom())],
            Stroke::new(1.0, ORANGE),
        );
        let font = FontId::proportional(10.0);
        let note = |align: Align2, at: Pos2, value: f32| {
            let text = format!("{} {}", digits(value), plot.unit);
            painter.text(at, align, text, font.clone(), Color32::from_gray(150));
        };
        note(
            Align2::RIGHT_TOP,
            rect.right_top() + Vec2::new(-3.0, 1.0),
            high,
        );
        if low < 0.0 {
            note(
                Align2::RIGHT_BOTTOM,
                rect.right_bottom() + Vec2::new(-3.0, -1.0),
                low,
            );
        }
        if (response.clicked() || response.dragged())
            && let Some(pointer) = response.interact_pointer_pos()
        {
            asked = Some(f64::from((pointer.x - rect.left()) / rect.width()) * end);
        }
    }
    asked
}

/// A number with three or four digits that count.
fn digits(value: f32) -> String {
    match value.abs() {
        size if size != 0.0 && size < 1e-3 => format!("{value:.1e}"),
        size if size >= 1000.0 => format!("{value:.0}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}
