//! The family of launches that hit a target, ordered by flight time.
//!
//! For each flight time `T` there is a launch velocity `V(T)` that puts the ball on the target after `T`
//! seconds. Fixing speed or launch angle picks points of this curve: the roots of a function of one
//! variable. Without air `|V(T)|^2 T^2` is a parabola in `T^2`; air bends it a little. So the curve is
//! sampled coarsely, each sign change is bracketed and each root polished together with the miss by
//! Newton steps in `(V, T)`, whose inverse Jacobian is kept up to date by Broyden's rank-one formula
//! ("good" update of the inverse).

use voltex_math::f64::{exp_m1, ln_1p, max, min};
use voltex_math::{DMat3, DVec3};

use super::newton::{broyden, limit, vertex};
use super::pilot::{Pilot, Plan};
use super::sweep;
use crate::integrate::Step;

/// Ratio of neighbouring flight times in the sampled family.
const RATIO: f64 = 1.4;
/// Most samples on either side of the first.
const MOST_NODES: usize = 64;
/// Most Newton steps from one guess.
const MOST_NEWTON: u32 = 14;
/// Tangent of the angle between the launch and that of a shot in vacuum from which on the air is taken to
/// allow several launches after equal times.
const BENT: f64 = 0.45;
/// A last correction that changes the launch by more than so many times what the miss asks for is not trusted.
const LONG_STEP: f64 = 6.0;
/// Least share of the miss that a Newton step is trusted to leave.
const LEAST_GAIN: f64 = 0.05;
/// One step that leaves little after one that left much may be luck: least ratio of the two that is believed.
const MEMORY: f64 = 0.3;
/// For roots: until Broyden's updates know the Jacobian, with flights that are right within millimetres,
/// and with flights that end within 0.2 mm of where an ordinary one does.
const STAGES: [Stage; 2] = [
    Stage {
        tolerance: 1e-3,
        miss: 2e-2,
        close: 0.5,
        trust: None,
        ground: None,
        steps: 4,
        last: false,
    },
    Stage {
        tolerance: FINE,
        miss: 7e-4,
        close: 2.5e-3,
        trust: Some(0.12),
        ground: None,
        steps: MOST_NEWTON,
        last: true,
    },
];
/// Sine of the angle of descent below which a path over the ground counts as no flatter.
const FLATTEST: f64 = 0.07;
/// Local error of the flights of roots, m.
pub(super) const FINE: f64 = 2e-5;

/// Largest difference of two corrections that count as much the same, as a share of one.
const AGREEMENT: f64 = 0.6;

/// What is fixed besides the target.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constraint {
    /// Speed, m/s.
    Speed(f64),
    /// Sine and cosine of the launch angle.
    Angle(f64, f64),
    /// Flight time.
    Time,
}

impl Constraint {
    /// Its violation by a launch velocity, and the gradient over the velocity.
    fn of(&self, v: DVec3) -> (f64, DVec3) {
        match *self {
            Self::Speed(speed) => {
                let length = max(v.length(), 1e-9);
                (length - speed, v / length)
            }
            Self::Angle(sin, cos) => {
                let level = max((v.x * v.x + v.z * v.z).sqrt(), 1e-9);
                (
                    v.y * cos - level * sin,
                    DVec3::new(-v.x * sin / level, cos, -v.z * sin / level),
                )
            }
            Self::Time => (0.0, DVec3::ZERO),
        }
    }
}

/// A launch velocity that puts the ball on the target, or near it while it is being improved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) time: f64,
    pub(super) velocity: DVec3,
    /// Inverse of the derivative of the place at `time` over the launch velocity, 1/s.
    inverse: DMat3,
    /// Derivative of `velocity` over `time` along the family, m/s^2.
    slope: DVec3,
    /// What a Newton step leaves of the miss, as a share of what its change of velocity was to close, as far
    /// as it is known.
    gain: Option<f64>,
}

/// How well a flight is computed and how near it has to come.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// Local error of the flights, m.
    tolerance: f64,
    /// Miss after which one more correction is enough, m.
    miss: f64,
    /// Miss after which one more is enough if it is seen to leave less than half of that, m.
    close: f64,
    /// Largest gain from which that is concluded, and then only where the Jacobian of drag alone asks for much
    /// the same correction; any gain where this is `None`.
    trust: Option<f64>,
    /// Upward normal of the ground where the target lies on it: a path that is a little low then ends
    /// early, the earlier the flatter it is.
    ground: Option<DVec3>,
    /// Most Newton steps; where more are needed, the stage that follows has to do with what there is.
    steps: u32,
    /// The last stage: what is not solved after so many steps is given up.
    last: bool,
}

