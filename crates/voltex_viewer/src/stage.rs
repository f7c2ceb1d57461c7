//! Device, renderer and the meshes of everything that can be seen, each made once.

use std::collections::BTreeMap;

use voltex_math::{Pose, Quat, Vec3};
use voltex_physics::{Collider, HeightFieldId, Hull, HullId, MeshId, ShapeStore};
use voltex_renderer::skins::Skin;
use voltex_renderer::{
    Camera, Colour, Finish, Frame, Gpu, Instance, MeshData, MeshHandle, Offscreen, Picture,
    RenderError, Renderer, TextureHandle, shapes,
};

/// Samples a pixel.
const SAMPLES: u32 = 4;
/// Half the side of the square that stands for a plane without end, m.
const PLANE: f32 = 2000.0;
/// Radius in pixels below which a sphere is drawn with 360 triangles: its outline then leaves the circle by at most
/// 1 - cos(9 degrees) of it, a ninth of a pixel.
const SMALL: f32 = 9.0;
/// The same for 120 triangles and 1 - cos(15 degrees).
const TINY: f32 = 3.2;
/// What a thin body still is in height, so that its normals exist, m.
const THIN: f32 = 1e-6;

/// Bodies that are drawn by stretching one mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Solid {
    /// Half edges 1.
    Box,
    /// Radius 1.
    Sphere,
    /// The same in a sixteenth of the triangles; drawn for spheres that are small in the picture.
    SmallSphere,
    /// In a third of those.
    TinySphere,
    /// About y, half height and radius 1.
    Cylinder,
    /// About y, apex up, half height and radius 1.
    Cone,
    /// From -1 to 1 in x and z, seen from above.
    Plane,
    /// A bowling pin of height 1 that stands on the origin.
    Pin,
    /// A ring about y with a tube of a twelfth of its radius 1.
    Ring,
}

const SOLIDS: [Solid; 9] = [
    Solid::Box,
    Solid::Sphere,
    Solid::SmallSphere,
    Solid::TinySphere,
    Solid::Cylinder,
    Solid::Cone,
    Solid::Plane,
    Solid::Pin,
    Solid::Ring,
];

/// How a body is to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) colour: Colour,
    pub(crate) finish: Finish,
    pub(crate) skin: Option<Skin>,
}

/// What pictures are made on.
pub(crate) struct Stage {
    pub(crate) gpu: Gpu,
    pub(crate) renderer: Renderer,
    target: Offscreen,
    /// In the order of [`SOLIDS`].
    solids: [MeshHandle; SOLIDS.len()],
    /// How many pixels a metre across the view has 1 m away, in the picture that is being filled.
    pixels: f32,
    skins: BTreeMap<Skin, TextureHandle>,
    /// Meshes of colliders that are no stretched solid; none for geometry that no store has.
    shapes: BTreeMap<Shape, Option<MeshHandle>>,
}

/// A collider that has a mesh of its own. Stores only grow, so an id means the same in every picture of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// The bits of half height and radius.
    Capsule(u32, u32),
    Hull(HullId),
    Mesh(MeshId),
    HeightField(HeightFieldId),
}

impl Stage {
    pub(crate) fn new(size: [u32; 2]) -> Result<Self, RenderError> {
        Self::on(Gpu::headless()?, size)
    }

