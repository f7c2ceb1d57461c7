//! The venues of the sports. Distances are those of the rules, counted from where each named shot starts.

use voltex_flight::Trajectory;
use voltex_math::Vec3;
use voltex_renderer::{Colour, Pattern};

use crate::stage::Solid;
use crate::subject::LANE;
use crate::venue::{Venue, WHITE};

const GRASS: u32 = 0x4f_8a3d;
const QUARTER: f32 = Venue::QUARTER;

/// The venue of a shot: by its name where one stands at a special place, else by its ball. `bodies` says whether goal
/// and players are bodies of a scene already.
pub(crate) fn of_shot(name: &str, ball: &str, flight: &Trajectory, bodies: bool) -> Venue {
    match ball {
        "soccer" => match name {
            "knuckle" => soccer(30.0, 0.0, false, bodies),
            _ => soccer(22.0, -2.05, name == "curve-kick", bodies),
        },
        "tennis" => tennis(if name == "drop-shot" { -3.885 } else { 0.0 }),
        "table_tennis" => table_tennis(if name == "chop" { 1.5 } else { 0.3 }),
        "basketball" => basketball(if name == "hook-shot" { 3.0 } else { 4.191 }),
        "volleyball" => volleyball(),
        "baseball" if name == "fly-ball" => ballpark(),
        "baseball" => mound(),
        "golf" => golf(flight),
        "cricket" => cricket(),
        "rugby" => rugby(),
        "american_football" => gridiron(flight),
        "bowling" => bowling(),
        _ => sector(),
    }
}

/// Law 1: goal area 5.5 m, penalty area 16.5 m, spot at 11 m with an arc of 9.15 m; a pitch of 105 m by 68 m.
fn soccer(goal: f32, z: f32, wall: bool, bodies: bool) -> Venue {
    let mut venue = Venue::new([-5.5, 2.3, 2.6], [goal - 4.0, 1.0, z + 0.9], 34.0);
    venue.ground(0.0, GRASS, Pattern::Stripes, 0);
    let line = 0.12;
    let paint = WHITE;
    venue.frame([goal - 105.0, z - 34.0], [goal, z + 34.0], line, paint);
    venue.frame([goal - 16.5, z - 20.16], [goal, z + 20.16], line, paint);
    venue.frame([goal - 5.5, z - 9.16], [goal, z + 9.16], line, paint);
    venue.disc([goal - 11.0, z], 0.11, 3, paint);
    // The part of the circle outside the penalty area: cosine 5.5/9.15.
    let half = voltex_math::f32::acos(5.5 / 9.15);
    let pi = 2.0 * QUARTER;
    venue.arc([goal - 11.0, z], 9.15, [pi - half, pi + half], line, paint);
    venue.goal(goal, z, !bodies);
    if wall && !bodies {
        for number in 0..4 {
            venue.player([9.15, -0.95 + 0.55 * number as f32], 1.82, 0xc0_2b34);
        }
    }
    venue.shadow_radius = 26.0;
    venue
}

/// ITF Rule 1: 23.77 m by 8.23 m (10.97 m for doubles), service lines 6.40 m from a net 0.914 m high.
fn tennis(start: f32) -> Venue {
    let mut venue = Venue::new([start - 7.5, 4.6, 3.2], [start + 13.0, 0.0, 0.0], 44.0);
    let (end, net) = (start + 23.77, start + 11.885);
    venue.ground(0.0, 0x8e_4a2c, Pattern::Plain, 0);
    let clay = Colour::rgb(0xb9_6337);
    venue.paint(
        [start - 5.5, -8.0],
        [end + 5.5, 8.0],
        1,
        clay,
        Pattern::Plain,
    );
    let line = 0.05;
    venue.frame([start, -5.485], [end, 5.485], line, WHITE);
    for z in [-4.115, 4.115] {
        venue.stripe([start, z], [end, z], line, WHITE);
    }
    for x in [net - 6.40, net + 6.40] {
        venue.stripe([x, -4.115], [x, 4.115], line, WHITE);
    }
    venue.stripe([net - 6.40, 0.0], [net + 6.40, 0.0], line, WHITE);
    for x in [start, end - 0.1] {
        venue.stripe([x, 0.0], [x + 0.1, 0.0], line, WHITE);
    }
    venue.court_net(net, 6.40, [0.02, 0.914], 0.045);
    for z in [-6.40, 6.40] {
        venue.bar(
            Vec3::new(net, 0.0, z),
            Vec3::new(net, 1.07, z),
            0.05,
            0x1e_3a2c,
        );
    }
    venue.shadow_radius = 20.0;
    venue
}

