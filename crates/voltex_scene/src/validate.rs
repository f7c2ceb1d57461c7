//! Checks of a whole scene: names that exist, numbers in range, counts that fit into memory.

use crate::arrange::{Arrangement, Layout};
use crate::body::{Assembly, Body, Group, Kind, Layers, Motion, Names, Spawn};
use crate::check::{Check, Checked, Fault, Known, MAX_LENGTH, MAX_PLACE, positions, shown};
use crate::scene::Scene;
use crate::shape::ShapeDef;
use voltex_math::Vec3;

/// Most bodies that a scene may have, and most joints.
pub const MAX_BODIES: u64 = 5_000_000;
/// Most vertices, triangles and heights that the shapes of a scene may have together.
pub const MAX_GEOMETRY: u64 = 20_000_000;
/// Most points of a hull.
pub const MAX_HULL_POINTS: u64 = 10_000;
/// Most parts of a compound.
pub const MAX_CHILDREN: u64 = 10_000;
/// Most layers of a scene.
pub const MAX_LAYERS: usize = 32;
/// Checks a scene.
pub(crate) fn check(scene: &Scene) -> Checked {
    let mut check = Check::new(scene);
    if !scene.include.is_empty() {
        return check.field("include", |check| {
            check.conflict(
                "the scene names files that have not been read; read it with Scene::load, or put their content here",
            )
        });
    }
    check.world()?;
    check.layers()?;
    check.materials()?;
    check.field("shapes", crate::validate_shape::shapes)?;
    let mut bodies = 0_u64;
    let mut joints = 0_u64;
    let mut held = Vec::new();
    for (name, assembly) in scene.assemblies.iter() {
        held.push(check.field("assemblies", |check| {
            check.key(name, |check| check.assembly(assembly))
        })?);
    }
    check.bodies(&scene.bodies, true, &mut bodies)?;
    check.groups(&held, &mut bodies, &mut joints)?;
    crate::validate_joint::joints(&mut check, &scene.bodies, &scene.joints, &mut joints)?;
    check.balls()?;
    check.cameras()
}

impl<'a> Check<'a> {
    fn world(&mut self) -> Checked {
        let world = self.scene.world;
        self.field("world", |check| {
            if let (Some(_), Some(_)) = (world.dt, world.steps_per_second) {
                return check.conflict("both dt and steps_per_second are given; leave one out");
            }
            if let Some(gravity) = world.gravity {
                check.vector("gravity", "gravity (m/s^2)", gravity, 1.0e4)?;
            }
            if let Some(rate) = world.steps_per_second {
                check.range("steps_per_second", "steps per second", rate, 1.0, 1.0e5, "")?;
            }
            if let Some(dt) = world.dt {
                check.range("dt", "dt (s)", dt, 1.0e-5, 1.0, "")?;
            }
            if let Some(substeps) = world.substeps {
                check.count("substeps", "substeps", u64::from(substeps), 1, 64, "")?;
            }
            if let Some(speed) = world.restitution_threshold {
                let what = "restitution threshold (m/s)";
                check.range("restitution_threshold", what, speed, 0.0, 100.0, "")?;
            }
            check.physics(world.config().validate())
        })
    }

