//! What stands on the field: the wall, the goal, nets, posts, zones. Geometry for the picture and the judgement whether
//! a ball passed. World axes: x along the shot, y up, z to the right; metres.

use serde::Serialize;
use voltex_math::DVec3;

/// One thing on the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mark {
    /// Players side by side in the plane `x`, from `z_from` to `z_to`.
    Wall {
        x: f64,
        z_from: f64,
        z_to: f64,
        height: f64,
        players: u32,
    },
    /// A goal whose mouth lies in the plane `x`; `width` between the posts, `height` below the bar.
    Goal {
        x: f64,
        z: f64,
        width: f64,
        height: f64,
        depth: f64,
    },
    /// Two uprights and a crossbar.
    Posts {
        x: f64,
        width: f64,
        crossbar: f64,
        height: f64,
    },
    /// A net across the court; its upper edge at `height`, its lower edge at `bottom`.
    Net {
        x: f64,
        half_width: f64,
        bottom: f64,
        height: f64,
    },
    /// A basketball ring with its backboard; `x` is the centre of the ring.
    Hoop { x: f64, height: f64, radius: f64 },
    /// Three cricket stumps.
    Stumps { x: f64, height: f64, width: f64 },
    /// An upright rectangle that counts, such as a strike zone.
    Zone {
        x: f64,
        half_width: f64,
        low: f64,
        high: f64,
    },
    /// A fence or a wall across the whole field.
    Fence {
        x: f64,
        half_width: f64,
        height: f64,
    },
    /// Ten bowling pins; the centre of the head pin stands at `x`.
    Pins { x: f64 },
    /// A painted rectangle on the ground: a court, a lane, a table.
    Court {
        x_from: f64,
        x_to: f64,
        half_width: f64,
    },
    /// A painted arc about the launch point at a distance.
    Arc { distance: f64 },
}

/// How a line of a mark is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// A post, a bar, an outline.
    Strong,
    /// A mesh or a hint.
    Fine,
    /// Paint on the ground.
    Painted,
}

/// A line through points in the world.
#[derive(Clone, Debug)]
pub(crate) struct Stroke {
    pub(crate) points: Vec<DVec3>,
    pub(crate) weight: Weight,
}

/// A filled area in the world, for players and boards.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) points: Vec<DVec3>,
}

/// What became of the ball at a mark.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Verdict {
    /// Whether the shot did what the demo says.
    pub(crate) passed: bool,
    /// The sentence that tells it, with distances in metres.
    pub(crate) sentence: String,
}

impl Mark {
    /// The plane `x = ...` at which the ball is judged.
    pub(crate) fn plane(&self) -> Option<f64> {
        match *self {
            Self::Wall { x, .. }
            | Self::Goal { x, .. }
            | Self::Posts { x, .. }
            | Self::Net { x, .. }
            | Self::Stumps { x, .. }
            | Self::Zone { x, .. }
            | Self::Fence { x, .. } => Some(x),
            // Where a ball that comes at the pocket meets the head pin.
            Self::Pins { x } => Some(x - 0.157),
            Self::Hoop { .. } | Self::Court { .. } | Self::Arc { .. } => None,
        }
    }

