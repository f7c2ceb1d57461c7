//! A ball: its body, its coefficient laws, and where each number comes from.

use voltex_math::{DQuat, DVec3};

use crate::aero::{Aero, Arcade, Drag, Lift};
use crate::balls;
use crate::core_block::CoreBlock;
use crate::data::{self, Datum};
use crate::error::{FlightError, check_range};
use crate::impact::Sphere;
use crate::launch::Launch;
use crate::parameter::{Fields, Parameter};
use crate::shot::Shot;
use crate::spheroid::Spheroid;
use crate::spheroid_aero::SpheroidLaw;
use crate::surface::Surface;
use crate::surfaces;

/// A ball with the model that flies it.
///
/// The twelve of [`balls`] are constants; a copy may be changed freely.
///
/// ```
/// use voltex_flight::balls;
/// let mut ball = balls::GOLF.with_model("smits_smith")?;
/// ball.set("nominal.mass", 0.0455)?;
/// let drag = balls::SOCCER.source("drag.vc").expect("published");
/// assert!(drag.source.contains("Goff"));
/// # Ok::<(), voltex_flight::FlightError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ball {
    /// Key, such as `table_tennis`.
    pub name: &'static str,
    /// Name of the sport.
    pub sport: &'static str,
    /// Name of the model in force.
    pub model: &'static str,
    /// Mass, kg.
    pub mass: f64,
    /// Radius, m; of a spheroid the short semi-axis.
    pub radius: f64,
    /// `I/(m r^2)` about the axis it turns about.
    pub inertia_factor: f64,
    /// Inertia that differs from axis to axis, for contact with the ground; in the air the spin is kept.
    pub core: Option<CoreBlock>,
    /// What moves it.
    pub force: Force,
    /// Where its laws were fitted or measured.
    pub valid: Validity,
    /// Normal restitution on a rigid plate, for grounds that the ball has no numbers of its own for; none
    /// for a spheroid that flies as a sphere, since it does not bounce as one.
    pub rigid_restitution: Option<f64>,
    /// The grounds it has numbers of its own for.
    pub surfaces: &'static [Surface],
    pub(crate) models: &'static [Model],
    pub(crate) data: &'static [Datum],
    /// Parameter path and the path in the data where the two differ.
    pub(crate) aliases: &'static [(&'static str, &'static str)],
}

/// The force model of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Force {
    /// Coefficient laws over Reynolds number and spin parameter.
    Physical(Aero),
    /// Arcade knobs.
    Arcade(Arcade),
    /// A spheroid with its attitude: forces and moment by the angle of attack.
    Spheroid(SpheroidLaw),
}

/// Ranges in which the laws of a ball are supported by measurements; `None` where no range is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Validity {
    /// Reynolds number on the diameter.
    pub reynolds: Option<[f64; 2]>,
    /// Spin parameter `r |omega|/|u|`.
    pub spin_parameter: Option<[f64; 2]>,
}

impl Validity {
    /// No range is known, or none is needed.
    pub const ANY: Self = Self {
        reynolds: None,
        spin_parameter: None,
    };
}

/// A named set of laws for a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Name, as `--model` takes it.
    pub name: &'static str,
    /// One sentence.
    pub description: &'static str,
    /// The force model.
    pub force: Force,
    /// Inertia factor where the model turns the ball about another axis than the default's.
    pub inertia_factor: Option<f64>,
    /// Inertia that differs from axis to axis.
    pub core: Option<CoreBlock>,
    /// Where the laws were fitted or measured.
    pub valid: Validity,
}

/// What makes a preset: the rest of a [`Ball`] comes from its first model.
pub(crate) struct Preset {
    pub(crate) name: &'static str,
    pub(crate) sport: &'static str,
    pub(crate) mass: f64,
    pub(crate) radius: f64,
    pub(crate) inertia_factor: f64,
    pub(crate) rigid_restitution: Option<f64>,
    pub(crate) surfaces: &'static [Surface],
    pub(crate) models: &'static [Model],
    pub(crate) data: &'static [Datum],
    pub(crate) aliases: &'static [(&'static str, &'static str)],
}

