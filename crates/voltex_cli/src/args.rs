//! The command line: every option with its unit, its default and what it means.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use voltex_flight::aim::Obstacle;
use voltex_flight::units::parse;
use voltex_flight::{balls, surfaces};
use voltex_math::DVec3;

use crate::render_args::RenderArgs;
use crate::view_args::ViewArgs;

/// Deterministic game physics: fly a measured ball, look at it, and get the same bits on every machine.
#[derive(Debug, Parser)]
#[command(name = "voltex", version, max_term_width = 110, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit code: 0 done, 1 a check failed, 2 bad input. With --json, standard output carries JSON alone.
Start here: voltex demo";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Fly a famous shot; write a picture, the path and a summary
    Demo(DemoArgs),
    /// Fly one ball from its launch numbers
    Flight(Box<FlightArgs>),
    /// Find the launches that send a ball to a target
    Aim(Box<AimArgs>),
    /// List the balls, or show one with its coefficients, ranges and sources
    Balls(BallsArgs),
    /// List the surfaces, or show one with its coefficients, sources and what each ball meets
    Surfaces(SurfacesArgs),
    /// List the built-in scenes, show one, print its file, or check a scene file
    Scenes(ScenesArgs),
    /// Run a scene without a picture: contacts, time of a step and the hash it ends with
    Run(RunArgs),
    /// Fly or step every row of a plan, grids and random draws over any number, into tables that can be resumed
    Sweep(SweepArgs),
    /// Measure the engine beside closed forms: restitution, friction, five-balls, spin, drag, solver; a table and a picture
    Lab(LabArgs),
    /// Simulate a recording again and compare every tick: identical, or the first tick that differs
    Verify(VerifyArgs),
    /// Find the first tick, entity, component and field in which two recordings differ
    Desync(DesyncArgs),
    /// Look into a recording, export the paths of its bodies, or cut a part out of it
    #[command(subcommand)]
    Replay(ReplayCommand),
    /// Look at a scene, a shot or a recording in a window: play, scrub, change numbers (needs the program voltex-view)
    View(ViewArgs),
    /// Draw a picture or a clip of a scene, a recording or a shot, without a window (needs the program voltex-view)
    Render(Box<RenderArgs>),
    /// Make a small project that builds and runs: a scene that is stepped, and a ball that flies
    New(NewArgs),
    /// Check this machine: processor, float mode and a self-test against recorded hashes
    Doctor(DoctorArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Which demo; see --list
    #[arg(default_value = crate::demos::DEFAULT, value_parser = demo_names())]
    pub(crate) name: String,
    /// List the demos, one name first on each line
    #[arg(long)]
    pub(crate) list: bool,
    /// Folder in which a folder of the demo's name is written
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub(crate) out: PathBuf,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Numbers carry their unit (167mph, 10.9deg, 2686rpm); gravity, density, wind, humidity and dt are plain SI numbers.
#[derive(Debug, Args)]
#[command(after_help = FLIGHT_EXAMPLES)]
pub(crate) struct FlightArgs {
    /// Which ball; see `voltex balls`
    #[arg(long, value_name = "NAME", value_parser = ball_names())]
    pub(crate) ball: String,
    /// Launch speed: m/s, km/h, mph, ft/s, cm/s
    #[arg(long, allow_hyphen_values = true, value_parser = parse::speed)]
    pub(crate) speed: f64,
    /// Launch angle above the horizontal: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle)]
    pub(crate) launch_angle: f64,
    /// Spin rate, backspin positive: rpm, rps, rad/s
    #[arg(
        long,
        value_name = "RATE",
        allow_hyphen_values = true,
        value_parser = parse::spin,
        required_unless_present = "spin_vector"
    )]
    pub(crate) spin: Option<f64>,
    /// Heading, positive to the right: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) direction: f64,
    /// Tilt of the spin axis, positive curves right: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) spin_axis_tilt: f64,
    /// Angle of the spin axis towards the heading, 90deg is a bullet's spin: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) gyro_angle: f64,
    /// Where the nose of an oval ball points, above the horizontal; 90deg is upright. Without it, along the launch: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle)]
    pub(crate) nose_elevation: Option<f64>,
    /// Where the nose of an oval ball points, to the right of +X. Without it, along the launch: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle)]
    pub(crate) nose_azimuth: Option<f64>,
    /// Spin in world axes (x along the shot, y up, z right), rad/s, instead of the three options above
    #[arg(
        long,
        value_name = "X,Y,Z",
        allow_hyphen_values = true,
        value_parser = spin_vector,
        conflicts_with_all = ["spin", "spin_axis_tilt", "gyro_angle"]
    )]
    pub(crate) spin_vector: Option<DVec3>,
    /// Height of the ball's lowest point above the ground: m, cm, ft, in, yd
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = parse::length, default_value = "0m")]
    pub(crate) height: f64,
    #[command(flatten)]
    pub(crate) conditions: ConditionArgs,
    /// What the ball lands on, from `voltex surfaces`; none ends the flight at first touch
    #[arg(long, value_name = "NAME", default_value = "none")]
    pub(crate) surface: String,
    /// Ground that rises along the shot by this angle: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) slope: f64,
    /// Ground that rises to the right by this angle: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) cross_slope: f64,
    /// Speed of the green in feet on the stimpmeter, with --surface green [default: 10]
    #[arg(long, value_name = "FEET", allow_hyphen_values = true, value_parser = stimp)]
    pub(crate) stimp: Option<f64>,
    /// Temperature of the ball, for its bounce where that was measured: C, F, K
    #[arg(long, value_name = "TEMPERATURE", allow_hyphen_values = true, value_parser = parse::temperature, default_value = "23C")]
    pub(crate) ball_temperature: f64,
    /// Report the passage of the plane at this distance: m, cm, ft, in, yd
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = parse::length)]
    pub(crate) plane_x: Option<f64>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write trajectory.csv, summary.json, shot.png and shot.vxr into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// Air, gravity, time step and model: what a flight takes place in.