    fn layers(&mut self) -> Checked {
        let layers = &self.scene.layers;
        self.field("layers", |check| {
            if layers.len() > MAX_LAYERS {
                return check.conflict(format!(
                    "the scene names {} layers; at most {MAX_LAYERS} can be told apart, join some",
                    layers.len()
                ));
            }
            for (index, name) in layers.iter().enumerate() {
                check.index(index, |check| {
                    check.name(name)?;
                    if check.layers[name.as_str()] != index {
                        return check.conflict(format!(
                            "the layer `{}` is named twice; leave one out",
                            crate::error::quoted(name)
                        ));
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    fn materials(&mut self) -> Checked {
        let scene = self.scene;
        self.field("materials", |check| {
            for (name, material) in scene.materials.iter() {
                check.key(name, |check| {
                    check.name(name)?;
                    let m = material;
                    if let Some(friction) = m.friction {
                        check.range("friction", "friction", friction, 0.0, 1.0e3, "")?;
                    }
                    if let Some(e) = m.restitution {
                        check.range("restitution", "restitution", e, 0.0, 1.0, "")?;
                    }
                    check.range(
                        "tangential_restitution",
                        "tangential restitution",
                        m.tangential_restitution,
                        0.0,
                        1.0,
                        "",
                    )?;
                    check.range(
                        "rolling_friction",
                        "rolling friction",
                        m.rolling_friction,
                        0.0,
                        1.0e3,
                        "",
                    )?;
                    check.range(
                        "spinning_friction",
                        "spinning friction",
                        m.spinning_friction,
                        0.0,
                        1.0e3,
                        "",
                    )?;
                    check.vector(
                        "surface_velocity",
                        "surface velocity (m/s)",
                        m.surface_velocity,
                        1.0e4,
                    )
                })?;
            }
            Ok(())
        })
    }

    /// Bodies and joints that one copy of an assembly has.
    fn assembly(&mut self, assembly: &'a Assembly) -> Result<(u64, u64), Fault> {
        let (mut bodies, mut joints) = (0, 0);
        self.bodies(&assembly.bodies, false, &mut bodies)?;
        crate::validate_joint::joints(self, &assembly.bodies, &assembly.joints, &mut joints)?;
        Ok((bodies, joints))
    }

    fn bodies(&mut self, bodies: &[Body], free: bool, total: &mut u64) -> Checked {
        let mut names = Known::new();
        self.field("bodies", |check| {
            for (index, body) in bodies.iter().enumerate() {
                check.index(index, |check| {
                    if !body.name.is_empty() {
                        check.field("name", |check| {
                            check.name(&body.name)?;
                            match names.insert(&body.name, index) {
                                None => Ok(()),
                                Some(other) => check.conflict(format!(
                                    "the name `{}` belongs to body {other} of this list as well (the first is 0); rename one",
                                    crate::error::quoted(&body.name)
                                )),
                            }
                        })?;
                    }
                    check.body(body, free)?;
                    *total = total.saturating_add(check.repeat(&body.repeat)?);
                    check.total("bodies", *total)
                })?;
            }
            Ok(())
        })
    }

    /// Refuses more bodies or joints than fit.
    pub(crate) fn total(&self, what: &str, total: u64) -> Checked {
        if total <= MAX_BODIES {
            return Ok(());
        }
        self.conflict(format!(
            "with this entry the scene has {total} {what}; it may have at most {MAX_BODIES}, lower the counts of `repeat`"
        ))
    }

    fn body(&mut self, body: &Body, free: bool) -> Checked {
        if body.shape.0.is_empty() {
            return self.conflict(
                "the body has no shape; add `shape` with a name from the table `shapes`",
            );
        }
        let scene = self.scene;
        self.names("shape", "shape", &body.shape, |check| &check.shapes)?;
        if let Some(ground) = &body.ground {
            self.field("ground", |check| {
                check
                    .flight(voltex_flight::balls::TENNIS.surface(ground))
                    .map(|_| ())
            })?;
        }
        self.names("material", "material", &body.material, |check| {
            &check.materials
        })?;
        for name in &body.shape.0 {
            let shape = scene.shapes.get(name);
            let massless = shape.filter(|shape| {
                matches!(
                    shape,
                    ShapeDef::HalfSpace { .. }
                        | ShapeDef::HeightField { .. }
                        | ShapeDef::WaveField { .. }
                )
            });
            if let (Kind::Dynamic, Some(shape)) = (body.kind, massless) {
                return self.field("shape", |check| {
                    check.conflict(format!(
                        "the body is dynamic, and a {} has no mass; add `kind: Static` or choose another shape",
                        shape.kind()
                    ))
                });
            }
        }
        self.mass(body)?;
        self.place("position", body.position)?;
        self.rotation(&body.rotation)?;
        if let Some(scale) = body.scale {
            for part in scale.to_array() {
                self.range("scale", "scale", part, 1.0e-6, 1.0e6, " along every axis")?;
            }
        }
        self.velocities(body)?;
        if let Some(e) = body.restitution {
            self.range("restitution", "restitution", e, 0.0, 1.0, "")?;
        }
        if let Some(scale) = body.gravity_scale {
            self.range("gravity_scale", "gravity scale", scale, -1.0e6, 1.0e6, "")?;
        }
        self.range(
            "linear_damping",
            "linear damping (1/s)",
            body.linear_damping,
            0.0,
            1.0e6,
            "",
        )?;
        self.range(
            "angular_damping",
            "angular damping (1/s)",
            body.angular_damping,
            0.0,
            1.0e6,
            "",
        )?;
        self.body_layers(&body.layers)?;
        if !free && (body.spawn.is_some() || body.motion.is_some()) {
            return self.conflict(
                "a body of an assembly has no spawn and no motion of its own; give them to the group",
            );
        }
        self.vary(body)?;
        self.spawn(&body.spawn)
    }

    fn names(
        &mut self,
        field: &'static str,
        what: &'static str,
        names: &Names,
        known: impl Fn(&Self) -> &Known<'a>,
    ) -> Checked {
        for (index, name) in names.0.iter().enumerate() {
            if known(self).contains_key(name.as_str()) {
                continue;
            }
            let one = names.0.len() == 1;
            return self.field(field, |check| {
                if one {
                    check.unknown(what, name, known(check))
                } else {
                    check.index(index, |check| check.unknown(what, name, known(check)))
                }
            });
        }
        Ok(())
    }

    fn mass(&mut self, body: &Body) -> Checked {
        if let Some(mass) = body.mass {
            self.range(
                "mass",
                "mass (kg)",
                mass,
                1.0e-12,
                1.0e12,
                "; write `kind: Static` for a body that never moves",
            )?;
        }
        if let Some(density) = body.density {
            self.range(
                "density",
                "density (kg/m^3)",
                density,
                1.0e-6,
                1.0e9,
                "; water has 1000",
            )?;
        }
        match (body.mass, body.density) {
            (Some(_), Some(_)) => {
                self.conflict("the body has both a mass and a density; leave one out")
            }
            (None, None) => Ok(()),
            (Some(_), None) | (None, Some(_)) if body.kind == Kind::Dynamic => Ok(()),
            (Some(_), None) | (None, Some(_)) => self.conflict(
                "only a dynamic body has a mass; leave out mass and density, or write `kind: Dynamic`",
            ),
        }
    }

    fn velocities(&mut self, body: &Body) -> Checked {
        self.vector("velocity", "velocity (m/s)", body.velocity, 1.0e6)?;
        self.vector(
            "angular_velocity",
            "angular velocity (rad/s)",
            body.angular_velocity,
            1.0e6,
        )?;
        if let Some(throw) = body.throw {
            self.field("throw", |check| {
                check.range("speed", "speed (m/s)", throw.speed, 0.0, 1.0e6, "")
            })?;
        }
        let moves = body.velocity != Vec3::ZERO
            || body.angular_velocity != Vec3::ZERO
            || body.throw.is_some();
        if body.kind == Kind::Static && moves {
            return self.conflict(
                "a static body has no velocity; leave it out, or write `kind: Kinematic`",
            );
        }
        match &body.motion {
            None => Ok(()),
            Some(_) if body.kind != Kind::Kinematic => self.field("motion", |check| {
                check.conflict("only a kinematic body has a motion; write `kind: Kinematic`")
            }),
            Some(Motion::Orbit { center, axis, rate }) => self.field("motion", |check| {
                check.place("center", *center)?;
                check.direction("axis", *axis)?;
                check.range("rate", "rate (rad/s)", *rate, -1.0e3, 1.0e3, "")
            }),
        }
    }

    fn body_layers(&mut self, layers: &Layers) -> Checked {
        let lists = [("of", Some(&layers.of)), ("hits", layers.hits.as_ref())];
        self.field("layers", |check| {
            for (field, names) in lists {
                for (index, name) in names.into_iter().flatten().enumerate() {
                    if !check.layers.contains_key(name.as_str()) {
                        return check.field(field, |check| {
                            check.index(index, |check| check.unknown("layer", name, &check.layers))
                        });
                    }
                }
            }
            Ok(())
        })
    }

    fn vary(&mut self, body: &Body) -> Checked {
        let Some(vary) = &body.vary else {
            return Ok(());
        };
        self.field("vary", |check| {
            if let Some(velocity) = vary.velocity {
                check.vector("velocity", "velocity (m/s)", velocity, 1.0e6)?;
            }
            if let Some(spin) = vary.angular_velocity {
                check.vector("angular_velocity", "angular velocity (rad/s)", spin, 1.0e6)?;
            }
            if let Some(e) = vary.restitution {
                check.range("restitution", "restitution", e, 0.0, 1.0, "")?;
            }
            if let Some(scale) = vary.gravity_scale {
                check.range("gravity_scale", "gravity scale", scale, -1.0e6, 1.0e6, "")?;
            }
            if let Some(mass) = vary.mass {
                check.range("mass", "mass (kg)", mass, 1.0e-12, 1.0e12, "")?;
                if body.mass.is_none() {
                    return check.conflict("the last copy has a mass and the body has none; add `mass` to the body");
                }
            }
            if let Some(density) = vary.density {
                check.range("density", "density (kg/m^3)", density, 1.0e-6, 1.0e9, "")?;
                if body.density.is_none() {
                    return check.conflict(
                        "the last copy has a density and the body has none; add `density` to the body",
                    );
                }
            }
            let moves = vary.velocity.is_some() || vary.angular_velocity.is_some();
            if body.kind == Kind::Static && moves {
                return check.conflict(
                    "a static body has no velocity; leave it out, or write `kind: Kinematic`",
                );
            }
            Ok(())
        })
    }

    fn spawn(&mut self, spawn: &Option<Spawn>) -> Checked {
        self.field("spawn", |check| match spawn {
            None => Ok(()),
            Some(Spawn::At { ticks }) => match ticks.windows(2).position(|pair| pair[0] >= pair[1]) {
                None => Ok(()),
                Some(index) => check.field("ticks", |check| {
                    check.index(index + 1, |check| {
                        check.conflict(format!(
                            "step {} comes after step {}; list the steps in rising order, each once",
                            ticks[index + 1],
                            ticks[index]
                        ))
                    })
                }),
            },
            Some(Spawn::Every { every, times, .. }) => {
                check.count("every", "the distance in steps", u64::from(*every), 1, 1 << 30, "")?;
                check.count("times", "the number of times", u64::from(*times), 1, 1 << 30, "")
            }
        })
    }

    /// Checks arrangements and counts the copies that they make.
    pub(crate) fn repeat(&mut self, repeat: &[Arrangement]) -> Result<u64, Fault> {
        self.field("repeat", |check| {
            for (index, arrangement) in repeat.iter().enumerate() {
                check.index(index, |check| check.arrangement(arrangement))?;
            }
            let count = Layout::count_of(repeat);
            if count > MAX_BODIES {
                return check.conflict(format!(
                    "these arrangements make {count} copies; a scene may have at most {MAX_BODIES} bodies, lower the counts"
                ));
            }
            Ok(count)
        })
    }

    fn arrangement(&mut self, arrangement: &Arrangement) -> Checked {
        if arrangement.count() == 0 {
            return self
                .conflict("this arrangement makes no copies; every count must be 1 or more");
        }
        // An arrangement alone may be too large to count in its fields.
        if arrangement.count() > MAX_BODIES {
            return self.conflict(format!(
                "this arrangement makes {} copies; a scene may have at most {MAX_BODIES} bodies, lower the counts",
                arrangement.count()
            ));
        }
        match arrangement {
            Arrangement::Grid { spacing, .. } | Arrangement::SquarePyramid { spacing, .. } => {
                self.vector("spacing", "spacing (m)", *spacing, MAX_LENGTH)
            }
            Arrangement::Line { step, .. } => self.vector("step", "step (m)", *step, MAX_LENGTH),
            Arrangement::Pyramid { spacing, .. } => {
                self.vector("spacing", "spacing (m)", spacing.extend(0.0), MAX_LENGTH)
            }
            Arrangement::Ring { radius, start, .. } => {
                self.range("radius", "radius (m)", *radius, 0.0, MAX_LENGTH, "")?;
                self.range("start", "angle (rad)", *start, -1.0e3, 1.0e3, "")
            }
            Arrangement::Points { at } => self.field("at", |check| {
                for (index, point) in at.iter().enumerate() {
                    if point
                        .to_array()
                        .iter()
                        .any(|x| !(-MAX_PLACE..=MAX_PLACE).contains(x))
                    {
                        return check.index(index, |check| check.far(*point));
                    }
                }
                Ok(())
            }),
            Arrangement::Scatter { min, max, .. } => {
                self.place("min", *min)?;
                self.place("max", *max)?;
                if min.cmple(*max).all() {
                    return Ok(());
                }
                self.conflict("`min` lies beyond `max` along an axis; exchange the two there")
            }
            Arrangement::Jitter { by, .. } => {
                for part in by.to_array() {
                    self.range("by", "shift (m)", part, 0.0, MAX_LENGTH, "")?;
                }
                Ok(())
            }
        }
    }

    /// The fault of a point too far away.
    pub(crate) fn far(&self, point: Vec3) -> Checked {
        self.conflict(format!(
            "the point ({}, {}, {}) lies too far away; every coordinate must lie between {} and {} m",
            point.x,
            point.y,
            point.z,
            shown(-MAX_PLACE),
            shown(MAX_PLACE)
        ))
    }

    fn groups(&mut self, held: &[(u64, u64)], bodies: &mut u64, joints: &mut u64) -> Checked {
        let scene = self.scene;
        self.field("groups", |check| {
            for (index, group) in scene.groups.iter().enumerate() {
                check.index(index, |check| check.group(group, held, bodies, joints))?;
            }
            Ok(())
        })
    }

    fn group(
        &mut self,
        group: &Group,
        held: &[(u64, u64)],
        bodies: &mut u64,
        joints: &mut u64,
    ) -> Checked {
        let Some(row) = self.assemblies.get(group.assembly.as_str()) else {
            return self.field("assembly", |check| {
                check.unknown("assembly", &group.assembly, &check.assemblies)
            });
        };
        let (per_body, per_joint) = held[*row];
        self.place("position", group.position)?;
        self.rotation(&group.rotation)?;
        self.vector("velocity", "velocity (m/s)", group.velocity, 1.0e6)?;
        self.spawn(&group.spawn)?;
        let copies = self.repeat(&group.repeat)?;
        *bodies = bodies.saturating_add(copies.saturating_mul(per_body));
        self.total("bodies", *bodies)?;
        *joints = joints.saturating_add(copies.saturating_mul(per_joint));
        self.total("joints", *joints)
    }

    fn balls(&mut self) -> Checked {
        let scene = self.scene;
        let mut names = Known::new();
        self.field("balls", |check| {
            for (index, ball) in scene.balls.iter().enumerate() {
                check.index(index, |check| {
                    check.field("name", |check| {
                        check.name(&ball.name)?;
                        match names.insert(&ball.name, index) {
                            None => Ok(()),
                            Some(_) => check.conflict("two balls have this name; rename one"),
                        }
                    })?;
                    check.place("position", ball.position.as_vec3())?;
                    let preset = check.field("ball", |check| {
                        check.flight(voltex_flight::balls::find(&ball.ball))
                    })?;
                    if let Some(model) = &ball.model {
                        check.field("model", |check| check.flight(preset.with_model(model)))?;
                    }
                    match &ball.surface {
                        None => Ok(()),
                        Some(surface) => check.field("surface", |check| {
                            check.flight(preset.surface(surface)).map(|_| ())
                        }),
                    }
                })?;
            }
            Ok(())
        })?;
        self.field("air", |check| check.flight(scene.air.air()).map(|_| ()))?;
        self.field("wind", |check| check.flight(scene.wind.wind()).map(|_| ()))?;
        self.field("shots", |check| {
            for (index, shot) in scene.shots.iter().enumerate() {
                check.index(index, |check| {
                    if !names.contains_key(shot.ball.as_str()) {
                        return check
                            .field("ball", |check| check.unknown("ball", &shot.ball, &names));
                    }
                    match scene.shot(index) {
                        None => Ok(()),
                        Some(flight) => check.flight(flight).map(|_| ()),
                    }
                })?;
            }
            Ok(())
        })
    }

    fn cameras(&mut self) -> Checked {
        let scene = self.scene;
        let names = scene
            .bodies
            .iter()
            .map(|body| body.name.as_str())
            .chain(scene.balls.iter().map(|ball| ball.name.as_str()))
            .filter(|name| !name.is_empty());
        let followed = positions(names);
        self.field("cameras", |check| {
            for (index, camera) in scene.cameras.iter().enumerate() {
                check.index(index, |check| {
                    check.place("position", camera.position)?;
                    check.place("look_at", camera.look_at)?;
                    if camera.position == camera.look_at {
                        return check.conflict(
                            "the camera looks at its own place; move `position` or `look_at`",
                        );
                    }
                    if let Some(angle) = camera.field_of_view {
                        check.range(
                            "field_of_view",
                            "angle of view (rad)",
                            angle,
                            0.01,
                            3.1,
                            "; 60 degrees are 1.05",
                        )?;
                    }
                    match camera.follow.as_deref() {
                        Some(name) if !followed.contains_key(name) => check
                            .field("follow", |check| {
                                check.unknown("body or ball", name, &followed)
                            }),
                        _ => Ok(()),
                    }
                })?;
            }
            Ok(())
        })
    }
}
