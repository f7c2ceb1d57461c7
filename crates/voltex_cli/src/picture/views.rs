//! The flat panels: side view and top view at one scale on both axes, and the three curves against time.

use voltex_math::DVec3;

use super::axes::{Panel, Range};
use super::canvas::{Anchor, Area, Canvas, Pen, Pixel, Rgba};
use super::{Picture, Point, style};
use crate::marks::{Mark, Weight};

/// Room for tick labels and axis names around a panel, pixels.
const LEFT: f32 = 64.0;
const TOP: f32 = 34.0;
const BOTTOM: f32 = 50.0;

/// Which two coordinates a flat view shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    Side,
    Top,
}

impl View {
    fn of(self, point: DVec3) -> (f64, f64) {
        match self {
            Self::Side => (point.x, point.y),
            Self::Top => (point.x, point.z),
        }
    }
}

/// Where the two flat views stand: one below the other, or side by side when the flight is about as high as it is long.
/// Both share one scale, so that a metre is as long in either direction of either view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    stacked: bool,
    /// Pixels per metre.
    scale: f64,
    upper: f32,
    lower: f32,
}

impl Plan {
    /// The plan with the larger scale for a given width in pixels.
    pub(crate) fn new(picture: &Picture, width: f32) -> Self {
        let (side_x, side_y) = ranges(picture, View::Side);
        let (_, top_y) = ranges(picture, View::Top);
        let (tall, deep, long) = (side_y.length(), top_y.length(), side_x.length());
        let scale = |width: f32, room: f32, height: f64| {
            let (across, along) = (f64::from(width) / long, f64::from(room) / height);
            if across < along { across } else { along }
        };
        let least = |pixels: f64| if pixels < 150.0 { 150.0 } else { pixels as f32 };
        let stacked = scale(width - LEFT, ROOM, tall + deep);
        let taller = if tall > deep { tall } else { deep };
        let beside = scale(0.5 * width - LEFT - 20.0, ROOM, taller);
        if beside > stacked {
            let height = least(beside * taller);
            Self {
                stacked: false,
                scale: beside,
                upper: height,
                lower: height,
            }
        } else {
            Self {
                stacked: true,
                scale: stacked,
                upper: least(stacked * tall),
                lower: least(stacked * deep),
            }
        }
    }

    /// Height of both views with their labels, pixels.
    pub(crate) fn height(&self) -> f32 {
        if self.stacked {
            self.upper + self.lower + 2.0 * (TOP + BOTTOM)
        } else {
            self.upper + TOP + BOTTOM
        }
    }
}

/// The most height that the two views may take together, pixels.
const ROOM: f32 = 860.0;

/// Side view and top view.
pub(crate) fn planes(canvas: &mut Canvas, area: Area, picture: &Picture, plan: Plan) {
    let (side_x, side_y) = ranges(picture, View::Side);
    let (_, top_y) = ranges(picture, View::Top);
    let (upper, lower) = if plan.stacked {
        let width = area.width - LEFT;
        let upper = Area::new(area.left + LEFT, area.top + TOP, width, plan.upper);
        (
            upper,
            Area::new(upper.left, upper.bottom() + BOTTOM + TOP, width, plan.lower),
        )
    } else {
        let width = 0.5 * area.width - LEFT - 20.0;
        let upper = Area::new(area.left + LEFT, area.top + TOP, width, plan.upper);
        (
            upper,
            Area::new(upper.right() + 40.0 + LEFT, upper.top, width, plan.lower),
        )
    };

    let side = Panel::scaled(upper, side_x, side_y, plan.scale, false);
    side.frame(canvas, "distance (m)", "height (m)");
    heading(canvas, upper, "Side view");
    flat(canvas, &side, View::Side, picture);

    let top = Panel::scaled(lower, side_x, top_y, plan.scale, true);
    top.frame(canvas, "distance (m)", "right (m)");
    heading(canvas, lower, "Top view");
    flat(canvas, &top, View::Top, picture);
}