#[derive(Debug, Args)]
pub(crate) struct ConditionArgs {
    /// Gravity, m/s^2
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, value_parser = gravity, default_value = "9.81")]
    pub(crate) gravity: f64,
    /// Height above sea level, gives the pressure unless --pressure does: m, cm, ft, in, yd
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = parse::length, default_value = "0m")]
    pub(crate) altitude: f64,
    /// Air temperature: C, F, K
    #[arg(long, value_name = "TEMPERATURE", allow_hyphen_values = true, value_parser = parse::temperature, default_value = "21.1C")]
    pub(crate) temperature: f64,
    /// Air pressure at the place (station pressure) [default: 101325Pa, less with --altitude]: Pa, hPa, inHg
    #[arg(long, allow_hyphen_values = true, value_parser = parse::pressure)]
    pub(crate) pressure: Option<f64>,
    /// Relative humidity, 0 to 1
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, value_parser = humidity, default_value = "0.5")]
    pub(crate) humidity: f64,
    /// Air density, kg/m^3, instead of the one that follows from temperature, pressure and humidity
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, value_parser = density)]
    pub(crate) density: Option<f64>,
    /// Wind, m/s: +x is a tail wind, +z blows to the right
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = wind, default_value = "0,0,0")]
    pub(crate) wind: DVec3,
    /// Time step, s; a fraction is understood
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, value_parser = time_step, default_value = "1/60")]
    pub(crate) dt: f64,
    /// Force model of the ball [default: the first that `voltex balls NAME` lists]
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Override a coefficient, SI, any number of times: --set drag.CD=0.33
    #[arg(long, value_name = "PATH=NUMBER", allow_hyphen_values = true, value_parser = assignment)]
    pub(crate) set: Vec<(String, f64)>,
}

