//! Bodies that turn freely, and what collisions conserve.

use voltex_math::random::{Key, uniform_in};
use voltex_math::{Quat, Vec3};

use super::{Body, Engine, Form, Lab, Line, Motion, Setup, relative, worse};

/// The lines of this file.
pub const LINES: &[Line] = &[
    Line {
        name: "free symmetric top, 20 turns of its axis",
        measure: "axis off, rad",
        noise: 1e-3,
        run: |engine| Some(symmetric_top(engine)),
    },
    Line {
        name: "Dzhanibekov's wing nut, six flips",
        measure: "time of a flip off, parts",
        noise: 1e-3,
        run: |engine| Some(wing_nut(engine)[0]),
    },
    Line {
        name: "Dzhanibekov's wing nut, six flips",
        measure: "angular momentum off, parts",
        noise: 1e-4,
        run: |engine| Some(wing_nut(engine)[1]),
    },
    Line {
        name: "Dzhanibekov's wing nut, six flips",
        measure: "energy off, parts",
        noise: 1e-3,
        run: |engine| Some(wing_nut(engine)[2]),
    },
    Line {
        name: "40 elastic balls thrown together",
        measure: "momentum off, parts",
        noise: 1e-4,
        run: |engine| Some(cloud(engine)[0]),
    },
    Line {
        name: "40 elastic balls thrown together",
        measure: "energy off, parts",
        noise: 1e-3,
        run: |engine| Some(cloud(engine)[1]),
    },
    Line {
        name: "ball thrown in a vacuum, 2 s",
        measure: "place off the parabola, m",
        noise: 1e-3,
        run: |engine| Some(parabola(engine)),
    },
];

/// Complete elliptic integral of the first kind of the parameter `m`, by the arithmetic-geometric mean.
pub fn elliptic_k(m: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - m).sqrt());
    // Quadratic convergence: eight rounds are enough for every m that a double can tell from 1.
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    core::f64::consts::FRAC_PI_2 / a
}

/// Moments of inertia of a block about its axes per mass, m^2.
fn moments(half: Vec3) -> Vec3 {
    let s = half * half;
    Vec3::new(s.y + s.z, s.z + s.x, s.x + s.y) * (1.0 / 3.0)
}

fn momentum(motion: &Motion, moments: Vec3) -> Vec3 {
    motion.rotation * ((motion.rotation.conjugate() * motion.spin) * moments)
}

fn energy(motion: &Motion, moments: Vec3) -> f32 {
    let spin = motion.rotation.conjugate() * motion.spin;
    0.5 * (spin * spin).dot(moments)
}

/// A block of two equal edges: its axis goes round the angular momentum at the rate `|L|/I`, and after whole
/// rounds it is where it was.
fn symmetric_top(engine: &dyn Engine) -> f64 {
    let half = Vec3::new(0.5, 0.1, 0.5);
    let moments = moments(half);
    let spin = Vec3::new(1.5, 8.0, 0.0);
    let block = Body::new(Form::Block(half), Vec3::ZERO).moving(Vec3::ZERO, spin);
    let mut lab = engine.build(&Setup::weightless(vec![block]));
    let start = spin * moments;
    let rate = f64::from((start / moments.x).length());
    let rounds = 20.0;
    let seconds = rounds * core::f64::consts::TAU / rate;
    let steps = (seconds * 60.0) as usize;
    for _ in 0..steps {
        lab.step();
    }
    // The part of a step that is left, by the closed form.
    let left = (steps as f64 / 60.0 - seconds) * rate;
    let expected = Quat::from_axis_angle(start.normalize(), left as f32) * Vec3::Y;
    let axis = lab.motion(0).rotation * Vec3::Y;
    f64::from(voltex_math::f32::acos(axis.dot(expected).clamp(-1.0, 1.0)))
}