    /// The label in the picture.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Wall { players: 1, .. } => "player",
            Self::Wall { .. } => "wall",
            Self::Goal { .. } => "goal",
            Self::Posts { .. } => "posts",
            Self::Net { .. } => "net",
            Self::Hoop { .. } => "ring",
            Self::Stumps { .. } => "stumps",
            Self::Zone { .. } => "strike zone",
            Self::Fence { .. } => "fence",
            Self::Pins { .. } => "pins",
            Self::Court { .. } => "court",
            Self::Arc { .. } => "arc",
        }
    }

    /// Judges a ball of radius `r` whose centre crosses the plane of this mark at `centre`; `None` if it never does.
    pub(crate) fn judge(&self, centre: Option<DVec3>, r: f64) -> Option<Verdict> {
        let missing = |name: &str| Verdict {
            passed: false,
            sentence: format!("{name}: the ball does not get there"),
        };
        let verdict = match *self {
            Self::Wall {
                z_from,
                z_to,
                height,
                ..
            } => {
                let Some(p) = centre else {
                    return Some(missing(self.name()));
                };
                let over = p.y - r - height;
                let right = p.z - r - z_to;
                let left = z_from - (p.z + r);
                let best = [
                    (over, "over"),
                    (right, "to the right of"),
                    (left, "to the left of"),
                ]
                .into_iter()
                .fold((f64::NEG_INFINITY, ""), |best, side| {
                    if side.0 > best.0 { side } else { best }
                });
                if best.0 > 0.0 {
                    Verdict {
                        passed: true,
                        sentence: format!(
                            "{}: passes {} it with {:.2} m to spare",
                            self.name(),
                            best.1,
                            best.0
                        ),
                    }
                } else {
                    Verdict {
                        passed: false,
                        sentence: format!("{}: hits it at a height of {:.2} m", self.name(), p.y),
                    }
                }
            }
            Self::Goal {
                z, width, height, ..
            } => {
                let Some(p) = centre else {
                    return Some(missing("goal"));
                };
                let right = z + 0.5 * width - (p.z + r);
                let left = p.z - r - (z - 0.5 * width);
                let bar = height - (p.y + r);
                if right > 0.0 && left > 0.0 && bar > 0.0 {
                    let (post, side) = if right < left {
                        (right, "right")
                    } else {
                        (left, "left")
                    };
                    Verdict {
                        passed: true,
                        sentence: format!(
                            "goal: in, {post:.2} m inside the {side} post and {bar:.2} m below the bar"
                        ),
                    }
                } else {
                    Verdict {
                        passed: false,
                        sentence: format!(
                            "goal: missed, {:.2} m high, {} of its middle",
                            p.y,
                            beside(p.z - z)
                        ),
                    }
                }
            }
            Self::Posts {
                width, crossbar, ..
            } => {
                let Some(p) = centre else {
                    return Some(missing("posts"));
                };
                let side = 0.5 * width - (p.z.abs() + r);
                let over = p.y - r - crossbar;
                Verdict {
                    passed: side > 0.0 && over > 0.0,
                    sentence: if side > 0.0 && over > 0.0 {
                        format!(
                            "posts: good, {over:.2} m over the bar and {side:.2} m inside the nearer upright"
                        )
                    } else {
                        format!(
                            "posts: no good, {:.2} m high, {} of the middle",
                            p.y,
                            beside(p.z)
                        )
                    },
                }
            }
            Self::Net { height, .. } => {
                let Some(p) = centre else {
                    return Some(missing("net"));
                };
                let over = p.y - r - height;
                Verdict {
                    passed: over > 0.0,
                    sentence: if over > 0.0 {
                        format!("net: clears it by {over:.2} m")
                    } else {
                        format!("net: hits it {:.2} m above the ground", p.y)
                    },
                }
            }
            Self::Stumps { height, width, .. } => {
                let Some(p) = centre else {
                    return Some(missing("stumps"));
                };
                let hit = p.z.abs() - r < 0.5 * width && p.y - r < height;
                Verdict {
                    passed: hit,
                    sentence: if hit {
                        format!("stumps: hit {:.2} m above the ground", p.y)
                    } else {
                        format!(
                            "stumps: missed, {:.2} m high, {} of the middle",
                            p.y,
                            beside(p.z)
                        )
                    },
                }
            }
            Self::Zone {
                half_width,
                low,
                high,
                ..
            } => {
                let Some(p) = centre else {
                    return Some(missing("strike zone"));
                };
                let inside = p.z.abs() - r < half_width && p.y + r > low && p.y - r < high;
                let word = if inside { "strike" } else { "ball" };
                Verdict {
                    passed: inside,
                    sentence: format!(
                        "strike zone: {word}, {:.2} m high, {} of the middle of the plate",
                        p.y,
                        beside(p.z)
                    ),
                }
            }
            Self::Fence { height, .. } => {
                let Some(p) = centre else {
                    return Some(missing("fence"));
                };
                let over = p.y - r - height;
                Verdict {
                    passed: over > 0.0,
                    sentence: if over > 0.0 {
                        format!("fence: over it by {over:.2} m")
                    } else {
                        format!("fence: hit {:.2} m above the ground", p.y)
                    },
                }
            }
            Self::Hoop { x, height, radius } => {
                // Here `centre` is where the falling ball's centre passes the plane of the ring.
                let Some(p) = centre else {
                    return Some(missing("ring"));
                };
                let offset = (DVec3::new(p.x - x, 0.0, p.z)).length();
                let spare = radius - r - offset;
                Verdict {
                    passed: spare > 0.0,
                    sentence: if spare > 0.0 {
                        format!(
                            "ring: through it at {height:.2} m, {offset:.3} m off its centre with {spare:.3} m to spare"
                        )
                    } else {
                        format!("ring: {offset:.3} m off its centre, touches the iron or misses")
                    },
                }
            }
            Self::Pins { .. } => {
                let Some(p) = centre else {
                    return Some(missing("pins"));
                };
                // The pocket: about two and a half inches beside the middle of the head pin, give or take one.
                let pocket = (p.z.abs() - 0.0635).abs() < 0.0254;
                Verdict {
                    passed: pocket,
                    sentence: format!(
                        "pins: {} the pocket, {:.1} cm {} of the middle of the head pin",
                        if pocket { "meets" } else { "misses" },
                        100.0 * p.z.abs(),
                        if p.z < 0.0 { "left" } else { "right" }
                    ),
                }
            }
            Self::Court { .. } | Self::Arc { .. } => return None,
        };
        Some(verdict)
    }

    /// Filled areas.
    pub(crate) fn faces(&self) -> Vec<Face> {
        match *self {
            Self::Wall {
                x,
                z_from,
                z_to,
                height,
                players,
            } => (0..players)
                .flat_map(|index| {
                    let pitch = (z_to - z_from) / f64::from(players);
                    let middle = z_from + (f64::from(index) + 0.5) * pitch;
                    let half = 0.44 * pitch;
                    let shoulder = 0.80 * height;
                    let body = upright(x, middle - half, middle + half, 0.0, shoulder);
                    let (head, centre) = (0.085 * height, height - 0.085 * height);
                    let face = octagon()
                        .map(|(c, s)| DVec3::new(x, centre + head * s, middle + head * c))
                        .collect();
                    [Face { points: body }, Face { points: face }]
                })
                .collect(),
            Self::Fence {
                x,
                half_width,
                height,
            } => vec![Face {
                points: upright(x, -half_width, half_width, 0.0, height),
            }],
            Self::Hoop { x, height, radius } => {
                vec![Face {
                    points: upright(x + radius + 0.15, -0.9, 0.9, height - 0.15, height + 0.9),
                }]
            }
            _ => Vec::new(),
        }
    }

    /// Lines.
    pub(crate) fn strokes(&self) -> Vec<Stroke> {
        let strong = |points: Vec<DVec3>| Stroke {
            points,
            weight: Weight::Strong,
        };
        let fine = |points: Vec<DVec3>| Stroke {
            points,
            weight: Weight::Fine,
        };
        let painted = |points: Vec<DVec3>| Stroke {
            points,
            weight: Weight::Painted,
        };
        match *self {
            Self::Wall { .. } => Vec::new(),
            Self::Goal {
                x,
                z,
                width,
                height,
                depth,
            } => {
                let (left, right) = (z - 0.5 * width, z + 0.5 * width);
                let mut all = Vec::new();
                let columns = 12;
                for index in 0..=columns {
                    let t = f64::from(index) / f64::from(columns);
                    let at = left + (right - left) * t;
                    all.push(fine(vec![
                        DVec3::new(x, height, at),
                        DVec3::new(x + 0.4 * depth, height, at),
                        DVec3::new(x + depth, 0.0, at),
                    ]));
                }
                for index in 0..=5 {
                    let t = f64::from(index) / 5.0;
                    let (back, y) = (x + depth - 0.6 * depth * t, height * t);
                    all.push(fine(vec![
                        DVec3::new(x, y, left),
                        DVec3::new(back, y, left),
                        DVec3::new(back, y, right),
                        DVec3::new(x, y, right),
                    ]));
                }
                all.push(strong(vec![
                    DVec3::new(x, 0.0, left),
                    DVec3::new(x, height, left),
                    DVec3::new(x, height, right),
                    DVec3::new(x, 0.0, right),
                ]));
                all
            }
            Self::Posts {
                x,
                width,
                crossbar,
                height,
            } => {
                let half = 0.5 * width;
                vec![
                    strong(vec![
                        DVec3::new(x, 0.0, -half),
                        DVec3::new(x, height, -half),
                    ]),
                    strong(vec![DVec3::new(x, 0.0, half), DVec3::new(x, height, half)]),
                    strong(vec![
                        DVec3::new(x, crossbar, -half),
                        DVec3::new(x, crossbar, half),
                    ]),
                ]
            }
            Self::Net {
                x,
                half_width,
                bottom,
                height,
            } => {
                let mut all = Vec::new();
                for index in 0..=24 {
                    let z = half_width * (f64::from(index) / 12.0 - 1.0);
                    all.push(fine(vec![
                        DVec3::new(x, bottom, z),
                        DVec3::new(x, height, z),
                    ]));
                }
                for index in 0..4 {
                    let y = bottom + (height - bottom) * f64::from(index) / 4.0;
                    all.push(fine(vec![
                        DVec3::new(x, y, -half_width),
                        DVec3::new(x, y, half_width),
                    ]));
                }
                all.push(strong(vec![
                    DVec3::new(x, 0.0, -half_width),
                    DVec3::new(x, height, -half_width),
                    DVec3::new(x, height, half_width),
                    DVec3::new(x, 0.0, half_width),
                ]));
                all
            }
            Self::Hoop { x, height, radius } => {
                let ring = circle(32)
                    .map(|(c, s)| DVec3::new(x + radius * c, height, radius * s))
                    .collect();
                let board = x + radius + 0.15;
                let mut all = vec![
                    strong(ring),
                    strong(closed(upright(
                        board,
                        -0.9,
                        0.9,
                        height - 0.15,
                        height + 0.9,
                    ))),
                    fine(closed(upright(board, -0.295, 0.295, height, height + 0.45))),
                ];
                for (c, s) in octagon() {
                    all.push(fine(vec![
                        DVec3::new(x + radius * c, height, radius * s),
                        DVec3::new(x + 0.6 * radius * c, height - 0.42, 0.6 * radius * s),
                    ]));
                }
                all
            }
            Self::Stumps { x, height, width } => {
                let half = 0.5 * width - 0.018;
                let mut all: Vec<Stroke> = [-half, 0.0, half]
                    .into_iter()
                    .map(|z| strong(vec![DVec3::new(x, 0.0, z), DVec3::new(x, height, z)]))
                    .collect();
                all.push(strong(vec![
                    DVec3::new(x, height, -half),
                    DVec3::new(x, height, half),
                ]));
                all
            }
            Self::Zone {
                x,
                half_width,
                low,
                high,
            } => vec![strong(closed(upright(
                x,
                -half_width,
                half_width,
                low,
                high,
            )))],
            Self::Fence {
                x,
                half_width,
                height,
            } => vec![strong(closed(upright(
                x,
                -half_width,
                half_width,
                0.0,
                height,
            )))],
            Self::Court {
                x_from,
                x_to,
                half_width,
            } => vec![painted(closed(vec![
                DVec3::new(x_from, 0.0, -half_width),
                DVec3::new(x_to, 0.0, -half_width),
                DVec3::new(x_to, 0.0, half_width),
                DVec3::new(x_from, 0.0, half_width),
            ]))],
            Self::Pins { x } => {
                // 12 in from pin to pin, 15 in high, 4.75 in wide at the height where a ball meets them.
                let (pitch, height, half) = (0.3048, 0.381, 0.0603);
                let mut all = Vec::new();
                for row in 0..4 {
                    for place in 0..=row {
                        let x = x + f64::from(row) * pitch * 0.866_025_403_784_438_6;
                        let z = (f64::from(place) - 0.5 * f64::from(row)) * pitch;
                        all.push(strong(vec![
                            DVec3::new(x, 0.0, z),
                            DVec3::new(x, height, z),
                        ]));
                        let ring = circle(12)
                            .map(|(c, s)| DVec3::new(x + half * c, 0.114, z + half * s))
                            .collect();
                        all.push(fine(ring));
                    }
                }
                all
            }
            Self::Arc { distance } => {
                // A part of the throwing sector of 34.92 degrees.
                let points = (-12..=12)
                    .map(|degrees| {
                        let (sine, cosine) = voltex_math::f64::sin_cos(
                            f64::from(degrees) * std::f64::consts::PI / 180.0,
                        );
                        DVec3::new(distance * cosine, 0.0, distance * sine)
                    })
                    .collect();
                vec![painted(points)]
            }
        }
    }

    /// Points that a picture has to contain.
    pub(crate) fn extent(&self) -> Vec<DVec3> {
        let strokes = self.strokes().into_iter().flat_map(|stroke| stroke.points);
        strokes
            .chain(self.faces().into_iter().flat_map(|face| face.points))
            .collect()
    }
}