/// The launches that send a ball to a target, at a given speed, launch angle or flight time.
#[derive(Debug, Args)]
#[command(after_help = AIM_EXAMPLES)]
pub(crate) struct AimArgs {
    /// Which ball; see `voltex balls`
    #[arg(long, value_name = "NAME", value_parser = ball_names())]
    pub(crate) ball: String,
    /// Where the ball's lowest point shall be, m: x along, y up, z to the right
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = place)]
    pub(crate) target: DVec3,
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    /// Spin rate, backspin positive; turns with the heading that is found: rpm, rps, rad/s
    #[arg(long, value_name = "RATE", allow_hyphen_values = true, value_parser = parse::spin, default_value = "0rpm")]
    pub(crate) spin: f64,
    /// Tilt of the spin axis, positive curves right: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) spin_axis_tilt: f64,
    /// Angle of the spin axis towards the heading, 90deg is a bullet's spin: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) gyro_angle: f64,
    /// Spin in world axes (x along, y up, z right), rad/s, instead of the three options above
    #[arg(
        long,
        value_name = "X,Y,Z",
        allow_hyphen_values = true,
        value_parser = spin_vector,
        conflicts_with_all = ["spin", "spin_axis_tilt", "gyro_angle"]
    )]
    pub(crate) spin_vector: Option<DVec3>,
    /// Where the nose of an oval ball points, above the horizontal; 90deg is upright. Without it, along the launch: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle)]
    pub(crate) nose_elevation: Option<f64>,
    /// Where that nose points, to the right of +X. Without it, to the target: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, requires = "nose_elevation")]
    pub(crate) nose_azimuth: Option<f64>,
    /// Height of the ball's lowest point above the ground at launch: m, cm, ft, in, yd
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = parse::length, default_value = "0m")]
    pub(crate) height: f64,
    /// Something to pass above, any number of times: its distance towards the target and its height, m; with its left and
    /// right edge from the line to the target, positive to the right, it may be passed beside too
    #[arg(long, value_name = "D,H[,L,R]", allow_hyphen_values = true, value_parser = wall)]
    pub(crate) clear: Vec<Obstacle>,
    /// A bar to pass below, any number of times, in the same numbers
    #[arg(long, value_name = "D,H[,L,R]", allow_hyphen_values = true, value_parser = crossbar)]
    pub(crate) below: Vec<Obstacle>,
    /// Ground that rises along +X by this angle: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) slope: f64,
    /// Ground that rises to the right by this angle: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle, default_value = "0deg")]
    pub(crate) cross_slope: f64,
    #[command(flatten)]
    pub(crate) conditions: ConditionArgs,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a folder per solution with trajectory.csv, summary.json, shot.png and shot.vxr into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// What is fixed besides the target: exactly one.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct GivenArgs {
    /// Launch speed: m/s, km/h, mph, ft/s, cm/s
    #[arg(long, allow_hyphen_values = true, value_parser = parse::speed)]
    pub(crate) speed: Option<f64>,
    /// Launch angle above the horizontal: deg, rad
    #[arg(long, value_name = "ANGLE", allow_hyphen_values = true, value_parser = parse::angle)]
    pub(crate) launch_angle: Option<f64>,
    /// Flight time to the target, s
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, value_parser = flight_time)]
    pub(crate) time: Option<f64>,
}

const AIM_EXAMPLES: &str = "\
Examples:
  voltex aim --ball soccer --target 25,1.5,-2 --speed 25m/s --spin 300rpm --spin-axis-tilt -60deg --clear 9.15,1.9,-1.5,1.5
  voltex aim --ball basketball --target 4.2,2.93,0 --launch-angle 52deg --height 2m --spin 180rpm";