/// Models that every ball has.
const COMMON_MODELS: &[Model] = &[
    Model {
        name: "vacuum",
        description: "no air force, no spin decay",
        force: Force::Physical(Aero::NONE),
        inertia_factor: None,
        core: None,
        valid: Validity::ANY,
    },
    Model {
        name: "arcade",
        description: "game knobs: arcade.magnus_factor, arcade.linear_damping, ... by `set`",
        force: Force::Arcade(Arcade::NEUTRAL),
        inertia_factor: None,
        core: None,
        valid: Validity::ANY,
    },
];

impl Ball {
    /// The ball of a preset under its first model.
    pub(crate) const fn preset(preset: Preset) -> Self {
        let model = preset.models[0];
        Self {
            name: preset.name,
            sport: preset.sport,
            model: model.name,
            mass: preset.mass,
            radius: preset.radius,
            inertia_factor: preset.inertia_factor,
            core: model.core,
            force: model.force,
            valid: model.valid,
            rigid_restitution: preset.rigid_restitution,
            surfaces: preset.surfaces,
            models: preset.models,
            data: preset.data,
            aliases: preset.aliases,
        }
    }

    /// A shot of this ball: 9.81 m/s^2, no wind, 1/60 s, no bounce.
    pub fn launch(&self, launch: Launch) -> Shot {
        Shot::new(self.clone(), launch)
    }

