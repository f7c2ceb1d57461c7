//! A sheet of charts: curves and points over two axes, two charts a row, with a title above and a line below.

use super::axes::{Panel, Range};
use super::canvas::{Anchor, Area, Canvas, Pen, Rgba};
use super::style;

/// How the points of a curve are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A full line through them.
    Line,
    /// A dashed line through them: the closed form.
    Dashed,
    /// A dot at each: what was measured.
    Dots,
}

/// Points of one colour under one name.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Stands in the legend unless it is empty.
    pub(crate) name: String,
    pub(crate) look: Look,
    /// Which of the colours, in turn.
    pub(crate) colour: usize,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Curves over common axes.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// What is seen, above the chart.
    pub(crate) title: String,
    /// Name and unit of each axis.
    pub(crate) axes: [String; 2],
    /// Whether a unit has the same length on both axes: for paths.
    pub(crate) in_proportion: bool,
    pub(crate) curves: Vec<Curve>,
}

/// Everything that the picture shows.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) charts: Vec<Chart>,
    /// One line at the foot.
    pub(crate) footnote: String,
}

const WIDTH: u32 = 1800;
const MARGIN: f32 = 36.0;
const HEADER: f32 = 110.0;
/// Height of a row of charts, its titles and axes included.
const ROW: f32 = 560.0;
/// Room beside and around the panel of a chart.
const LEFT: f32 = 100.0;
const TOP: f32 = 92.0;
const BOTTOM: f32 = 66.0;

const COLOURS: [Rgba; 8] = [
    Rgba::hex(0x0B_62_C4),
    Rgba::hex(0xE0_4F_1A),
    Rgba::hex(0x2B_9A_66),
    Rgba::hex(0x8A_3F_C2),
    Rgba::hex(0xB8_86_0B),
    Rgba::hex(0xC2_3B_6E),
    Rgba::hex(0x1C_27_33),
    Rgba::hex(0x4A_8F_A8),
];

impl Sheet {
    /// The picture as the bytes of a PNG file.
    ///
    /// # Errors
    /// A sentence when there is nothing to draw or the encoder refuses.
    pub(crate) fn png(&self) -> Result<Vec<u8>, String> {
        if self.charts.is_empty() {
            return Err("there are no charts to draw".to_owned());
        }
        let rows = self.charts.len().div_ceil(2);
        let height = HEADER + rows as f32 * ROW + 44.0;
        let mut canvas = Canvas::new(WIDTH, height as u32, style::PAPER);
        let full = Area::new(0.0, 0.0, WIDTH as f32, HEADER);
        canvas.rectangle(full, style::BANNER);
        let title = (MARGIN, 54.0);
        canvas.bold(title, 42.0, style::ON_BANNER, Anchor::Left, &self.title);
        let mut size = 22.0;
        while size > 12.0 && canvas.text_width(&self.subtitle, size) > WIDTH as f32 - 2.0 * MARGIN {
            size -= 1.0;
        }
        let below = (MARGIN, 88.0);
        canvas.text(
            below,
            size,
            style::ON_BANNER_MUTED,
            Anchor::Left,
            &self.subtitle,
        );
        for (index, chart) in self.charts.iter().enumerate() {
            // A last chart without a neighbour takes the whole row.
            let alone = index + 1 == self.charts.len() && index % 2 == 0;
            let width = (WIDTH as f32 - 2.0 * MARGIN) / if alone { 1.0 } else { 2.0 };
            let left = MARGIN + (index % 2) as f32 * width;
            let top = HEADER + (index / 2) as f32 * ROW;
            chart.draw(&mut canvas, Area::new(left, top, width, ROW));
        }
        let foot = (MARGIN, height - 16.0);
        canvas.text(foot, 16.0, style::MUTED, Anchor::Left, &self.footnote);
        canvas.png()
    }
}

