//! What stands around a shot: ground, painted lines, nets, goals, in the frame of the flight: it starts at the origin
//! along +X, +Z is to the right.

use std::f32::consts::{FRAC_PI_2, TAU};

use voltex_math::f32::{atan2, sin_cos};
use voltex_math::{Pose, Quat, Vec3};
use voltex_renderer::{
    Anchor, Camera, Colour, Finish, Frame, Label, Line, Pattern, RenderError, Sky, Width,
};

use crate::stage::{Look, Solid, Stage};

/// Paint on grass and floors.
pub(crate) const WHITE: Colour = Colour::rgb(0xf4_f4f0);
/// From one painted layer to the next, m.
const LAYER: f32 = 0.001;
/// Thickness of the cords of a net, m.
const CORD: f32 = 0.004;

/// A body that does not move.
#[derive(Clone, Copy, Debug)]
struct Prop {
    solid: Solid,
    pose: Pose,
    scale: Vec3,
    colour: Colour,
    finish: Finish,
    shadow: bool,
}

/// Everything around a shot.
#[derive(Clone, Debug)]
pub(crate) struct Venue {
    props: Vec<Prop>,
    lines: Vec<Line>,
    labels: Vec<Label>,
    /// In a hall there is no blue sky.
    pub(crate) indoors: bool,
    /// Where to look from.
    pub(crate) camera: Camera,
    /// Radius around the camera's aim within which shadows fall, m.
    pub(crate) shadow_radius: f32,
}

impl Venue {
    pub(crate) fn new(position: [f32; 3], look_at: [f32; 3], view: f32) -> Self {
        Self {
            props: Vec::new(),
            lines: Vec::new(),
            labels: Vec::new(),
            indoors: false,
            camera: Camera {
                field_of_view: view.to_radians(),
                ..Camera::new(Vec3::from_array(position), Vec3::from_array(look_at))
            },
            shadow_radius: 16.0,
        }
    }

    pub(crate) fn indoors(mut self) -> Self {
        self.indoors = true;
        self
    }

    /// Leaves the ground out, where a scene has its own.
    pub(crate) fn without_ground(&mut self) {
        self.props
            .retain(|prop| prop.finish.painted || prop.solid != Solid::Plane);
    }

    /// Leaves everything out but paint, where a scene has its own bodies.
    pub(crate) fn only_paint(&mut self) {
        self.props.retain(|prop| prop.finish.painted);
        self.lines.clear();
    }

    /// Puts everything into a frame, moved by where the shot begins.
    pub(crate) fn draw(
        &self,
        stage: &mut Stage,
        frame: &mut Frame,
        origin: Vec3,
    ) -> Result<(), RenderError> {
        frame.sky = if self.indoors {
            Sky::HALL
        } else {
            Sky::default()
        };
        if self.indoors {
            frame.sun.from = Vec3::new(0.15, 1.0, 0.1);
            frame.sun.colour = [0.75, 0.74, 0.72];
        }
        frame.sun.shadow_radius = self.shadow_radius;
        for prop in &self.props {
            let look = Look {
                colour: prop.colour,
                finish: prop.finish,
                skin: None,
            };
            let pose = Pose::new(prop.pose.position + origin, prop.pose.rotation);
            stage.solid(frame, prop.solid, &pose, prop.scale, &look, prop.shadow)?;
        }
        frame.lines.extend(self.lines.iter().map(|line| Line {
            ends: line.ends.map(|end| end + origin),
            ..*line
        }));
        frame
            .labels
            .extend(self.labels.iter().map(|label| match label.anchor {
                Anchor::World(point) => Label {
                    anchor: Anchor::World(point + origin),
                    ..label.clone()
                },
                Anchor::Corner(_) => label.clone(),
            }));
        Ok(())
    }