/// ITTF Laws 2.1 and 2.2: a table of 2.74 m by 1.525 m, 0.76 m high, a net of 0.1525 m.
fn table_tennis(edge: f32) -> Venue {
    let mut venue = Venue::new([edge - 1.9, 1.05, 1.5], [edge + 1.3, 0.02, 0.0], 40.0).indoors();
    venue.ground(-0.76, 0x7a_2f2c, Pattern::Plain, 40);
    let (end, half) = (edge + 2.74, 0.7625);
    venue.block([edge, -0.03, -half], [end, 0.0, half], 0x1d_4f8f, 60);
    for x in [edge + 0.25, end - 0.25] {
        for z in [-half + 0.15, half - 0.15] {
            let foot = Vec3::new(x, -0.76, z);
            venue.bar(foot, Vec3::new(x, -0.03, z), 0.025, 0x20_2226);
        }
    }
    venue.frame([edge, -half], [end, half], 0.02, WHITE);
    venue.stripe([edge, 0.0], [end, 0.0], 0.003, WHITE);
    venue.court_net(edge + 1.37, half + 0.1525, [0.004, 0.1525], 0.013);
    venue.shadow_radius = 3.5;
    venue
}

/// FIBA rules: ring 3.048 m high and 0.4572 m wide, its middle 0.381 m before the board and 1.575 m from the end line,
/// a key of 4.9 m by 5.8 m, a three-point line of 6.75 m.
fn basketball(ring: f32) -> Venue {
    let mut venue = Venue::new([-2.6, 2.3, 4.6], [ring - 0.9, 2.2, 0.0], 50.0).indoors();
    venue.ground(0.0, 0x5a_3b22, Pattern::Boards, 90);
    let end = ring + 1.575;
    let board = ring + 0.381;
    let wood = Colour::rgb(0xc4_8f56);
    venue.paint([end - 28.0, -7.5], [end, 7.5], 1, wood, Pattern::Boards);
    let key = Colour::rgb(0x24_5a8c);
    venue.paint([end - 5.8, -2.45], [end, 2.45], 2, key, Pattern::Boards);
    let line = 0.05;
    venue.frame([end - 28.0, -7.5], [end, 7.5], line, WHITE);
    venue.frame([end - 5.8, -2.45], [end, 2.45], line, WHITE);
    venue.arc([end - 5.8, 0.0], 1.8, [QUARTER, 3.0 * QUARTER], line, WHITE);
    venue.arc([end - 5.8, 0.0], 1.8, [-QUARTER, QUARTER], line, WHITE);
    // The arc of 6.75 m meets straight lines 6.60 m from the middle.
    let meet = voltex_math::f32::acos(6.6 / 6.75);
    venue.arc(
        [ring, 0.0],
        6.75,
        [QUARTER + meet, 3.0 * QUARTER - meet],
        line,
        WHITE,
    );
    let along = ring - 6.75 * voltex_math::f32::sin(meet);
    for z in [-6.6, 6.6] {
        venue.stripe([along, z], [end, z], line, WHITE);
    }
    venue.block(
        [board, 2.9, -0.9],
        [board + 0.03, 3.95, 0.9],
        0xe9_eef2,
        160,
    );
    // The square above the ring: 0.59 m by 0.45 m (FIBA).
    let (low, high, half) = (3.05, 3.50, 0.295);
    let face = board - 0.002;
    for [from, to] in [
        [[low, -half], [low + 0.05, half]],
        [[high - 0.05, -half], [high, half]],
        [[low, -half], [high, -half + 0.05]],
        [[low, half - 0.05], [high, half]],
    ] {
        let corner = |x: f32, [y, z]: [f32; 2]| [x, y, z];
        venue.block(corner(face - 0.002, from), corner(face, to), 0xc8_2a20, 0);
    }
    venue.bar(
        Vec3::new(board + 1.2, 0.0, 0.0),
        Vec3::new(board + 1.2, 3.3, 0.0),
        0.09,
        0x2a_2c30,
    );
    venue.bar(
        Vec3::new(board + 1.2, 3.3, 0.0),
        Vec3::new(board, 3.3, 0.0),
        0.06,
        0x2a_2c30,
    );
    venue.block(
        [ring + 0.2286, 3.02, -0.05],
        [board, 3.06, 0.05],
        0xd0_4a1e,
        80,
    );
    let hoop = Vec3::new(ring, 3.048, 0.0);
    venue.piece(Solid::Ring, hoop, Vec3::splat(0.2286), 0xd8_4a1e, 120);
    hoop_net(&mut venue, hoop);
    venue.shadow_radius = 9.0;
    venue
}

