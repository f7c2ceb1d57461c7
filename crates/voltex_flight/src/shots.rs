//! Shots that have a name, from the topspin forehand to the strike hook: launch numbers and why they are these.
//!
//! ```
//! use voltex_flight::{Air, shots};
//!
//! let loop_drive = shots::find("loop")?.shot().fly(&Air::default())?;
//! assert!(loop_drive.lateral().expect("it lands").abs() < 0.01);
//! # Ok::<(), voltex_flight::FlightError>(())
//! ```
//!
//! Right-handed players: a draw, a hook and a leg break move left, a fade and an in-swinger right.

use crate::ball::Ball;
use crate::balls;
use crate::error::FlightError;
use crate::launch::Launch;
use crate::shot::Shot;
use crate::units::parse;

/// A launch that people have a name for. Quantities are texts with a unit, as [`units::parse`](crate::units::parse) reads
/// them and as they could be typed after `voltex flight`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedShot {
    /// Name, such as `drop-shot`.
    pub name: &'static str,
    /// Key of the ball.
    pub ball: &'static str,
    /// Force model of the ball.
    pub model: &'static str,
    /// Speed.
    pub speed: &'static str,
    /// Angle above the horizontal.
    pub up: &'static str,
    /// Heading to the right of +X.
    pub right: &'static str,
    /// Spin rate; positive is backspin where tilt and gyro angle are 0.
    pub spin: &'static str,
    /// Tilt of the spin axis; positive curves a ball with backspin to the right.
    pub tilt: &'static str,
    /// Angle of the spin axis towards the heading.
    pub gyro: &'static str,
    /// Elevation of an oval ball's nose, where it is not along the launch; it points along the heading.
    pub nose: Option<&'static str>,
    /// Height of the ball's lowest point above the ground.
    pub height: &'static str,
    /// What it bounces on; `none` ends the flight at first touch.
    pub surface: &'static str,
    /// What people say of it.
    pub saying: &'static str,
    /// Where the launch numbers come from.
    pub source: &'static str,
}

impl NamedShot {
    /// The ball under the model of the shot.
    pub fn ball(&self) -> Ball {
        balls::find(self.ball)
            .and_then(|ball| ball.with_model(self.model))
            .expect("the table names balls and models that exist")
    }

    /// Speed, direction, spin and height, in SI.
    pub fn launch(&self) -> Launch {
        let valid = "the table holds quantities with their units";
        let angle = |text: &str| parse::angle(text).expect(valid);
        let launch = Launch::at(parse::speed(self.speed).expect(valid))
            .up(angle(self.up))
            .right(angle(self.right))
            .backspin(parse::spin(self.spin).expect(valid))
            .tilt(angle(self.tilt))
            .gyro(angle(self.gyro))
            .from_height(parse::length(self.height).expect(valid));
        match self.nose {
            Some(nose) => launch.nose(angle(nose), launch.direction),
            None => launch,
        }
    }

    /// The shot onto its surface: 9.81 m/s^2, no wind, 1/60 s.
    pub fn shot(&self) -> Shot {
        let shot = self.ball().launch(self.launch());
        if self.surface == "none" {
            return shot;
        }
        let surface = shot
            .ball
            .surface(self.surface)
            .expect("the table names grounds that the ball can meet");
        shot.onto(surface)
    }
}

/// The shot of a name such as `drop-shot`; `_` and spaces may stand for `-`, case is ignored.
///
/// # Errors
/// A name that no shot has; the error names the nearest.
pub fn find(name: &str) -> Result<&'static NamedShot, FlightError> {
    let key = name.trim().to_lowercase().replace(['_', ' '], "-");
    ALL.iter()
        .find(|shot| shot.name == key)
        .ok_or_else(|| FlightError::unknown("shot", name, ALL.iter().map(|shot| shot.name)))
}

/// What most shots share: along the line, no tilt, no gyro angle, from the ground, no bounce.
const PLAIN: NamedShot = NamedShot {
    name: "",
    ball: "",
    model: "default",
    speed: "0m/s",
    up: "0deg",
    right: "0deg",
    spin: "0rpm",
    tilt: "0deg",
    gyro: "0deg",
    nose: None,
    height: "0m",
    surface: "none",
    saying: "",
    source: "",
};