impl Stage {
    /// Miss of a flight with this velocity (m/s) at the target after which one more correction is enough, m.
    fn miss(&self, arrival: DVec3) -> f64 {
        match self.ground {
            None => self.miss,
            Some(normal) => {
                let descent = -normal.dot(arrival) / arrival.length();
                self.miss * max(descent, FLATTEST)
            }
        }
    }
}

/// The last step of Newton's method.
struct Newton {
    off: DVec3,
    arrival: DVec3,
    step: DVec3,
    elapsed: f64,
    /// What the change of velocity was to move the place by, m: the rest of the miss goes with the time, and tells
    /// nothing about the Jacobian.
    asked: f64,
}

/// A launch that meets target and constraint, and the steps of a flight that differs from it by less than
/// 5 mm.
pub(super) struct Root {
    pub(super) node: Node,
    pub(super) path: Vec<Step>,
}

/// The solver for one shot and one target.
pub(super) struct Family<'a> {
    pub(super) pilot: &'a Pilot<'a>,
    /// Centre of the ball at the target, m.
    pub(super) target: DVec3,
    /// For the samples of the family and for the first steps towards a root.
    coarse: Stage,
    /// Longest flight time, s.
    pub(super) longest: f64,
    /// Largest speed, m/s.
    pub(super) fastest: f64,
    /// Upward normal of the ground where the target lies on it.
    ground: Option<DVec3>,
}

impl<'a> Family<'a> {
    pub(super) fn new(
        pilot: &'a Pilot<'a>,
        target: DVec3,
        longest: f64,
        fastest: f64,
        ground: Option<DVec3>,
    ) -> Self {
        let distance = (target - pilot.start).length();
        Self {
            pilot,
            target,
            coarse: Stage {
                tolerance: min(0.05, 2e-3 * distance),
                miss: min(0.2, 8e-3 * distance),
                close: min(2.0, 8e-2 * distance),
                trust: None,
                ground: None,
                steps: MOST_NEWTON,
                last: true,
            },
            longest,
            fastest,
            ground,
        }
    }

    /// The launch for a flight time, from a guess of its velocity.
    fn guess(&self, time: f64) -> Node {
        let away = self.target - self.pilot.start;
        // What gravity alone leaves to the launch, lengthened by drag along the way.
        let chord = away - self.pilot.motion.gravity * (0.5 * time * time);
        let straight = chord / time;
        let k = self.drag_per_metre(straight);
        let stretch = min(k * chord.length(), 5.0);
        let velocity = if stretch > 1e-9 {
            straight * (exp_m1(stretch) / stretch)
        } else {
            straight
        };
        let inverse = self.isotropic_inverse(velocity, time, k);
        Node {
            time,
            velocity,
            inverse,
            slope: DVec3::ZERO,
            gain: None,
        }
    }

    /// Deceleration by the air over the square of the speed, 1/m.
    fn drag_per_metre(&self, velocity: DVec3) -> f64 {
        let state = self.pilot.state(velocity);
        let pull = self.pilot.motion.rates(0.0, &state).acceleration - self.pilot.motion.gravity;
        let square = max(velocity.length_squared(), 1e-9);
        max(-pull.dot(velocity) / (square * square.sqrt()), 0.0)
    }

    /// `(d x/d v)^-1` for flight against quadratic drag alone: `T/(1 + k v T)` along the launch,
    /// `ln(1 + k v T)/(k v)` across it.
    fn isotropic_inverse(&self, velocity: DVec3, time: f64, k: f64) -> DMat3 {
        let speed = velocity.length();
        let growth = k * speed * time;
        let along = (1.0 + growth) / time;
        let across = if growth > 1e-9 {
            growth / ln_1p(growth) / time
        } else {
            1.0 / time
        };
        let d = velocity.normalize_or(DVec3::Y);
        let extra = d * (along - across);
        DMat3::from_cols(
            DVec3::X * across + extra * d.x,
            DVec3::Y * across + extra * d.y,
            DVec3::Z * across + extra * d.z,
        )
    }