/// `0.42 m right` or `0.42 m left`.
fn beside(z: f64) -> String {
    format!(
        "{:.2} m {}",
        z.abs(),
        if z < 0.0 { "left" } else { "right" }
    )
}

fn upright(x: f64, z_from: f64, z_to: f64, low: f64, high: f64) -> Vec<DVec3> {
    vec![
        DVec3::new(x, low, z_from),
        DVec3::new(x, low, z_to),
        DVec3::new(x, high, z_to),
        DVec3::new(x, high, z_from),
    ]
}

fn closed(mut points: Vec<DVec3>) -> Vec<DVec3> {
    points.extend(points.first().copied());
    points
}

/// Cosine and sine of `steps + 1` even steps of a turn, the last equal to the first in place.
fn circle(steps: u32) -> impl Iterator<Item = (f64, f64)> {
    (0..=steps).map(move |index| {
        let (sine, cosine) =
            voltex_math::f64::sin_cos(f64::from(index) / f64::from(steps) * std::f64::consts::TAU);
        (cosine, sine)
    })
}

fn octagon() -> impl Iterator<Item = (f64, f64)> {
    circle(12).take(12)
}

#[cfg(test)]
mod tests {
    use super::Mark;
    use voltex_math::DVec3;

    fn passed(mark: &Mark, y: f64, z: f64) -> bool {
        mark.judge(Some(DVec3::new(0.0, y, z)), 0.1)
            .expect("judged")
            .passed
    }

