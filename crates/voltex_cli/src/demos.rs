//! The demos: famous shots of every sport, with what stands on the field. Launch numbers are those of `voltex_flight::shots`.

use voltex_flight::shots::{self, NamedShot};

use crate::marks::Mark;
use crate::picture::Ground;

/// The demo that runs when none is named.
pub(crate) const DEFAULT: &str = "curve-kick";

/// One shot.
#[derive(Debug)]
pub(crate) struct Demo {
    /// That of the shot in `voltex_flight::shots`.
    pub(crate) name: &'static str,
    /// A name it had before, still understood.
    pub(crate) old_name: Option<&'static str>,
    pub(crate) title: &'static str,
    /// One sentence on what there is to see.
    pub(crate) story: &'static str,
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

/// What most demos share: shown to the end, on grass.
const PLAIN: Demo = Demo {
    name: "",
    old_name: None,
    title: "",
    story: "",
    until: Until::End,
    ground: Ground::Grass,
    marks: &[],
    golden: 0,
};

impl Demo {
    /// Ball, launch and surface.
    pub(crate) fn shot(&self) -> &'static NamedShot {
        shots::find(self.name).expect("a demo has the name of its shot")
    }
}

/// The demo of a name that the command line has checked.
pub(crate) fn find(name: &str) -> &'static Demo {
    ALL.iter()
        .find(|demo| demo.name == name || demo.old_name == Some(name))
        .expect("the command line accepts known names only")
}