    fn add(&mut self, solid: Solid, pose: Pose, scale: Vec3, colour: Colour, finish: Finish) {
        let shadow = !finish.painted && solid != Solid::Plane;
        self.props.push(Prop {
            solid,
            pose,
            scale,
            colour,
            finish,
            shadow,
        });
    }

    /// The ground without end at a height.
    pub(crate) fn ground(&mut self, height: f32, colour: u32, pattern: Pattern, gloss: u8) {
        let finish = Finish {
            pattern,
            gloss,
            ..Finish::default()
        };
        let pose = Pose::from_position(Vec3::new(0.0, height, 0.0));
        let scale = Vec3::new(1500.0, 1.0, 1500.0);
        self.add(Solid::Plane, pose, scale, Colour::rgb(colour), finish);
    }

    /// A painted rectangle from corner to corner, x and z; layers above each other have rising numbers.
    pub(crate) fn paint(
        &mut self,
        from: [f32; 2],
        to: [f32; 2],
        layer: u32,
        colour: Colour,
        pattern: Pattern,
    ) {
        let finish = Finish {
            painted: true,
            pattern,
            ..Finish::default()
        };
        let middle = Vec3::new(
            0.5 * (from[0] + to[0]),
            LAYER * layer as f32,
            0.5 * (from[1] + to[1]),
        );
        let half = Vec3::new(
            0.5 * (to[0] - from[0]).abs(),
            1.0,
            0.5 * (to[1] - from[1]).abs(),
        );
        self.add(
            Solid::Plane,
            Pose::from_position(middle),
            half,
            colour,
            finish,
        );
    }

    /// A painted line of a width from point to point, x and z, its middle on them.
    pub(crate) fn stripe(&mut self, from: [f32; 2], to: [f32; 2], width: f32, colour: Colour) {
        let (dx, dz) = (to[0] - from[0], to[1] - from[1]);
        let length = (dx * dx + dz * dz).sqrt();
        let finish = Finish {
            painted: true,
            ..Finish::default()
        };
        let middle = Vec3::new(
            0.5 * (from[0] + to[0]),
            3.0 * LAYER,
            0.5 * (from[1] + to[1]),
        );
        let pose = Pose::new(middle, Quat::from_rotation_y(-atan2(dz, dx)));
        let half = Vec3::new(0.5 * (length + width), 1.0, 0.5 * width);
        self.add(Solid::Plane, pose, half, colour, finish);
    }

    /// The four lines of a rectangle, inside it as the rules of most sports have it.
    pub(crate) fn frame(&mut self, from: [f32; 2], to: [f32; 2], width: f32, colour: Colour) {
        let h = 0.5 * width;
        let (x0, x1, z0, z1) = (from[0] + h, to[0] - h, from[1] + h, to[1] - h);
        self.stripe([x0, z0], [x1, z0], width, colour);
        self.stripe([x0, z1], [x1, z1], width, colour);
        self.stripe([x0, z0], [x0, z1], width, colour);
        self.stripe([x1, z0], [x1, z1], width, colour);
    }

    /// Part of a painted circle, from angle to angle, rad from +X towards +Z.
    pub(crate) fn arc(
        &mut self,
        middle: [f32; 2],
        radius: f32,
        angles: [f32; 2],
        width: f32,
        colour: Colour,
    ) {
        let span = angles[1] - angles[0];
        let pieces = (64.0 * span.abs() / TAU).ceil() as u32 + 1;
        let point = |step: u32| {
            let (sine, cosine) = sin_cos(angles[0] + span * step as f32 / pieces as f32);
            [middle[0] + radius * cosine, middle[1] + radius * sine]
        };
        for step in 0..pieces {
            self.stripe(point(step), point(step + 1), width, colour);
        }
    }

    /// A painted disc.
    pub(crate) fn disc(&mut self, middle: [f32; 2], radius: f32, layer: u32, colour: Colour) {
        let finish = Finish {
            painted: true,
            ..Finish::default()
        };
        let place = Vec3::new(middle[0], LAYER * layer as f32 - 0.000_5, middle[1]);
        let scale = Vec3::new(radius, 0.000_5, radius);
        self.add(
            Solid::Cylinder,
            Pose::from_position(place),
            scale,
            colour,
            finish,
        );
    }