/// A net that narrows from the ring down, of crossing cords.
fn hoop_net(venue: &mut Venue, hoop: Vec3) {
    let point = |turn: f32, level: u32| {
        let radius = [0.225, 0.19, 0.155, 0.13, 0.135][level as usize];
        let (sine, cosine) = voltex_math::f32::sin_cos(4.0 * QUARTER * turn);
        hoop + Vec3::new(radius * cosine, -0.11 * level as f32, radius * sine)
    };
    for cord in 0..12 {
        for level in 0..4 {
            let from = point((cord as f32 + 0.5 * (level % 2) as f32) / 12.0, level);
            for side in [-0.5, 0.5] {
                let turn = (cord as f32 + 0.5 * (level % 2) as f32 + side) / 12.0;
                venue.bar(from, point(turn, level + 1), 0.004, 0xf0_f0ec);
            }
        }
    }
}

/// FIVB Rules 1 and 2: 18 m by 9 m, attack lines 3 m from a net from 1.43 m to 2.43 m.
fn volleyball() -> Venue {
    let mut venue = Venue::new([-5.5, 4.6, 5.0], [9.5, 0.8, 0.0], 44.0).indoors();
    venue.ground(0.0, 0x1f_6f73, Pattern::Plain, 60);
    let floor = Colour::rgb(0xd0_7b3c);
    venue.paint([0.0, -4.5], [18.0, 4.5], 1, floor, Pattern::Plain);
    let line = 0.05;
    venue.frame([0.0, -4.5], [18.0, 4.5], line, WHITE);
    for x in [6.0, 9.0, 12.0] {
        venue.stripe([x, -4.5], [x, 4.5], line, WHITE);
    }
    venue.court_net(9.0, 4.75, [1.43, 2.43], 0.10);
    venue.block([8.996, 1.43, -4.75], [9.004, 1.48, 4.75], 0xf2_f2ee, 0);
    for side in [-1.0, 1.0] {
        let z = 5.4 * side;
        venue.bar(
            Vec3::new(9.0, 0.0, z),
            Vec3::new(9.0, 2.55, z),
            0.05,
            0x2a_4d8f,
        );
        for y in [1.46, 2.40] {
            let from = Vec3::new(9.0, y, 4.75 * side);
            venue.bar(from, Vec3::new(9.0, y, z), 0.006, 0x1c_1f24);
        }
        for part in 0..8 {
            let colour = if part % 2 == 0 { 0xd0_2a2a } else { 0xf2_f2ee };
            let low = 1.43 + 0.225 * part as f32;
            let antenna = |y: f32| Vec3::new(9.0, y, 4.5 * side);
            venue.bar(antenna(low), antenna(low + 0.225), 0.008, colour);
        }
    }
    venue.shadow_radius = 15.0;
    venue
}