/// Deviations of the time between flips, of the angular momentum and of the energy.
///
/// A block spinning about its middle axis turns over again and again; the spin about that axis is a Jacobi
/// elliptic function of time with the quarter period `K(m)/rate`.
fn wing_nut(engine: &dyn Engine) -> [f64; 3] {
    let half = Vec3::new(0.5, 0.3, 0.1);
    let i = moments(half);
    // Smallest about x, middle about y, largest about z.
    let spin = Vec3::new(0.0, 10.0, 0.2);
    let block = Body::new(Form::Block(half), Vec3::ZERO).moving(Vec3::ZERO, spin);
    let mut lab = engine.build(&Setup::weightless(vec![block]));
    let start = lab.motion(0);
    let (l0, e0) = (momentum(&start, i), energy(&start, i));
    let i = i.as_dvec3();
    let w = spin.as_dvec3();
    let twice_energy = (w * w).dot(i);
    let l2 = (w * i).length_squared();
    let rate = ((i.z - i.y) * (l2 - twice_energy * i.x) / (i.x * i.y * i.z)).sqrt();
    let m = (i.y - i.x) * (twice_energy * i.z - l2) / ((i.z - i.y) * (l2 - twice_energy * i.x));
    let flip = 2.0 * elliptic_k(m) / rate;
    let mut flips = Vec::new();
    let mut before = 10.0;
    let mut step = 0;
    let mut worst = [0.0; 3];
    while flips.len() < 6 && step < 60 * 120 {
        lab.step();
        step += 1;
        let motion = lab.motion(0);
        let now = (motion.rotation.conjugate() * motion.spin).y;
        if (now < 0.0) != (before < 0.0) {
            let part = f64::from(before / (before - now));
            flips.push((f64::from(step) - 1.0 + part) / 60.0);
        }
        before = now;
        let moments = moments(half);
        let off = (momentum(&motion, moments) - l0).length() / l0.length();
        worst[1] = worse(worst[1], f64::from(off));
        worst[2] = worse(worst[2], relative(energy(&motion, moments), e0));
    }
    worst[0] = match flips[..] {
        [first, .., last] if flips.len() == 6 => ((last - first) / 5.0 - flip).abs() / flip,
        _ => 1.0,
    };
    worst
}

/// Largest deviations of momentum (in parts of the sum of its sizes) and energy.
fn cloud(engine: &dyn Engine) -> [f64; 2] {
    let key = Key::new(6, 4);
    let random = |i: u64| uniform_in(key, i, -1.0, 1.0) as f32;
    let bodies: Vec<Body> = (0..40)
        .map(|i| {
            let at = Vec3::new(
                (i % 4) as f32 - 1.5,
                (i / 4 % 4) as f32 - 1.5,
                (i / 16) as f32 - 1.0,
            );
            let wild = Vec3::new(random(3 * i), random(3 * i + 1), random(3 * i + 2));
            Body::new(Form::Ball(0.3), at * 1.5)
                .surface(0.0, 1.0)
                .moving(wild - at, Vec3::ZERO)
        })
        .collect();
    let mut lab = engine.build(&Setup::weightless(bodies));
    let sums = |lab: &dyn Lab| {
        (0..40).fold((Vec3::ZERO, 0.0, 0.0), |(p, size, energy), i| {
            let v = lab.motion(i).velocity;
            (p + v, size + v.length(), energy + 0.5 * v.length_squared())
        })
    };
    let start = sums(&*lab);
    let mut worst = [0.0; 2];
    for _ in 0..300 {
        lab.step();
        let now = sums(&*lab);
        worst[0] = worse(worst[0], f64::from((now.0 - start.0).length() / start.1));
        worst[1] = worse(worst[1], relative(now.2, start.2));
    }
    worst
}

fn parabola(engine: &dyn Engine) -> f64 {
    let start = Vec3::new(14.0, 14.0, 0.0);
    let ball = Body::new(Form::Ball(0.1), Vec3::ZERO).moving(start, Vec3::ZERO);
    let setup = Setup::new(vec![ball]);
    let mut lab = engine.build(&setup);
    for _ in 0..120 {
        lab.step();
    }
    let right = start * 2.0 + setup.gravity * 2.0;
    f64::from((lab.motion(0).place - right).length())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elliptic_integral_of_tables() {
        // Abramowitz and Stegun, table 17.1.
        for (m, k) in [
            (0.0, std::f64::consts::FRAC_PI_2),
            (0.5, 1.854_074_677_30),
            (0.9, 2.578_092_113_35),
        ] {
            assert!((elliptic_k(m) - k).abs() < 1e-10, "{m}");
        }
    }
}
