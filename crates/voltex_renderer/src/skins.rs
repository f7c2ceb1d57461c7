//! Pictures for balls, computed: panels, seams and marks by which their spin can be seen.
//!
//! All of them fit the texture coordinates of [`shapes::sphere`](crate::shapes::sphere).

use std::f32::consts::{PI, TAU};

use voltex_math::Vec3;
use voltex_math::f32::{atan2, clamp, max, min, sin_cos};

use crate::picture::Picture;

const WIDTH: u32 = 1024;
const HEIGHT: u32 = 512;

/// What a ball looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skin {
    /// Twelve black pentagons and twenty white hexagons.
    Soccer,
    /// Yellow felt with one white seam.
    Tennis,
    /// Orange with black channels.
    Basketball,
    /// White leather with red stitches along the seam.
    Baseball,
    /// The same in yellow.
    Softball,
    /// White with dimples and a printed stripe.
    Golf,
    /// Six faces of three bands each.
    Volleyball,
    /// White with a printed badge.
    TableTennis,
    /// Blue swirls and three finger holes at +Y.
    Bowling,
    /// Red leather, white stitches round the equator.
    Cricket,
    /// Grey iron with a painted band.
    Iron,
    /// Brown leather with white stripes near both ends and laces; the long axis is y.
    AmericanFootball,
    /// White with coloured bands along; the long axis is y.
    Rugby,
}

type Rgb = [f32; 3];

impl Skin {
    /// Draws the picture.
    pub fn picture(self) -> Picture {
        match self {
            Self::Soccer => soccer(),
            Self::Tennis => seamed([0.80, 0.90, 0.22], None),
            Self::Baseball => seamed([0.95, 0.94, 0.90], Some([0.78, 0.10, 0.12])),
            Self::Softball => seamed([0.88, 0.95, 0.25], Some([0.78, 0.10, 0.12])),
            Self::Basketball => paint(basketball),
            Self::Golf => golf(),
            Self::Volleyball => paint(volleyball),
            Self::TableTennis => paint(table_tennis),
            Self::Bowling => paint(bowling),
            Self::Cricket => paint(cricket),
            Self::Iron => paint(iron),
            Self::AmericanFootball => paint(american_football),
            Self::Rugby => paint(rugby),
        }
    }
}

/// Longitude and latitude of a place of the texture, and the direction from the centre of the ball.
fn direction(u: f32, v: f32) -> Vec3 {
    let (sin_long, cos_long) = sin_cos(TAU * (0.5 - u));
    let (sin_lat, cos_lat) = sin_cos(PI * v);
    Vec3::new(cos_long * sin_lat, cos_lat, sin_long * sin_lat)
}

fn paint(colour: impl Fn(Vec3) -> Rgb) -> Picture {
    Picture::paint(WIDTH, HEIGHT, |u, v| {
        let [red, green, blue] = colour(direction(u, v)).map(|c| (255.0 * c + 0.5) as u8);
        [red, green, blue, 255]
    })
}

fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    let share = clamp(share, 0.0, 1.0);
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * share)
}

/// 1 within `half` of 0, falling to 0 over the softness.
fn band(distance: f32, half: f32, soft: f32) -> f32 {
    clamp((half + soft - distance.abs()) / soft, 0.0, 1.0)
}

/// A number between 0 and 1 that looks random.
fn noise(x: i32, y: i32, z: i32) -> f32 {
    let mut n = (x as u32).wrapping_mul(0x8da6_b343)
        ^ (y as u32).wrapping_mul(0xd816_3841)
        ^ (z as u32).wrapping_mul(0xcb1a_b31f);
    n = (n ^ (n >> 15)).wrapping_mul(0x2c1b_3c6d);
    n = (n ^ (n >> 12)).wrapping_mul(0x297a_2d39);
    (n ^ (n >> 15)) as f32 / u32::MAX as f32
}