    /// A box from corner to corner.
    pub(crate) fn block(&mut self, from: [f32; 3], to: [f32; 3], colour: u32, gloss: u8) {
        let (a, b) = (Vec3::from_array(from), Vec3::from_array(to));
        let finish = Finish {
            gloss,
            ..Finish::default()
        };
        let pose = Pose::from_position(0.5 * (a + b));
        self.add(
            Solid::Box,
            pose,
            0.5 * (b - a).abs(),
            Colour::rgb(colour),
            finish,
        );
    }

    /// A round bar from point to point.
    pub(crate) fn bar(&mut self, from: Vec3, to: Vec3, radius: f32, colour: u32) {
        let way = to - from;
        let turned = Quat::from_rotation_arc(Vec3::Y, way.normalize_or(Vec3::Y));
        let finish = Finish {
            gloss: 120,
            ..Finish::default()
        };
        let scale = Vec3::new(radius, 0.5 * way.length(), radius);
        let pose = Pose::new(0.5 * (from + to), turned);
        self.add(Solid::Cylinder, pose, scale, Colour::rgb(colour), finish);
    }

    /// A solid of any kind.
    pub(crate) fn piece(&mut self, solid: Solid, at: Vec3, scale: Vec3, colour: u32, gloss: u8) {
        let finish = Finish {
            gloss,
            ..Finish::default()
        };
        let pose = Pose::from_position(at);
        self.add(solid, pose, scale, Colour::rgb(colour), finish);
    }

    /// A net over four corners in order, with square meshes of this width, m.
    pub(crate) fn net(&mut self, corners: [Vec3; 4], mesh: f32, colour: Colour) {
        let [a, b, c, d] = corners;
        let side = |u: Vec3, v: Vec3| ((v - u).length() / mesh).ceil() as u32;
        let across = side(a, b).max(side(d, c)).clamp(1, 400);
        let down = side(a, d).max(side(b, c)).clamp(1, 400);
        let mut cord = |ends: [Vec3; 2]| {
            self.lines.push(Line {
                ends,
                width: Width::Metres(CORD),
                colour,
            });
        };
        for step in 0..=across {
            let share = step as f32 / across as f32;
            cord([a.lerp(b, share), d.lerp(c, share)]);
        }
        for step in 0..=down {
            let share = step as f32 / down as f32;
            cord([a.lerp(d, share), b.lerp(c, share)]);
        }
    }

    /// A net across the court between two posts, with a white band on top, from one height to another.
    pub(crate) fn court_net(&mut self, x: f32, half_width: f32, heights: [f32; 2], mesh: f32) {
        let [low, high] = heights;
        let at = |y: f32, z: f32| Vec3::new(x, y, z);
        let net = Colour::rgb(0x1c_1f24).with_opacity(190);
        let corners = [
            at(high, -half_width),
            at(high, half_width),
            at(low, half_width),
            at(low, -half_width),
        ];
        self.net(corners, mesh, net);
        let band = 0.06 * voltex_math::f32::max(high - low, 0.3);
        self.block(
            [x - 0.004, high - band, -half_width],
            [x + 0.004, high, half_width],
            0xf2_f2ee,
            0,
        );
    }

    /// Words that stand over a point.
    pub(crate) fn label(&mut self, text: impl Into<String>, at: Vec3, size: f32) {
        self.labels.push(Label {
            text: text.into(),
            anchor: Anchor::World(at),
            size,
            colour: WHITE,
        });
    }

