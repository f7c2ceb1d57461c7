//! The demos: famous shots of every sport as launch numbers, with what stands on the field.
//!
//! Numbers are texts in the units that the sport uses, exactly as they could be typed after `voltex flight`.

use crate::marks::Mark;
use crate::picture::Ground;

/// The demo that runs when none is named.
pub(crate) const DEFAULT: &str = "curve-kick";

/// One shot.
#[derive(Debug)]
pub(crate) struct Demo {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// One sentence on what there is to see.
    pub(crate) story: &'static str,
    /// Name of the ball.
    pub(crate) ball: &'static str,
    /// Name of the force model, if not the ball's default.
    pub(crate) model: Option<&'static str>,
    pub(crate) speed: &'static str,
    /// Launch angle above the horizontal.
    pub(crate) up: &'static str,
    /// Heading to the right of the line.
    pub(crate) right: &'static str,
    /// Backspin.
    pub(crate) spin: &'static str,
    /// Tilt of the spin axis; positive curves right.
    pub(crate) tilt: &'static str,
    pub(crate) gyro: &'static str,
    /// Elevation of an oval ball's nose, where it is not along the launch.
    pub(crate) nose: Option<&'static str>,
    /// Height of the ball's lowest point.
    pub(crate) height: &'static str,
    /// Name of the surface among those of the ball.
    pub(crate) surface: &'static str,
    /// What is shown and judged ends here.
    pub(crate) until: Until,
    pub(crate) ground: Ground,
    pub(crate) marks: &'static [Mark],
    /// State hash of the flight on every machine. After a change of the physics `voltex doctor --json` shows the new one.
    pub(crate) golden: u64,
}

/// Where the shown part of a demo ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Until {
    /// When the flight ends.
    End,
    /// At this impact with the ground, counted from 1.
    Impact(usize),
    /// When the centre has passed this distance, m: a net, a fence or a catcher stops the ball there.
    Distance(f64),
}

/// Launches that most demos share: along the line, without tilt and gyro angle, from the ground, no bounce.
const PLAIN: Demo = Demo {
    name: "",
    title: "",
    story: "",
    ball: "",
    model: None,
    speed: "0m/s",
    up: "0deg",
    right: "0deg",
    spin: "0rpm",
    tilt: "0deg",
    gyro: "0deg",
    nose: None,
    height: "0m",
    surface: "none",
    until: Until::End,
    ground: Ground::Grass,
    marks: &[],
    golden: 0,
};

/// The demo of a name that the command line has checked.
pub(crate) fn find(name: &str) -> &'static Demo {
    ALL.iter()
        .find(|demo| demo.name == name)
        .expect("the command line accepts known names only")
}