/// Noise that is smooth over a length of 1.
fn clouds(p: Vec3) -> f32 {
    let cell = p.floor();
    let f = p - cell;
    let s = f * f * (Vec3::splat(3.0) - 2.0 * f);
    let [x, y, z] = cell.to_array().map(|c| c as i32);
    let lerp = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let row = |dy: i32, dz: i32| lerp(noise(x, y + dy, z + dz), noise(x + 1, y + dy, z + dz), s.x);
    let sheet = |dz: i32| lerp(row(0, dz), row(1, dz), s.y);
    lerp(sheet(0), sheet(1), s.z)
}

/// A truncated icosahedron, projected from the centre: pentagons lie at 2.32744 edges from it, hexagons at 2.26728.
fn soccer() -> Picture {
    let golden = 0.5 * (1.0 + 5.0_f32.sqrt());
    let mut corners = Vec::new();
    for a in [1.0, -1.0] {
        for b in [golden, -golden] {
            let v = Vec3::new(0.0, a, b).normalize();
            corners.extend([v, Vec3::new(v.z, v.x, v.y), Vec3::new(v.y, v.z, v.x)]);
        }
    }
    let mut faces: Vec<(Vec3, bool)> = corners.iter().map(|c| (*c / 2.327_44, true)).collect();
    for (i, a) in corners.iter().enumerate() {
        for (j, b) in corners.iter().enumerate().skip(i + 1) {
            for c in &corners[j + 1..] {
                // Neighbours on an icosahedron have the cosine 1/sqrt(5).
                if a.dot(*b) > 0.4 && b.dot(*c) > 0.4 && a.dot(*c) > 0.4 {
                    faces.push(((*a + *b + *c).normalize() / 2.267_28, false));
                }
            }
        }
    }
    paint(|d| {
        let (mut best, mut second, mut black) = (-1.0, -1.0, false);
        for (face, pentagon) in &faces {
            let reach = face.dot(d);
            if reach > best {
                (second, best, black) = (best, reach, *pentagon);
            } else if reach > second {
                second = reach;
            }
        }
        let panel = if black {
            [0.07, 0.07, 0.08]
        } else {
            [0.96, 0.96, 0.95]
        };
        mix(panel, [0.30, 0.30, 0.31], band(best - second, 0.003, 0.002))
    })
}

/// The seam of tennis ball and baseball: the closed curve `(a cos t + b cos 3t, 2 sqrt(ab) sin 2t, a sin t - b sin 3t)`
/// with `a + b = 1`, which lies on the ball. With stitches it is a baseball.
fn seamed(cover: Rgb, stitches: Option<Rgb>) -> Picture {
    const POINTS: usize = 240;
    let (a, b) = (0.72_f32, 0.28_f32);
    let point = |t: f32| {
        let (s1, c1) = sin_cos(t);
        let (s2, _) = sin_cos(2.0 * t);
        let (s3, c3) = sin_cos(3.0 * t);
        Vec3::new(a * c1 + b * c3, 2.0 * (a * b).sqrt() * s2, a * s1 - b * s3)
    };
    let curve: Vec<Vec3> = (0..=POINTS)
        .map(|i| point(TAU * i as f32 / POINTS as f32))
        .collect();
    paint(|d| {
        // Distance to the nearest piece, place along the curve, and the side.
        let (mut nearest, mut along, mut side) = (f32::INFINITY, 0.0, 1.0);
        for (i, pair) in curve.windows(2).enumerate() {
            let way = pair[1] - pair[0];
            let share = clamp((d - pair[0]).dot(way) / way.length_squared(), 0.0, 1.0);
            let offset = d - (pair[0] + way * share);
            let squared = offset.length_squared();
            if squared < nearest {
                nearest = squared;
                along = i as f32 + share;
                side = if offset.dot(d.cross(way)) > 0.0 {
                    1.0
                } else {
                    -1.0
                };
            }
        }
        let distance = nearest.sqrt();
        match stitches {
            None => {
                let [x, y, z] = (d * 90.0).to_array().map(|c| c.floor() as i32);
                let felt = 0.94 + 0.12 * noise(x, y, z);
                mix(
                    cover.map(|c| min(c * felt, 1.0)),
                    [0.97, 0.97, 0.95],
                    band(distance, 0.035, 0.01),
                )
            }
            Some(thread) => {
                // 108 double stitches lean towards the seam from both sides.
                let phase = along * 108.0 / POINTS as f32 - side * 6.0 * distance * side;
                let within = phase - phase.floor();
                let stitch = band(within - 0.5, 0.22, 0.08) * band(distance - 0.055, 0.045, 0.01);
                let leather = mix(cover, [0.55, 0.50, 0.46], band(distance, 0.008, 0.008));
                mix(leather, thread, stitch)
            }
        }
    })
}