    /// Newton steps from `node` until target and constraint are met; the last flight's steps go to `path`.
    fn solve(
        &self,
        node: &Node,
        constraint: Constraint,
        stage: Stage,
        mut path: Option<&mut (Vec<Step>, Plan)>,
    ) -> Option<Node> {
        let Node {
            mut time,
            mut velocity,
            mut inverse,
            mut gain,
            ..
        } = *node;
        let mut last: Option<Newton> = None;
        for count in 1..=stage.steps {
            let end = match &mut path {
                Some((path, plan)) => {
                    path.clear();
                    let flown =
                        self.pilot
                            .fly_by(plan, velocity, time, stage.tolerance, |step| {
                                path.push(*step);
                                true
                            })?;
                    plan.record(path, stage.tolerance);
                    flown
                }
                None => self.pilot.fly(velocity, time, stage.tolerance, |_| true)?,
            };
            let off = end.position - self.target;
            let size = off.length();
            let turn = self.turned(velocity, end.position);
            if let Some((turn, moved)) = turn {
                inverse = broyden(inverse, turn, moved);
            }
            if let Some(last) = &last {
                let left = max(min(size / last.asked, 1.0), LEAST_GAIN);
                gain = Some(max(left, gain.map_or(0.0, |gain| MEMORY * gain)));
                let during = (last.arrival + end.velocity) * (0.5 * last.elapsed);
                let mut step = last.step;
                let mut change = off - last.off - during;
                if let Some((turn, moved)) = turn {
                    // The turn is known: what is left lies across it and does not touch what it told.
                    let share = step.dot(turn) / turn.length_squared();
                    step -= turn * share;
                    change -= moved * share;
                }
                inverse = broyden(inverse, step, change);
            }
            let (violation, gradient) = constraint.of(velocity);
            let a = inverse * off;
            let b = inverse * end.velocity;
            let elapsed = match constraint {
                Constraint::Time => 0.0,
                Constraint::Speed(_) | Constraint::Angle(..) => {
                    let turn = gradient.dot(b);
                    if turn == 0.0 {
                        return None;
                    }
                    (violation - gradient.dot(a)) / turn
                }
            };
            let step = -a - b * elapsed;
            let asked = (off + end.velocity * elapsed).length();
            let miss = stage.miss(end.velocity);
            let met = violation.abs() * time <= miss;
            let long = stage.tolerance <= FINE && step.length() * time > LONG_STEP * size;
            if met && long && size <= miss {
                // Where two solutions are about to meet, Newton's step leads anywhere: stay on the target.
                return Some(Node {
                    time,
                    velocity,
                    inverse,
                    slope: -b,
                    gain,
                });
            }
            let scale = limit(step, elapsed, velocity, time);
            velocity += step * scale;
            time += elapsed * scale;
            if !(time > 0.0 && time.is_finite() && velocity.is_finite()) {
                return None;
            }
            // Broyden's updates make each step leave a smaller share than the one before.
            let likely = gain.unwrap_or(1.0);
            let seen = size <= stage.close && 2.0 * asked * likely <= miss;
            let trusted = |trust: f64| likely <= trust && self.agrees(velocity, time, off, a);
            let close = size <= miss || (seen && stage.trust.is_none_or(trusted));
            let met = met && scale >= 1.0 && !long;
            if (close && met) || (!stage.last && count == stage.steps) {
                return Some(Node {
                    time,
                    velocity,
                    inverse,
                    slope: -b,
                    gain,
                });
            }
            last = Some(Newton {
                off,
                arrival: end.velocity,
                step: step * scale,
                elapsed: elapsed * scale,
                asked,
            });
        }
        None
    }

    /// Whether the Jacobian of drag alone asks for much the same correction (m/s) of a miss (m).
    fn agrees(&self, velocity: DVec3, time: f64, off: DVec3, correction: DVec3) -> bool {
        let k = self.drag_per_metre(velocity);
        let plain = self.isotropic_inverse(velocity, time, k) * off;
        (plain - correction).length() <= AGREEMENT * correction.length()
    }

    /// What turning the launch about the vertical does: a change of velocity, and that of the place. In
    /// still air a path turns with its launch; with wind or a spin fixed in the world it does not quite.
    fn turned(&self, velocity: DVec3, position: DVec3) -> Option<(DVec3, DVec3)> {
        if !self.pilot.turns_with_launch {
            return None;
        }
        let away = position - self.pilot.start;
        let turn = DVec3::Y.cross(velocity);
        (turn != DVec3::ZERO).then(|| (turn, DVec3::Y.cross(away)))
    }

