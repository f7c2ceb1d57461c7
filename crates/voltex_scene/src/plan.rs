//! From the entries of a scene to single bodies: which there are, in which order, and how each starts.
//!
//! A *template* is one entry of `bodies`, or one body of the assembly of a group; it has copies. Templates are numbered in
//! the order of the file: first those of `bodies`, then group after group those of its assembly. The copies of a group's
//! template are counted group copy by group copy.

use voltex_ecs::codec;
use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{AxisLocks, BodyKind, RigidBody};

use crate::arrange::{Layout, chain, random_direction};
use crate::body::{Body, DEFAULT_DENSITY, Group, Kind, Lock, Spawn};
use crate::scene::Scene;

/// Which body of its scene an entity is, a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SceneBody {
    /// Number of its template: the index in `bodies`, and after those the bodies of the assemblies of the groups, group
    /// after group.
    pub template: u32,
    /// Which copy, counted from 0.
    pub copy: u32,
}

codec!(SceneBody { template, copy });

/// All templates of a scene.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) sources: Vec<Source<'a>>,
}

/// An entry of `bodies` or of `groups`, laid out.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    /// The group; `None` for an entry of `bodies`.
    group: Option<&'a Group>,
    /// Where the copies of the group are; one at the origin for an entry of `bodies`.
    places: Layout,
    /// Number of the first template.
    pub(crate) first: u32,
    /// The body, or those of the assembly.
    pub(crate) templates: Vec<Template<'a>>,
}

/// A body with the places of its copies.
#[derive(Clone, Debug)]
pub(crate) struct Template<'a> {
    pub(crate) body: &'a Body,
    pub(crate) layout: Layout,
}

/// How one body starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Start<'a> {
    pub(crate) id: SceneBody,
    pub(crate) body: &'a Body,
    /// Number of the copy within its template and group copy, for what takes turns.
    pub(crate) turn: u64,
    pub(crate) pose: Pose,
    pub(crate) rigid: RigidBody,
}

impl<'a> Plan<'a> {
    /// Lays out a scene that has been checked.
    pub(crate) fn new(scene: &'a Scene) -> Self {
        let mut first = 0;
        let mut sources = Vec::new();
        let alone = scene
            .bodies
            .iter()
            .map(|body| (None, std::slice::from_ref(body)));
        let together = scene.groups.iter().filter_map(|group| {
            let assembly = scene.assemblies.get(&group.assembly)?;
            Some((Some(group), assembly.bodies.as_slice()))
        });
        for (group, bodies) in alone.chain(together) {
            sources.push(Source {
                group,
                places: Layout::new(group.map_or(&[], |group: &Group| &group.repeat)),
                first,
                templates: bodies.iter().map(Template::new).collect(),
            });
            first += bodies.len() as u32;
        }
        Self { sources }
    }

    /// Number of bodies, those that appear later included.
    pub(crate) fn count(&self) -> u64 {
        self.sources.iter().map(Source::count).sum()
    }
}

impl<'a> Template<'a> {
    pub(crate) fn new(body: &'a Body) -> Self {
        Self {
            body,
            layout: Layout::new(&body.repeat),
        }
    }

    /// Pose of a copy in the frame of its list: turned, put in its place of the arrangement, moved to the position.
    pub(crate) fn pose(&self, copy: u64) -> Pose {
        let turned = Pose::from_rotation(self.body.rotation.map_or(Quat::IDENTITY, |r| r.quat()));
        let placed = chain(&self.layout.pose(copy), &turned);
        Pose::new(self.body.position + placed.position, placed.rotation)
    }

    /// Mass and motion of a copy in the frame of its list.
    fn rigid(&self, copy: u64) -> RigidBody {
        let body = self.body;
        let last = self.layout.count().saturating_sub(1).max(1);
        let share = copy as f32 / last as f32;
        let vary = body.vary.unwrap_or_default();
        // The ends are exact, and what does not vary stays as written.
        let number = |start: f32, end: Option<f32>| match end {
            Some(end) => start * (1.0 - share) + end * share,
            None => start,
        };
        let vector = |start: Vec3, end: Option<Vec3>| {
            let value = match end {
                Some(end) => start * (1.0 - share) + end * share,
                None => start,
            };
            if vary.alternate && copy % 2 == 1 {
                -value
            } else {
                value
            }
        };
        let thrown = body.throw.map_or(Vec3::ZERO, |throw| {
            (random_direction(throw.seed, copy) * f64::from(throw.speed)).as_vec3()
        });
        let default = RigidBody::dynamic(0.0);
        let density = match (body.kind, body.mass) {
            (Kind::Dynamic, None) => body.density.unwrap_or(DEFAULT_DENSITY),
            (Kind::Dynamic, Some(_)) | (Kind::Kinematic | Kind::Static, _) => 0.0,
        };
        RigidBody {
            kind: match body.kind {
                Kind::Dynamic => BodyKind::Dynamic,
                Kind::Kinematic => BodyKind::Kinematic,
                Kind::Static => BodyKind::Static,
            },
            mass: number(body.mass.unwrap_or(0.0), vary.mass),
            density: number(density, vary.density),
            velocity: vector(body.velocity, vary.velocity) + thrown,
            angular_velocity: vector(body.angular_velocity, vary.angular_velocity),
            restitution: number(
                body.restitution.unwrap_or(default.restitution),
                vary.restitution,
            ),
            gravity_scale: number(
                body.gravity_scale.unwrap_or(default.gravity_scale),
                vary.gravity_scale,
            ),
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            locks: locks(&body.locks),
        }
    }
}