const FLIGHT_EXAMPLES: &str = "\
Examples:
  voltex flight --ball golf --speed 167mph --launch-angle 10.9deg --spin 2686rpm
  voltex flight --ball baseball --model batted --speed 100mph --launch-angle 27.5deg --spin 2537rpm --height 3ft --json
  voltex flight --ball golf --speed 1.83m/s --launch-angle 0deg --spin 0rpm --surface green --stimp 11 --cross-slope 1deg
  voltex flight --ball soccer --speed 25m/s --launch-angle 15deg --spin 480rpm --spin-axis-tilt -70deg --wind -3,0,1 --out kick";

#[derive(Debug, Args)]
pub(crate) struct BallsArgs {
    /// Show this ball with its coefficients, ranges and sources
    #[arg(value_parser = ball_names())]
    pub(crate) name: Option<String>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SurfacesArgs {
    /// Show this surface with its coefficients, sources and what each ball meets
    #[arg(value_parser = surface_names())]
    pub(crate) name: Option<String>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = SCENES_EXAMPLES)]
pub(crate) struct ScenesArgs {
    /// Which scene: a name of the list, or a file that ends in .ron or .json
    pub(crate) name: Option<String>,
    /// Print the file of the scene, to start from
    #[arg(long, requires = "name", conflicts_with = "json")]
    pub(crate) ron: bool,
    /// Print the JSON Schema of scene files, for editors and other programs
    #[arg(long, conflicts_with_all = ["name", "ron", "json"])]
    pub(crate) schema: bool,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const SCENES_EXAMPLES: &str = "\
Examples:
  voltex scenes
  voltex scenes large_pyramid
  voltex scenes dominoes --ron > mine.ron
  voltex scenes mine.ron
  voltex scenes --schema > scene.schema.json";

#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES)]
pub(crate) struct RunArgs {
    /// Which scene: a name of `voltex scenes`, or a file that ends in .ron or .json
    pub(crate) scene: String,
    /// How many steps; the scene says how many show what it is about
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) ticks: Option<u32>,
    /// Threads that share the work; the result does not depend on them
    #[arg(long, value_parser = thread_count)]
    pub(crate) threads: Option<usize>,
    /// Record the run to this file, for `voltex verify`, `desync` and `replay`
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Record what every step changes too, so that `desync` knows every state; some ten times larger
    #[arg(long, requires = "record")]
    pub(crate) states: bool,
    /// Ticks from one whole state in the recording to the next
    #[arg(
        long,
        value_name = "TICKS",
        requires = "record",
        default_value_t = 120,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub(crate) keyframe_every: u32,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const RUN_EXAMPLES: &str = "\
Examples:
  voltex run dominoes
  voltex run dominoes --record dominoes.vxr
  voltex run large_pyramid --ticks 60 --threads 2
  voltex run mine.ron --json";

#[derive(Debug, Args)]
#[command(after_help = SWEEP_EXAMPLES)]
pub(crate) struct SweepArgs {
    /// The plan, a file that ends in .ron or .json
    pub(crate) plan: PathBuf,
    /// Folder for the tables; what is done in it is not done again
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Make only every N-th part, beginning with the I-th; all shards may share a folder
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    pub(crate) shard: (u64, u64),
    /// Threads that share the work; the rows do not depend on them [default: as many as the processor has]
    #[arg(long, value_parser = thread_count)]
    pub(crate) threads: Option<usize>,
    /// Form of the tables
    #[arg(long, value_enum, default_value_t = TableFormat::Parquet)]
    pub(crate) format: TableFormat,
    /// Tell the rate and the time left even where standard error is no terminal
    #[arg(long)]
    pub(crate) progress: bool,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Exit code 1 if a measurement leaves its tolerance.")]
pub(crate) struct LabArgs {
    /// Which lab; without a name they are listed
    #[arg(value_parser = lab_names())]
    pub(crate) name: Option<String>,
    /// Folder for the picture, lab-NAME.png
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub(crate) out: PathBuf,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Forms of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Units and origin in the metadata; needs a build with `--features dataset`
    Parquet,
    /// Text; units in the names of the columns, origin in manifest.jsonl
    Csv,
}

impl TableFormat {
    /// Ending of its files.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }
}

const SWEEP_EXAMPLES: &str = "\
Examples:
  voltex sweep drives.ron --out drives --format csv
  voltex sweep drives.ron --out drives --shard 2/4 --threads 8";

/// `2/4`: the second of four.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/');
    let parts = parts.and_then(|(shard, shards)| Some((shard.parse().ok()?, shards.parse().ok()?)));
    match parts {
        Some((shard, shards @ 1..=100_000)) if (1..=shards).contains(&shard) => Ok((shard, shards)),
        _ => Err(format!(
            "`{text}` is no shard; write I/N with I from 1 to N and N up to 100000, such as 2/4"
        )),
    }
}

#[derive(Debug, Args)]
#[command(after_help = DESYNC_EXAMPLES)]
pub(crate) struct DesyncArgs {
    /// The first recording
    pub(crate) a: PathBuf,
    /// The second one
    pub(crate) b: PathBuf,
    /// How many fields that differ are printed
    #[arg(long, value_name = "COUNT", default_value_t = 8)]
    pub(crate) fields: usize,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const DESYNC_EXAMPLES: &str = "\
Examples:
  voltex desync server.vxr client.vxr
  voltex run stack --record a.vxr --states && voltex desync a.vxr b.vxr --json

Exit code 1 if the two differ. With `run --states` every field is known, wherever the recording was made.";

#[derive(Debug, Subcommand)]
pub(crate) enum ReplayCommand {
    /// What a recording is and holds
    Info(ReplayInfoArgs),
    /// Paths of all bodies that move, as CSV, JSON, Parquet or a glTF animation
    Export(ReplayExportArgs),
    /// Ticks of a recording as a recording of their own
    Cut(ReplayCutArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ReplayInfoArgs {
    /// The recording
    pub(crate) file: PathBuf,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = EXPORT_EXAMPLES)]
pub(crate) struct ReplayExportArgs {
    /// The recording
    pub(crate) file: PathBuf,
    /// In which form
    #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
    pub(crate) format: ExportFormat,
    /// Every how many ticks the bodies are written
    #[arg(long, value_name = "TICKS", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) every: u64,
    /// The file to write; standard output if none is named
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write a page that plays the recording instead: one file for any browser, which needs no network
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "every", "out"])]
    pub(crate) html: Option<PathBuf>,
}

