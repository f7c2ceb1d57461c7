//! The view in space: a camera behind, above and to the right of the launch, fitted to everything that is drawn.

use voltex_math::DVec3;

use super::axes::{Range, ticks};
use super::canvas::{Anchor, Area, Canvas, Pen, Pixel, Rgba};
use super::{Picture, style};
use crate::marks::Weight;

/// A pinhole camera; its image is scaled afterwards so that the scene fills the panel.
struct Camera {
    eye: DVec3,
    right: DVec3,
    up: DVec3,
    forward: DVec3,
    scale: f64,
    offset: (f64, f64),
}

impl Camera {
    /// Looks at the middle of `points` along a fixed direction and fits them into `area`.
    fn fitted(points: &[DVec3], area: Area, from: DVec3) -> Self {
        let x = Range::of(points.iter().map(|p| p.x));
        let y = Range::of(points.iter().map(|p| p.y));
        let z = Range::of(points.iter().map(|p| p.z));
        let target = DVec3::new(x.centre(), y.centre(), z.centre());
        let size = DVec3::new(x.length(), y.length(), z.length()).length();
        let back = from.normalize();
        let eye = target + back * (1.35 * size + 1e-6);
        let forward = -back;
        let right = forward.cross(DVec3::Y).normalize();
        let up = right.cross(forward);
        let mut camera = Self {
            eye,
            right,
            up,
            forward,
            scale: 1.0,
            offset: (0.0, 0.0),
        };
        let seen: Vec<(f64, f64)> = points.iter().filter_map(|p| camera.image(*p)).collect();
        let u = Range::of(seen.iter().map(|p| p.0));
        let v = Range::of(seen.iter().map(|p| p.1));
        let across = f64::from(area.width) / u.length();
        let along = f64::from(area.height) / v.length();
        camera.scale = if across < along { across } else { along };
        let (cx, cy) = area.centre();
        camera.offset = (
            f64::from(cx) - camera.scale * u.centre(),
            f64::from(cy) + camera.scale * v.centre(),
        );
        camera
    }

    fn image(&self, point: DVec3) -> Option<(f64, f64)> {
        let arm = point - self.eye;
        let depth = arm.dot(self.forward);
        (depth > 1e-9).then(|| (arm.dot(self.right) / depth, arm.dot(self.up) / depth))
    }

    fn pixel(&self, point: DVec3) -> Option<Pixel> {
        let (u, v) = self.image(point)?;
        let x = (self.offset.0 + self.scale * u) as f32;
        let y = (self.offset.1 - self.scale * v) as f32;
        // Far outside the panel nothing is visible, and the rasteriser need not see it.
        (x.abs() < 1e5 && y.abs() < 1e5).then_some((x, y))
    }

    fn pixels(&self, points: &[DVec3]) -> Vec<Pixel> {
        points
            .iter()
            .filter_map(|point| self.pixel(*point))
            .collect()
    }
}