    /// The models of this ball, its default first, then those that every ball has.
    pub fn models(&self) -> impl Iterator<Item = &'static Model> + use<> {
        self.models.iter().chain(COMMON_MODELS)
    }

    /// The same ball under another of its models; changes of mass, size and inertia stay.
    ///
    /// # Errors
    /// A name that is not among [`Ball::models`].
    pub fn with_model(&self, name: &str) -> Result<Self, FlightError> {
        let model = self
            .models()
            .find(|model| model.name == name)
            .ok_or_else(|| {
                FlightError::unknown("model", name, self.models().map(|model| model.name))
            })?;
        let mut ball = self.clone();
        ball.model = model.name;
        ball.core = model.core;
        ball.force = model.force;
        ball.valid = model.valid;
        let left = self.models().find(|model| model.name == self.model);
        let of_left = left.and_then(|model| model.inertia_factor);
        if let Some(factor) = model.inertia_factor {
            ball.inertia_factor = factor;
        } else if of_left == Some(self.inertia_factor)
            && let Ok(preset) = balls::find(self.name)
        {
            // It came with the model that is left.
            ball.inertia_factor = preset.inertia_factor;
        }
        Ok(ball)
    }

    /// The surface of a name: with this ball's own numbers where it has some, otherwise the ground of
    /// [`surfaces`] as this ball meets it.
    ///
    /// # Errors
    /// A name that no ground has; a ball that does not bounce as a sphere.
    pub fn surface(&self, name: &str) -> Result<Surface, FlightError> {
        let ground = surfaces::find(name).ok_or_else(|| {
            let known = surfaces::ALL.iter().map(|ground| ground.surface.name);
            FlightError::unknown("surface", name, ["none"].into_iter().chain(known))
        })?;
        let own = self
            .surfaces
            .iter()
            .find(|surface| surface.name == ground.surface.name);
        let rigid = match &self.force {
            Force::Spheroid(law) => Some(law.rigid_restitution),
            Force::Physical(_) | Force::Arcade(_) => self.rigid_restitution,
        };
        match (own, rigid) {
            (Some(surface), _) => Ok(*surface),
            (None, Some(rigid)) => Ok(surfaces::met_by(rigid, &ground.surface)),
            (None, None) => Err(FlightError::Conflict(format!(
                "the {} ball under model `{}` flies as a sphere, which its bounce is not; leave the surface out, or take model `attitude`",
                self.name, self.model
            ))),
        }
    }

    /// Changes one number by its name (see [`Ball::parameters`]), SI.
    ///
    /// Three names exist on every ball and put a law in the place of its own: `drag.CD` (constant drag),
    /// `lift.CL` (constant lift) and `lift.CL_over_S` (lift proportional to the spin parameter).
    ///
    /// Inertia is kept as a factor of mass and square of the radius: `inertia.I_axial` and `inertia.I_transverse` hold for the mass
    /// and size that the ball has then, and go with them when these change later.
    ///
    /// # Errors
    /// An unknown name, NaN or infinity, a mass or size that is not positive.
    pub fn set(&mut self, path: &str, value: f64) -> Result<(), FlightError> {
        if !value.is_finite() {
            return Err(FlightError::OutOfRange {
                what: path.to_owned(),
                value,
                allowed: "a coefficient must be a finite number".to_owned(),
            });
        }
        let path = self.parameter_path(path);
        match path {
            "nominal.mass" => {
                self.mass = check_range("nominal.mass (kg)", value, 1e-6, 1e6, "")?;
                return Ok(());
            }
            "nominal.diameter" => {
                self.radius = 0.5 * check_range("nominal.diameter (m)", value, 1e-4, 1e3, "")?;
                return Ok(());
            }
            "inertia.alpha" => {
                if matches!(self.force, Force::Spheroid(_)) {
                    return Err(self.unknown_parameter(path));
                }
                self.inertia_factor = check_range(
                    "inertia.alpha",
                    value,
                    1e-3,
                    10.0,
                    "; 0.4 is a solid sphere, 0.667 a thin shell",
                )?;
                return Ok(());
            }
            "inertia.I_axial" | "inertia.I_transverse" => {
                let square = self.mass * self.radius * self.radius;
                if let Force::Spheroid(law) = &mut self.force {
                    let factor = check_range(path, value, 1e-12, 1e9, " kg m^2")? / square;
                    if path == "inertia.I_axial" {
                        law.axial_inertia_factor = factor;
                    } else {
                        law.transverse_inertia_factor = factor;
                    }
                    return Ok(());
                }
            }
            _ => {}
        }
        check_coefficient(path, value)?;
        let mut found = false;
        self.law_fields(&mut |name, field| {
            if name == path {
                *field = value;
                found = true;
            }
        });
        if found || self.replace_law(path, value) {
            return Ok(());
        }
        Err(self.unknown_parameter(path))
    }

    /// Refuses a body that cannot be flown: its fields may be set by anybody.
    ///
    /// # Errors
    /// A mass (kg), radius (m) or inertia factor out of range, a core or a spheroid that no rigid body can be.
    pub fn validate(&self) -> Result<(), FlightError> {
        check_range("ball mass (kg)", self.mass, 1e-6, 1e6, "")?;
        check_range("ball radius (m)", self.radius, 5e-5, 500.0, "")?;
        check_range("inertia factor", self.inertia_factor, 1e-3, 10.0, "")?;
        if let Some(core) = &self.core {
            core.validate()?;
        }
        match self.spheroid() {
            Some(body) => body.validate(),
            None => Ok(()),
        }
    }

    /// The error for a name that [`Ball::set`] does not know.
    fn unknown_parameter(&self, path: &str) -> FlightError {
        let known: Vec<&str> = self
            .parameters()
            .iter()
            .map(|parameter| parameter.path)
            .chain(
                if matches!(self.force, Force::Physical(_)) {
                    ["drag.CD", "lift.CL", "lift.CL_over_S"].as_slice()
                } else {
                    &[]
                }
                .iter()
                .copied(),
            )
            .collect();
        FlightError::unknown("parameter of this ball and model", path, known)
    }

    /// Every number that this ball's flight depends on, with its source.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut list = vec![
            ("nominal.mass", self.mass),
            ("nominal.diameter", 2.0 * self.radius),
        ];
        match self.spheroid() {
            None => list.push(("inertia.alpha", self.inertia_factor)),
            Some(body) => list.extend([
                ("inertia.I_axial", body.inertia_axial),
                ("inertia.I_transverse", body.inertia_transverse),
            ]),
        }
        self.clone()
            .law_fields(&mut |path, field| list.push((path, *field)));
        list.into_iter()
            .map(|(path, value)| Parameter {
                path,
                value,
                datum: self.source(path),
            })
            .collect()
    }

    /// Where a number comes from: the entry of the ball data for a parameter or a data path.
    pub fn source(&self, path: &str) -> Option<&'static Datum> {
        let path = self
            .aliases
            .iter()
            .find(|(parameter, _)| *parameter == path)
            .map_or(path, |(_, data)| data);
        data::find(self.data, path).or_else(|| data::find(data::SPIN_DECAY, path))
    }

    /// Every published or assumed number of this ball.
    pub fn data(&self) -> &'static [Datum] {
        self.data
    }

    /// The ball as impacts see it.
    pub fn sphere(&self) -> Sphere {
        let scale = match &self.force {
            Force::Physical(_) | Force::Spheroid(_) => 1.0,
            Force::Arcade(arcade) => arcade.inertia_scale,
        };
        Sphere {
            mass: self.mass,
            radius: self.radius,
            inertia_factor: self.inertia_factor * scale,
        }
    }

    /// The ball's shape and inertia where its model has an attitude; none for balls that fly as spheres.
    pub fn spheroid(&self) -> Option<Spheroid> {
        match &self.force {
            Force::Physical(_) | Force::Arcade(_) => None,
            Force::Spheroid(law) => Some(law.body(self.mass, self.radius)),
        }
    }

    /// Distance from the centre to where the ball ends against the unit `normal` of a ground, m: the
    /// radius, or what a spheroid reaches at its attitude.
    pub fn reach(&self, rotation: DQuat, normal: DVec3) -> f64 {
        match self.spheroid() {
            None => self.radius,
            Some(body) => body.support(Spheroid::axis(rotation), normal),
        }
    }

    /// Kinetic energy of a spin (rad/s) at an attitude, J.
    pub fn spin_energy(&self, rotation: DQuat, spin: DVec3) -> f64 {
        let unit = self.mass * self.radius * self.radius;
        match (self.spheroid(), &self.core) {
            (Some(body), _) => body.spin_energy(Spheroid::axis(rotation), spin),
            (None, Some(core)) => unit * core.spin_energy(rotation, spin),
            (None, None) => 0.5 * self.inertia_factor * unit * spin.length_squared(),
        }
    }

    /// The parameter's own path for a path of the data; others as they are.
    fn parameter_path<'a>(&self, path: &'a str) -> &'a str {
        self.aliases
            .iter()
            .find(|(_, data)| *data == path)
            .map_or(path, |(parameter, _)| parameter)
    }

    /// Visits the coefficients of the laws in force.
    fn law_fields(&mut self, visit: Fields<'_>) {
        match &mut self.force {
            Force::Physical(aero) => aero.fields(visit),
            Force::Arcade(arcade) => arcade.fields(visit),
            Force::Spheroid(law) => law.fields(visit),
        }
    }

    /// Puts a constant or linear law in the place of the ball's own.
    fn replace_law(&mut self, path: &str, value: f64) -> bool {
        let Force::Physical(aero) = &mut self.force else {
            return false;
        };
        match path {
            "drag.CD" => aero.drag = Drag::Constant { cd: value },
            "lift.CL" => aero.lift = Lift::Constant { cl: value },
            "lift.CL_over_S" => {
                aero.lift = Lift::Linear {
                    k: value,
                    cl_max: f64::MAX,
                };
            }
            _ => return false,
        }
        true
    }
}