fn locks(list: &[Lock]) -> AxisLocks {
    let mut locks = AxisLocks::NONE;
    for lock in list {
        match lock {
            Lock::X => locks.motion[0] = true,
            Lock::Y => locks.motion[1] = true,
            Lock::Z => locks.motion[2] = true,
            Lock::TurnX => locks.rotation[0] = true,
            Lock::TurnY => locks.rotation[1] = true,
            Lock::TurnZ => locks.rotation[2] = true,
        }
    }
    locks
}

impl<'a> Source<'a> {
    /// When it appears; `None` for the start.
    pub(crate) fn spawn(&self) -> Option<&'a Spawn> {
        match self.group {
            Some(group) => group.spawn.as_ref(),
            None => self.templates.first()?.body.spawn.as_ref(),
        }
    }

    /// Number of bodies.
    pub(crate) fn count(&self) -> u64 {
        let in_one: u64 = self.templates.iter().map(|t| t.layout.count()).sum();
        self.places.count() * in_one
    }

    /// Number of parts that appear one by one.
    pub(crate) fn units(&self) -> u64 {
        match (self.group, self.templates.first()) {
            (None, Some(template)) => template.layout.units(),
            _ => self.places.units(),
        }
    }

    /// Which unit a body of this source belongs to; `None` for bodies of other sources.
    pub(crate) fn unit_of(&self, id: SceneBody) -> Option<u64> {
        let template = id.template.checked_sub(self.first)?;
        let layout = &self.templates.get(template as usize)?.layout;
        let copies = match self.group {
            Some(_) => layout.count() * (self.places.count() / self.places.units()),
            None => layout.count() / layout.units(),
        };
        Some(u64::from(id.copy) / copies)
    }

    /// The bodies of a unit, in order.
    pub(crate) fn unit(&self, unit: u64) -> impl Iterator<Item = Start<'a>> + '_ {
        // Of an entry of `bodies` the unit is a part of the copies, of a group a part of the places.
        let (places, copies) = match self.group {
            Some(_) => (self.places.count() / self.places.units(), None),
            None => {
                let layout = &self.templates[0].layout;
                let copies = layout.count() / layout.units();
                (1, Some(unit * copies..(unit + 1) * copies))
            }
        };
        let first = if self.group.is_some() {
            unit * places
        } else {
            0
        };
        (first..first + places).flat_map(move |place| {
            let copies = copies.clone();
            self.templates
                .iter()
                .enumerate()
                .flat_map(move |(index, template)| {
                    let range = copies.clone().unwrap_or(0..template.layout.count());
                    range.map(move |copy| self.start(place, index, copy))
                })
        })
    }

    /// All bodies, in order.
    pub(crate) fn starts(&self) -> impl Iterator<Item = Start<'a>> + '_ {
        (0..self.units()).flat_map(|unit| self.unit(unit))
    }

    fn start(&self, place: u64, index: usize, copy: u64) -> Start<'a> {
        let template = &self.templates[index];
        let mut pose = template.pose(copy);
        let mut rigid = template.rigid(copy);
        if let Some(group) = self.group {
            let turned = Pose::from_rotation(group.rotation.map_or(Quat::IDENTITY, |r| r.quat()));
            let frame = chain(&self.places.pose(place), &turned);
            let frame = Pose::new(group.position + frame.position, frame.rotation);
            pose = chain(&frame, &pose);
            if frame.rotation != Quat::IDENTITY {
                rigid.velocity = frame.rotation * rigid.velocity;
                rigid.angular_velocity = frame.rotation * rigid.angular_velocity;
            }
            rigid.velocity += group.velocity;
        }
        Start {
            id: SceneBody {
                template: self.first + index as u32,
                copy: (place * template.layout.count() + copy) as u32,
            },
            body: template.body,
            turn: copy,
            pose,
            rigid,
        }
    }
}