    /// A person without a face, standing at x and z.
    pub(crate) fn player(&mut self, at: [f32; 2], height: f32, shirt: u32) {
        let [x, z] = at;
        let part = |y: f32| Vec3::new(x, y * height, z);
        let legs = Vec3::new(0.075, 0.235, 0.075) * height;
        for side in [-0.06, 0.06] {
            let leg = part(0.235) + Vec3::Z * side * height;
            self.piece(
                Solid::Cylinder,
                leg,
                legs * Vec3::new(0.8, 1.0, 0.8),
                0x25_2a36,
                0,
            );
        }
        self.piece(
            Solid::Cylinder,
            part(0.64),
            Vec3::new(0.09, 0.17, 0.125) * height,
            shirt,
            20,
        );
        self.piece(
            Solid::Sphere,
            part(0.80),
            Vec3::new(0.09, 0.05, 0.125) * height,
            shirt,
            20,
        );
        self.piece(
            Solid::Sphere,
            part(0.92),
            Vec3::splat(0.068 * height),
            0xc6_9076,
            20,
        );
    }

    /// A football goal whose mouth lies at `x` with its middle at `z`: 7.32 m by 2.44 m (Law 1), 2 m deep.
    pub(crate) fn goal(&mut self, x: f32, z: f32, frame: bool) {
        let (half, high, deep, top) = (3.66, 2.44, 2.0, 0.9);
        let at = |dx: f32, y: f32, side: f32| Vec3::new(x + dx, y, z + side * half);
        if frame {
            for side in [-1.0, 1.0] {
                self.bar(at(0.0, 0.0, side), at(0.0, high, side), 0.06, 0xf6_f6f4);
            }
            let reach = Vec3::Z * 0.06;
            self.bar(
                at(0.0, high, -1.0) - reach,
                at(0.0, high, 1.0) + reach,
                0.06,
                0xf6_f6f4,
            );
        }
        let cord = Colour::rgb(0xff_ffff).with_opacity(150);
        let mesh = 0.12;
        self.net(
            [
                at(0.0, high, -1.0),
                at(0.0, high, 1.0),
                at(top, high, 1.0),
                at(top, high, -1.0),
            ],
            mesh,
            cord,
        );
        self.net(
            [
                at(top, high, -1.0),
                at(top, high, 1.0),
                at(deep, 0.0, 1.0),
                at(deep, 0.0, -1.0),
            ],
            mesh,
            cord,
        );
        for side in [-1.0, 1.0] {
            self.net(
                [
                    at(0.0, high, side),
                    at(top, high, side),
                    at(deep, 0.0, side),
                    at(0.0, 0.0, side),
                ],
                mesh,
                cord,
            );
            for (from, to) in [
                (at(0.0, high, side), at(top, high, side)),
                (at(top, high, side), at(deep, 0.0, side)),
            ] {
                self.bar(from, to, 0.02, 0xc8_c8c8);
            }
        }
    }

    /// Two uprights and a crossbar at `x`: width between the posts, height of the bar and of the posts.
    pub(crate) fn posts(&mut self, x: f32, width: f32, bar: f32, high: f32, colour: u32) {
        let at = |y: f32, z: f32| Vec3::new(x, y, z);
        for side in [-0.5, 0.5] {
            self.bar(at(0.0, side * width), at(high, side * width), 0.06, colour);
        }
        self.bar(at(bar, -0.5 * width), at(bar, 0.5 * width), 0.06, colour);
    }

    /// A flag in a hole.
    pub(crate) fn flag(&mut self, at: [f32; 2]) {
        let [x, z] = at;
        self.disc(at, 0.054, 4, Colour::BLACK);
        self.bar(Vec3::new(x, 0.0, z), Vec3::new(x, 2.2, z), 0.012, 0xf0_f0e8);
        self.block(
            [x, 1.75, z - 0.005],
            [x + 0.5, 2.15, z + 0.005],
            0xd0_2028,
            0,
        );
    }

    /// A quarter turn, for arcs.
    pub(crate) const QUARTER: f32 = FRAC_PI_2;
}