/// Every shot, by sport.
pub static ALL: &[NamedShot] = &[
    // Tennis. The court begins at x = 0 with the baseline, its net stands at 11.885 m.
    NamedShot {
        name: "topspin",
        ball: "tennis",
        speed: "37m/s",
        up: "8deg",
        spin: "-3000rpm",
        height: "0.9m",
        surface: "clay",
        saying: "dips, lands short and kicks on",
        source: "a hard forehand: tour players hit 30 to 40 m/s with 2500 to 3500 rpm",
        ..PLAIN
    },
    NamedShot {
        name: "slice",
        ball: "tennis",
        speed: "25m/s",
        up: "5deg",
        spin: "2500rpm",
        height: "0.9m",
        surface: "clay",
        saying: "floats, then bounces low and slow",
        source: "a backhand slice: slower than a drive, backspin of about 2500 rpm",
        ..PLAIN
    },
    NamedShot {
        name: "lob",
        ball: "tennis",
        speed: "19m/s",
        up: "42deg",
        spin: "-1500rpm",
        height: "0.6m",
        surface: "clay",
        saying: "clears the player at the net and falls inside the baseline",
        source: "speed chosen to land just inside the baseline, 23.77 m away",
        ..PLAIN
    },
    NamedShot {
        name: "drop-shot",
        ball: "tennis",
        speed: "10.5m/s",
        up: "28deg",
        spin: "3000rpm",
        height: "0.7m",
        surface: "clay",
        saying: "barely clears the net and dies",
        source: "played 8 m behind the net; speed chosen to clear it closely",
        ..PLAIN
    },
    // Table tennis. The ground is the table top.
    NamedShot {
        name: "loop",
        ball: "table_tennis",
        speed: "15m/s",
        up: "9deg",
        spin: "-6600rpm",
        height: "0.15m",
        surface: "table",
        saying: "dips onto the table and kicks",
        source: "a power loop: 110 rev/s of topspin",
        ..PLAIN
    },
    NamedShot {
        name: "chop",
        ball: "table_tennis",
        speed: "8m/s",
        up: "12deg",
        spin: "3600rpm",
        height: "0.15m",
        surface: "table",
        saying: "floats over the net and slows down on the table",
        source: "a defender's chop from 1.5 m behind the table, 60 rev/s of backspin",
        ..PLAIN
    },
    // Football.
    NamedShot {
        name: "curve-kick",
        ball: "soccer",
        speed: "25m/s",
        up: "14deg",
        right: "12deg",
        spin: "560rpm",
        tilt: "-70deg",
        surface: "turf",
        saying: "goes round the wall",
        source: "a free kick of 25 m/s; about 9 rev/s as in Asai, Akatsuka and Haake 1998",
        ..PLAIN
    },
    NamedShot {
        name: "knuckle",
        ball: "soccer",
        model: "knuckle",
        speed: "27m/s",
        up: "17deg",
        spin: "40rpm",
        gyro: "-90deg",
        saying: "swerves although it hardly turns",
        source: "less than one turn on its way, Goff, Hong and Asai 2020",
        ..PLAIN
    },
    // Baseball. Mean speeds, spins and breaks of right-handed pitchers; the axis is that of the break.
    NamedShot {
        name: "four-seam",
        ball: "baseball",
        model: "pitched",
        speed: "93.3mph",
        up: "-1.8deg",
        right: "-0.7deg",
        spin: "2347rpm",
        tilt: "24deg",
        gyro: "27deg",
        height: "1.76m",
        saying: "drops less than gravity alone would have it",
        source: "mean of 890 pitches measured by Hawk-Eye, 2020: speed, spin, break; the break shows that 89 % of the spin is active",
        ..PLAIN
    },
    NamedShot {
        name: "curveball",
        ball: "baseball",
        model: "pitched",
        speed: "78mph",
        up: "1.3deg",
        right: "0.5deg",
        spin: "-2550rpm",
        tilt: "20deg",
        gyro: "50deg",
        height: "1.76m",
        saying: "drops more than gravity alone would have it",
        source: "mean speed of 2015 (PITCHf/x); spin and active share of a usual curveball",
        ..PLAIN
    },
    NamedShot {
        name: "slider",
        ball: "baseball",
        model: "pitched",
        speed: "84.3mph",
        up: "-0.8deg",
        right: "0.5deg",
        spin: "2400rpm",
        tilt: "-67deg",
        gyro: "77deg",
        height: "1.76m",
        saying: "turns nearly like a bullet and moves sideways",
        source: "mean speed and direction of break of 2015 (PITCHf/x); 22 % of the spin is active (Hawk-Eye, 2020)",
        ..PLAIN
    },
    NamedShot {
        name: "forkball",
        ball: "baseball",
        model: "pitched",
        speed: "84.88mph",
        up: "-0.7deg",
        right: "-1deg",
        spin: "1352rpm",
        tilt: "65deg",
        gyro: "35deg",
        height: "1.76m",
        saying: "hardly turns and falls away from a fastball's path",
        source: "mean of 75 splitters and forkballs measured by Hawk-Eye, 2020; the break shows that 82 % of the spin is active",
        ..PLAIN
    },
    NamedShot {
        name: "fly-ball",
        ball: "baseball",
        model: "batted",
        speed: "103mph",
        up: "28deg",
        right: "3deg",
        spin: "2200rpm",
        tilt: "5deg",
        height: "3ft",
        saying: "carries over the fence",
        source: "near the first case of Nathan's workbook, 103 mph at 27.5 degrees",
        ..PLAIN
    },
    // Golf.
    NamedShot {
        name: "driver",
        ball: "golf",
        speed: "171mph",
        up: "10.4deg",
        spin: "2545rpm",
        surface: "fairway",
        saying: "carries 280 yards and runs out",
        source: "mean of the PGA Tour, 2023",
        ..PLAIN
    },
    NamedShot {
        name: "draw",
        ball: "golf",
        speed: "167mph",
        up: "10.9deg",
        right: "3deg",
        spin: "2686rpm",
        tilt: "-8deg",
        surface: "fairway",
        saying: "starts right and comes back left",
        source: "mean driver of the PGA Tour, 2010s, with its axis tilted by 8 degrees",
        ..PLAIN
    },
    NamedShot {
        name: "fade",
        ball: "golf",
        speed: "167mph",
        up: "10.9deg",
        right: "-3deg",
        spin: "2686rpm",
        tilt: "8deg",
        surface: "fairway",
        saying: "starts left and comes back right",
        source: "mirror image of the draw",
        ..PLAIN
    },
    NamedShot {
        name: "golf-slice",
        ball: "golf",
        speed: "160mph",
        up: "12deg",
        right: "-4deg",
        spin: "3200rpm",
        tilt: "15deg",
        surface: "fairway",
        saying: "leaves the fairway to the right",
        source: "a drive with an open face: more spin, its axis tilted by 15 degrees",
        ..PLAIN
    },
    NamedShot {
        name: "backspin-approach",
        ball: "golf",
        speed: "104mph",
        up: "23.7deg",
        spin: "9316rpm",
        surface: "green",
        saying: "checks on the green and comes back",
        source: "mean pitching wedge of the PGA Tour, 2023",
        ..PLAIN
    },
    // Basketball. The ring is 3.048 m up, its centre 4.191 m beyond the free-throw line.
    NamedShot {
        name: "free-throw",
        ball: "basketball",
        speed: "7.4m/s",
        up: "52deg",
        spin: "3rps",
        height: "2.0125m",
        surface: "hardwood",
        saying: "falls through the ring and meets nothing but the net",
        source: "52 degrees and 3 Hz of backspin, Tran and Silverberg 2008",
        ..PLAIN
    },
    NamedShot {
        name: "hook-shot",
        ball: "basketball",
        speed: "6m/s",
        up: "55deg",
        spin: "2rps",
        height: "2.6m",
        surface: "hardwood",
        saying: "is let go out of reach and drops in steeply",
        source: "3 m from the ring, hand above the head; speed chosen to fall through its centre",
        ..PLAIN
    },
    // Volleyball. The net stands at 9 m, 2.43 m high.
    NamedShot {
        name: "float-serve",
        ball: "volleyball",
        model: "float",
        speed: "18m/s",
        up: "11deg",
        spin: "16rpm",
        tilt: "60deg",
        height: "2.3m",
        surface: "hardwood",
        saying: "strays from its line",
        source: "12 to 20 m/s with hardly any spin, Tamaru 2021",
        ..PLAIN
    },
    NamedShot {
        name: "topspin-serve",
        ball: "volleyball",
        speed: "27m/s",
        up: "3deg",
        spin: "-450rpm",
        height: "3.2m",
        surface: "hardwood",
        saying: "dips into the court",
        source: "a hard jump serve, struck above the net with 7.5 rev/s",
        ..PLAIN
    },
    // Cricket. The stumps stand 18.9 m from the hand; the gyro angle is that of the seam.
    NamedShot {
        name: "in-swing",
        ball: "cricket",
        speed: "37m/s",
        up: "-6deg",
        right: "-1.8deg",
        spin: "660rpm",
        gyro: "-20deg",
        height: "2m",
        surface: "pitch",
        saying: "swings in towards a right-handed batter",
        source: "seam at the 20 degrees of largest swing (Mehta), a fast-medium new ball",
        ..PLAIN
    },
    NamedShot {
        name: "out-swing",
        ball: "cricket",
        speed: "37m/s",
        up: "-6deg",
        right: "1.8deg",
        spin: "660rpm",
        gyro: "20deg",
        height: "2m",
        surface: "pitch",
        saying: "swings away from a right-handed batter",
        source: "mirror image of the in-swinger",
        ..PLAIN
    },
    NamedShot {
        name: "cutter",
        ball: "cricket",
        model: "no_swing",
        speed: "33m/s",
        up: "-5deg",
        right: "0.2deg",
        spin: "1100rpm",
        gyro: "-50deg",
        height: "2.05m",
        surface: "pitch",
        saying: "cuts off the pitch at a fast bowler's pace",
        source: "a leg cutter: fingers dragged across the seam, half of a spinner's rate",
        ..PLAIN
    },
    NamedShot {
        name: "leg-break",
        ball: "cricket",
        model: "no_swing",
        speed: "22m/s",
        up: "0deg",
        right: "0.3deg",
        spin: "1900rpm",
        gyro: "-60deg",
        height: "2m",
        surface: "pitch",
        saying: "drifts to leg and turns to off",
        source: "a wrist spinner: 22 m/s, about 30 rev/s",
        ..PLAIN
    },
    // Rugby and American football.
    NamedShot {
        name: "place-kick",
        ball: "rugby",
        model: "attitude",
        speed: "26.4m/s",
        up: "30.2deg",
        spin: "360rpm",
        nose: Some("100deg"),
        surface: "turf",
        saying: "turns end over end between the posts",
        source: "mean speed and angle of 14 professionals, Holmes 2006; 6 rev/s end over end",
        ..PLAIN
    },
    NamedShot {
        name: "punt",
        ball: "american_football",
        model: "attitude",
        speed: "24m/s",
        up: "55deg",
        spin: "450rpm",
        tilt: "-90deg",
        gyro: "65deg",
        nose: Some("80deg"),
        height: "0.8m",
        surface: "turf",
        saying: "hangs long and falls short",
        source: "upper end of the punts of Hartschuh 2002; spun about its nose, 25 degrees above the path",
        ..PLAIN
    },
    NamedShot {
        name: "spiral",
        ball: "american_football",
        model: "attitude",
        speed: "26m/s",
        up: "25deg",
        spin: "600rpm",
        gyro: "90deg",
        height: "1.9m",
        saying: "keeps its nose along its path",
        source: "a long pass: 26 m/s and 600 rpm",
        ..PLAIN
    },
    // Bowling. The head pin stands 18.288 m from the foul line.
    NamedShot {
        name: "strike-hook",
        ball: "bowling",
        speed: "8m/s",
        right: "3.83deg",
        spin: "-350rpm",
        gyro: "65deg",
        surface: "lane",
        saying: "skids out and hooks back between the head pin and its neighbour",
        source: "18 mph, 350 rpm and 65 degrees of axis rotation; heading chosen to meet the pocket",
        ..PLAIN
    },
    NamedShot {
        name: "back-up-ball",
        ball: "bowling",
        speed: "8m/s",
        right: "-3.83deg",
        spin: "-350rpm",
        gyro: "-65deg",
        surface: "lane",
        saying: "hooks the other way",
        source: "mirror image of the strike hook",
        ..PLAIN
    },
    // Athletics.
    NamedShot {
        name: "shot-put",
        ball: "shot_put",
        speed: "14.1m/s",
        up: "37deg",
        height: "2.1m",
        saying: "loses only centimetres to the air",
        source: "a world-class put of 22 m",
        ..PLAIN
    },
];