/// Draws the view into `area`.
pub(crate) fn draw(canvas: &mut Canvas, area: Area, picture: &Picture) {
    canvas.clip(area);
    canvas.gradient(area, style::SKY_HIGH, style::SKY_LOW);

    let path: Vec<DVec3> = picture.path.iter().map(|point| point.position).collect();
    let marks: Vec<DVec3> = picture
        .marks
        .iter()
        .flat_map(crate::marks::Mark::extent)
        .collect();
    let x = Range::of(path.iter().chain(&marks).map(|p| p.x)).with(0.0);
    let z = Range::of(path.iter().chain(&marks).map(|p| p.z)).with(0.0);
    let length = if x.length() > z.length() {
        x.length()
    } else {
        z.length()
    };
    let x = x.at_least(0.25 * length).padded(0.05, 0.06);
    let z = z.at_least(0.22 * length).padded(0.06, 0.06);
    let corners = [
        (x.low, z.low),
        (x.high, z.low),
        (x.high, z.high),
        (x.low, z.high),
    ]
    .map(|(x, z)| DVec3::new(x, 0.0, z));

    let mut everything = path.clone();
    everything.extend(&marks);
    everything.extend(corners);
    let slender = x.length() / z.length();
    let from = if slender > 2.0 {
        DVec3::new(-0.62, 0.44, 0.78)
    } else {
        DVec3::new(-0.84, 0.42, 0.50)
    };
    let camera = Camera::fitted(&everything, area.inset(46.0, 34.0, 46.0, 46.0), from);

    ground(canvas, &camera, x, z, corners, picture.ground.colour());
    let floor: Vec<DVec3> = path.iter().map(|p| DVec3::new(p.x, 0.0, p.z)).collect();
    canvas.line(&camera.pixels(&floor), Pen::new(Rgba(20, 30, 40, 90), 3.0));

    // Painter's order along the shot: what lies farther away first.
    let mut marks: Vec<_> = picture.marks.iter().collect();
    marks.sort_by(|a, b| {
        b.plane()
            .unwrap_or(1e9)
            .total_cmp(&a.plane().unwrap_or(1e9))
    });
    for mark in marks {
        for stroke in mark.strokes() {
            let pen = match stroke.weight {
                Weight::Strong => Pen::new(style::MARK, 3.0),
                Weight::Fine => Pen::new(style::MARK.alpha(90), 1.0),
                Weight::Painted => Pen::new(Rgba(255, 255, 255, 230), 2.5),
            };
            canvas.line(&camera.pixels(&stroke.points), pen);
        }
        for face in mark.faces() {
            let pixels = camera.pixels(&face.points);
            canvas.polygon(&pixels, style::MARK.alpha(150));
        }
    }

    for (point, _) in picture.strobes() {
        let foot = DVec3::new(point.x, 0.0, point.z);
        canvas.line(
            &camera.pixels(&[foot, point]),
            Pen::new(style::FLIGHT.alpha(70), 1.5),
        );
    }
    let (before, after) = picture.legs();
    let before: Vec<DVec3> = before.iter().map(|p| p.position).collect();
    let after: Vec<DVec3> = after.iter().map(|p| p.position).collect();
    canvas.line(&camera.pixels(&after), Pen::new(style::AFTER, 3.0));
    canvas.line(&camera.pixels(&before), Pen::new(style::FLIGHT, 4.5));
    for (point, axis) in picture.strobes() {
        let Some(pixel) = camera.pixel(point) else {
            continue;
        };
        match picture.oval {
            None => canvas.disc(pixel, 4.5, style::FLIGHT),
            Some(oval) => {
                let depth = (point - camera.eye).dot(camera.forward);
                let seen = (axis.dot(camera.right), axis.dot(camera.up));
                oval.draw(canvas, pixel, seen, camera.scale / depth);
            }
        }
    }
    if let Some(apex) = picture.apex.and_then(|p| camera.pixel(p)) {
        canvas.marker(apex, 6.0, style::APEX);
    }
    for impact in &picture.impacts {
        if let Some(pixel) = camera.pixel(*impact) {
            canvas.marker(pixel, 6.0, style::IMPACT);
        }
    }
    if let Some(pixel) = path.first().and_then(|p| camera.pixel(*p)) {
        canvas.marker(pixel, 7.0, style::LAUNCH);
    }
    canvas.unclip();
}

fn ground(
    canvas: &mut Canvas,
    camera: &Camera,
    x: Range,
    z: Range,
    corners: [DVec3; 4],
    colour: Rgba,
) {
    canvas.polygon(&camera.pixels(&corners), colour);
    let line = Pen::new(Rgba(255, 255, 255, 110), 1.2);
    let (values, decimals) = ticks(x, 8.0);
    for value in values {
        canvas.line(
            &camera.pixels(&[
                DVec3::new(value, 0.0, z.low),
                DVec3::new(value, 0.0, z.high),
            ]),
            line,
        );
        if let Some((px, py)) = camera.pixel(DVec3::new(value, 0.0, z.high)) {
            canvas.text(
                (px + 4.0, py + 20.0),
                16.0,
                style::MUTED,
                Anchor::Middle,
                &format!("{value:.decimals$} m"),
            );
        }
    }
    let (values, _) = ticks(z, 4.0);
    for value in values {
        canvas.line(
            &camera.pixels(&[
                DVec3::new(x.low, 0.0, value),
                DVec3::new(x.high, 0.0, value),
            ]),
            line,
        );
    }
}