fn basketball(d: Vec3) -> Rgb {
    let pebbles = 0.90 + 0.16 * clouds(d * 60.0);
    let leather = [0.86, 0.42, 0.14].map(|c| min(c * pebbles, 1.0));
    // Two great circles, and two channels that bend away from the poles of x.
    let bend = d.x.abs() - (0.50 + 0.22 * d.y * d.y);
    let channel = max(
        max(band(d.x, 0.016, 0.006), band(d.z, 0.016, 0.006)),
        band(bend, 0.016, 0.006),
    );
    mix(leather, [0.07, 0.06, 0.06], channel)
}

/// 336 dimples on a spiral of golden angles, and the line along which a player aims.
fn golf() -> Picture {
    const DIMPLES: usize = 336;
    let step = PI * (3.0 - 5.0_f32.sqrt());
    let dimples: Vec<Vec3> = (0..DIMPLES)
        .map(|i| {
            let y = 1.0 - 2.0 * (i as f32 + 0.5) / DIMPLES as f32;
            let (sine, cosine) = sin_cos(step * i as f32);
            let ring = (1.0 - y * y).sqrt();
            Vec3::new(ring * cosine, y, ring * sine)
        })
        .collect();
    paint(|d| {
        let nearest = dimples.iter().fold(-1.0, |best, c| max(best, c.dot(d)));
        let distance = (2.0 * max(1.0 - nearest, 0.0)).sqrt() / 0.092;
        let dimple = band(distance, 0.62, 0.35);
        let rim = band(distance - 0.95, 0.06, 0.12);
        let cover = mix([0.96, 0.96, 0.96], [0.74, 0.76, 0.79], dimple);
        let cover = mix(cover, [1.0, 1.0, 1.0], rim);
        let mark = band(d.z, 0.05, 0.012) * band(d.x - 0.75, 0.45, 0.02);
        mix(cover, [0.80, 0.08, 0.12], mark)
    })
}

fn volleyball(d: Vec3) -> Rgb {
    let a = d.abs();
    // Of each face of a cube the bands run along another axis.
    let (across, depth, edge, turn) = if a.x >= a.y && a.x >= a.z {
        (d.y, a.x, max(a.y, a.z), 0)
    } else if a.y >= a.z {
        (d.z, a.y, max(a.x, a.z), 1)
    } else {
        (d.x, a.z, max(a.x, a.y), 2)
    };
    let place = 1.5 * (across / depth + 1.0);
    let panel = match (place.floor() as i32).clamp(0, 2) + turn {
        1 => [0.97, 0.83, 0.16],
        2 => [0.96, 0.96, 0.94],
        3 => [0.12, 0.26, 0.62],
        _ => [0.96, 0.96, 0.94],
    };
    let near = (place - place.round()).abs() / 1.5;
    let inner = if (0.5..2.5).contains(&place) {
        near
    } else {
        1.0
    };
    let seam = max(
        band(inner, 0.012, 0.01),
        band(1.0 - edge / depth, 0.014, 0.01),
    );
    mix(panel, [0.35, 0.35, 0.36], 0.8 * seam)
}