/// MLB: plate 43.2 cm wide whose front edge lies 16.11 m from the release; the strike zone is the one of the demo.
fn mound() -> Venue {
    let mut venue = Venue::new([-2.6, 2.4, 1.0], [16.5, 0.75, 0.0], 30.0);
    venue.ground(0.0, GRASS, Pattern::Stripes, 0);
    let dirt = Colour::rgb(0xa8_744a);
    venue.disc([-1.4, 0.0], 2.74, 1, dirt);
    venue.disc([16.6, 0.0], 3.96, 1, dirt);
    plate(&mut venue, 16.11);
    for side in [-1.0, 1.0] {
        // A batter's box of 4 ft by 6 ft, 6 in from the plate.
        let z = [0.37 * side, 1.59 * side];
        let (low, high) = if side > 0.0 {
            (z[0], z[1])
        } else {
            (z[1], z[0])
        };
        venue.frame([15.4, low], [17.23, high], 0.06, WHITE);
    }
    let zone = [[0.5, -0.216], [0.5, 0.216], [1.05, 0.216], [1.05, -0.216]];
    for (index, from) in zone.iter().enumerate() {
        let to = zone[(index + 1) % 4];
        let at = |point: [f32; 2]| Vec3::new(16.11, point[0], point[1]);
        venue.bar(at(*from), at(to), 0.008, 0xf8_f0c0);
    }
    // The catcher crouches behind the plate, and a backstop stands behind him.
    venue.piece(
        Solid::Sphere,
        Vec3::new(17.9, 0.45, 0.0),
        Vec3::new(0.3, 0.45, 0.32),
        0x22_3a66,
        20,
    );
    venue.piece(
        Solid::Sphere,
        Vec3::new(17.85, 0.98, 0.0),
        Vec3::splat(0.13),
        0x22_2428,
        90,
    );
    venue.piece(
        Solid::Sphere,
        Vec3::new(17.5, 0.72, -0.1),
        Vec3::new(0.08, 0.15, 0.15),
        0x7a_4a26,
        20,
    );
    venue.block([26.0, 0.0, -14.0], [26.3, 1.2, 14.0], 0x1f_4a36, 20);
    venue.shadow_radius = 16.0;
    venue
}

/// Home plate, 17 in wide and deep with its point away from the mound.
fn plate(venue: &mut Venue, front: f32) {
    let half = 0.216;
    venue.paint(
        [front, -half],
        [front + half, half],
        3,
        WHITE,
        Pattern::Plain,
    );
    for step in 0..8 {
        let share = (step as f32 + 0.5) / 8.0;
        let x = front + half * (1.0 + share);
        let reach = half * (1.0 - share);
        venue.stripe([x, -reach], [x, reach], 0.5 * half / 4.0, WHITE);
    }
}

/// MLB: bases 90 ft apart, foul lines at 45 degrees, the fence of the demo 400 ft away.
fn ballpark() -> Venue {
    let mut venue = Venue::new([-16.0, 9.0, 9.0], [60.0, 12.0, 0.0], 48.0);
    venue.ground(0.0, GRASS, Pattern::Stripes, 0);
    let dirt = Colour::rgb(0xa8_744a);
    let base = 27.432;
    let diagonal = base * 0.5_f32.sqrt();
    venue.disc([18.4, 0.0], 28.9, 1, dirt);
    venue.disc([diagonal, 0.0], 0.62 * base, 2, Colour::rgb(GRASS));
    venue.disc([18.44, 0.0], 2.74, 3, dirt);
    venue.disc([0.0, 0.0], 3.96, 3, dirt);
    for side in [-1.0, 1.0] {
        venue.stripe([0.0, 0.0], [86.0, 86.0 * side], 0.1, WHITE);
        venue.block(
            [diagonal - 0.19, 0.0, diagonal * side - 0.19],
            [diagonal + 0.19, 0.08, diagonal * side + 0.19],
            0xf4_f4f0,
            0,
        );
    }
    venue.block(
        [2.0 * diagonal - 0.19, 0.0, -0.19],
        [2.0 * diagonal + 0.19, 0.08, 0.19],
        0xf4_f4f0,
        0,
    );
    for step in 0..24 {
        let turn = |step: u32| (step as f32 / 24.0 - 0.5) * QUARTER;
        let point = |step: u32| {
            let (sine, cosine) = voltex_math::f32::sin_cos(turn(step));
            Vec3::new(121.92 * cosine, 0.0, 121.92 * sine)
        };
        let (a, b) = (point(step), point(step + 1));
        for level in 0..5 {
            let up = Vec3::Y * (0.25 + 0.5 * level as f32);
            venue.bar(a + up, b + up, 0.26, 0x1f_4a36);
        }
        let up = Vec3::Y * 2.5;
        venue.bar(a + up, b + up, 0.08, 0xe8_c83a);
    }
    venue.label("400 ft", Vec3::new(121.0, 3.4, 0.0), 18.0);
    venue.shadow_radius = 60.0;
    venue
}