/// Refuses numbers that make a law meaningless: a width or scale of zero, a share outside 0 to 1.
fn check_coefficient(path: &str, value: f64) -> Result<(), FlightError> {
    let positive = [
        "drag.w",
        "drag.s0",
        "drag.vs",
        "lift.b1",
        "lift.cl0",
        "lift.k1",
        "side_force.spin_fade",
        "side_force.reverse_width",
        "arcade.inertia_scale",
        "nominal.semi_axis_long",
        "aero.spin_lift_half",
    ];
    let not_negative = [
        "drag.CD",
        "spin_decay.Ct",
        "drag.p_spin",
        "lift.p",
        "lift.n",
        "lift.k0",
        "lift.cl1",
        "arcade.linear_damping",
        "arcade.angular_damping",
        "arcade.minimum_spin",
        "arcade.largest_impulse",
        "aero.CDn",
        "aero.CDb",
    ];
    let limit = 1e9;
    if positive.contains(&path) {
        check_range(path, value, 1e-9, limit, "")?;
    } else if not_negative.contains(&path) {
        check_range(path, value, 0.0, limit, "")?;
    } else if path == "arcade.spin_kept" || path == "bounce.e_rigid" {
        check_range(path, value, 0.0, 1.0, "")?;
    } else if path == "arcade.magnus_factor" {
        check_range(
            path,
            value,
            -10.0,
            10.0,
            "; a spinning soccer ball has about 0.01",
        )?;
    } else if path == "aero.pitch_damping" {
        check_range(path, value, 0.0, 3.0, "; strip theory gives 1, none is 0")?;
    } else if path == "side_force.best_seam_angle" {
        check_range(path, value, 1e-3, 1.57, " rad")?;
    } else {
        check_range(path, value, -limit, limit, "")?;
    }
    Ok(())
}
