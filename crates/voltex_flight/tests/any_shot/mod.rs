//! A shot made of arbitrary bytes, for the fuzz target and for the test that runs it without one.

use voltex_flight::ball::Ball;
use voltex_flight::wind::Gusts;
use voltex_flight::{Air, Launch, Wind, balls, surfaces};
use voltex_math::DVec3;

/// Reads numbers off the front of bytes; zeros when they end.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// One of `n`.
    fn choice(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    /// Mostly a number within +-`scale`, now and then any bits at all: NaN, infinities, tiny and huge.
    fn number(&mut self, scale: f64) -> f64 {
        let kind = self.byte();
        let mut bytes = [0; 8];
        bytes.fill_with(|| self.byte());
        let any = u64::from_le_bytes(bytes);
        if kind == 255 {
            return f64::from_bits(any);
        }
        (any as f64 / u64::MAX as f64 * 2.0 - 1.0) * scale
    }
}

/// Flies the shot that the bytes describe.
///
/// # Panics
/// If a flight gives a number that is not finite, leaves the order of time, or an error without words.
pub(crate) fn fly(bytes: &[u8]) {
    let mut read = Reader(bytes);
    let ball = ball(&mut read);
    let launch = Launch {
        speed: read.number(80.0).abs(),
        elevation: read.number(1.7),
        direction: read.number(7.0),
        spin_rate: read.number(900.0),
        axis_tilt: read.number(7.0),
        gyro_angle: read.number(7.0),
        height: read.number(20.0).abs(),
        ..Launch::at(0.0)
    };
    let wind = DVec3::new(read.number(30.0), read.number(5.0), read.number(30.0));
    let mut shot = ball
        .launch(launch)
        .gravity(read.number(30.0).abs())
        .dt(read.number(0.1).abs())
        .until(read.number(8.0).abs());
    shot = match read.choice(5) {
        0 => shot,
        1 => shot.wind(Wind::Uniform(wind)),
        2 => shot.wind(Wind::Power {
            reference: wind,
            height: read.number(20.0).abs(),
            exponent: read.number(1.0).abs(),
        }),
        3 => shot.wind(Wind::Log {
            reference: wind,
            height: read.number(20.0).abs(),
            roughness: read.number(0.5).abs(),
        }),
        _ => match Gusts::new(wind, read.number(8.0).abs(), read.number(60.0).abs(), 3) {
            Ok(gusts) => shot.wind(Wind::Gusts(gusts)),
            Err(error) => return said(&error.to_string()),
        },
    };
    let ground = &surfaces::ALL[read.choice(surfaces::ALL.len())];
    if read.choice(4) != 0
        && let Ok(mut surface) = shot.ball.surface(ground.surface.name)
    {
        if read.choice(8) == 0 {
            surface.rolling = read.number(1.0).abs();
            surface.spinning = read.number(1.0).abs();
            surface.tangential_restitution = read.number(1.0).abs();
        }
        shot = shot
            .onto(surface)
            .slope(read.number(0.6), read.number(0.6))
            .ball_temperature(280.0 + read.number(40.0));
    }
    let air = Air::new(
        290.0 + read.number(120.0),
        read.number(2e5).abs(),
        read.number(1.0).abs(),
    );
    let air = match air {
        Ok(air) => air,
        Err(error) => return said(&error.to_string()),
    };
    match shot.fly(&air) {
        Err(error) => said(&error.to_string()),
        Ok(flight) => {
            let mut last = -1.0;
            for sample in flight.samples() {
                assert!(sample.time > last, "{} after {last}", sample.time);
                last = sample.time;
                assert!(sample.position.is_finite() && sample.rotation.is_finite());
                assert!(sample.speed.is_finite() && sample.spin_rate.is_finite());
            }
            for event in flight.events() {
                assert!(event.time.is_finite() && event.state.is_finite());
            }
            assert!(flight.state_at(read.number(10.0)).is_finite());
        }
    }
}

/// A ball under one of its models, with up to three numbers changed.
fn ball(read: &mut Reader<'_>) -> Ball {
    let preset = balls::ALL[read.choice(balls::ALL.len())];
    let models: Vec<_> = preset.models().collect();
    let model = models[read.choice(models.len())].name;
    let mut ball = preset.with_model(model).expect("a model of its own");
    for _ in 0..read.choice(4) {
        let parameters = ball.parameters();
        let parameter = parameters[read.choice(parameters.len())];
        let value = if parameter.value.is_finite() {
            parameter.value * (1.0 + read.number(2.0))
        } else {
            read.number(50.0)
        };
        if let Err(error) = ball.set(parameter.path, value) {
            said(&error.to_string());
        }
    }
    ball
}

/// An error has to say something.
fn said(text: &str) {
    assert!(text.len() > 20, "{text}");
}