    /// The sample at `time` that follows on those of a scan.
    fn next(&self, scan: &[Node], time: f64) -> Option<Node> {
        let [.., a, b, c] = scan else {
            return self.sample(time, scan.last());
        };
        // V T is a smooth function of T^2: a parabola through three of its points.
        let square = time * time;
        let [x, y, z] = [a, b, c].map(|node| node.time * node.time);
        let line =
            |p: DVec3, q: DVec3, from: f64, to: f64| p + (q - p) * ((square - from) / (to - from));
        let (left, right) = (
            line(a.spread(), b.spread(), x, y),
            line(b.spread(), c.spread(), y, z),
        );
        let guess = Node {
            velocity: line(left, right, x, z) / time,
            // The Jacobian has moved on since this was seen.
            gain: c.gain.map(|gain| min(3.0 * gain, 1.0)),
            ..self.moved(c, time)
        };
        self.solve(&guess, Constraint::Time, self.coarse, None)
            .or_else(|| self.sample(time, Some(c)))
            .filter(|node| node.velocity.length() <= 4.0 * self.fastest)
    }

    /// A sample of the family at `time`, from its neighbour where there is one.
    pub(super) fn sample(&self, time: f64, neighbour: Option<&Node>) -> Option<Node> {
        let solve = |guess: &Node| self.solve(guess, Constraint::Time, self.coarse, None);
        neighbour
            .and_then(|node| solve(&self.moved(node, time)))
            .or_else(|| solve(&self.guess(time)))
            .filter(|node| node.velocity.length() <= 4.0 * self.fastest)
    }

    /// A node carried along the family to another time. `V T` over `T^2` is a straight line without air.
    fn moved(&self, node: &Node, time: f64) -> Node {
        let square = time * time - node.time * node.time;
        Node {
            time,
            velocity: (node.spread() + node.spread_slope() * square) / time,
            inverse: node.inverse * (node.time / time),
            slope: node.slope,
            gain: None,
        }
    }

    /// The launch of exactly this flight time, or `None`.
    pub(super) fn at_time(&self, time: f64) -> Option<Root> {
        self.polish(&self.guess(time), Constraint::Time)
            .or_else(|| {
                // Drag makes far guesses bad: come from the nearest times that are solved.
                let nodes = self.scan(Constraint::Time);
                let after = nodes.partition_point(|node| node.time < time);
                let from = |index: usize| {
                    let node = self.sample(time, Some(nodes.get(index)?))?;
                    self.polish(&node, Constraint::Time)
                };
                from(after).or_else(|| from(after.checked_sub(1)?))
            })
    }

    /// The root next to a guess.
    fn polish(&self, guess: &Node, constraint: Constraint) -> Option<Root> {
        let mut flown = (Vec::with_capacity(32), Plan::new());
        let mut node = *guess;
        for mut stage in STAGES {
            if stage.last {
                stage.ground = self.ground;
            }
            node = self.solve(&node, constraint, stage, Some(&mut flown))?;
        }
        let (path, _) = flown;
        Some(Root { node, path })
    }

    /// Time in which a shot at this speed covers the distance along a straight line.
    fn straight_time(&self, speed: f64) -> f64 {
        let away = self.target - self.pilot.start;
        let distance = away.length();
        let k = self.drag_per_metre(away * (speed / distance));
        let stretch = k * distance;
        let factor = if stretch > 1e-9 {
            exp_m1(min(stretch, 5.0)) / min(stretch, 5.0)
        } else {
            1.0
        };
        distance * factor / speed
    }

    /// Samples the family as far as the constraint can be met on it.
    pub(super) fn scan(&self, constraint: Constraint) -> Vec<Node> {
        let speed = match constraint {
            Constraint::Speed(speed) => speed,
            Constraint::Angle(..) | Constraint::Time => self.fastest,
        };
        let mut scan: Vec<Node> = Vec::with_capacity(MOST_NODES);
        let mut time = min(0.95 * self.straight_time(speed), self.longest);
        let mut node = self.sample(time, None);
        // Down to where even the straightest shot would have to be faster.
        for _ in 0..MOST_NODES {
            match &node {
                Some(found) if found.velocity.length() > speed => break,
                Some(found) => {
                    scan.push(*found);
                    time /= RATIO;
                    node = self.sample(time, Some(found));
                }
                None => {
                    time *= RATIO;
                    if time > self.longest {
                        break;
                    }
                    node = self.sample(time, None);
                }
            }
        }
        if let Some(found) = node {
            scan.push(found);
        }
        scan.reverse();
        let Some(mut last) = scan.last().copied() else {
            return scan;
        };
        let mut failures = 0;
        while scan.len() < MOST_NODES && failures < 3 && last.time < self.longest {
            let time = min(
                last.time * RATIO * (1.0 + 0.3 * f64::from(failures)),
                self.longest,
            );
            let Some(next) = self.next(&scan, time) else {
                failures += 1;
                continue;
            };
            failures = 0;
            let (before, after) = (last.velocity.length(), next.velocity.length());
            scan.push(next);
            last = next;
            if after > speed && after > before {
                break;
            }
        }
        scan
    }

