//! `shot.png`: one flight seen from the side, from above and in space, with speed, spin and energy against time.

mod axes;
mod canvas;
mod oval;
mod perspective;
pub(crate) mod sheet;
mod style;
mod views;

use voltex_math::DVec3;

use crate::marks::Mark;
use canvas::{Anchor, Area, Canvas, Rgba};
pub(crate) use oval::Oval;

/// The state of the ball at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// Seconds since the launch.
    pub(crate) time: f64,
    /// Centre of the ball, m.
    pub(crate) position: DVec3,
    /// Unit vector along the axis of symmetry; of an oval ball alone it is looked at.
    pub(crate) axis: DVec3,
    /// m/s.
    pub(crate) speed: f64,
    /// rad/s.
    pub(crate) spin: f64,
    /// Kinetic energy of the motion of the centre, J.
    pub(crate) translational: f64,
    /// Kinetic energy of the spin, J.
    pub(crate) rotational: f64,
    /// Energy of height above the ground, J.
    pub(crate) potential: f64,
}

/// What the ground is made of; it gives the colour of the view in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// Turf, a pitch, a field.
    Grass,
    /// Clay, sand, an infield.
    Earth,
    /// A floor or a lane of wood.
    Wood,
    /// A painted court.
    Court,
    /// A table-tennis table.
    Table,
    /// Nothing is known about it.
    Plain,
}

impl Ground {
    fn colour(self) -> Rgba {
        match self {
            Self::Grass => Rgba::hex(0xA9_CF_9B),
            Self::Earth => Rgba::hex(0xDD_BF_9C),
            Self::Wood => Rgba::hex(0xE2_C4_90),
            Self::Court => Rgba::hex(0x9E_BF_DC),
            Self::Table => Rgba::hex(0x84_AE_C9),
            Self::Plain => Rgba::hex(0xCF_D6_DC),
        }
    }
}

/// Everything that the picture shows.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// Name and value of each key number.
    pub(crate) tiles: Vec<(String, String)>,
    /// The flight in time order, dense enough to be drawn as straight pieces.
    pub(crate) path: Vec<Point>,
    /// Centre of the ball at each impact with the ground.
    pub(crate) impacts: Vec<DVec3>,
    /// Time of the first impact, s.
    pub(crate) first_impact: Option<f64>,
    pub(crate) apex: Option<DVec3>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) ground: Ground,
    /// The shape of an oval ball.
    pub(crate) oval: Option<Oval>,
    /// One line at the foot: model, air, state hash.
    pub(crate) footnote: String,
}

const WIDTH: u32 = 1800;
const MARGIN: f32 = 36.0;
const HEADER: f32 = 176.0;
/// Height of the view in space.
const SPACE: f32 = 588.0;

impl Picture {
    /// The path up to and from the first impact.
    fn legs(&self) -> (&[Point], &[Point]) {
        let Some(time) = self.first_impact else {
            return (&self.path, &[]);
        };
        let before = self.path.partition_point(|point| point.time <= time);
        (&self.path[..before], &self.path[before.saturating_sub(1)..])
    }

    /// Even time steps, a round number of seconds, for dots along the path.
    fn strobe_step(&self) -> f64 {
        let duration = self.legs().0.last().map_or(0.0, |point| point.time);
        let mut step = 0.01;
        for next in [0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0] {
            if duration / step <= 14.0 {
                break;
            }
            step = next;
        }
        step
    }

    /// Position and axis at the even time steps of the first leg, the launch left out.
    fn strobes(&self) -> Vec<(DVec3, DVec3)> {
        let (before, _) = self.legs();
        let step = self.strobe_step();
        let mut all = Vec::new();
        let mut next = step;
        for pair in before.windows(2) {
            while next <= pair[1].time && all.len() < 200 {
                let share = (next - pair[0].time) / (pair[1].time - pair[0].time);
                let axis = pair[0].axis.lerp(pair[1].axis, share);
                all.push((
                    pair[0].position.lerp(pair[1].position, share),
                    axis.normalize_or(pair[0].axis),
                ));
                next = step * (all.len() + 1) as f64;
            }
        }
        all
    }