/// Every demo, the default first.
pub(crate) static ALL: &[Demo] = &[
    Demo {
        name: "curve-kick",
        title: "A free kick round the wall",
        story: "a soccer ball starts outside the post, curls round four players and into the corner of the goal",
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
        name: "knuckle",
        old_name: Some("knuckle-kick"),
        title: "A knuckle ball",
        story: "a soccer ball turning less than once on its way swerves as its panels turn, 30 m into the goal",
        until: Until::Distance(31.4),
        marks: &[Mark::Goal {
            x: 30.0,
            z: 0.0,
            width: 7.32,
            height: 2.44,
            depth: 2.0,
        }],
        golden: 0x1439_cd40_1836_4c4d,
        ..PLAIN
    },
    Demo {
        name: "topspin",
        title: "A topspin forehand",
        story: "a tennis ball dips behind the net and kicks on from the clay",
        until: Until::Distance(26.0),
        ground: Ground::Earth,
        marks: TENNIS_COURT,
        golden: 0x6f12_fc7b_dbdd_a9e8,
        ..PLAIN
    },
    Demo {
        name: "slice",
        title: "A backhand slice",
        story: "a tennis ball with backspin floats over the net, then bounces low and slow",
        until: Until::Distance(26.0),
        ground: Ground::Earth,
        marks: TENNIS_COURT,
        golden: 0x3974_c147_8146_5b8b,
        ..PLAIN
    },
    Demo {
        name: "lob",
        title: "A topspin lob",
        story: "a tennis ball clears the player at the net and falls inside the baseline",
        until: Until::Distance(28.0),
        ground: Ground::Earth,
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
            // A player two and a half metres behind the net with the racket up.
            Mark::Wall {
                x: 14.4,
                z_from: -0.35,
                z_to: 0.35,
                height: 2.9,
                players: 1,
            },
        ],
        golden: 0xf36f_fce6_6757_f4c4,
        ..PLAIN
    },
    Demo {
        name: "drop-shot",
        title: "A drop shot",
        story: "a tennis ball with backspin barely clears the net and dies: it hardly leaves the place where it landed",
        until: Until::Impact(3),
        ground: Ground::Earth,
        marks: &[
            Mark::Court {
                x_from: -3.885,
                x_to: 19.885,
                half_width: 4.115,
            },
            Mark::Net {
                x: 8.0,
                half_width: 5.03,
                bottom: 0.0,
                height: 0.914,
            },
        ],
        golden: 0x5270_2d7d_a933_2100,
        ..PLAIN
    },
    Demo {
        name: "loop",
        title: "A table-tennis loop",
        story: "6600 rpm of topspin pull a table-tennis ball down onto the table; the ground is the table top",
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
        name: "chop",
        title: "A table-tennis chop",
        story: "3600 rpm of backspin float a table-tennis ball over the net; the table takes a fifth of its speed and leaves the backspin",
        until: Until::Distance(5.2),
        ground: Ground::Table,
        marks: &[
            Mark::Court {
                x_from: 1.5,
                x_to: 4.24,
                half_width: 0.7625,
            },
            Mark::Net {
                x: 2.87,
                half_width: 0.915,
                bottom: 0.0,
                height: 0.1525,
            },
        ],
        golden: 0x96f1_0de4_74d4_db7e,
        ..PLAIN
    },
    Demo {
        name: "four-seam",
        title: "A four-seam fastball",
        story: "a baseball with backspin drops less than gravity alone would have it",
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
        until: Until::Distance(16.11),
        ground: Ground::Earth,
        marks: &[STRIKE_ZONE],
        golden: 0x2a5b_ee0e_d085_a211,
        ..PLAIN
    },
    Demo {
        name: "slider",
        title: "A slider",
        story: "a baseball that turns nearly like a bullet moves to the side of the glove",
        until: Until::Distance(16.11),
        ground: Ground::Earth,
        marks: &[STRIKE_ZONE],
        golden: 0x8350_4bf0_d139_a903,
        ..PLAIN
    },
    Demo {
        name: "forkball",
        title: "A forkball",
        story: "a baseball with little spin falls away from the path of a fastball",
        until: Until::Distance(16.11),
        ground: Ground::Earth,
        marks: &[STRIKE_ZONE],
        golden: 0xbf26_fdbb_9185_2a08,
        ..PLAIN
    },
    Demo {
        name: "fly-ball",
        title: "A home run",
        story: "a batted baseball carries over the fence 400 ft away",
        marks: &[Mark::Fence {
            x: 121.92,
            half_width: 16.0,
            height: 2.44,
        }],
        golden: 0xe57b_b7a3_de80_3af1,
        ..PLAIN
    },
    Demo {
        name: "driver",
        title: "A tour player's drive",
        story: "a golf ball with the mean launch of the PGA Tour of 2023, onto the fairway",
        golden: 0xb1ff_5d13_d2f6_d67e,
        ..PLAIN
    },
    Demo {
        name: "draw",
        title: "A draw",
        story: "a golf ball starts right of the line and comes back left",
        golden: 0xd2ce_fc10_415d_fdac,
        ..PLAIN
    },
    Demo {
        name: "fade",
        title: "A fade",
        story: "a golf ball starts left of the line and comes back right",
        golden: 0x8788_9aba_a9ba_a089,
        ..PLAIN
    },
    Demo {
        name: "golf-slice",
        title: "A golf slice",
        story: "a golf ball with a tilted spin axis starts left and ends up right",
        golden: 0x57df_6946_0ecf_df95,
        ..PLAIN
    },
    Demo {
        name: "backspin-approach",
        title: "An approach with backspin",
        story: "9316 rpm off a pitching wedge stop a golf ball on the green and bring it back",
        golden: 0xc640_3f0c_0413_d774,
        ..PLAIN
    },
    Demo {
        name: "free-throw",
        title: "A free throw",
        story: "a basketball leaves at 52 degrees with three turns a second and meets nothing but the net",
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
        name: "hook-shot",
        title: "A hook shot",
        story: "a basketball is let go above the head, 3 m from the ring, and drops in",
        until: Until::Impact(1),
        ground: Ground::Wood,
        marks: &[Mark::Hoop {
            x: 3.0,
            height: 3.048,
            radius: 0.2286,
        }],
        golden: 0x972c_32d3_47ee_6d30,
        ..PLAIN
    },
    Demo {
        name: "float-serve",
        title: "A float serve",
        story: "a volleyball without spin passes through its drag crisis and wanders",
        until: Until::Impact(2),
        ground: Ground::Wood,
        marks: VOLLEYBALL_COURT,
        golden: 0xb6a5_086b_f66b_898c,
        ..PLAIN
    },
    Demo {
        name: "topspin-serve",
        old_name: Some("jump-serve"),
        title: "A topspin jump serve",
        story: "a volleyball hit hard with topspin clears the net and dives into the court",
        until: Until::Impact(2),
        ground: Ground::Wood,
        marks: VOLLEYBALL_COURT,
        golden: 0x4e7b_e8e0_a7e0_ba7e,
    },
    Demo {
        name: "in-swing",
        title: "An in-swinger",
        story: "a cricket ball with its seam at 20 degrees swings to the right and hits the stumps",
        until: Until::Distance(18.9),
        marks: STUMPS,
        golden: 0x0d17_b55a_9aff_828f,
        ..PLAIN
    },
    Demo {
        name: "out-swing",
        title: "An out-swinger",
        story: "the mirror image of the in-swinger: a cricket ball swings to the left and hits the stumps",
        until: Until::Distance(18.9),
        marks: STUMPS,
        golden: 0xf9b4_cea3_c1be_11e3,
        ..PLAIN
    },
    Demo {
        name: "cutter",
        title: "A leg cutter",
        story: "a fast cricket ball with side spin cuts left off the pitch and hits the stumps",
        until: Until::Distance(18.9),
        marks: STUMPS,
        golden: 0xa860_7141_f15c_69f5,
        ..PLAIN
    },
    Demo {
        name: "leg-break",
        title: "A leg break",
        story: "a cricket ball with side spin drifts right in the air, turns left off the pitch and hits the stumps",
        until: Until::Distance(18.9),
        marks: STUMPS,
        golden: 0x5726_68ed_0866_5117,
        ..PLAIN
    },
    Demo {
        name: "place-kick",
        title: "A place kick",
        story: "a rugby ball stood upright turns end over end and flies between the posts from 40 m",
        // World Rugby Law 1: posts 5.6 m apart, the bar 3 m high.
        marks: &[Mark::Posts {
            x: 40.0,
            width: 5.6,
            crossbar: 3.0,
            height: 15.0,
        }],
        golden: 0x458e_c64a_ba5b_b270,
        ..PLAIN
    },
    Demo {
        name: "punt",
        title: "A punt",
        story: "an American football spirals with its nose above its path: it drifts right, falls short and hangs long",
        until: Until::Impact(1),
        golden: 0x8ac4_2027_b9a5_114e,
        ..PLAIN
    },
    Demo {
        name: "spiral",
        title: "A spiral pass",
        story: "an American football turns fast enough about its long axis for its nose to follow its path down",
        golden: 0xfa2e_4978_e3be_077c,
        ..PLAIN
    },
    Demo {
        name: "strike-hook",
        title: "A strike hook",
        story: "a bowling ball skids on the oil, hooks on dry boards and meets the pins right of the head pin",
        until: Until::Distance(18.13),
        ground: Ground::Wood,
        marks: LANE,
        golden: 0xe233_2e38_03b1_f4ea,
        ..PLAIN
    },
    Demo {
        name: "back-up-ball",
        title: "A back-up ball",
        story: "the mirror image of the strike hook: a bowling ball meets the pins left of the head pin",
        until: Until::Distance(18.13),
        ground: Ground::Wood,
        marks: LANE,
        golden: 0xaea1_83c7_5fd8_e6de,
        ..PLAIN
    },
    Demo {
        name: "shot-put",
        title: "A world-class put",
        story: "a 7.26 kg shot: air takes only centimetres off its 22 m",
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

/// ITF Rule 1: 23.77 m by 8.23 m, the net 0.914 m high in the middle; the ball is struck at the baseline.
const TENNIS_COURT: &[Mark] = &[
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
];

/// USBC: a lane 41.5 in wide, 60 ft from the foul line to the head pin.
const LANE: &[Mark] = &[
    Mark::Court {
        x_from: 0.0,
        x_to: 18.288,
        half_width: 0.527,
    },
    Mark::Pins { x: 18.288 },
];