    /// On a device that others use as well.
    pub(crate) fn on(gpu: Gpu, [width, height]: [u32; 2]) -> Result<Self, RenderError> {
        let mut renderer = Renderer::offscreen(&gpu, SAMPLES)?;
        let target = Offscreen::new(&gpu, width, height, SAMPLES)?;
        let mut add = |solid| {
            let mesh = match solid {
                Solid::Box => shapes::cuboid(Vec3::ONE),
                Solid::Sphere => shapes::sphere(1.0, 40),
                Solid::SmallSphere => shapes::sphere(1.0, 10),
                Solid::TinySphere => shapes::sphere(1.0, 6),
                Solid::Cylinder => shapes::cylinder(1.0, 1.0, 40),
                Solid::Cone => shapes::cone(1.0, 1.0, 40),
                Solid::Plane => shapes::plane(),
                Solid::Pin => shapes::revolved(&PIN, 24),
                Solid::Ring => shapes::torus(1.0, 1.0 / 12.0, 24),
            };
            renderer.add_mesh(&gpu, &mesh)
        };
        let [a, b, c, d, e, f, g, h, i] = SOLIDS.map(&mut add);
        let solids = [a?, b?, c?, d?, e?, f?, g?, h?, i?];
        Ok(Self {
            gpu,
            renderer,
            target,
            solids,
            pixels: 0.0,
            skins: BTreeMap::new(),
            shapes: BTreeMap::new(),
        })
    }

    /// Hands a frame to the device.
    pub(crate) fn draw(&mut self, frame: &Frame) -> Result<(), RenderError> {
        self.renderer.draw(&self.gpu, frame, &self.target)
    }

    /// Takes up another size, pixels.
    pub(crate) fn resize(&mut self, [width, height]: [u32; 2]) -> Result<(), RenderError> {
        self.target = Offscreen::new(&self.gpu, width, height, SAMPLES)?;
        Ok(())
    }

    /// Where the pictures are.
    pub(crate) const fn target(&self) -> &Offscreen {
        &self.target
    }

    /// Forgets the meshes of a world that is no more: in another one their numbers mean others.
    pub(crate) fn forget_shapes(&mut self) {
        self.shapes.clear();
    }

    /// Waits for the pixels of the last frame.
    pub(crate) fn picture(&self) -> Result<Picture, RenderError> {
        self.target.read(&self.gpu)
    }

    /// Notes where the next bodies are seen from: what is small in the picture is drawn with few triangles.
    pub(crate) fn see_from(&mut self, camera: &Camera) {
        self.pixels = camera.pixels_per_metre(1.0, self.target.height());
    }

    /// Adds a solid, stretched along its own axes.
    pub(crate) fn solid(
        &mut self,
        frame: &mut Frame,
        solid: Solid,
        pose: &Pose,
        scale: Vec3,
        look: &Look,
        shadow: bool,
    ) -> Result<(), RenderError> {
        let texture = look.skin.map(|skin| self.skin(skin)).transpose()?;
        let solid = match solid {
            Solid::Sphere => {
                let away = pose.position.distance_squared(frame.camera.position);
                let pixels = scale.max_element() * self.pixels;
                let seen_below = |radius: f32| pixels * pixels < radius * radius * away;
                if seen_below(TINY) {
                    Solid::TinySphere
                } else if seen_below(SMALL) {
                    Solid::SmallSphere
                } else {
                    solid
                }
            }
            other => other,
        };
        let mesh = self.solids[solid as usize];
        let scale = scale.max(Vec3::splat(THIN));
        frame.batch(mesh, texture, shadow).push(Instance::new(
            pose,
            scale,
            look.colour,
            look.finish,
        ));
        Ok(())
    }

    fn skin(&mut self, skin: Skin) -> Result<TextureHandle, RenderError> {
        if let Some(handle) = self.skins.get(&skin) {
            return Ok(*handle);
        }
        let handle = self.renderer.add_texture(&self.gpu, &skin.picture())?;
        self.skins.insert(skin, handle);
        Ok(handle)
    }