/// Forms of exported paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A row for each body and tick, units in the names of the columns
    Csv,
    /// The same as lists by column
    Json,
    /// The same as a table for data tools; needs a build with `--features dataset`
    Parquet,
    /// Shapes that move, for any program that shows glTF 2.0: binary, metres, +Y up
    Glb,
}

const EXPORT_EXAMPLES: &str = "\
Examples:
  voltex replay export dominoes.vxr --out paths.csv
  voltex replay export dominoes.vxr --format glb --out dominoes.glb
  voltex replay export dominoes.vxr --html dominoes.html";

#[derive(Debug, Args)]
pub(crate) struct ReplayCutArgs {
    /// The recording
    pub(crate) file: PathBuf,
    /// The first tick
    #[arg(long, value_name = "TICK", default_value_t = 0)]
    pub(crate) from: u64,
    /// The tick behind the last; the end of the recording if none is named
    #[arg(long, value_name = "TICK")]
    pub(crate) to: Option<u64>,
    /// The recording to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The recording
    pub(crate) file: PathBuf,
    /// Threads that share the work; the result does not depend on them
    #[arg(long, value_parser = thread_count)]
    pub(crate) threads: Option<usize>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const VERIFY_EXAMPLES: &str = "\
Examples:
  voltex run dominoes --record dominoes.vxr && voltex verify dominoes.vxr
  voltex verify match.vxr --threads 1 --json

Exit code 1 if a tick differs. `voltex desync A B` then says in what.";

fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=256) => Ok(count),
        _ => Err(format!("{text} is not a number of threads from 1 to 256")),
    }
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// Folder to make; the program has its name
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Checkout of Voltex that the project uses; without it the one that this command was built in, or else the published version
    #[arg(long, value_name = "PATH")]
    pub(crate) voltex: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