fn heading(canvas: &mut Canvas, area: Area, text: &str) {
    canvas.bold(
        (area.left + 0.5 * area.width, area.top - 12.0),
        19.0,
        style::TEXT,
        Anchor::Middle,
        text,
    );
}

fn ranges(picture: &Picture, view: View) -> (Range, Range) {
    let points: Vec<(f64, f64)> = picture
        .path
        .iter()
        .map(|point| view.of(point.position))
        .chain(
            picture
                .marks
                .iter()
                .flat_map(Mark::extent)
                .map(|point| view.of(point)),
        )
        .collect();
    let x = Range::of(points.iter().map(|p| p.0))
        .with(0.0)
        .padded(0.02, 0.02)
        .at_least(0.1);
    let y = Range::of(points.iter().map(|p| p.1)).with(0.0);
    let least = 0.02 * x.length();
    let y = match view {
        View::Side => Range {
            low: y.low,
            high: if y.high > y.low + least {
                y.high
            } else {
                y.low + least
            },
        }
        .padded(0.04, 0.12),
        View::Top => y.at_least(least).padded(0.1, 0.1),
    };
    (x, y)
}

fn flat(canvas: &mut Canvas, panel: &Panel, view: View, picture: &Picture) {
    canvas.clip(panel.area);
    let map = |point: &DVec3| {
        let (x, y) = view.of(*point);
        panel.at(x, y)
    };
    if view == View::Side {
        let (left, low) = panel.at(panel.x.low, 0.0);
        let ground = Area::new(left, low, panel.area.width, panel.area.bottom() - low);
        canvas.rectangle(ground, picture.ground.colour().alpha(150));
    }
    for mark in &picture.marks {
        for face in mark.faces() {
            let pixels: Vec<Pixel> = face.points.iter().map(map).collect();
            canvas.polygon(&pixels, style::MARK.alpha(150));
            canvas.line(&pixels, Pen::new(style::MARK.alpha(150), 3.0));
        }
        for stroke in mark.strokes() {
            let pixels: Vec<Pixel> = stroke.points.iter().map(map).collect();
            let pen = match stroke.weight {
                Weight::Strong => Pen::new(style::MARK, 3.0),
                Weight::Fine => Pen::new(style::MARK.alpha(60), 1.0),
                Weight::Painted => Pen::new(style::MARK.alpha(120), 2.0),
            };
            canvas.line(&pixels, pen);
        }
    }
    for mark in &picture.marks {
        let tip = mark
            .extent()
            .into_iter()
            .filter(|point| view == View::Side || point.y < 1e-9)
            .max_by(|a, b| a.z.total_cmp(&b.z));
        if let (Some(tip), Some(_)) = (tip, mark.plane()) {
            let (x, y) = map(&DVec3::new(tip.x, 0.0, tip.z));
            // To the right of the mark, or to its left where there is no room.
            let fits = x + 12.0 + canvas.text_width(mark.name(), 15.0) < panel.area.right();
            let (x, anchor) = if fits {
                (x + 8.0, Anchor::Left)
            } else {
                (x - 8.0, Anchor::Right)
            };
            let y = if view == View::Side {
                y - 8.0
            } else {
                y + 18.0
            };
            canvas.text((x, y), 15.0, style::MUTED, anchor, mark.name());
        }
    }
    let leg = |points: &[Point]| -> Vec<Pixel> {
        points.iter().map(|point| map(&point.position)).collect()
    };
    let (before, after) = picture.legs();
    canvas.line(&leg(after), Pen::new(style::AFTER, 2.5));
    canvas.line(&leg(before), Pen::new(style::FLIGHT, 3.5));
    for (point, axis) in picture.strobes() {
        match picture.oval {
            None => canvas.disc(map(&point), 4.0, style::FLIGHT),
            Some(oval) => {
                let (x, y) = view.of(axis);
                // The top view has +Z downwards on paper.
                let seen = if view == View::Top { (x, -y) } else { (x, y) };
                oval.draw(canvas, map(&point), seen, panel.scale());
            }
        }
    }
    if let (View::Side, Some(apex)) = (view, picture.apex) {
        canvas.marker(map(&apex), 5.0, style::APEX);
    }
    for impact in &picture.impacts {
        canvas.marker(map(impact), 5.0, style::IMPACT);
    }
    if let Some(first) = picture.path.first() {
        canvas.marker(map(&first.position), 6.0, style::LAUNCH);
    }
    canvas.unclip();
}