/// A fairway with distances, or a green where the ball lands on one; the flag stands near where the ball ends.
fn golf(flight: &Trajectory) -> Venue {
    let last = flight
        .samples()
        .last()
        .map_or(Vec3::X, |sample| sample.position.as_vec3());
    let approach = last.x < 140.0;
    let view = if approach { 34.0 } else { 46.0 };
    let mut venue = Venue::new(
        [-7.0, 2.6, 2.0],
        [0.5 * last.x, 0.11 * last.x, 0.4 * last.z],
        view,
    );
    venue.ground(0.0, 0x3f_7031, Pattern::Plain, 0);
    let fairway = Colour::rgb(0x5f_9c46);
    venue.paint(
        [6.0, -16.0],
        [last.x + 60.0, 16.0],
        1,
        fairway,
        Pattern::Stripes,
    );
    venue.paint(
        [-2.5, -3.0],
        [2.5, 3.0],
        1,
        Colour::rgb(0x6a_a64c),
        Pattern::Plain,
    );
    for z in [-1.2, 1.2] {
        venue.piece(
            Solid::Sphere,
            Vec3::new(0.1, 0.06, z),
            Vec3::splat(0.07),
            0xe8_e8e0,
            80,
        );
    }
    if approach {
        venue.disc([last.x - 2.0, last.z], 13.0, 2, Colour::rgb(0x6e_b24f));
    }
    for fifty in 1..=6 {
        let x = 50.0 * fifty as f32;
        if x < last.x + 20.0 {
            // Boards stand left and right in turn, and their numbers shrink, so that far ones do not cover each other.
            let z = if fifty % 2 == 0 { 17.4 } else { -17.4 };
            venue.block(
                [x - 0.2, 0.0, z - 0.2],
                [x + 0.2, 1.4, z + 0.2],
                0xf0_f0ea,
                0,
            );
            let size = voltex_math::f32::clamp(1800.0 / x, 9.0, 18.0);
            venue.label(format!("{x:.0} m"), Vec3::new(x, 1.9, z), size);
        }
    }
    // Trees on both sides, by a rule that looks random.
    for number in 0..46_u32 {
        let share = |salt: u32| {
            let bits = number.wrapping_add(salt).wrapping_mul(2_654_435_761);
            (bits >> 8) as f32 / (1 << 24) as f32
        };
        let side = if number % 2 == 0 { 1.0 } else { -1.0 };
        let x = 20.0 + (last.x + 80.0) * share(17);
        let z = side * (27.0 + 22.0 * share(91));
        let high = 7.0 + 6.0 * share(203);
        venue.bar(
            Vec3::new(x, 0.0, z),
            Vec3::new(x, 0.4 * high, z),
            0.25,
            0x5a_4028,
        );
        venue.piece(
            Solid::Cone,
            Vec3::new(x, 0.6 * high, z),
            Vec3::new(0.26 * high, 0.42 * high, 0.26 * high),
            if number % 3 == 0 {
                0x2c_5a2a
            } else {
                0x35_6a30
            },
            0,
        );
    }
    venue.flag([last.x + 2.5, last.z + 1.5]);
    venue.shadow_radius = if approach { 40.0 } else { 60.0 };
    venue
}

/// MCC Laws 6 to 8: a pitch 3.05 m wide, stumps 20.12 m apart, popping creases 1.22 m before them.
fn cricket() -> Venue {
    let mut venue = Venue::new([-4.2, 3.0, 1.6], [16.0, 0.5, 0.0], 30.0);
    venue.ground(0.0, GRASS, Pattern::Stripes, 0);
    let far = 18.9;
    let near = far - 20.12;
    let strip = Colour::rgb(0xc4_ac74);
    venue.paint(
        [near - 1.5, -1.525],
        [far + 1.5, 1.525],
        1,
        strip,
        Pattern::Plain,
    );
    for (stumps, way) in [(near, 1.0), (far, -1.0)] {
        venue.stripe([stumps, -1.32], [stumps, 1.32], 0.05, WHITE);
        let popping = stumps + 1.22 * way;
        venue.stripe([popping, -1.83], [popping, 1.83], 0.05, WHITE);
        for z in [-1.32, 1.32] {
            venue.stripe([stumps - 0.6 * way, z], [popping, z], 0.05, WHITE);
        }
        for z in [-0.095, 0.0, 0.095] {
            let foot = Vec3::new(stumps, 0.0, z);
            venue.bar(foot, foot + Vec3::Y * 0.711, 0.019, 0xe0_c890);
        }
        for z in [-0.05, 0.05] {
            let bail = |dz: f32| Vec3::new(stumps, 0.725, z + dz);
            venue.bar(bail(-0.05), bail(0.05), 0.011, 0xd8_bc80);
        }
    }
    venue.shadow_radius = 14.0;
    venue
}

