//! `voltex-view render`: a picture, or a clip.

use std::time::Instant;

use crate::clip::{Clip, Kind};
use crate::draw;
use crate::error::ViewError;
use crate::look::Looks;
use crate::overlay::Tints;
use crate::render_args::RenderArgs;
use crate::stage::Stage;
use crate::subject::Subject;
use crate::viewpoint::Viewpoint;

/// Longest clip, pictures.
const MOST_PICTURES: u64 = 100_000;

/// Draws what was asked for.
pub(crate) fn run(args: &RenderArgs) -> Result<(), ViewError> {
    let mut subject = Subject::open(&args.subject)?;
    let times = times(args, &subject)?;
    let viewpoint = Viewpoint::new(&subject, args.camera.as_deref())?;
    let mut stage = Stage::new(args.size)?;
    let mut clip = Clip::begin(&args.out, args.size, args.fps)?;
    let mut frame = voltex_renderer::Frame::default();
    let mut looks = Looks::default();
    let tints = Tints::new();
    // Time of the processor before the device draws, s.
    let mut prepared = Vec::new();
    for time in &times {
        subject.go_to(*time)?;
        frame.camera = viewpoint.at(&subject, *time);
        let start = Instant::now();
        draw::fill(&mut frame, &mut stage, &mut looks, &subject, *time, &tints)?;
        if !args.plain {
            draw::letters(&mut frame, &subject, *time, args.size);
        }
        stage.draw(&frame)?;
        prepared.push(start.elapsed().as_secs_f64());
        clip.add(&stage.picture()?)?;
    }
    clip.finish()?;
    prepared.sort_by(f64::total_cmp);
    let pictures = match times.len() {
        1 => format!("at {:.3} s", times[0]),
        many => format!(
            "{many} pictures, each prepared in {:.2} ms (median)",
            1e3 * prepared[many / 2]
        ),
    };
    println!(
        "{}  {} x {}, {pictures}, drawn by {}",
        args.out.display(),
        args.size[0],
        args.size[1],
        stage.gpu.name()
    );
    Ok(())
}

/// Times of all pictures, s.
fn times(args: &RenderArgs, subject: &Subject) -> Result<Vec<f64>, ViewError> {
    let wrong = |text: String| Err(ViewError::Times(text));
    let kind = Kind::of(&args.out)?;
    let end = subject.end();
    let late = |option: &str, time: f64| {
        let end = end.filter(|end| time > end + 1e-9)?;
        Some(format!("{option}: {time} s is after the end at {end:.3} s"))
    };
    let Some(to) = args.to else {
        let time = args.at.unwrap_or_else(|| subject.good_time());
        return match late("--at", time) {
            Some(problem) => wrong(problem),
            None => Ok(vec![time]),
        };
    };
    if kind == Kind::Png {
        return wrong(
            "--to: a .png is one picture; take --at, or write a .gif, .webp or .mp4".to_owned(),
        );
    }
    let from = args.from.unwrap_or(0.0);
    if to <= from {
        return wrong(format!("--to: {to} s is not after --from {from} s"));
    }
    if let Some(problem) = late("--to", to) {
        return wrong(problem);
    }
    let step = args.speed / f64::from(args.fps);
    let count = ((to - from) / step + 1e-9).floor() + 1.0;
    if count > MOST_PICTURES as f64 {
        return wrong(format!(
            "--to: this clip has {count:.0} pictures, at most {MOST_PICTURES} are made; take a shorter time, fewer --fps \
             or more --speed"
        ));
    }
    Ok((0..count as u32)
        .map(|n| from + step * f64::from(n))
        .collect())
}