    /// The picture as the bytes of a PNG file.
    ///
    /// # Errors
    /// A sentence when the path holds no point or the encoder refuses.
    pub(crate) fn png(&self) -> Result<Vec<u8>, String> {
        if self.path.is_empty() {
            return Err("the flight has no samples to draw".to_owned());
        }
        let full = WIDTH as f32 - 2.0 * MARGIN;
        let plan = views::Plan::new(self, full);
        let height = HEADER + SPACE + 46.0 + plan.height() + 40.0;
        let mut canvas = Canvas::new(WIDTH, height as u32, style::PAPER);
        self.header(&mut canvas);

        let space = Area::new(MARGIN, HEADER + 24.0, 1110.0, SPACE);
        canvas.card(
            space.inset(-2.0, -2.0, -2.0, -2.0),
            6.0,
            Rgba::hex(0xD5_DC_E3),
        );
        perspective::draw(&mut canvas, space, self);
        self.legend(&mut canvas, space);

        let column = Area::new(
            space.right() + 40.0,
            space.top,
            full - space.width - 40.0,
            space.height,
        );
        views::time_plots(&mut canvas, column, self);

        let below = space.bottom() + 22.0;
        let planes = Area::new(MARGIN, below, full, plan.height());
        views::planes(&mut canvas, planes, self, plan);

        canvas.text(
            (MARGIN, height - 16.0),
            16.0,
            style::MUTED,
            Anchor::Left,
            &self.footnote,
        );
        canvas.png()
    }

    fn header(&self, canvas: &mut Canvas) {
        canvas.rectangle(Area::new(0.0, 0.0, WIDTH as f32, HEADER), style::BANNER);
        canvas.bold(
            (MARGIN, 54.0),
            42.0,
            style::ON_BANNER,
            Anchor::Left,
            &self.title,
        );
        let mut size = 22.0;
        let room = WIDTH as f32 - 2.0 * MARGIN;
        while size > 12.0 && canvas.text_width(&self.subtitle, size) > room {
            size -= 1.0;
        }
        canvas.text(
            (MARGIN, 86.0),
            size,
            style::ON_BANNER_MUTED,
            Anchor::Left,
            &self.subtitle,
        );
        let gap = 14.0;
        let count = self.tiles.len() as f32;
        let width = (WIDTH as f32 - 2.0 * MARGIN - gap * (count - 1.0)) / count;
        for (index, (name, value)) in self.tiles.iter().enumerate() {
            let left = MARGIN + index as f32 * (width + gap);
            let tile = Area::new(left, 102.0, width, 62.0);
            canvas.card(tile, 6.0, style::TILE);
            canvas.text(
                (left + 14.0, tile.top + 22.0),
                16.0,
                style::ON_BANNER_MUTED,
                Anchor::Left,
                name,
            );
            canvas.bold(
                (left + 14.0, tile.top + 50.0),
                25.0,
                style::ON_BANNER,
                Anchor::Left,
                value,
            );
        }
    }