    #[test]
    fn a_wall_is_passed_over_it_or_beside_it_by_the_whole_ball() {
        let wall = Mark::Wall {
            x: 9.15,
            z_from: -1.0,
            z_to: 1.0,
            height: 1.8,
            players: 4,
        };
        assert!(!passed(&wall, 1.0, 0.0));
        assert!(!passed(&wall, 1.85, 0.0));
        assert!(passed(&wall, 1.91, 0.0));
        assert!(!passed(&wall, 0.5, 1.05));
        assert!(passed(&wall, 0.5, 1.11));
        assert!(passed(&wall, 0.5, -1.11));
    }

    #[test]
    fn a_goal_counts_with_the_whole_ball_between_posts_and_bar() {
        let goal = Mark::Goal {
            x: 20.0,
            z: 1.0,
            width: 7.32,
            height: 2.44,
            depth: 2.0,
        };
        assert!(passed(&goal, 0.1, 1.0));
        assert!(passed(&goal, 2.33, 1.0));
        assert!(!passed(&goal, 2.35, 1.0));
        assert!(passed(&goal, 1.0, 4.55));
        assert!(!passed(&goal, 1.0, 4.57));
        assert!(!passed(&goal, 1.0, -2.57));
    }

    #[test]
    fn nets_posts_fences_and_stumps() {
        let net = Mark::Net {
            x: 1.0,
            half_width: 5.0,
            bottom: 0.0,
            height: 0.914,
        };
        assert!(passed(&net, 1.02, 0.0) && !passed(&net, 1.01, 0.0));
        let posts = Mark::Posts {
            x: 40.0,
            width: 5.6,
            crossbar: 3.0,
            height: 15.0,
        };
        assert!(
            passed(&posts, 3.11, 2.6) && !passed(&posts, 3.11, 2.75) && !passed(&posts, 3.05, 0.0)
        );
        let fence = Mark::Fence {
            x: 120.0,
            half_width: 10.0,
            height: 2.4,
        };
        assert!(passed(&fence, 2.6, 0.0) && !passed(&fence, 2.4, 0.0));
        let stumps = Mark::Stumps {
            x: 18.9,
            height: 0.711,
            width: 0.2286,
        };
        assert!(
            passed(&stumps, 0.7, 0.2) && !passed(&stumps, 0.7, 0.22) && !passed(&stumps, 0.82, 0.0)
        );
        let zone = Mark::Zone {
            x: 16.0,
            half_width: 0.216,
            low: 0.5,
            high: 1.05,
        };
        assert!(
            passed(&zone, 0.41, 0.0) && !passed(&zone, 0.39, 0.0) && !passed(&zone, 0.8, -0.32)
        );
    }

