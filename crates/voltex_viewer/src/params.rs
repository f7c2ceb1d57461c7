//! What can be changed while one looks: numbers with a unit and a range, and what they change in a shot or a scene.

use voltex_flight::air::pressure_at;
use voltex_flight::{Air, Shot, Trajectory, Wind};
use voltex_math::{DVec3, Vec3};
use voltex_scene::{LaunchDef, Scene, WindDef};

use crate::error::ViewError;

/// What a number is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knob {
    Speed,
    Up,
    Right,
    Spin,
    Tilt,
    WindAlong,
    WindAcross,
    Temperature,
    Altitude,
    Gravity,
    Friction,
    Restitution,
}

impl Knob {
    /// Of a shot alone.
    const SHOT: [Self; 10] = [
        Self::Speed,
        Self::Up,
        Self::Right,
        Self::Spin,
        Self::Tilt,
        Self::WindAlong,
        Self::WindAcross,
        Self::Temperature,
        Self::Altitude,
        Self::Gravity,
    ];
    /// Of a scene that launches a ball by numbers.
    const LAUNCH: [Self; 8] = [
        Self::Speed,
        Self::Up,
        Self::Right,
        Self::Spin,
        Self::Tilt,
        Self::WindAlong,
        Self::WindAcross,
        Self::Gravity,
    ];
    /// Of a scene of bodies.
    const SCENE: [Self; 3] = [Self::Gravity, Self::Friction, Self::Restitution];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Speed => "launch speed",
            Self::Up => "launch angle",
            Self::Right => "direction",
            Self::Spin => "spin",
            Self::Tilt => "spin axis tilt",
            Self::WindAlong => "tail wind",
            Self::WindAcross => "wind to the right",
            Self::Temperature => "air temperature",
            Self::Altitude => "altitude",
            Self::Gravity => "gravity",
            Self::Friction => "friction of all",
            Self::Restitution => "restitution of all",
        }
    }

    pub(crate) const fn unit(self) -> &'static str {
        match self {
            Self::Speed | Self::WindAlong | Self::WindAcross => "m/s",
            Self::Up | Self::Right | Self::Tilt => "°",
            Self::Spin => "rpm",
            Self::Temperature => "°C",
            Self::Altitude => "m",
            Self::Gravity => "m/s²",
            Self::Friction | Self::Restitution => "",
        }
    }

    /// Least and largest value, and what a key changes it by.
    pub(crate) const fn range(self) -> [f64; 3] {
        match self {
            Self::Speed => [0.0, 120.0, 1.0],
            Self::Up => [-90.0, 90.0, 1.0],
            Self::Right | Self::Tilt => [-180.0, 180.0, 1.0],
            Self::Spin => [-12_000.0, 12_000.0, 100.0],
            Self::WindAlong | Self::WindAcross => [-40.0, 40.0, 1.0],
            Self::Temperature => [-40.0, 60.0, 5.0],
            Self::Altitude => [-400.0, 9000.0, 100.0],
            Self::Gravity => [0.0, 30.0, 0.5],
            Self::Friction => [0.0, 2.0, 0.05],
            Self::Restitution => [0.0, 1.0, 0.05],
        }
    }
}

/// A number that can be changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Param {
    pub(crate) knob: Knob,
    /// In the unit of the knob.
    pub(crate) value: f64,
    /// As the scene or the shot has it.
    pub(crate) original: f64,
}

/// Radians a second in a turn a minute.
const RPM: f64 = std::f64::consts::PI / 30.0;
const ZERO_CELSIUS: f64 = 273.15;

fn new(knob: Knob, value: f64) -> Param {
    // What a float of four bytes adds to 9.81 is nobody's number.
    let value = (value * 1e6).round() / 1e6;
    Param {
        knob,
        value,
        original: value,
    }
}