/// World Rugby Law 1: posts 5.6 m apart, the bar 3 m high; lines at 5 m and 22 m from the goal line.
fn rugby() -> Venue {
    let mut venue = Venue::new([-9.0, 2.4, 2.4], [34.0, 4.6, 0.0], 40.0);
    venue.ground(0.0, GRASS, Pattern::Stripes, 0);
    let goal = 40.0;
    venue.frame([goal - 100.0, -35.0], [goal + 10.0, 35.0], 0.12, WHITE);
    for x in [goal, goal - 22.0, goal - 50.0] {
        venue.stripe([x, -35.0], [x, 35.0], 0.12, WHITE);
    }
    for step in 0..14 {
        let z = -32.5 + 5.0 * step as f32;
        for x in [goal - 5.0, goal - 40.0] {
            venue.stripe([x, z - 0.5], [x, z + 0.5], 0.12, WHITE);
        }
    }
    venue.posts(goal, 5.6, 3.0, 15.0, 0xf4_f4f0);
    for side in [-2.8, 2.8] {
        venue.block(
            [goal - 0.35, 0.0, side - 0.3],
            [goal + 0.2, 1.8, side + 0.3],
            0x1d_4a90,
            20,
        );
    }
    venue.shadow_radius = 50.0;
    venue
}

/// NFL: a field 48.8 m wide with a line every five yards; posts 5.64 m apart, the bar 3.05 m high.
fn gridiron(flight: &Trajectory) -> Venue {
    let last = flight
        .samples()
        .last()
        .map_or(30.0, |sample| sample.position.x as f32);
    let mut venue = Venue::new([-8.0, 3.0, 5.0], [0.55 * last, 4.0, 0.0], 46.0);
    venue.ground(0.0, GRASS, Pattern::Plain, 0);
    let (yard, half) = (0.9144, 24.4);
    let goal = 70.0 * yard;
    venue.paint(
        [goal, -half],
        [goal + 10.0 * yard, half],
        1,
        Colour::rgb(0x1e_4a8c),
        Pattern::Plain,
    );
    for side in [-half, half] {
        venue.stripe(
            [goal - 100.0 * yard, side],
            [goal + 10.0 * yard, side],
            0.3,
            WHITE,
        );
    }
    for five in 0..=20 {
        let x = goal - 5.0 * yard * five as f32;
        venue.stripe([x, -half], [x, half], 0.1, WHITE);
        let shown = if five > 10 { 20 - five } else { five } * 5;
        if five % 2 == 0 && shown > 0 {
            venue.label(format!("{shown}"), Vec3::new(x, 0.1, -half - 2.0), 18.0);
        }
    }
    for step in 0..100 {
        let x = goal - yard * step as f32;
        for z in [-2.82, 2.82, -half + 0.6, half - 0.6] {
            venue.stripe([x, z - 0.25], [x, z + 0.25], 0.1, WHITE);
        }
    }
    let bar = goal + 10.0 * yard;
    let post = |y: f32| Vec3::new(bar, y, 0.0);
    venue.bar(post(0.0), post(3.05), 0.12, 0xe8_c020);
    let at = |y: f32, z: f32| Vec3::new(bar, y, z);
    venue.bar(at(3.05, -2.82), at(3.05, 2.82), 0.08, 0xe8_c020);
    for side in [-2.82, 2.82] {
        venue.bar(at(3.05, side), at(13.7, side), 0.06, 0xe8_c020);
    }
    venue.shadow_radius = 50.0;
    venue
}