    #[test]
    fn the_pocket_is_beside_the_head_pin_on_either_side() {
        let pins = Mark::Pins { x: 18.288 };
        assert!(passed(&pins, 0.1, 0.06) && passed(&pins, 0.1, -0.07));
        assert!(!passed(&pins, 0.1, 0.0) && !passed(&pins, 0.1, 0.1) && !passed(&pins, 0.1, -0.5));
        assert_eq!(pins.strokes().len(), 20);
    }

    #[test]
    fn a_ring_takes_the_ball_that_fits_through() {
        let ring = Mark::Hoop {
            x: 4.0,
            height: 3.05,
            radius: 0.23,
        };
        let at = |x: f64, z: f64| {
            ring.judge(Some(DVec3::new(x, 3.05, z)), 0.12)
                .expect("judged")
                .passed
        };
        assert!(at(4.0, 0.0) && at(4.1, 0.0) && at(4.0, -0.1));
        assert!(!at(4.12, 0.0) && !at(4.08, 0.08));
    }

    #[test]
    fn a_ball_that_does_not_arrive_fails_and_paint_does_not_judge() {
        let wall = Mark::Wall {
            x: 9.15,
            z_from: -1.0,
            z_to: 1.0,
            height: 1.8,
            players: 4,
        };
        assert!(!wall.judge(None, 0.1).expect("judged").passed);
        assert_eq!(
            Mark::Court {
                x_from: 0.0,
                x_to: 1.0,
                half_width: 1.0
            }
            .judge(Some(DVec3::ZERO), 0.1),
            None
        );
    }
}