    /// All launches that meet the constraint, in order of flight time, and the samples of the family.
    pub(super) fn roots(&self, constraint: Constraint) -> (Vec<Root>, Vec<Node>) {
        let mut scan = self.scan(constraint);
        self.refine(&mut scan, constraint);
        let mut roots: Vec<Root> = Vec::with_capacity(4);
        // Both ends of a whole family need more than any speed.
        let whole =
            |node: Option<&Node>| node.is_some_and(|node| node.velocity.length() > self.fastest);
        let mut complete = whole(scan.first())
            && whole(scan.last())
            && !scan.iter().any(|node| self.is_bent(node));
        for pair in scan.windows(2) {
            let [a, b] = [&pair[0], &pair[1]].map(|node| constraint.of(node.velocity).0);
            if (a > 0.0) == (b > 0.0) {
                continue;
            }
            match self.root(&pair[0], &pair[1], constraint) {
                Some(root) => add(&mut roots, root),
                None => complete = false,
            }
        }
        if !complete || roots.is_empty() {
            sweep::add_roots(self, constraint, &mut roots);
            roots.sort_by(|a, b| a.node.time.total_cmp(&b.node.time));
        }
        (roots, scan)
    }

    /// Whether air bends the path so much that several launches may arrive after equal times.
    fn is_bent(&self, node: &Node) -> bool {
        if node.velocity.length() > 1.3 * self.fastest {
            return false;
        }
        let away = self.target - self.pilot.start;
        let straight = away / node.time - self.pilot.motion.gravity * (0.5 * node.time);
        let across = straight.cross(node.velocity).length();
        let along = straight.dot(node.velocity);
        along < 0.0 || across > BENT * along
    }

    /// The root that Newton's method finds from a launch that comes near the target at `time`.
    pub(super) fn root_near(
        &self,
        velocity: DVec3,
        time: f64,
        constraint: Constraint,
    ) -> Option<Root> {
        let guess = Node {
            time,
            velocity,
            inverse: self.isotropic_inverse(velocity, time, self.drag_per_metre(velocity)),
            slope: DVec3::ZERO,
            gain: None,
        };
        self.polish(&guess, constraint)
            .filter(|root| root.node.time <= self.longest)
    }

    /// The root between two samples with a change of sign.
    fn root(&self, a: &Node, b: &Node, constraint: Constraint) -> Option<Root> {
        let (from, to) = (a.time, b.time);
        let margin = 0.05 * (to - from);
        let polish = |guess: &Node| {
            self.polish(guess, constraint)
                .filter(|root| root.node.time > from - margin && root.node.time < to + margin)
        };
        polish(&self.between(a, b, constraint)).or_else(|| {
            // A poor guess: halve the bracket on the family itself.
            let (mut a, mut b) = (*a, *b);
            for _ in 0..10 {
                let middle = self.precise(0.5 * (a.time + b.time), &a)?;
                let value = |node: &Node| constraint.of(node.velocity).0;
                if (value(&middle) > 0.0) == (value(&a) > 0.0) {
                    a = middle;
                } else {
                    b = middle;
                }
            }
            polish(&a).or_else(|| polish(&b))
        })
    }

