//! `voltex lab solver`: contacts one after another, how a stack comes to rest, and how far it sinks in.

use voltex_math::Vec3;

use super::report::{Group, Report, curve};
use super::room::{Room, Thing};
use crate::error::CliError;
use crate::picture::sheet::Look;

const G: f64 = 9.81;
/// Boxes of the stack, 1 kg and 1 m each.
const BOXES: usize = 8;
/// Steps in which the stack comes to rest.
const STEPS: u32 = 600;
/// Frequency of a contact's spring, Hz, and its bound as a share of the rate of substeps; twice both against what never moves.
const FREQUENCY: f64 = 45.0;
const BOUND: f64 = 0.25;

pub(super) fn run() -> Result<Report, CliError> {
    let mut report = Report::new(
        "solver",
        "Solver",
        "A ball strikes a row of balls that touch, and eight boxes of 1 kg and 1 m stand on each other, for 2 to 16 substeps",
    );
    row(&mut report)?;
    stack(&mut report)?;
    Ok(report)
}

fn row(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "A row of touching balls, e = 1",
        "contacts act one after another until none approaches: one impulse for each pair, and the last ball leaves with the speed of the first",
    );
    for balls in [3_usize, 5, 9] {
        let things: Vec<Thing> = (0..balls)
            .map(|ball| {
                let gap = if ball == 0 { 1.0 } else { 0.0 };
                let place = Vec3::X * (0.5 * ball as f32 - gap);
                let speed = if ball == 0 { 2.0 } else { 0.0 };
                Thing::ball(1.0, 0.25)
                    .at(place)
                    .moving(Vec3::X * speed)
                    .surface(0.0, 1.0)
            })
            .collect();
        let mut room = Room::new(Vec3::ZERO, &things);
        let mut impacts = 0;
        for _ in 0..60 {
            impacts += room.step()?.impacts.len();
        }
        group.within(
            format!("{balls} balls: impulses"),
            impacts as f64,
            (balls - 1) as f64,
            "",
            0.0,
        );
        group.relative(
            format!("{balls} balls: speed of the last"),
            room.velocity(balls - 1).x,
            2.0,
            "m/s",
            1e-5,
        );
        let others = (0..balls - 1).map(|ball| room.velocity(ball).length());
        let others = others.fold(0.0, voltex_math::f64::max);
        group.within(
            format!("{balls} balls: fastest of the others"),
            others,
            0.0,
            "m/s",
            1e-5,
        );
    }
    report.add(group);
    Ok(())
}

fn stack(report: &mut Report) -> Result<(), CliError> {
    let mut group = Group::new(
        "A stack at rest",
        "a contact is a spring of stiffness m_eff w^2 (w = 2 pi 45 Hz, at most a quarter of the rate of substeps; twice on the ground): it is \
         overlapped by its load over that. Places have a ulp of 5e-7 m: 1 % and four of those",
    );
    let (mut residuals, mut overlaps) = (Vec::new(), Vec::new());
    for (colour, substeps) in [2_u32, 4, 8, 16].into_iter().enumerate() {
        let mut things = vec![Thing::floor()];
        things.extend(
            (0..BOXES).map(|place| {
                Thing::block(1.0, Vec3::splat(0.5)).at(Vec3::Y * (place as f32 + 0.5))
            }),
        );
        let things: Vec<Thing> = things.iter().map(|thing| thing.surface(0.5, 0.0)).collect();
        let mut room = Room::new(Vec3::Y * -9.81, &things);
        room.config.substeps = substeps;
        room.report_forces(0)?;
        let (mut residual, mut load) = (Vec::new(), 0.0);
        for step in 1..=STEPS {
            let told = room.step()?;
            load = told
                .forces
                .iter()
                .map(|force| f64::from(force.normal.y).abs())
                .sum();
            if step <= 120 {
                let speeds = (1..=BOXES).map(|body| room.velocity(body).length());
                let fastest = speeds.fold(0.0, voltex_math::f64::max);
                residual.push((f64::from(step), fastest * 1e3));
            }
        }
        let rate = f64::from(substeps) / room.dt();
        let frequency = if FREQUENCY < BOUND * rate {
            FREQUENCY
        } else {
            BOUND * rate
        };
        let w = std::f64::consts::TAU * frequency;
        let (mut found, mut law) = (Vec::new(), Vec::new());
        for contact in 0..BOXES {
            let below = if contact == 0 {
                -0.5
            } else {
                room.place(contact).y
            };
            let overlap = 1.0 - (room.place(contact + 1).y - below);
            let load = (BOXES - contact) as f64 * G;
            let stiffness = if contact == 0 {
                4.0 * w * w
            } else {
                0.5 * w * w
            };
            let exact = load / stiffness;
            found.push((contact as f64, overlap * 1e3));
            law.push((contact as f64, exact * 1e3));
            if [0, 1, BOXES - 1].contains(&contact) {
                let what = format!("{substeps} substeps: overlap of contact {contact}");
                group.within(what, overlap, exact, "m", 0.01 * exact + 2e-6);
            }
        }
        let weight = BOXES as f64 * G;
        group.relative(
            format!("{substeps} substeps: force on the ground"),
            load,
            weight,
            "N",
            1e-3,
        );
        residuals.push(curve(
            format!("{substeps} substeps"),
            Look::Line,
            colour,
            residual,
        ));
        overlaps.push(curve(
            format!("{substeps} substeps"),
            Look::Dots,
            colour,
            found,
        ));
        overlaps.push(curve("", Look::Dashed, colour, law));
    }
    report.chart(
        "Speed of the fastest box while the stack settles",
        ["step", "speed (mm/s)"],
        residuals,
    );
    report.chart(
        "Overlap of each contact from the ground: lines load over stiffness",
        ["contact", "overlap (mm)"],
        overlaps,
    );
    report.add(group);
    Ok(())
}