impl Chart {
    fn draw(&self, canvas: &mut Canvas, area: Area) {
        let points = || self.curves.iter().flat_map(|curve| curve.points.iter());
        let room = area.inset(LEFT, TOP, 28.0, BOTTOM);
        let grown = |range: Range| {
            let size = if range.length() > 0.0 {
                range.length()
            } else {
                1.0
            };
            range.at_least(0.2 * size).padded(0.04, 0.08)
        };
        let x = grown(Range::of(points().map(|point| point.0)));
        let y = grown(Range::of(points().map(|point| point.1)));
        let panel = if self.in_proportion {
            let across = f64::from(room.width) / x.length();
            let along = f64::from(room.height) / y.length();
            let scale = if across < along { across } else { along };
            // Both ranges are widened about their middles to fill the panel.
            Panel {
                area: room,
                x: x.at_least(f64::from(room.width) / scale),
                y: y.at_least(f64::from(room.height) / scale),
                y_down: false,
            }
        } else {
            let (area, y_down) = (room, false);
            Panel { area, x, y, y_down }
        };
        let [x_name, y_name] = &self.axes;
        panel.frame(canvas, x_name, y_name);
        let title = (area.left + 56.0, area.top + 40.0);
        canvas.bold(title, 21.0, style::TEXT, Anchor::Left, &self.title);
        canvas.clip(room);
        for curve in &self.curves {
            let colour = COLOURS[curve.colour % COLOURS.len()];
            let points = curve.points.iter().copied();
            match curve.look {
                Look::Line => panel.plot(canvas, points, Pen::new(colour, 2.5)),
                Look::Dashed => panel.plot(canvas, points, Pen::new(colour, 2.0).dashed(9.0, 6.0)),
                Look::Dots => {
                    for (x, y) in points {
                        canvas.marker(panel.at(x, y), 5.0, colour);
                    }
                }
            }
        }
        canvas.unclip();
        let mut right = room.right();
        for curve in self
            .curves
            .iter()
            .rev()
            .filter(|curve| !curve.name.is_empty())
        {
            let colour = COLOURS[curve.colour % COLOURS.len()];
            let y = room.top - 12.0;
            canvas.text((right, y), 16.0, colour, Anchor::Right, &curve.name);
            right -= canvas.text_width(&curve.name, 16.0);
            let ends = [(right - 26.0, y - 6.0), (right - 8.0, y - 6.0)];
            match curve.look {
                Look::Line => canvas.line(&ends, Pen::new(colour, 3.0)),
                Look::Dashed => canvas.line(&ends, Pen::new(colour, 2.0).dashed(6.0, 4.0)),
                Look::Dots => canvas.marker((right - 15.0, y - 6.0), 5.0, colour),
            }
            right -= 44.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Chart, Curve, Look, Sheet};

    fn sheet(points: Vec<(f64, f64)>, charts: usize) -> Sheet {
        let chart = |in_proportion| Chart {
            title: "A chart".to_owned(),
            axes: ["time (s)".to_owned(), "height (m)".to_owned()],
            in_proportion,
            curves: [Look::Line, Look::Dashed, Look::Dots]
                .into_iter()
                .enumerate()
                .map(|(colour, look)| Curve {
                    name: format!("{look:?}"),
                    look,
                    colour,
                    points: points.clone(),
                })
                .collect(),
        };
        Sheet {
            title: "Test".to_owned(),
            subtitle: "a subtitle that is much too long for one line ".repeat(10),
            charts: (0..charts).map(|index| chart(index % 2 == 1)).collect(),
            footnote: String::new(),
        }
    }

    #[test]
    fn charts_of_any_points_are_drawn_two_a_row() {
        for points in [
            Vec::new(),
            vec![(0.0, 0.0)],
            vec![(1.0, 5.0), (1.0, 5.0)],
            vec![(-1e9, 1e-9), (1e9, -1e-9)],
            vec![(0.0, f64::NAN), (1.0, 1.0)],
        ] {
            for (charts, rows) in [(1, 1), (2, 1), (3, 2)] {
                let png = sheet(points.clone(), charts).png().expect("a picture");
                let number =
                    |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
                assert_eq!(
                    (number(16), number(20)),
                    (1800, 154 + 560 * rows),
                    "{points:?}"
                );
            }
        }
        assert!(sheet(vec![(0.0, 0.0)], 0).png().is_err());
    }

    #[test]
    fn what_is_drawn_depends_on_the_points() {
        let one = sheet(vec![(0.0, 0.0), (1.0, 1.0)], 1).png();
        assert_eq!(one, sheet(vec![(0.0, 0.0), (1.0, 1.0)], 1).png());
        assert_ne!(
            one,
            sheet(vec![(0.0, 0.0), (0.5, 0.1), (1.0, 1.0)], 1).png()
        );
    }
}
