//! All shapes that are too large for a component, each held once.

use std::sync::Arc;

use voltex_ecs::{Codec, Decoder, Describer, EcsError, Encoder, StateHasher};
use voltex_math::{Pose, Vec3};

use super::{Compound, HeightField, Hull, MeshOptions, TriangleMesh};
use crate::collider::{self, Collider};
use crate::error::PhysicsError;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);
    )*};
}

ids! {
    /// A hull of a [`ShapeStore`].
    HullId
    /// A triangle mesh of a [`ShapeStore`].
    MeshId
    /// A height field of a [`ShapeStore`].
    HeightFieldId
    /// A compound of a [`ShapeStore`].
    CompoundId
}

/// Geometry shared by colliders: a resource of the world.
///
/// Equal geometry is held once: adding it again gives the id that it has. Ids count up from 0 for each kind and
/// stay valid for ever in the store and its copies; nothing is ever taken out. A copy shares the geometry and
/// costs one count of references, so snapshots of a world do not copy meshes.
///
/// ```
/// use voltex_math::{Aabb, Pose, Vec3};
/// use voltex_physics::{Collider, ShapeStore};
///
/// let mut store = ShapeStore::default();
/// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let tetrahedron = Collider::Hull(store.add_hull(&corners)?);
/// assert_eq!(Collider::Hull(store.add_hull(&corners)?), tetrahedron);
/// let bounds = tetrahedron.aabb(&Pose::from_position(Vec3::X), &store)?;
/// assert_eq!(bounds, Aabb::new(Vec3::X, Vec3::new(2.0, 1.0, 1.0)));
/// # Ok::<(), voltex_physics::PhysicsError>(())
/// ```
#[derive(Debug, Default)]
pub struct ShapeStore {
    shapes: Arc<Shapes>,
}

/// `clone_from` lets go of the old geometry and shares the other's; it never allocates.
impl Clone for ShapeStore {
    fn clone(&self) -> Self {
        Self {
            shapes: Arc::clone(&self.shapes),
        }
    }
}

impl ShapeStore {
    /// Whether the two share everything, which is seen at once; equal ones that were made apart do not.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shapes, &other.shapes)
    }
}

impl PartialEq for ShapeStore {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shapes, &other.shapes) || self.shapes == other.shapes
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Shapes {
    hulls: Table<Hull>,
    meshes: Table<TriangleMesh>,
    height_fields: Table<HeightField>,
    compounds: Table<Compound>,
}

/// Values by number, and by the hash of their content.
#[derive(Clone, Debug, PartialEq)]
struct Table<T> {
    values: Vec<Arc<T>>,
    hashes: Vec<u64>,
    /// Hash and number, ascending.
    by_hash: Vec<(u64, u32)>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            hashes: Vec::new(),
            by_hash: Vec::new(),
        }
    }
}

impl<T: PartialEq> Table<T> {
    fn get(&self, number: u32) -> Option<&Arc<T>> {
        self.values.get(number as usize)
    }

    /// Number of an equal value, or of this one from now on.
    fn intern(&mut self, value: T, hash: u64) -> u32 {
        let first = self.by_hash.partition_point(|&(held, _)| held < hash);
        let mut place = first;
        while let Some(&(held, number)) = self.by_hash.get(place)
            && held == hash
        {
            if *self.values[number as usize] == value {
                return number;
            }
            place += 1;
        }
        let number =
            u32::try_from(self.values.len()).expect("geometry of 2^32 shapes fits nowhere");
        self.values.push(Arc::new(value));
        self.hashes.push(hash);
        self.by_hash.insert(place, (hash, number));
        number
    }
}