fn ball_names() -> PossibleValuesParser {
    PossibleValuesParser::new(balls::ALL.iter().map(|ball| ball.name))
}

fn lab_names() -> PossibleValuesParser {
    PossibleValuesParser::new(crate::lab::ALL.iter().map(|lab| lab.name))
}

fn surface_names() -> PossibleValuesParser {
    PossibleValuesParser::new(surfaces::ALL.iter().map(|ground| ground.surface.name))
}

fn demo_names() -> PossibleValuesParser {
    PossibleValuesParser::new(crate::demos::ALL.iter().map(|demo| {
        let value = PossibleValue::new(demo.name);
        match demo.old_name {
            Some(old) => value.alias(old),
            None => value,
        }
    }))
}

/// A plain finite number; `what` and `unit` go into the message.
fn plain(text: &str, what: &str, unit: &str) -> Result<f64, String> {
    let shown: String = text
        .trim()
        .chars()
        .take(40)
        .flat_map(char::escape_debug)
        .collect();
    match text.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(format!(
            "`{shown}` is not a finite number; {what} is a plain number in {unit}"
        )),
        Err(_) => Err(format!(
            "`{shown}` is not a number; {what} is a plain number in {unit}, without a unit behind it"
        )),
    }
}

fn gravity(text: &str) -> Result<f64, String> {
    plain(text, "gravity", "m/s^2")
}

fn density(text: &str) -> Result<f64, String> {
    plain(text, "density", "kg/m^3")
}

fn humidity(text: &str) -> Result<f64, String> {
    if let Some(percent) = text.trim().strip_suffix('%') {
        let shown: String = percent.chars().take(40).collect();
        return Err(format!(
            "humidity is a share from 0 to 1; write 0.5 for 50 %, not `{shown}%`"
        ));
    }
    plain(text, "humidity", "shares of 1 (0.5 is 50 %)")
}

/// A number of seconds or a fraction such as `1/60`.
fn time_step(text: &str) -> Result<f64, String> {
    let Some((above, below)) = text.split_once('/') else {
        return plain(text, "dt", "seconds or a fraction such as 1/60");
    };
    let above = plain(above, "the upper part of dt", "a fraction such as 1/60")?;
    let below = plain(below, "the lower part of dt", "a fraction such as 1/60")?;
    let value = above / below;
    if value.is_finite() {
        Ok(value)
    } else {
        Err(format!(
            "`{}` is not a finite number of seconds",
            text.trim()
        ))
    }
}

fn spin_vector(text: &str) -> Result<DVec3, String> {
    vector(text, "spin", "rad/s", "-12.5,40,280")
}

fn place(text: &str) -> Result<DVec3, String> {
    vector(text, "target", "m", "25,1.5,-2")
}

fn stimp(text: &str) -> Result<f64, String> {
    plain(text, "the speed of the green", "feet on the stimpmeter")
}

fn flight_time(text: &str) -> Result<f64, String> {
    plain(text, "the flight time", "s")
}

fn wall(text: &str) -> Result<Obstacle, String> {
    obstacle(text, Obstacle::wall)
}

fn crossbar(text: &str) -> Result<Obstacle, String> {
    obstacle(text, Obstacle::crossbar)
}

/// Distance and height of an obstacle, and its edges where it has any.
fn obstacle(text: &str, kind: fn(f64, f64) -> Obstacle) -> Result<Obstacle, String> {
    let parts: Vec<&str> = text.split(',').collect();
    let number = |part: &str, what: &str| plain(part, what, "m");
    match parts[..] {
        [distance, height] => Ok(kind(
            number(distance, "the distance")?,
            number(height, "the height")?,
        )),
        [distance, height, left, right] => Ok(kind(
            number(distance, "the distance")?,
            number(height, "the height")?,
        )
        .between(
            number(left, "the left edge")?,
            number(right, "the right edge")?,
        )),
        _ => Err(
            "write D,H or D,H,L,R in m without spaces, such as 9.15,1.9 or 9.15,1.9,-1.2,1.2"
                .to_owned(),
        ),
    }
}

