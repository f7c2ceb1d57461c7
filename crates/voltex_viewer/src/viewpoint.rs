//! Where a subject is looked at from: cameras of the scene, the one of the venue, or one that sees everything.

use voltex_ecs::Entity;
use voltex_math::{Aabb, Vec3};
use voltex_physics::{Collider, ShapeStore};
use voltex_renderer::Camera;

use crate::error::ViewError;
use crate::subject::Subject;
use crate::venues;

/// A camera and what it goes along with.
pub(crate) struct Viewpoint {
    camera: Camera,
    /// Whom it follows, and where that was at the beginning.
    follows: Option<(Followed, Vec3)>,
}

/// What a camera can follow.
enum Followed {
    /// The first copy of the body with this name.
    Body(String),
    /// The flight of this number.
    Flight(usize),
}

impl Viewpoint {
    /// The camera of a name; without one the first of the scene, else one that fits. The subject is at its beginning.
    pub(crate) fn new(subject: &Subject, name: Option<&str>) -> Result<Self, ViewError> {
        let cameras = &subject.scene.cameras;
        let def = match name {
            Some(name) => {
                let found = cameras.iter().find(|camera| camera.name == name);
                Some(found.ok_or_else(|| ViewError::Camera {
                    name: name.to_owned(),
                    known: known(subject),
                })?)
            }
            None => cameras.first(),
        };
        let Some(def) = def else {
            return Ok(Self::around(subject));
        };
        let camera = Camera {
            field_of_view: def.field_of_view.unwrap_or(Camera::DEFAULT_VIEW),
            ..Camera::new(def.position, def.look_at)
        };
        let follows = def.follow.as_ref().and_then(|name| {
            let flight = subject.flights.iter().position(|flown| flown.ball == *name);
            let followed = match flight {
                Some(index) => Followed::Flight(index),
                None => Followed::Body(name.clone()),
            };
            let start = place(subject, &followed, 0.0)?;
            Some((followed, start))
        });
        Ok(Self { camera, follows })
    }

    /// The one of the venue of a shot, or one that sees everything.
    pub(crate) fn around(subject: &Subject) -> Self {
        let camera = match subject.flights.first() {
            Some(flown) => {
                let key = flown.flight.ball().name;
                venues::of_shot(&flown.name, key, &flown.flight, false).camera
            }
            None => around(subject),
        };
        Self {
            camera,
            follows: None,
        }
    }

    /// The camera at a time, s, to which the subject has gone.
    pub(crate) fn at(&self, subject: &Subject, time: f64) -> Camera {
        let shift = self.follows.as_ref().and_then(|(followed, start)| {
            // What is gone leaves the camera where it began.
            Some(place(subject, followed, time)? - *start)
        });
        let shift = shift.unwrap_or(Vec3::ZERO);
        Camera {
            position: self.camera.position + shift,
            look_at: self.camera.look_at + shift,
            ..self.camera
        }
    }
}

fn place(subject: &Subject, followed: &Followed, time: f64) -> Option<Vec3> {
    match followed {
        Followed::Flight(index) => {
            let flown = subject.flights.get(*index)?;
            let alone = || flown.pose(flown.time(time).unwrap_or(0.0)).position;
            if !flown.in_world {
                return Some(alone());
            }
            // Until it is launched it is where the flight has it.
            let ball = subject.scene.ball_entity(subject.world(), &flown.ball);
            Some(
                ball.and_then(|ball| shown(subject, ball))
                    .unwrap_or_else(alone),
            )
        }
        Followed::Body(name) => shown(subject, subject.scene.entity(subject.world(), name, 0)?),
    }
}

/// Where a body is shown.
fn shown(subject: &Subject, wanted: Entity) -> Option<Vec3> {
    let mut found = None;
    subject.each_body(|body| {
        if body.entity == wanted {
            found = Some(body.pose.position);
        }
    });
    found
}

fn known(subject: &Subject) -> String {
    let names: Vec<String> = subject
        .scene
        .cameras
        .iter()
        .filter(|camera| !camera.name.is_empty())
        .map(|camera| format!("`{}`", camera.name))
        .collect();
    if names.is_empty() {
        "none with a name; leave --camera out".to_owned()
    } else {
        names.join(", ")
    }
}

/// From a corner above, far enough to see everything that moves, or everything where nothing does.
fn around(subject: &Subject) -> Camera {
    let world = subject.world();
    let store = world.resource::<ShapeStore>();
    let empty = ShapeStore::default();
    let store = store.as_deref().unwrap_or(&empty);
    let bounds = |moving: bool| {
        let mut all: Option<Aabb> = None;
        subject.each_body(|body| {
            if body.moves != moving || matches!(body.collider, Collider::HalfSpace { .. }) {
                return;
            }
            if let Ok(own) = body.collider.aabb(&body.pose, store) {
                all = Some(all.map_or(own, |all| all.merged(&own)));
            }
        });
        all
    };
    let Some(bounds) = bounds(true).or_else(|| bounds(false)) else {
        return Camera::new(Vec3::new(4.0, 3.0, 8.0), Vec3::ZERO);
    };
    let radius = voltex_math::f32::max(bounds.half_extents().length(), 0.5);
    let from = Vec3::new(0.45, 0.45, 1.0).normalize();
    Camera::new(bounds.center() + from * (2.2 * radius), bounds.center())
}
