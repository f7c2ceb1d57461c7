//! Root mean squares by group, and the bars they have to meet.

use anyhow::{Context, bail};

use super::cases::{Mark, Tolerance};
use super::report::{Line, MarkResult, Summary, Verdict, number, percent};

/// Errors by group and quantity, in the order of the lines.
#[must_use]
pub(super) fn summarise(lines: &[Line]) -> Vec<Summary> {
    let mut groups: Vec<(&str, &str, bool)> = Vec::new();
    for line in lines.iter().filter(|line| line.error.is_some()) {
        let key = (line.group.as_str(), line.quantity.as_str(), line.relative);
        if !groups.contains(&key) {
            groups.push(key);
        }
    }
    let of = |(group, quantity, relative): (&str, &str, bool)| {
        let rows: Vec<&Line> = lines
            .iter()
            .filter(|line| {
                line.group == group && line.quantity == quantity && line.relative == relative
            })
            .filter(|line| line.error.is_some())
            .collect();
        let scale = if relative { 100.0 } else { 1.0 };
        let worst = worst(&rows)?;
        Some(Summary {
            group: group.to_owned(),
            quantity: quantity.to_owned(),
            unit: if relative {
                "%".to_owned()
            } else {
                worst.unit.clone()
            },
            rows: rows.len(),
            passed: rows
                .iter()
                .filter(|line| matches!(line.verdict, Verdict::Pass | Verdict::Tuned))
                .count(),
            rms: rms(&rows) * scale,
            largest: worst.error? * scale,
            largest_id: worst.id.clone(),
        })
    };
    groups.into_iter().filter_map(of).collect()
}

/// Compares the lines with a bar.
///
/// # Errors
/// A mark that no line belongs to, that has no bar, or whose bar is in another unit than the errors.
pub(super) fn judge(mark: &Mark, lines: &[Line]) -> anyhow::Result<MarkResult> {
    let rows: Vec<&Line> = lines
        .iter()
        .filter(|line| line.verdict != Verdict::Open && mark.groups.contains(&line.group))
        .filter(|line| mark.quantities.is_empty() || mark.quantities.contains(&line.quantity))
        .filter(|line| !mark.without.contains(&line.id) && line.published.is_some())
        .collect();
    let Some(worst) = worst(&rows) else {
        bail!("no case belongs to the mark {:?}", mark.name);
    };
    let (mut bars, mut ours, mut met) = (Vec::new(), Vec::new(), true);
    let mut compare = |what: &str, bar: &Option<String>, value: f64| -> anyhow::Result<()> {
        let Some(bar) = bar else { return Ok(()) };
        let (limit, shown) = match (Tolerance::parse(bar), worst.relative) {
            (Ok(Tolerance::Relative(limit)), true) => (limit, percent(value)),
            _ => {
                let digits = bar.strip_suffix(&worst.unit).with_context(|| {
                    format!(
                        "the bar {bar:?} of {:?} should be in {}",
                        mark.name, worst.unit
                    )
                })?;
                (
                    digits.trim().parse()?,
                    format!("{} {}", number(value), worst.unit),
                )
            }
        };
        bars.push(format!("{what} <= {bar}"));
        ours.push(shown);
        met &= value <= limit;
        Ok(())
    };
    compare("rms", &mark.rms, rms(&rows))?;
    compare(
        "largest",
        &mark.largest,
        worst.error.map_or(f64::NAN, f64::abs),
    )?;
    if mark.every_verdict {
        let missed: Vec<&str> = rows
            .iter()
            .filter(|line| line.verdict == Verdict::Fail)
            .map(|line| line.id.as_str())
            .collect();
        met &= missed.is_empty();
        bars.push("every tolerance".to_owned());
        ours.push(if missed.is_empty() {
            format!("{} of {0}", rows.len())
        } else {
            format!("not {}", missed.join(", "))
        });
    }
    if bars.is_empty() {
        bail!("the mark {:?} has no bar", mark.name);
    }
    Ok(MarkResult {
        name: mark.name.clone(),
        bar: bars.join(", "),
        ours: ours.join(", "),
        met,
    })
}

fn rms(rows: &[&Line]) -> f64 {
    let squares: f64 = rows
        .iter()
        .filter_map(|line| line.error)
        .map(|error| error * error)
        .sum();
    (squares / rows.len() as f64).sqrt()
}

/// The row with the largest error; a NaN is larger than all.
fn worst<'l>(rows: &[&'l Line]) -> Option<&'l Line> {
    let mut worst: Option<&'l Line> = None;
    for &line in rows {
        let size = |line: &Line| line.error.map_or(f64::NAN, f64::abs);
        if worst.is_none_or(|other| size(line).is_nan() || size(line) > size(other)) {
            worst = Some(line);
        }
    }
    worst
}
