//! Panels with axes: round tick values, grid lines, units, and the map from data to pixels.

use super::canvas::{Anchor, Area, Canvas, Pen, Pixel, Rgba};
use super::style;

/// A closed interval of data values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    /// The smallest interval that holds every finite value; `0..1` if there is none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut range: Option<Self> = None;
        for value in values.into_iter().filter(|value| value.is_finite()) {
            range = Some(range.map_or(
                Self {
                    low: value,
                    high: value,
                },
                |old| old.with(value),
            ));
        }
        range.unwrap_or(Self {
            low: 0.0,
            high: 1.0,
        })
    }

    pub(crate) fn with(self, value: f64) -> Self {
        Self {
            low: if value < self.low { value } else { self.low },
            high: if value > self.high { value } else { self.high },
        }
    }

    pub(crate) fn length(self) -> f64 {
        self.high - self.low
    }

    pub(crate) fn centre(self) -> f64 {
        0.5 * (self.low + self.high)
    }

    /// Grown by a share of its length at each end.
    pub(crate) fn padded(self, below: f64, above: f64) -> Self {
        let length = self.length();
        Self {
            low: self.low - below * length,
            high: self.high + above * length,
        }
    }

    /// Widened about its centre to at least `length`.
    pub(crate) fn at_least(self, length: f64) -> Self {
        if self.length() >= length {
            return self;
        }
        Self {
            low: self.centre() - 0.5 * length,
            high: self.centre() + 0.5 * length,
        }
    }

    pub(crate) fn contains(self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }
}

/// Round values (1, 2 or 5 times a power of ten) inside the range, about `wanted` of them, with the decimals they need.
pub(crate) fn ticks(range: Range, wanted: f64) -> (Vec<f64>, usize) {
    let raw = range.length() / wanted;
    if !(raw.is_finite() && raw > 0.0) {
        return (vec![range.low], 0);
    }
    let mut unit = 1.0;
    let mut decimals = 0;
    while unit > raw {
        unit /= 10.0;
        decimals += 1;
    }
    while unit * 10.0 <= raw {
        unit *= 10.0;
        decimals = if decimals > 0 { decimals - 1 } else { 0 };
    }
    let multiple = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|m| unit * m >= raw * 0.999);
    if multiple.is_none() && decimals > 0 {
        decimals -= 1;
    }
    let step = unit * multiple.unwrap_or(10.0);
    let first = (range.low / step - 1e-9).ceil();
    let last = (range.high / step + 1e-9).floor();
    let mut values = Vec::new();
    let mut index = first;
    while index <= last && values.len() < 100 {
        // Adding zero turns -0 into 0.
        values.push(index * step + 0.0);
        index += 1.0;
    }
    (values, decimals)
}

/// A rectangle of the canvas with a horizontal and a vertical data range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel {
    pub(crate) area: Area,
    pub(crate) x: Range,
    pub(crate) y: Range,
    /// True when larger values lie lower, as for "right of the line" in a view from above.
    pub(crate) y_down: bool,
}

impl Panel {
    /// A panel with the same scale (pixels per unit) on both axes; the ranges grow to fill the area: x at its upper end,
    /// y at its upper end for heights and at both ends for a view from above.
    pub(crate) fn scaled(area: Area, x: Range, y: Range, scale: f64, y_down: bool) -> Self {
        let (across, along) = (
            f64::from(area.width) / scale,
            f64::from(area.height) / scale,
        );
        let x = Range {
            low: x.low,
            high: x.low + across,
        };
        let y = if y_down {
            y.at_least(along)
        } else {
            Range {
                low: y.low,
                high: y.low + along,
            }
        };
        Self { area, x, y, y_down }
    }

    /// Pixel of a data point.
    pub(crate) fn at(&self, x: f64, y: f64) -> Pixel {
        let u = (x - self.x.low) / self.x.length();
        let v = (y - self.y.low) / self.y.length();
        let v = if self.y_down { v } else { 1.0 - v };
        (
            self.area.left + self.area.width * u as f32,
            self.area.top + self.area.height * v as f32,
        )
    }

    /// Pixels of a unit along x.
    pub(crate) fn scale(&self) -> f64 {
        f64::from(self.area.width) / self.x.length()
    }

