//! All shapes that are too large for a component, each held once.

use std::sync::Arc;

use super::{Compound, HeightField, Hull, TriangleMesh};

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

/// Geometry shared by colliders: a resource of the world, whose copies share it.
#[derive(Clone, Debug, Default)]
pub struct ShapeStore {
    pub(crate) hulls: Vec<Arc<Hull>>,
    pub(crate) meshes: Vec<Arc<TriangleMesh>>,
    pub(crate) height_fields: Vec<Arc<HeightField>>,
    pub(crate) compounds: Vec<Arc<Compound>>,
}

impl ShapeStore {
    /// The hull of an id of this store.
    pub fn hull(&self, id: HullId) -> Option<&Hull> {
        self.hulls.get(id.0 as usize).map(Arc::as_ref)
    }

    /// The mesh of an id of this store.
    pub fn mesh(&self, id: MeshId) -> Option<&TriangleMesh> {
        self.meshes.get(id.0 as usize).map(Arc::as_ref)
    }

    /// The height field of an id of this store.
    pub fn height_field(&self, id: HeightFieldId) -> Option<&HeightField> {
        self.height_fields.get(id.0 as usize).map(Arc::as_ref)
    }

    /// The compound of an id of this store.
    pub fn compound(&self, id: CompoundId) -> Option<&Compound> {
        self.compounds.get(id.0 as usize).map(Arc::as_ref)
    }
}