/// Hash of a value on its own.
fn content_hash(value: &impl Codec) -> u64 {
    let mut hasher = StateHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Hash of a compound: hulls by their number, which stands for their content within a store.
fn compound_hash(compound: &Compound) -> u64 {
    let mut hasher = StateHasher::new();
    for child in compound.children() {
        child.pose.position.hash(&mut hasher);
        child.pose.rotation.hash(&mut hasher);
        child.collider.hash(&mut hasher);
    }
    hasher.finish()
}

impl ShapeStore {
    /// Holds the smallest convex polyhedron around points, m; see [`Hull::from_points`].
    ///
    /// # Errors
    /// As for [`Hull::from_points`].
    pub fn add_hull(&mut self, points: &[Vec3]) -> Result<HullId, PhysicsError> {
        Ok(self.insert_hull(Hull::from_points(points)?))
    }

    /// Holds triangles over vertices, m; see [`TriangleMesh::new`].
    ///
    /// # Errors
    /// As for [`TriangleMesh::new`].
    pub fn add_mesh(
        &mut self,
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
    ) -> Result<MeshId, PhysicsError> {
        Ok(self.insert_mesh(TriangleMesh::new(vertices, triangles)?))
    }

    /// Holds colliders at poses in a common frame as one; hulls are those of this store. See [`Compound::new`].
    ///
    /// # Errors
    /// As for [`Compound::new`].
    pub fn add_compound(
        &mut self,
        children: &[(Pose, Collider)],
    ) -> Result<CompoundId, PhysicsError> {
        let compound = Compound::new(children, self)?;
        let hash = compound_hash(&compound);
        let shapes = Arc::make_mut(&mut self.shapes);
        Ok(CompoundId(shapes.compounds.intern(compound, hash)))
    }

    /// Holds a height field.
    pub fn add_height_field(&mut self, field: HeightField) -> HeightFieldId {
        let hash = content_hash(&field);
        let shapes = Arc::make_mut(&mut self.shapes);
        HeightFieldId(shapes.height_fields.intern(field, hash))
    }

    /// Holds a hull.
    pub fn insert_hull(&mut self, hull: Hull) -> HullId {
        let hash = content_hash(&hull);
        let shapes = Arc::make_mut(&mut self.shapes);
        HullId(shapes.hulls.intern(hull, hash))
    }

    /// Holds a mesh.
    pub fn insert_mesh(&mut self, mesh: TriangleMesh) -> MeshId {
        let hash = content_hash(&mesh);
        let shapes = Arc::make_mut(&mut self.shapes);
        MeshId(shapes.meshes.intern(mesh, hash))
    }

    /// The collider stretched along its own axes; geometry that it names is held in its new size, built and checked
    /// anew.
    ///
    /// # Errors
    /// A scale that is not positive and finite, or that the shape cannot take (see [`Collider::scaled`]; a
    /// compound takes the same in all directions), a size out of range after it, or an id not of this store.
    pub fn scaled(&mut self, collider: Collider, scale: Vec3) -> Result<Collider, PhysicsError> {
        collider::check_scale(collider.name(), scale)?;
        if scale == Vec3::ONE {
            collider.shape(self)?;
            return Ok(collider);
        }
        Ok(match collider {
            Collider::Sphere { .. }
            | Collider::Box { .. }
            | Collider::Capsule { .. }
            | Collider::Cylinder { .. }
            | Collider::Cone { .. }
            | Collider::HalfSpace { .. } => collider.scaled(scale)?,
            Collider::Hull(id) => {
                let vertices = self.hull_handle(id)?.vertices();
                let stretched: Vec<Vec3> = vertices.iter().map(|&v| v * scale).collect();
                Collider::Hull(self.add_hull(&stretched)?)
            }
            Collider::Mesh(id) => {
                let mesh = self.find(id.0, "mesh", |shapes| &shapes.meshes)?;
                let vertices: Vec<Vec3> = mesh.vertices().iter().map(|&v| v * scale).collect();
                let options = MeshOptions {
                    sides: Some(mesh.sides()),
                    drop_degenerate: false,
                };
                let stretched = TriangleMesh::with_options(&vertices, mesh.triangles(), options)?;
                Collider::Mesh(self.insert_mesh(stretched))
            }
            Collider::HeightField(id) => {
                let field = self.find(id.0, "height field", |shapes| &shapes.height_fields)?;
                let stretched = field.stretched(scale)?;
                Collider::HeightField(self.add_height_field(stretched))
            }
            Collider::Compound(id) => {
                let factor = collider::uniform(collider.name(), scale)?;
                let compound = self.find(id.0, "compound", |shapes| &shapes.compounds)?;
                let mut children = Vec::with_capacity(compound.children().len());
                let compound = Arc::clone(compound);
                for child in compound.children() {
                    let pose = Pose::new(child.pose.position * factor, child.pose.rotation);
                    children.push((pose, self.scaled(child.collider, scale)?));
                }
                Collider::Compound(self.add_compound(&children)?)
            }
        })
    }

    /// The hull of an id of this store.
    #[inline]
    pub fn hull(&self, id: HullId) -> Option<&Hull> {
        self.shapes.hulls.get(id.0).map(Arc::as_ref)
    }

    /// The mesh of an id of this store.
    #[inline]
    pub fn mesh(&self, id: MeshId) -> Option<&TriangleMesh> {
        self.shapes.meshes.get(id.0).map(Arc::as_ref)
    }

    /// The height field of an id of this store.
    #[inline]
    pub fn height_field(&self, id: HeightFieldId) -> Option<&HeightField> {
        self.shapes.height_fields.get(id.0).map(Arc::as_ref)
    }

    /// The compound of an id of this store.
    #[inline]
    pub fn compound(&self, id: CompoundId) -> Option<&Compound> {
        self.shapes.compounds.get(id.0).map(Arc::as_ref)
    }

    pub(crate) fn hull_handle(&self, id: HullId) -> Result<&Arc<Hull>, PhysicsError> {
        self.find(id.0, "hull", |shapes| &shapes.hulls)
    }

    pub(crate) fn mesh_handle(&self, id: MeshId) -> Result<&Arc<TriangleMesh>, PhysicsError> {
        self.find(id.0, "mesh", |shapes| &shapes.meshes)
    }

    pub(crate) fn field_handle(
        &self,
        id: HeightFieldId,
    ) -> Result<&Arc<HeightField>, PhysicsError> {
        self.find(id.0, "height field", |shapes| &shapes.height_fields)
    }

    pub(crate) fn compound_handle(&self, id: CompoundId) -> Result<&Arc<Compound>, PhysicsError> {
        self.find(id.0, "compound", |shapes| &shapes.compounds)
    }

    fn find<'a, T: PartialEq>(
        &'a self,
        index: u32,
        kind: &'static str,
        table: impl Fn(&'a Shapes) -> &'a Table<T>,
    ) -> Result<&'a Arc<T>, PhysicsError> {
        let table = table(&self.shapes);
        table.get(index).ok_or(PhysicsError::UnknownShape {
            kind,
            index,
            count: table.values.len(),
        })
    }
}