fn wind(text: &str) -> Result<DVec3, String> {
    vector(text, "wind", "m/s", "-3,0,1.5")
}

fn vector(text: &str, what: &str, unit: &str, example: &str) -> Result<DVec3, String> {
    let parts: Vec<&str> = text.split(',').collect();
    let [x, y, z] = parts[..] else {
        let count = parts.len();
        let components = if count == 1 {
            "component"
        } else {
            "components"
        };
        return Err(format!(
            "{count} {components} where 3 are wanted; write X,Y,Z in {unit} without spaces, such as {example}"
        ));
    };
    let component = |part: &str| plain(part, &format!("each component of the {what}"), unit);
    Ok(DVec3::new(component(x)?, component(y)?, component(z)?))
}

fn assignment(text: &str) -> Result<(String, f64), String> {
    let Some((path, value)) = text.split_once('=') else {
        return Err("there is no `=`; write PATH=NUMBER such as drag.CD=0.33 (`voltex balls NAME` lists the paths)".to_owned());
    };
    Ok((path.trim().to_owned(), plain(value, "a coefficient", "SI")?))
}

#[cfg(test)]
mod tests {
    use super::{assignment, crossbar, humidity, plain, time_step, vector, wall};
    use voltex_flight::aim::Obstacle;
    use voltex_math::DVec3;

    #[test]
    fn a_time_step_is_a_number_or_a_fraction() {
        assert_eq!(time_step("1/60"), Ok(1.0 / 60.0));
        assert_eq!(time_step(" 1 / 240 "), Ok(1.0 / 240.0));
        assert_eq!(time_step("0.01"), Ok(0.01));
        for bad in [
            "", "1/0", "0/0", "1/", "/60", "1/60/2", "x", "1/60s", "nan", "inf/inf",
        ] {
            assert!(time_step(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_vector_has_three_finite_components() {
        assert_eq!(
            vector("-3,0,1.5", "wind", "m/s", ""),
            Ok(DVec3::new(-3.0, 0.0, 1.5))
        );
        assert_eq!(
            vector("1, 2, -3e1", "wind", "m/s", ""),
            Ok(DVec3::new(1.0, 2.0, -30.0))
        );
        for bad in [
            "", "1", "1,2", "1,2,3,4", "1,2,x", "1,,3", "nan,0,0", "0,inf,0", "3m/s,0,0", "1;2;3",
            "--json",
        ] {
            assert!(vector(bad, "wind", "m/s", "").is_err(), "{bad}");
        }
    }

    #[test]
    fn an_obstacle_has_two_or_four_numbers() {
        assert_eq!(wall("9.15,1.9"), Ok(Obstacle::wall(9.15, 1.9)));
        assert_eq!(
            crossbar("20, 2.44, -3.66, 3.66"),
            Ok(Obstacle::crossbar(20.0, 2.44).between(-3.66, 3.66))
        );
        for bad in ["", "9", "9,", "9,2,1", "9,2,-1,1,3", "9,2,a,1", "nan,2"] {
            assert!(wall(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn messages_say_what_to_write() {
        assert_eq!(
            plain("9.81m/s2", "gravity", "m/s^2").unwrap_err(),
            "`9.81m/s2` is not a number; gravity is a plain number in m/s^2, without a unit behind it"
        );
        assert!(humidity("50%").unwrap_err().contains("0.5 for 50 %"));
        assert!(assignment("drag.CD").unwrap_err().contains("PATH=NUMBER"));
        assert_eq!(assignment("drag.CD=0.33"), Ok(("drag.CD".to_owned(), 0.33)));
        assert!(assignment("drag.CD=").is_err());
    }
}