    /// Adds a body of the physics. What the store does not hold is left out: the step has reported it.
    pub(crate) fn collider(
        &mut self,
        frame: &mut Frame,
        store: &ShapeStore,
        collider: &Collider,
        pose: &Pose,
        look: &Look,
    ) -> Result<(), RenderError> {
        let plain = |stage: &mut Self, frame: &mut Frame, solid, scale| {
            stage.solid(frame, solid, pose, scale, look, true)
        };
        match *collider {
            Collider::Sphere { radius } => plain(self, frame, Solid::Sphere, Vec3::splat(radius)),
            Collider::Box { half_extents } => plain(self, frame, Solid::Box, half_extents),
            Collider::Cylinder {
                half_height,
                radius,
            } => plain(
                self,
                frame,
                Solid::Cylinder,
                Vec3::new(radius, half_height, radius),
            ),
            Collider::Cone {
                half_height,
                radius,
            } => plain(
                self,
                frame,
                Solid::Cone,
                Vec3::new(radius, half_height, radius),
            ),
            Collider::HalfSpace { normal } => {
                let turned = pose.rotation * Quat::from_rotation_arc(Vec3::Y, normal);
                let place = Pose::new(pose.position, turned);
                let scale = Vec3::new(PLANE, 1.0, PLANE);
                self.solid(frame, Solid::Plane, &place, scale, look, false)
            }
            Collider::Capsule {
                half_height,
                radius,
            } => {
                let key = Shape::Capsule(half_height.to_bits(), radius.to_bits());
                self.shape(frame, key, pose, look, || {
                    Some(shapes::capsule(half_height, radius, 32))
                })
            }
            Collider::Compound(id) => {
                let Some(compound) = store.compound(id) else {
                    return Ok(());
                };
                for child in compound.children() {
                    let local = child.pose();
                    let placed = Pose::new(
                        pose.transform_point(local.position),
                        pose.rotation * local.rotation,
                    );
                    self.collider(frame, store, &child.collider(), &placed, look)?;
                }
                Ok(())
            }
            Collider::Hull(id) => self.shape(frame, Shape::Hull(id), pose, look, || {
                store.hull(id).map(hull)
            }),
            Collider::Mesh(id) => self.shape(frame, Shape::Mesh(id), pose, look, || {
                let mesh = store.mesh(id)?;
                Some(MeshData::smooth(mesh.vertices(), mesh.triangles()))
            }),
            Collider::HeightField(id) => {
                self.shape(frame, Shape::HeightField(id), pose, look, || {
                    let field = store.height_field(id)?;
                    let whole = (0..field.triangle_count() as u32).filter(|i| !field.is_hole(*i));
                    Some(MeshData::flat(whole.map(|index| field.triangle(index))))
                })
            }
        }
    }

    fn shape(
        &mut self,
        frame: &mut Frame,
        key: Shape,
        pose: &Pose,
        look: &Look,
        make: impl FnOnce() -> Option<MeshData>,
    ) -> Result<(), RenderError> {
        let handle = match self.shapes.get(&key) {
            Some(handle) => *handle,
            None => {
                let mesh = make();
                let handle = mesh
                    .map(|mesh| self.renderer.add_mesh(&self.gpu, &mesh))
                    .transpose()?;
                self.shapes.insert(key, handle);
                handle
            }
        };
        if let Some(handle) = handle {
            frame.batch(handle, None, true).push(Instance::new(
                pose,
                Vec3::ONE,
                look.colour,
                look.finish,
            ));
        }
        Ok(())
    }
}

/// Faces of a hull as fans of triangles.
fn hull(hull: &Hull) -> MeshData {
    let corner = |index: u16| hull.vertices()[usize::from(index)];
    MeshData::flat((0..hull.faces().len()).flat_map(|face| {
        let ring = hull.face_loop(face);
        (1..ring.len() - 1).map(move |k| [corner(ring[0]), corner(ring[k]), corner(ring[k + 1])])
    }))
}

/// Radius and height of a bowling pin in parts of its height of 15 in, from top to bottom (USBC: 4.766 in wide at 4.5 in).
const PIN: [[f32; 2]; 15] = [
    [0.0, 1.0],
    [0.045, 0.992],
    [0.072, 0.965],
    [0.085, 0.91],
    [0.082, 0.85],
    [0.066, 0.76],
    [0.060, 0.70],
    [0.072, 0.61],
    [0.115, 0.47],
    [0.150, 0.36],
    [0.159, 0.30],
    [0.150, 0.20],
    [0.105, 0.05],
    [0.068, 0.0],
    [0.0, 0.0],
];