/// Speed, spin and energy against time, one below the other.
pub(crate) fn time_plots(canvas: &mut Canvas, area: Area, picture: &Picture) {
    let each = area.height / 3.0;
    let panel = |index: f32| {
        Area::new(
            area.left + LEFT,
            area.top + each * index + TOP,
            area.width - LEFT,
            each - TOP - BOTTOM,
        )
    };
    let curve = |value: fn(&Point) -> f64| -> Vec<(f64, f64)> {
        picture.path.iter().map(|p| (p.time, value(p))).collect()
    };
    let speed = [Curve {
        name: "",
        colour: style::SPEED,
        points: curve(|p| p.speed),
    }];
    let spin = [Curve {
        name: "",
        colour: style::SPIN,
        points: curve(|p| p.spin * 30.0 / std::f64::consts::PI),
    }];
    let energy = [
        Curve {
            name: "spin",
            colour: style::ROTATION,
            points: curve(|p| p.rotational),
        },
        Curve {
            name: "height",
            colour: style::POTENTIAL,
            points: curve(|p| p.potential),
        },
        Curve {
            name: "motion",
            colour: style::TRANSLATION,
            points: curve(|p| p.translational),
        },
        Curve {
            name: "total",
            colour: style::TOTAL,
            points: curve(|p| p.translational + p.rotational + p.potential),
        },
    ];
    against_time(canvas, panel(0.0), picture, "speed (m/s)", &speed);
    against_time(canvas, panel(1.0), picture, "spin (rpm)", &spin);
    against_time(canvas, panel(2.0), picture, "energy (J)", &energy);
}

struct Curve {
    name: &'static str,
    colour: Rgba,
    points: Vec<(f64, f64)>,
}

fn against_time(canvas: &mut Canvas, area: Area, picture: &Picture, name: &str, curves: &[Curve]) {
    let time = Range::of(picture.path.iter().map(|point| point.time));
    let value = Range::of(
        curves
            .iter()
            .flat_map(|curve| curve.points.iter().map(|p| p.1)),
    )
    .with(0.0);
    let high = if value.high > 0.0 { value.high } else { 1.0 };
    let panel = Panel {
        area,
        x: time.at_least(1e-3),
        y: Range {
            low: value.low,
            high: 1.12 * high,
        },
        y_down: false,
    };
    panel.frame(canvas, "time (s)", name);
    canvas.clip(area);
    if let Some(impact) = picture.first_impact {
        panel.rule(canvas, impact, style::IMPACT.alpha(170));
    }
    for curve in curves {
        panel.plot(
            canvas,
            curve.points.iter().copied(),
            Pen::new(curve.colour, 2.5),
        );
    }
    canvas.unclip();
    let mut x = area.right();
    for curve in curves {
        if !curve.name.is_empty() {
            canvas.text(
                (x, area.top - 12.0),
                16.0,
                curve.colour,
                Anchor::Right,
                curve.name,
            );
            x -= canvas.text_width(curve.name, 16.0) + 36.0;
            canvas.line(
                &[(x + 10.0, area.top - 18.0), (x + 28.0, area.top - 18.0)],
                Pen::new(curve.colour, 3.0),
            );
        }
    }
}