    /// Background, grid, tick labels and the two axis names.
    pub(crate) fn frame(&self, canvas: &mut Canvas, x_name: &str, y_name: &str) {
        let area = self.area;
        canvas.rectangle(area, style::PANEL);
        let (x_ticks, x_decimals) = ticks(self.x, f64::from(area.width) / 110.0);
        let (y_ticks, y_decimals) = ticks(self.y, f64::from(area.height) / 42.0);
        for value in x_ticks {
            let (px, _) = self.at(value, self.y.low);
            canvas.line(
                &[(px, area.top), (px, area.bottom())],
                style::grid(value == 0.0),
            );
            canvas.text(
                (px, area.bottom() + 22.0),
                17.0,
                style::MUTED,
                Anchor::Middle,
                &label(value, x_decimals),
            );
        }
        for value in y_ticks {
            let (_, py) = self.at(self.x.low, value);
            canvas.line(
                &[(area.left, py), (area.right(), py)],
                style::grid(value == 0.0),
            );
            canvas.text(
                (area.left - 10.0, py + 6.0),
                17.0,
                style::MUTED,
                Anchor::Right,
                &label(value, y_decimals),
            );
        }
        canvas.text(
            (area.right(), area.bottom() + 42.0),
            17.0,
            style::TEXT,
            Anchor::Right,
            x_name,
        );
        canvas.text(
            (area.left - 44.0, area.top - 12.0),
            17.0,
            style::TEXT,
            Anchor::Left,
            y_name,
        );
    }

    /// A data line.
    pub(crate) fn plot(
        &self,
        canvas: &mut Canvas,
        points: impl Iterator<Item = (f64, f64)>,
        pen: Pen,
    ) {
        let pixels: Vec<Pixel> = points.map(|(x, y)| self.at(x, y)).collect();
        canvas.line(&pixels, pen);
    }

    /// A vertical line across the panel at `x`.
    pub(crate) fn rule(&self, canvas: &mut Canvas, x: f64, colour: Rgba) {
        if self.x.contains(x) {
            let (px, _) = self.at(x, self.y.low);
            canvas.line(
                &[(px, self.area.top), (px, self.area.bottom())],
                Pen::new(colour, 1.5).dashed(5.0, 5.0),
            );
        }
    }
}

/// A tick value with thousands apart: `12 500`.
fn label(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if value.abs() < 10_000.0 {
        return text;
    }
    let (sign, digits) = text
        .strip_prefix('-')
        .map_or(("", text.as_str()), |rest| ("-", rest));
    let mut grouped = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 && decimals == 0 {
            grouped.push('\u{2009}');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::{Range, label, ticks};

    #[test]
    fn ticks_are_round_inside_and_about_as_many_as_wanted() {
        for (low, high, expected, decimals) in [
            (0.0, 10.0, vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0], 0),
            (0.0, 1.0, vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0], 1),
            (-3.0, 3.0, vec![-2.0, 0.0, 2.0], 0),
            (0.0, 275.0, vec![0.0, 100.0, 200.0], 0),
            (12.0, 12.31, vec![12.0, 12.1, 12.2, 12.3], 1),
        ] {
            let (values, places) = ticks(
                Range { low, high },
                if low == -3.0 || high == 12.31 {
                    3.1
                } else {
                    5.0
                },
            );
            assert_eq!(values.len(), expected.len(), "{values:?}");
            for (value, want) in values.iter().zip(&expected) {
                assert!((value - want).abs() < 1e-9, "{values:?}");
            }
            assert_eq!(places, decimals, "{values:?}");
        }
    }

    #[test]
    fn a_range_without_length_still_has_a_tick() {
        assert_eq!(
            ticks(
                Range {
                    low: 4.0,
                    high: 4.0
                },
                5.0
            ),
            (vec![4.0], 0)
        );
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(label(12_500.0, 0), "12\u{2009}500");
        assert_eq!(label(-1_234_567.0, 0), "-1\u{2009}234\u{2009}567");
        assert_eq!(label(9_999.0, 0), "9999");
        assert_eq!(label(0.25, 2), "0.25");
    }
}