/// The numbers of a shot.
pub(crate) fn of_flight(flight: &Trajectory) -> Vec<Param> {
    let (shot, air) = (flight.shot(), flight.air());
    // A wind with a profile or gusts is taken as it is 2 m up; changing it makes it even.
    let wind = shot.wind.at(DVec3::Y * 2.0, 0.0);
    let value = |knob| match knob {
        Knob::Speed => shot.launch.speed,
        Knob::Up => shot.launch.elevation.to_degrees(),
        Knob::Right => shot.launch.direction.to_degrees(),
        Knob::Spin => shot.launch.spin_rate / RPM,
        Knob::Tilt => shot.launch.axis_tilt.to_degrees(),
        Knob::WindAlong => wind.x,
        Knob::WindAcross => wind.z,
        Knob::Temperature => air.temperature() - ZERO_CELSIUS,
        Knob::Altitude => 0.0,
        Knob::Gravity => shot.gravity,
        Knob::Friction | Knob::Restitution => 0.0,
    };
    Knob::SHOT.map(|knob| new(knob, value(knob))).to_vec()
}

/// Flies a shot again with the numbers; what was not changed stays as it was, to the bit.
pub(crate) fn fly(original: &Trajectory, params: &[Param]) -> Result<Trajectory, ViewError> {
    let mut shot: Shot = original.shot().clone();
    let mut air = *original.air();
    let mut wind = shot.wind.at(DVec3::Y * 2.0, 0.0);
    let (mut windy, mut temperature, mut pressure) = (false, air.temperature(), air.pressure());
    for param in params.iter().filter(|param| param.value != param.original) {
        let value = param.value;
        match param.knob {
            Knob::Speed => shot.launch.speed = value,
            Knob::Up => shot.launch.elevation = value.to_radians(),
            Knob::Right => shot.launch.direction = value.to_radians(),
            Knob::Spin => shot.launch.spin_rate = value * RPM,
            Knob::Tilt => shot.launch.axis_tilt = value.to_radians(),
            Knob::WindAlong => (wind.x, windy) = (value, true),
            Knob::WindAcross => (wind.z, windy) = (value, true),
            Knob::Temperature => temperature = value + ZERO_CELSIUS,
            Knob::Altitude => pressure = pressure_at(value)?,
            Knob::Gravity => shot.gravity = value,
            Knob::Friction | Knob::Restitution => {}
        }
    }
    if windy {
        shot.wind = Wind::Uniform(wind);
    }
    if temperature != air.temperature() || pressure != air.pressure() {
        air = Air::new(temperature, pressure, air.humidity())?;
    }
    Ok(shot.fly(&air)?)
}

/// The numbers of a scene: of its first launch, if it has one by numbers, else of its world and materials.
pub(crate) fn of_scene(scene: &Scene) -> Vec<Param> {
    let gravity = f64::from(-scene.config().gravity.y);
    let launch = scene.shots.iter().find_map(|shot| shot.launch);
    let wind = match scene.wind {
        WindDef::Uniform { velocity } => velocity,
        _ => DVec3::ZERO,
    };
    let material = scene
        .materials
        .iter()
        .next()
        .map(|(_, material)| material.material());
    let value = |knob: Knob, launch: &LaunchDef| match knob {
        Knob::Speed => launch.speed,
        Knob::Up => launch.up.to_degrees(),
        Knob::Right => launch.right.to_degrees(),
        Knob::Spin => launch.spin / RPM,
        Knob::Tilt => launch.tilt.to_degrees(),
        Knob::WindAlong => wind.x,
        Knob::WindAcross => wind.z,
        Knob::Gravity => gravity,
        Knob::Friction => f64::from(material.map_or(0.5, |material| material.friction)),
        Knob::Restitution => f64::from(material.and_then(|m| m.restitution).unwrap_or(0.3)),
        Knob::Temperature | Knob::Altitude => 0.0,
    };
    match launch {
        Some(launch) => Knob::LAUNCH
            .map(|knob| new(knob, value(knob, &launch)))
            .to_vec(),
        None => {
            let none = LaunchDef::default();
            let knobs = Knob::SCENE.into_iter();
            // Surfaces without a material have nothing that could be changed in one place.
            knobs
                .filter(|knob| *knob == Knob::Gravity || material.is_some())
                .map(|knob| new(knob, value(knob, &none)))
                .collect()
        }
    }
}