/// USBC: a lane 41.5 in wide, 60 ft from the foul line to the head pin, pins 15 in high and 12 in apart.
fn bowling() -> Venue {
    let mut venue = Venue::new([-1.0, 1.9, 0.35], [10.0, 0.0, 0.0], 32.0).indoors();
    let (half, head) = (0.527, LANE as f32);
    venue.ground(-0.05, 0x3a_3436, Pattern::Plain, 60);
    let wood = |venue: &mut Venue, from: [f32; 2], to: [f32; 2], colour: u32| {
        venue.paint(from, to, 2, Colour::rgb(colour), Pattern::Boards);
    };
    venue.block([-4.5, -0.049, -1.6], [0.0, 0.0, 1.6], 0xb9_8a55, 120);
    wood(&mut venue, [-4.5, -1.6], [0.0, 1.6], 0xb9_8a55);
    venue.block(
        [0.0, -0.049, -half],
        [head + 1.1, 0.0, half],
        0xd8_ac6c,
        200,
    );
    wood(&mut venue, [0.0, -half], [head + 1.1, half], 0xd8_ac6c);
    for side in [-1.0, 1.0] {
        let (near, far) = (half * side, (half + 0.235) * side);
        venue.block(
            [0.0, -0.048, near],
            [head + 1.1, -0.047, far],
            0x1e_1e20,
            120,
        );
        venue.block(
            [0.0, -0.05, far],
            [head + 1.1, 0.04, far + 0.12 * side],
            0x52_4a44,
            60,
        );
    }
    venue.stripe([0.0, -half], [0.0, half], 0.03, Colour::rgb(0x16_1616));
    // Seven arrows, five boards apart, the middle one farthest.
    for arrow in -3_i32..=3 {
        let (x, z) = (4.72 - 0.16 * arrow.abs() as f32, 0.132 * arrow as f32);
        let dark = Colour::rgb(0x7a_2018);
        venue.stripe([x - 0.12, z - 0.02], [x, z], 0.022, dark);
        venue.stripe([x - 0.12, z + 0.02], [x, z], 0.022, dark);
    }
    let row = 0.2640;
    for line in 0..4_u32 {
        for pin in 0..=line {
            let z = 0.3048 * (pin as f32 - 0.5 * line as f32);
            let at = Vec3::new(head + row * line as f32, 0.0, z);
            venue.piece(Solid::Pin, at, Vec3::splat(0.381), 0xf4_f0e8, 150);
            let band = at + Vec3::Y * 0.275;
            venue.piece(
                Solid::Ring,
                band,
                Vec3::new(0.024, 0.05, 0.024),
                0xc0_2020,
                80,
            );
        }
    }
    venue.block(
        [head + 1.1, -0.05, -0.9],
        [head + 1.2, 1.1, 0.9],
        0x14_1416,
        0,
    );
    venue.block(
        [head - 0.6, 0.72, -1.1],
        [head - 0.5, 1.4, 1.1],
        0x2a_3f77,
        60,
    );
    venue.shadow_radius = 12.0;
    venue
}

/// World Athletics Rule 32: a circle 2.135 m wide, a sector of 34.92 degrees.
fn sector() -> Venue {
    let mut venue = Venue::new([-4.6, 3.4, 2.4], [13.0, 1.8, 0.0], 40.0);
    venue.ground(0.0, GRASS, Pattern::Plain, 0);
    let (sine, cosine) = voltex_math::f32::sin_cos(0.5 * 34.92_f32.to_radians());
    venue.disc([-0.6, 0.0], 1.14, 1, WHITE);
    venue.disc([-0.6, 0.0], 1.0675, 2, Colour::rgb(0x9a_9a96));
    for side in [-1.0, 1.0] {
        venue.stripe(
            [0.4, 0.12 * side],
            [26.0 * cosine, 26.0 * sine * side],
            0.05,
            WHITE,
        );
    }
    for metres in [15.0_f32, 20.0, 22.0] {
        let half = 0.5 * 34.92_f32.to_radians();
        venue.arc([0.0, 0.0], metres, [-half, half], 0.05, WHITE);
        let (sine, cosine) = voltex_math::f32::sin_cos(half);
        let side = if metres == 20.0 { 1.0 } else { -1.0 };
        let at = Vec3::new(metres * cosine, 0.1, side * (metres * sine + 0.8));
        venue.label(format!("{metres:.0} m"), at, 18.0);
    }
    venue.shadow_radius = 16.0;
    venue
}