fn table_tennis(d: Vec3) -> Rgb {
    let ball = [0.97, 0.97, 0.95];
    let from_pole = d.x.abs();
    let ring = band((1.0 - from_pole * from_pole).sqrt() - 0.42, 0.05, 0.015);
    let bars = band(d.y, 0.10, 0.02) * band(from_pole - 0.95, 0.07, 0.02);
    let mark = mix(ball, [0.10, 0.16, 0.45], max(ring, bars));
    mix(mark, [0.80, 0.80, 0.78], 0.6 * band(d.y, 0.006, 0.006))
}

fn bowling(d: Vec3) -> Rgb {
    let bent = d * 2.2 + Vec3::splat(1.6 * clouds(d * 3.1 + Vec3::splat(7.0)));
    let swirl = clouds(bent * 1.7) + 0.5 * clouds(bent * 4.3);
    let ball = mix([0.05, 0.07, 0.30], [0.24, 0.42, 0.88], swirl - 0.25);
    let holes = [
        Vec3::new(0.14, 1.0, 0.12),
        Vec3::new(0.14, 1.0, -0.12),
        Vec3::new(-0.24, 1.0, 0.0),
    ];
    let hole = holes.iter().fold(0.0, |most, at| {
        max(most, band(d.distance(at.normalize()), 0.10, 0.015))
    });
    mix(ball, [0.01, 0.01, 0.02], hole)
}

fn cricket(d: Vec3) -> Rgb {
    let leather = mix([0.52, 0.06, 0.07], [0.62, 0.09, 0.09], clouds(d * 6.0));
    let longitude = atan2(d.z, d.x) / TAU * 80.0;
    let within = longitude - longitude.floor();
    let rows = [-0.10_f32, -0.06, -0.02, 0.02, 0.06, 0.10];
    let stitch = rows.iter().fold(0.0, |most, row| {
        max(
            most,
            band(d.y - row, 0.010, 0.005) * band(within - 0.5, 0.3, 0.1),
        )
    });
    let gold = band(d.x - 0.96, 0.03, 0.01);
    mix(
        mix(leather, [0.93, 0.90, 0.82], stitch),
        [0.85, 0.68, 0.25],
        gold,
    )
}

fn iron(d: Vec3) -> Rgb {
    let metal = mix([0.36, 0.37, 0.39], [0.50, 0.51, 0.53], clouds(d * 9.0));
    mix(metal, [0.85, 0.75, 0.15], band(d.z, 0.06, 0.01))
}

fn american_football(d: Vec3) -> Rgb {
    let leather = mix([0.40, 0.19, 0.09], [0.48, 0.24, 0.12], clouds(d * 40.0));
    let stripe = band(d.y.abs() - 0.72, 0.05, 0.01);
    let seam = max(band(d.x, 0.010, 0.006), band(d.z, 0.010, 0.006));
    let ball = mix(
        mix(leather, [0.16, 0.08, 0.04], seam),
        [0.95, 0.95, 0.93],
        stripe,
    );
    if d.x < 0.5 {
        return ball;
    }
    let rung = d.y / 0.085;
    let laces = max(
        band(d.z, 0.014, 0.006) * band(d.y, 0.36, 0.01),
        band(rung - rung.round(), 0.16, 0.06) * band(d.z, 0.085, 0.01) * band(d.y, 0.36, 0.01),
    );
    mix(ball, [0.96, 0.96, 0.94], laces)
}

fn rugby(d: Vec3) -> Rgb {
    let long = atan2(d.z, d.x) / TAU * 4.0;
    let within = long - long.floor();
    let ball = [0.95, 0.95, 0.93];
    let bands = band(d.y.abs() - 0.62, 0.10, 0.01);
    let panel = band(within - 0.5, 0.22, 0.02) * band(d.y, 0.45, 0.02);
    let painted = mix(
        mix(ball, [0.08, 0.32, 0.58], panel),
        [0.80, 0.12, 0.15],
        bands,
    );
    mix(
        painted,
        [0.45, 0.45, 0.45],
        band(within - 0.5, 0.49, 0.01) - 1.0,
    )
}