    fn legend(&self, canvas: &mut Canvas, area: Area) {
        let step = self.strobe_step();
        let mut entries = vec![
            (style::LAUNCH, "launch".to_owned()),
            (
                style::FLIGHT,
                match self.oval {
                    None => format!("every {step} s"),
                    Some(_) => format!("every {step} s, enlarged"),
                },
            ),
        ];
        if self.apex.is_some() {
            entries.push((style::APEX, "apex".to_owned()));
        }
        if !self.impacts.is_empty() {
            entries.push((style::IMPACT, "impact".to_owned()));
        }
        let mut x = area.left + 22.0;
        let y = area.top + 28.0;
        for (colour, name) in entries {
            canvas.marker((x, y - 6.0), 6.0, colour);
            canvas.text((x + 14.0, y), 17.0, style::TEXT, Anchor::Left, &name);
            x += 14.0 + canvas.text_width(&name, 17.0) + 30.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ground, Oval, Picture, Point};
    use crate::marks::Mark;
    use voltex_math::DVec3;

    const OVAL: Option<Oval> = Some(Oval {
        long: 0.15,
        short: 0.1,
    });

    /// The defect: an oval ball was drawn as dots, whatever its attitude.
    #[test]
    fn the_attitude_of_an_oval_ball_is_not_seen() {
        let drawn = |axis: DVec3, oval: Option<Oval>| {
            let mut picture = picture(
                (0..50)
                    .map(|i| {
                        let mut point = point(
                            f64::from(i),
                            f64::from(i),
                            f64::from(i * (49 - i)) * 0.02,
                            0.0,
                        );
                        point.axis = axis;
                        point
                    })
                    .collect(),
            );
            picture.oval = oval;
            picture.png().expect("a picture")
        };
        assert_ne!(drawn(DVec3::X, OVAL), drawn(DVec3::Y, OVAL));
        // Either end of a spheroid is the same ball; a sphere has no axis.
        assert_eq!(drawn(DVec3::X, None), drawn(DVec3::Y, None));
    }

    fn point(time: f64, x: f64, y: f64, z: f64) -> Point {
        Point {
            time,
            position: DVec3::new(x, y, z),
            axis: DVec3::X,
            speed: x,
            spin: z,
            translational: x,
            rotational: z,
            potential: y,
        }
    }

    fn picture(path: Vec<Point>) -> Picture {
        Picture {
            title: "Test".to_owned(),
            subtitle: "a subtitle that is much too long for one line ".repeat(10),
            tiles: vec![("Carry".to_owned(), "1 m".to_owned())],
            impacts: path.last().map(|last| last.position).into_iter().collect(),
            first_impact: path.last().map(|last| last.time),
            apex: path.first().map(|first| first.position),
            path,
            marks: vec![Mark::Goal {
                x: 20.0,
                z: 0.0,
                width: 7.32,
                height: 2.44,
                depth: 2.0,
            }],
            ground: Ground::Grass,
            oval: None,
            footnote: String::new(),
        }
    }

    fn size(png: &[u8]) -> (u32, u32) {
        let number =
            |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        (number(16), number(20))
    }

    #[test]
    fn paths_of_every_size_give_a_picture_of_bounded_size() {
        let mut paths = vec![
            vec![point(0.0, 0.0, 0.0, 0.0)],
            vec![point(0.0, 0.0, 1.0, 0.0); 3],
            vec![point(0.0, 0.0, 1.0, 0.0), point(1.0, 0.0, 0.0, 0.0)],
            vec![point(0.0, 0.0, 0.0, 0.0), point(1.0, -30.0, 5.0, 2.0)],
            vec![point(0.0, 0.0, 0.0, 0.0), point(60.0, 1e5, 9e4, -8e4)],
            vec![point(0.0, 0.0, 0.0, 0.0), point(3600.0, 1e12, 1e12, 1e12)],
            vec![point(0.0, 0.0, 0.0, 0.0), point(1e-9, 1e-12, 0.0, 0.0)],
        ];
        paths.push(
            (0..50)
                .map(|i| point(f64::from(i), 0.0, f64::from(i * (49 - i)), 0.0))
                .collect(),
        );
        for path in paths {
            for marks in [true, false] {
                let mut picture = picture(path.clone());
                if !marks {
                    picture.marks.clear();
                }
                for oval in [None, OVAL] {
                    picture.oval = oval;
                    let (width, height) = size(&picture.png().expect("a picture"));
                    assert_eq!(width, 1800, "{path:?}");
                    assert!((1000..2200).contains(&height), "{height}: {path:?}");
                }
            }
        }
    }

    #[test]
    fn no_path_is_an_error() {
        assert!(picture(Vec::new()).png().is_err());
    }

    #[test]
    fn the_same_flight_gives_the_same_picture() {
        let path: Vec<Point> = (0..50)
            .map(|i| point(f64::from(i), f64::from(i), f64::from(i * (49 - i)), 1.0))
            .collect();
        assert_eq!(picture(path.clone()).png(), picture(path).png());
    }

    #[test]
    fn dots_stand_at_even_times_of_the_first_leg() {
        let path: Vec<Point> = (0..=20)
            .map(|i| point(0.1 * f64::from(i), f64::from(i), 1.0, 0.0))
            .collect();
        let mut picture = picture(path);
        picture.first_impact = Some(1.0);
        // Ten dots, one every 0.1 s, of the leg that ends after 1 s.
        assert_eq!(picture.strobe_step(), 0.1);
        let dots = picture.strobes();
        assert_eq!(dots.len(), 10);
        for (index, (dot, _)) in dots.iter().enumerate() {
            assert!((dot.x - (index + 1) as f64).abs() < 1e-9, "{dot}");
        }
    }
}