    /// The root on the cubic in `T^2` that joins `V T` of two samples with their slopes.
    fn between(&self, a: &Node, b: &Node, constraint: Constraint) -> Node {
        let (start, end) = (a.time * a.time, b.time * b.time);
        let span = end - start;
        let (first, last) = (a.spread(), b.spread());
        let (ra, rb) = (a.spread_slope() * span, b.spread_slope() * span);
        let d = last - first;
        let at = |s: f64| {
            let spread =
                first + (ra + ((d * 3.0 - ra * 2.0 - rb) + (ra + rb - d * 2.0) * s) * s) * s;
            let time = (start + s * span).sqrt();
            (time, spread / time)
        };
        let sign = constraint.of(a.velocity).0 > 0.0;
        let (mut lo, mut hi) = (0.0, 1.0);
        for _ in 0..20 {
            let middle = 0.5 * (lo + hi);
            if (constraint.of(at(middle).1).0 > 0.0) == sign {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        let (time, velocity) = at(hi);
        let near = if hi < 0.5 { a } else { b };
        Node {
            velocity,
            ..self.moved(near, time)
        }
    }

    /// Adds samples where the constraint may be met twice between two samples, without a change of sign:
    /// about the least speed, where the low and the high arc meet.
    fn refine(&self, nodes: &mut [Node], constraint: Constraint) {
        let value = |node: &Node| constraint.of(node.velocity).0;
        let mut index = 1;
        while index + 1 < nodes.len() {
            let [a, b, c] = [index - 1, index, index + 1].map(|i| value(&nodes[i]));
            let inward = (a > b && b > 0.0 && c > b) || (a < b && b < 0.0 && c < b);
            let times = [index - 1, index, index + 1].map(|i| nodes[i].time);
            let (_, least) = vertex(times, [a, b, c]);
            // The parabola is a rough guess of the depth, and the samples are rough themselves.
            let depth = (b - least).abs();
            let near = least * b <= 0.0
                || least.abs() < 0.5 * depth + 0.02 * nodes[index].velocity.length();
            if inward && near {
                let three = [nodes[index - 1], nodes[index], nodes[index + 1]];
                if let Some(lowest) = self.lowest(&three, |node| value(node) * b.signum()) {
                    nodes[index] = lowest;
                }
            }
            index += 1;
        }
    }

    /// The node of least `value` about the middle one of three; the first that is found below zero.
    fn lowest(&self, three: &[Node; 3], value: impl Fn(&Node) -> f64) -> Option<Node> {
        let [mut a, mut best, mut c] = *three;
        best = self.precise(best.time, &best)?;
        for _ in 0..14 {
            if value(&best) <= 0.0 {
                break;
            }
            let times = [a.time, best.time, c.time];
            let (time, _) = vertex(times, [value(&a), value(&best), value(&c)]);
            // Keep away from the times that are known.
            let time = if (time - best.time).abs() < 0.03 * (c.time - a.time) {
                let towards = if c.time - best.time > best.time - a.time {
                    c
                } else {
                    a
                };
                best.time + 0.15 * (towards.time - best.time)
            } else {
                time
            };
            let node = self.precise(time, &best)?;
            let (inner, outer) = if value(&node) < value(&best) {
                (node, best)
            } else {
                (best, node)
            };
            if outer.time < inner.time {
                a = outer;
            } else {
                c = outer;
            }
            best = inner;
        }
        Some(best)
    }

    /// A sample of the family that is right within millimetres.
    fn precise(&self, time: f64, neighbour: &Node) -> Option<Node> {
        let stage = Stage {
            steps: MOST_NEWTON,
            last: true,
            miss: 2e-3,
            ..STAGES[0]
        };
        let near = self.sample(time, Some(neighbour))?;
        self.solve(&near, Constraint::Time, stage, None)
    }

    /// The sample of least speed, improved; `None` without samples.
    pub(super) fn slowest(&self, scan: &[Node]) -> Option<Node> {
        let speed = |node: &Node| node.velocity.length();
        let mut nodes = scan.to_vec();
        for _ in 0..MOST_NODES {
            let mut index = 0;
            for (i, node) in nodes.iter().enumerate() {
                if speed(node) < speed(&nodes[index]) {
                    index = i;
                }
            }
            let best = *nodes.get(index)?;
            if index == 0 {
                nodes.insert(0, self.sample(best.time / RATIO, Some(&best))?);
            } else if index + 1 == nodes.len() {
                if best.time >= self.longest {
                    return Some(best);
                }
                nodes.push(self.sample(min(best.time * RATIO, self.longest), Some(&best))?);
            } else {
                return self.lowest(&[nodes[index - 1], best, nodes[index + 1]], speed);
            }
        }
        None
    }
}

impl Node {
    /// `V T`, m.
    fn spread(&self) -> DVec3 {
        self.velocity * self.time
    }

    /// Its derivative over `T^2`, m/s^2.
    fn spread_slope(&self) -> DVec3 {
        (self.velocity + self.slope * self.time) / (2.0 * self.time)
    }

    fn is_same(&self, other: &Self) -> bool {
        (self.time - other.time).abs() <= 1e-3 * self.time
            && (self.velocity - other.velocity).length() <= 1e-3 * self.velocity.length()
    }
}

/// Adds a root unless it is known.
pub(super) fn add(roots: &mut Vec<Root>, root: Root) {
    if roots.iter().all(|other| !root.node.is_same(&other.node)) {
        roots.push(root);
    }
}
