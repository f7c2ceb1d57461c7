//! Errors of the crate.

use crate::entity::Entity;

/// What `voltex_ecs` can refuse.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EcsError {
    /// An operation on an entity that is not alive.
    #[error("entity {entity} is not alive; ask World::is_alive before using a stored handle")]
    DeadEntity {
        /// The handle.
        entity: Entity,
    },
    /// A parent that lies below its own child.
    #[error(
        "{parent} cannot become the parent of {child}: it is {child} itself or lies below it; detach it first with World::clear_parent"
    )]
    ParentCycle {
        /// Entity that was to get a parent.
        child: Entity,
        /// The parent that was asked for.
        parent: Entity,
    },
    /// A group of fewer than two or more than eight components, or with one component twice.
    #[error(
        "a group aligns 2 to 8 different components, got {named} of which {different} differ; name each component once"
    )]
    GroupSize {
        /// Number of components named.
        named: usize,
        /// Number of different ones among the first eight.
        different: usize,
    },
    /// A component that already belongs to another group.
    #[error(
        "component {component} already belongs to another group and can be kept in one order only; declare one group that holds both families, or leave it out of one of them"
    )]
    GroupOverlap {
        /// Type of the component.
        component: &'static str,
    },
    /// A name or type that is registered already, and differently.
    #[error(
        "cannot register {type_name} as \"{name}\" version {version}: {holder}; every type has one name and every name one type"
    )]
    Registration {
        /// Name that was asked for.
        name: &'static str,
        /// Version that was asked for.
        version: u32,
        /// Type that was to get the name.
        type_name: &'static str,
        /// What stands in the way.
        holder: String,
    },
    /// Bytes that do not begin like an encoded world.
    #[error("these bytes are no encoded world: they do not start with \"VXEW\"")]
    NotAWorld,
    /// Bytes of another format.
    #[error(
        "the encoded world has format {found}, this build reads format {supported}; use the build that wrote it or encode again"
    )]
    Format {
        /// Format of the bytes.
        found: u32,
        /// Format this build reads.
        supported: u32,
    },
    /// Bytes with a component or resource that this world does not know.
    #[error(
        "the encoded world holds \"{name}\", which is not registered as a {kind}; register the type under that name before decoding"
    )]
    UnknownName {
        /// The name.
        name: String,
        /// `component` or `resource`.
        kind: &'static str,
    },
    /// Values of a version that the type cannot read.
    #[error(
        "\"{name}\" is stored in version {found}, this build reads version {supported}; implement Codec::decode_version for the old one"
    )]
    CodecVersion {
        /// The name.
        name: String,
        /// Version of the bytes.
        found: u32,
        /// Version registered here.
        supported: u32,
    },
    /// Fewer bytes than are needed.
    #[error(
        "at byte {at}: {needed} bytes are needed, {remaining} are left; the data is cut off or damaged"
    )]
    Truncated {
        /// Position in the bytes.
        at: usize,
        /// Bytes needed.
        needed: u64,
        /// Bytes left.
        remaining: usize,
    },
    /// A value that its type cannot have.
    #[error("at byte {at}: {value} is no {what}; the data is damaged")]
    InvalidValue {
        /// Position in the bytes.
        at: usize,
        /// What was expected.
        what: &'static str,
        /// What was found.
        value: u64,
    },
    /// More bytes than were used.
    #[error("at byte {at}: {extra} bytes are left over; the data is damaged or of another version")]
    TrailingBytes {
        /// Position in the bytes.
        at: usize,
        /// Bytes left over.
        extra: usize,
    },
    /// Parts that contradict each other.
    #[error("the encoded world contradicts itself: {what}")]
    Inconsistent {
        /// The contradiction.
        what: &'static str,
    },
    /// Bytes of a world with other groups.
    #[error(
        "the encoded world keeps the groups {found}, this one {declared}; rows would come out in another order, so declare the same groups before decoding"
    )]
    GroupsDiffer {
        /// Groups of the bytes.
        found: String,
        /// Groups of the world.
        declared: String,
    },
    /// A time, step or scale that cannot be used.
    #[error("{what} is {value} {unit}, allowed are finite values {allowed}")]
    Time {
        /// Which quantity.
        what: &'static str,
        /// Its value.
        value: f64,
        /// Its unit.
        unit: &'static str,
        /// Its range.
        allowed: &'static str,
    },
}

/// A component that could not be added, and why.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct AddError<T> {
    /// Why it was refused.
    pub error: EcsError,
    /// The component, given back.
    pub component: T,
}

impl<T> From<AddError<T>> for EcsError {
    fn from(refused: AddError<T>) -> Self {
        refused.error
    }
}