/// Every demo, the default first.
pub(crate) static ALL: &[Demo] = &[
    Demo {
        name: "curve-kick",
        title: "A free kick round the wall",
        story: "a soccer ball starts outside the post, curls round four players and into the corner of the goal",
        ball: "soccer",
        speed: "25m/s",
        up: "14deg",
        right: "12deg",
        spin: "560rpm",
        tilt: "-70deg",
        surface: "turf",
        until: Until::Distance(23.2),
        // Law 13: the wall stands 9.15 m away; Law 1: posts 7.32 m apart, the bar 2.44 m high.
        marks: &[
            Mark::Wall {
                x: 9.15,
                z_from: -1.2,
                z_to: 0.95,
                height: 1.85,
                players: 4,
            },
            Mark::Goal {
                x: 22.0,
                z: -2.05,
                width: 7.32,
                height: 2.44,
                depth: 2.0,
            },
        ],
        golden: 0x566e_20dc_4972_34b0,
        ..PLAIN
    },
    Demo {
        name: "knuckle-kick",
        title: "A knuckle ball",
        story: "a soccer ball turning less than once on its way swerves as its panels turn, 30 m into the goal",
        ball: "soccer",
        model: Some("knuckle"),
        speed: "27m/s",
        up: "17deg",
        spin: "40rpm",
        gyro: "-90deg",
        until: Until::Distance(31.4),
        marks: &[Mark::Goal {
            x: 30.0,
            z: 0.0,
            width: 7.32,
            height: 2.44,
            depth: 2.0,
        }],
        golden: 0x675b_afc9_983b_70e2,
        ..PLAIN
    },
    Demo {
        name: "driver",
        title: "A tour player's drive",
        story: "a golf ball with the mean launch of the PGA Tour of 2023, onto the fairway",
        ball: "golf",
        speed: "171mph",
        up: "10.4deg",
        spin: "2545rpm",
        surface: "fairway",
        golden: 0xb1ff_5d13_d2f6_d67e,
        ..PLAIN
    },
    Demo {
        name: "slice",
        title: "A slice",
        story: "a golf ball with a tilted spin axis starts left and ends up right",
        ball: "golf",
        speed: "160mph",
        up: "12deg",
        right: "-4deg",
        spin: "3200rpm",
        tilt: "15deg",
        surface: "fairway",
        golden: 0x02e2_c0fc_990b_8a36,
        ..PLAIN
    },
    Demo {
        name: "four-seam",
        title: "A four-seam fastball",
        story: "a baseball with backspin drops less than gravity alone would have it",
        ball: "baseball",
        speed: "93.3mph",
        up: "-1.8deg",
        right: "-0.7deg",
        spin: "2347rpm",
        tilt: "24deg",
        gyro: "27deg",
        height: "1.76m",
        until: Until::Distance(16.11),
        ground: Ground::Earth,
        marks: &[STRIKE_ZONE],
        golden: 0xb04f_6687_b611_64cf,
        ..PLAIN
    },
    Demo {
        name: "curveball",
        title: "A curveball",
        story: "a baseball with topspin falls under the bat",
        ball: "baseball",
        speed: "78mph",
        up: "1.3deg",
        right: "0.5deg",
        spin: "-2550rpm",
        tilt: "20deg",
        gyro: "50deg",
        height: "1.76m",
        until: Until::Distance(16.11),
        ground: Ground::Earth,
        marks: &[STRIKE_ZONE],
        golden: 0x2a5b_ee0e_d085_a211,
        ..PLAIN
    },
    Demo {
        name: "fly-ball",
        title: "A home run",
        story: "a batted baseball carries over the fence 400 ft away",
        ball: "baseball",
        model: Some("batted"),
        speed: "103mph",
        up: "28deg",
        right: "3deg",
        spin: "2200rpm",
        tilt: "5deg",
        height: "3ft",
        marks: &[Mark::Fence {
            x: 121.92,
            half_width: 16.0,
            height: 2.44,
        }],
        golden: 0xe57b_b7a3_de80_3af1,
        ..PLAIN
    },
    Demo {
        name: "topspin",
        title: "A topspin forehand",
        story: "a tennis ball dips behind the net and kicks on from the clay",
        ball: "tennis",
        speed: "37m/s",
        up: "8deg",
        spin: "-3000rpm",
        height: "0.9m",
        surface: "clay",
        until: Until::Distance(26.0),
        ground: Ground::Earth,
        // ITF Rule 1: 23.77 m by 8.23 m, the net 0.914 m high in the middle.
        marks: &[
            Mark::Court {
                x_from: 0.0,
                x_to: 23.77,
                half_width: 4.115,
            },
            Mark::Net {
                x: 11.885,
                half_width: 5.03,
                bottom: 0.0,
                height: 0.914,
            },
        ],
        golden: 0x6f12_fc7b_dbdd_a9e8,
        ..PLAIN
    },
    Demo {
        name: "loop",
        title: "A table-tennis loop",
        story: "6600 rpm of topspin pull a table-tennis ball down onto the table; the ground is the table top",
        ball: "table_tennis",
        speed: "15m/s",
        up: "9deg",
        spin: "-6600rpm",
        height: "0.15m",
        surface: "table",
        until: Until::Distance(4.2),
        ground: Ground::Table,
        // ITTF Law 2.1 and 2.2: 2.74 m by 1.525 m, the net 0.1525 m high, 0.3 m in front of the ball lies the edge.
        marks: &[
            Mark::Court {
                x_from: 0.3,
                x_to: 3.04,
                half_width: 0.7625,
            },
            Mark::Net {
                x: 1.67,
                half_width: 0.915,
                bottom: 0.0,
                height: 0.1525,
            },
        ],
        golden: 0x0594_2967_144e_60be,
        ..PLAIN
    },
    Demo {
        name: "free-throw",
        title: "A free throw",
        story: "a basketball leaves at 52 degrees with three turns a second and meets nothing but the net",
        ball: "basketball",
        speed: "7.4m/s",
        up: "52deg",
        spin: "3rps",
        height: "2.0125m",
        surface: "hardwood",
        until: Until::Impact(2),
        ground: Ground::Wood,
        // The line is 15 ft from the backboard, the centre of the ring 15 in before it, 10 ft up and 18 in wide.
        marks: &[Mark::Hoop {
            x: 4.191,
            height: 3.048,
            radius: 0.2286,
        }],
        golden: 0xdde2_0908_0a09_a8c4,
        ..PLAIN
    },
    Demo {
        name: "float-serve",
        title: "A float serve",
        story: "a volleyball without spin passes through its drag crisis and wanders",
        ball: "volleyball",
        model: Some("float"),
        speed: "18m/s",
        up: "11deg",
        spin: "16rpm",
        tilt: "60deg",
        height: "2.3m",
        surface: "hardwood",
        until: Until::Impact(2),
        ground: Ground::Wood,
        marks: VOLLEYBALL_COURT,
        golden: 0xe9e2_c4ee_7d56_3a04,
        ..PLAIN
    },
    Demo {
        name: "jump-serve",
        title: "A jump serve",
        story: "a volleyball hit hard with topspin clears the net and dives into the court",
        ball: "volleyball",
        speed: "27m/s",
        up: "3deg",
        spin: "-450rpm",
        height: "3.2m",
        surface: "hardwood",
        until: Until::Impact(2),
        ground: Ground::Wood,
        marks: VOLLEYBALL_COURT,
        golden: 0x4e7b_e8e0_a7e0_ba7e,
        ..PLAIN
    },
    Demo {
        name: "in-swing",
        title: "An in-swinger",
        story: "a cricket ball with its seam at 20 degrees swings to the right and hits the stumps",
        ball: "cricket",
        speed: "37m/s",
        up: "-6deg",
        right: "-1.8deg",
        spin: "660rpm",
        gyro: "-20deg",
        height: "2m",
        surface: "pitch",
        until: Until::Distance(18.9),
        marks: STUMPS,
        golden: 0x154c_4949_f0b1_61be,
        ..PLAIN
    },
    Demo {
        name: "leg-break",
        title: "A leg break",
        story: "a cricket ball with side spin drifts right in the air, turns left off the pitch and hits the stumps",
        ball: "cricket",
        model: Some("no_swing"),
        speed: "22m/s",
        up: "0deg",
        right: "0.3deg",
        spin: "1900rpm",
        gyro: "-60deg",
        height: "2m",
        surface: "pitch",
        until: Until::Distance(18.9),
        marks: STUMPS,
        golden: 0x5726_68ed_0866_5117,
        ..PLAIN
    },
    Demo {
        name: "place-kick",
        title: "A place kick",
        story: "a rugby ball stood upright turns end over end and flies between the posts from 40 m",
        ball: "rugby",
        speed: "26.4m/s",
        up: "30.2deg",
        spin: "360rpm",
        nose: Some("100deg"),
        surface: "turf",
        // World Rugby Law 1: posts 5.6 m apart, the bar 3 m high.
        marks: &[Mark::Posts {
            x: 40.0,
            width: 5.6,
            crossbar: 3.0,
            height: 15.0,
        }],
        golden: 0x1f1c_163b_a83b_26f0,
        ..PLAIN
    },
    Demo {
        name: "punt",
        title: "A punt",
        story: "an American football spirals with its nose above its path: it drifts right, falls short and hangs long",
        ball: "american_football",
        speed: "24m/s",
        up: "55deg",
        spin: "450rpm",
        // About the nose, 25 degrees above the path.
        tilt: "-90deg",
        gyro: "65deg",
        nose: Some("80deg"),
        height: "0.8m",
        surface: "turf",
        until: Until::Impact(1),
        golden: 0x1eb1_1de3_d4f1_147e,
        ..PLAIN
    },
    Demo {
        name: "spiral",
        title: "A spiral pass",
        story: "an American football turns fast enough about its long axis for its nose to follow its path down",
        ball: "american_football",
        speed: "26m/s",
        up: "25deg",
        spin: "600rpm",
        gyro: "90deg",
        height: "1.9m",
        golden: 0x4bbc_bad4_723b_157c,
        ..PLAIN
    },
    Demo {
        name: "lane-loft",
        title: "A lofted bowling ball",
        story: "a bowling ball swung over the foul line touches the lane a metre and a half on",
        ball: "bowling",
        speed: "8.5m/s",
        up: "2deg",
        spin: "300rpm",
        gyro: "60deg",
        height: "0.1m",
        ground: Ground::Wood,
        marks: &[Mark::Court {
            x_from: 0.0,
            x_to: 4.57,
            half_width: 0.527,
        }],
        golden: 0x0691_381b_609d_b2ee,
        ..PLAIN
    },
    Demo {
        name: "shot-put",
        title: "A world-class put",
        story: "a 7.26 kg shot: air takes only centimetres off its 22 m",
        ball: "shot_put",
        speed: "14.1m/s",
        up: "37deg",
        height: "2.1m",
        marks: &[Mark::Arc { distance: 20.0 }, Mark::Arc { distance: 22.0 }],
        golden: 0xfb74_a084_6315_639a,
        ..PLAIN
    },
];

/// Statcast has fastballs released 16.54 m before the point of home plate (mean of 890); its front edge lies 0.43 m nearer.
const STRIKE_ZONE: Mark = Mark::Zone {
    x: 16.11,
    half_width: 0.216,
    low: 0.5,
    high: 1.05,
};

/// FIVB Rule 1 and 2: 18 m by 9 m, men's net 2.43 m high; the server stands at the end line.
const VOLLEYBALL_COURT: &[Mark] = &[
    Mark::Court {
        x_from: 0.0,
        x_to: 18.0,
        half_width: 4.5,
    },
    Mark::Net {
        x: 9.0,
        half_width: 4.75,
        bottom: 1.43,
        height: 2.43,
    },
];

/// MCC Laws 6 to 8: a pitch 3.05 m wide, stumps 71.1 cm high and 22.86 cm wide, 18.9 m from the ball's release.
const STUMPS: &[Mark] = &[
    Mark::Court {
        x_from: -1.2,
        x_to: 18.9,
        half_width: 1.525,
    },
    Mark::Stumps {
        x: 18.9,
        height: 0.711,
        width: 0.2286,
    },
];