/// The scene with the numbers; what was not changed stays as the scene has it.
pub(crate) fn changed(original: &Scene, params: &[Param]) -> Scene {
    let mut scene = original.clone();
    let launch = scene.shots.iter().position(|shot| shot.launch.is_some());
    for param in params.iter().filter(|param| param.value != param.original) {
        let value = param.value;
        let mut set_wind = |of: fn(&mut DVec3) -> &mut f64| {
            let mut velocity = match scene.wind {
                WindDef::Uniform { velocity } => velocity,
                _ => DVec3::ZERO,
            };
            *of(&mut velocity) = value;
            scene.wind = WindDef::Uniform { velocity };
        };
        match param.knob {
            Knob::WindAlong => set_wind(|wind| &mut wind.x),
            Knob::WindAcross => set_wind(|wind| &mut wind.z),
            Knob::Gravity => {
                let gravity = scene.config().gravity;
                scene.world.gravity = Some(Vec3::new(gravity.x, -value as f32, gravity.z));
            }
            Knob::Friction | Knob::Restitution => {
                let names: Vec<String> = scene.materials.names().map(str::to_owned).collect();
                for name in names {
                    let Some(mut material) = scene.materials.get(&name).copied() else {
                        continue;
                    };
                    if param.knob == Knob::Friction {
                        material.friction = Some(value as f32);
                    } else {
                        material.restitution = Some(value as f32);
                    }
                    scene.materials.insert(name, material);
                }
            }
            Knob::Speed | Knob::Up | Knob::Right | Knob::Spin | Knob::Tilt => {
                let Some(launch) = launch.and_then(|index| scene.shots[index].launch.as_mut())
                else {
                    continue;
                };
                match param.knob {
                    Knob::Speed => launch.speed = value,
                    Knob::Up => launch.up = value.to_radians(),
                    Knob::Right => launch.right = value.to_radians(),
                    Knob::Spin => launch.spin = value * RPM,
                    _ => launch.tilt = value.to_radians(),
                }
            }
            Knob::Temperature | Knob::Altitude => {}
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use voltex_flight::shots;
    use voltex_scene::scenes;

    use super::*;

    #[test]
    fn a_shot_that_is_not_changed_flies_the_same_and_more_speed_carries_farther() {
        let shot = shots::find("draw").expect("a named shot");
        let flight = shot.shot().fly(&Air::default()).expect("it flies");
        let mut params = of_flight(&flight);
        let again = fly(&flight, &params).expect("it flies");
        assert_eq!(again.state_hash(), flight.state_hash());
        let carry = |flight: &Trajectory| flight.carry().expect("it lands");
        params[0].value += 5.0;
        let faster = fly(&flight, &params).expect("it flies");
        assert!(carry(&faster) > carry(&flight) + 5.0);
        params[0].value = params[0].original;
        let against = params
            .iter()
            .position(|param| param.knob == Knob::WindAlong)
            .expect("a wind");
        params[against].value = -10.0;
        assert!(carry(&fly(&flight, &params).expect("it flies")) < carry(&flight) - 5.0);
        // Thin air slows less; a value out of range is an error that says so.
        params[against].value = 0.0;
        let altitude = params
            .iter()
            .position(|param| param.knob == Knob::Altitude)
            .expect("one");
        params[altitude].value = 3000.0;
        assert!(
            fly(&flight, &params).expect("it flies").air().density() < 0.8 * flight.air().density()
        );
        params[0].value = -1.0;
        assert!(fly(&flight, &params).is_err());
    }

    #[test]
    fn a_scene_changes_in_what_was_changed_alone() {
        for scene in scenes::names() {
            let scene = scenes::get(scene).expect("a built-in scene");
            let mut params = of_scene(&scene);
            assert_eq!(changed(&scene, &params), scene);
            let gravity = params
                .iter_mut()
                .find(|param| param.knob == Knob::Gravity)
                .expect("every world has one");
            gravity.value = 3.0;
            let moon = changed(&scene, &params);
            assert_eq!(moon.config().gravity.y, -3.0);
            assert_eq!((moon.bodies, moon.shots), (scene.bodies, scene.shots));
        }
    }

    /// A key takes a number to any place of its range, and no farther.
    #[test]
    fn ranges_hold_zero_or_begin_there() {
        for knob in Knob::SHOT
            .into_iter()
            .chain(Knob::LAUNCH)
            .chain(Knob::SCENE)
        {
            let [from, to, step] = knob.range();
            assert!(from <= 0.0 && to > step && step > 0.0, "{knob:?}");
        }
    }
}
