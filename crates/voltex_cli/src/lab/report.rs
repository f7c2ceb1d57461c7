//! What a lab found: measurements beside closed forms, and charts.

use serde::Serialize;

use crate::output::{Align, Table, bold, green, red};
use crate::picture::sheet::{Chart, Curve, Look, Sheet};

/// A measurement, and what theory says of it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Check {
    /// What was measured, with what it was done to.
    pub(crate) what: String,
    pub(crate) measured: f64,
    /// By the closed form.
    pub(crate) exact: f64,
    pub(crate) unit: &'static str,
    /// How far the two may be apart, in the unit.
    pub(crate) tolerance: f64,
    pub(crate) passed: bool,
}

/// Checks that belong together.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Group {
    pub(crate) title: String,
    /// The closed form, and why the tolerance is what it is.
    pub(crate) law: String,
    pub(crate) checks: Vec<Check>,
}

impl Group {
    pub(crate) fn new(title: &str, law: &str) -> Self {
        Self {
            title: title.to_owned(),
            law: law.to_owned(),
            checks: Vec::new(),
        }
    }

    /// A measurement that may be off by a share of the closed form.
    pub(crate) fn relative(
        &mut self,
        what: impl Into<String>,
        measured: f64,
        exact: f64,
        unit: &'static str,
        share: f64,
    ) {
        self.within(what, measured, exact, unit, share * exact.abs());
    }

    /// A measurement that may be off by so much.
    pub(crate) fn within(
        &mut self,
        what: impl Into<String>,
        measured: f64,
        exact: f64,
        unit: &'static str,
        tolerance: f64,
    ) {
        self.checks.push(Check {
            what: what.into(),
            measured,
            exact,
            unit,
            tolerance,
            // What is no number passes nothing.
            passed: (measured - exact).abs() <= tolerance,
        });
    }
}

/// A lab that was run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) lab: &'static str,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) groups: Vec<Group>,
    pub(crate) passed: bool,
    /// The picture that was written.
    pub(crate) picture: String,
    #[serde(skip)]
    pub(crate) charts: Vec<Chart>,
}

impl Report {
    pub(crate) fn new(lab: &'static str, title: &str, about: &str) -> Self {
        Self {
            lab,
            title: title.to_owned(),
            about: about.to_owned(),
            groups: Vec::new(),
            passed: true,
            picture: String::new(),
            charts: Vec::new(),
        }
    }

    /// Adds checks.
    pub(crate) fn add(&mut self, group: Group) {
        self.passed &= group.checks.iter().all(|check| check.passed);
        self.groups.push(group);
    }

    /// Adds a chart.
    pub(crate) fn chart(&mut self, title: &str, axes: [&str; 2], curves: Vec<Curve>) {
        self.charts.push(Chart {
            title: title.to_owned(),
            axes: axes.map(str::to_owned),
            in_proportion: false,
            curves,
        });
    }

    /// Adds a chart of paths, in which a metre is as long along as across.
    pub(crate) fn map(&mut self, title: &str, axes: [&str; 2], curves: Vec<Curve>) {
        self.chart(title, axes, curves);
        if let Some(last) = self.charts.last_mut() {
            last.in_proportion = true;
        }
    }

    /// How many of how many checks passed.
    pub(crate) fn count(&self) -> (usize, usize) {
        let checks = || self.groups.iter().flat_map(|group| &group.checks);
        (
            checks().filter(|check| check.passed).count(),
            checks().count(),
        )
    }

    /// The picture as PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>, String> {
        let (passed, all) = self.count();
        Sheet {
            title: self.title.clone(),
            subtitle: self.about.clone(),
            charts: self.charts.clone(),
            footnote: format!(
                "voltex lab {}: {passed} of {all} measurements within their tolerance",
                self.lab
            ),
        }
        .png()
    }

    /// Tables for people.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}  {}\n", bold(&self.title), self.about);
        for group in &self.groups {
            text.push_str(&format!("\n{}\n  {}\n", bold(&group.title), group.law));
            let right = Align::Right;
            let mut table = Table::new(&[Align::Left, right, right, right, right, Align::Left])
                .header(&["", "MEASURED", "CLOSED FORM", "OFF BY", "ALLOWED", ""]);
            for check in &group.checks {
                let with_unit = |value: f64| match check.unit {
                    "" => shown(value),
                    unit => format!("{} {unit}", shown(value)),
                };
                table.row([
                    check.what.clone(),
                    with_unit(check.measured),
                    with_unit(check.exact),
                    format!("{:.1e}", check.measured - check.exact),
                    format!("{:.1e}", check.tolerance),
                    if check.passed {
                        green("yes")
                    } else {
                        red("no")
                    },
                ]);
            }
            text.push_str(&table.render());
        }
        let (passed, all) = self.count();
        text.push_str(&format!(
            "\n  {passed} of {all} measurements within their tolerance\n"
        ));
        text
    }
}

/// Seven digits, which is what the world computes with.
fn shown(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if (1e-3..1e7).contains(&size) {
        // As many decimals as make seven digits in all.
        let (mut decimals, mut limit) = (6_usize, 10.0);
        while size >= limit && decimals > 0 {
            decimals -= 1;
            limit *= 10.0;
        }
        let text = format!("{value:.decimals$}");
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    } else {
        format!("{value:.3e}")
    }
}

/// A curve of measurements or theory.
pub(crate) fn curve(
    name: impl Into<String>,
    look: Look,
    colour: usize,
    points: Vec<(f64, f64)>,
) -> Curve {
    Curve {
        name: name.into(),
        look,
        colour,
        points,
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, Report, shown};

    #[test]
    fn a_number_has_seven_digits() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-0.5, "-0.5"),
            (1.234_567_89, "1.234568"),
            (40.774_719_6, "40.77472"),
            (123_456.78, "123456.8"),
            (1.5e-6, "1.500e-6"),
            (3e9, "3.000e9"),
        ] {
            assert_eq!(shown(value), text);
        }
    }

    #[test]
    fn one_measurement_outside_its_tolerance_fails_the_lab() {
        let mut report = Report::new("test", "Test", "");
        let mut group = Group::new("a", "b");
        group.relative("near", 1.001, 1.0, "m", 0.01);
        report.add(group.clone());
        assert!(report.passed);
        group.relative("far", 1.1, 1.0, "m", 0.01);
        group.within("no number", f64::NAN, 1.0, "m", 1e9);
        report.add(group);
        assert!(!report.passed);
        assert_eq!(report.count(), (2, 4));
        let text = report.text();
        assert!(
            text.contains("2 of 4") && text.contains("CLOSED FORM"),
            "{text}"
        );
    }
}