/// The hash is that of the contents' hashes, which are kept: hashing a world costs nothing for its meshes.
impl Codec for ShapeStore {
    const MIN_BYTES: usize = 4 * 8;

    fn encode(&self, out: &mut Encoder<'_>) {
        fn table<T: Codec>(table: &Table<T>, out: &mut Encoder<'_>) {
            out.write_length(table.values.len());
            for value in &table.values {
                value.encode(out);
            }
        }
        table(&self.shapes.hulls, out);
        table(&self.shapes.meshes, out);
        table(&self.shapes.height_fields, out);
        out.write_length(self.shapes.compounds.values.len());
        for compound in &self.shapes.compounds.values {
            out.write_length(compound.children().len());
            for child in compound.children() {
                child.pose.position.encode(out);
                child.pose.rotation.encode(out);
                child.collider.encode(out);
            }
        }
    }

    fn decode(input: &mut Decoder<'_>) -> Result<Self, EcsError> {
        fn table<T: Codec + PartialEq>(
            table: &mut Table<T>,
            what: &'static str,
            input: &mut Decoder<'_>,
        ) -> Result<(), EcsError> {
            for number in 0..input.read_length(T::MIN_BYTES)? {
                let value = T::decode(input)?;
                let hash = content_hash(&value);
                if table.intern(value, hash) as usize != number {
                    return Err(input.invalid(what, number as u64));
                }
            }
            Ok(())
        }
        let mut shapes = Shapes::default();
        table(
            &mut shapes.hulls,
            "hull that differs from all before it",
            input,
        )?;
        table(
            &mut shapes.meshes,
            "mesh that differs from all before it",
            input,
        )?;
        table(
            &mut shapes.height_fields,
            "height field that differs from all before it",
            input,
        )?;
        let mut store = Self {
            shapes: Arc::new(shapes),
        };
        for number in 0..input.read_length(8)? {
            let count = input.read_length(12 + 16 + Collider::MIN_BYTES)?;
            let mut children = Vec::new();
            for _ in 0..count {
                let pose = Pose::new(Codec::decode(input)?, Codec::decode(input)?);
                children.push((pose, Collider::decode(input)?));
            }
            match store.add_compound(&children) {
                Ok(CompoundId(id)) if id as usize == number => {}
                _ => return Err(input.invalid("compound", number as u64)),
            }
        }
        Ok(store)
    }

    fn hash(&self, hasher: &mut StateHasher) {
        let tables = [
            &self.shapes.hulls.hashes,
            &self.shapes.meshes.hashes,
            &self.shapes.height_fields.hashes,
            &self.shapes.compounds.hashes,
        ];
        for hashes in tables {
            hasher.write_u64(hashes.len() as u64);
            for &hash in hashes {
                hasher.write_u64(hash);
            }
        }
    }

    /// By the hash of each shape.
    fn describe(&self, out: &mut Describer<'_>) {
        out.field("hulls", &self.shapes.hulls.hashes);
        out.field("meshes", &self.shapes.meshes.hashes);
        out.field("height_fields", &self.shapes.height_fields.hashes);
        out.field("compounds", &self.shapes.compounds.hashes);
    }
}
