//! Hash of simulation state.

use xxhash_rust::xxh3::Xxh3Default;

use crate::linear::{DQuat, DVec3, Quat, Vec3};

/// Bits of the one NaN that all NaN of 32 bits become before hashing.
const CANONICAL_NAN_F32: u32 = 0x7fc0_0000;
/// Bits of the one NaN that all NaN of 64 bits become before hashing.
const CANONICAL_NAN_F64: u64 = 0x7ff8_0000_0000_0000;

/// Incremental 64-bit hash of state: XXH3-64 with seed 0 over a defined byte stream.
///
/// Two states that a user cannot tell apart hash alike: `-0.0` counts as `+0.0`, and every NaN as
/// the same NaN. All other values are taken bit for bit.
///
/// # Byte stream
///
/// The stream is part of Voltex's file formats and does not change within a format version:
///
/// * integers and floats: their little-endian bytes, at their own width; `bool` is one byte 0 or 1;
/// * vectors and quaternions: components in the order x, y, z(, w);
/// * byte slices and strings (UTF-8): the length as `u64`, then the bytes, so that `"ab", "c"` and
///   `"a", "bc"` differ.
///
/// The hash depends on the bytes alone, never on how they were cut into calls. It is for finding
/// differences, not for security.
///
/// ```
/// use voltex_math::StateHasher;
///
/// let mut a = StateHasher::new();
/// a.write_f32(-0.0);
/// let mut b = StateHasher::new();
/// b.write_f32(0.0);
/// assert_eq!(a.finish(), b.finish());
/// ```
#[derive(Clone)]
pub struct StateHasher {
    inner: Xxh3Default,
    /// Bytes that the hash has not seen yet: a call for every number would cost more than the hash itself.
    waiting: [u8; WAITING],
    count: usize,
}

/// Bytes that are gathered.
const WAITING: usize = 256;

impl StateHasher {
    /// Hasher that has seen nothing.
    pub fn new() -> Self {
        Self {
            inner: Xxh3Default::new(),
            waiting: [0; WAITING],
            count: 0,
        }
    }

    #[inline]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        if self.count + N > WAITING {
            self.flush();
        }
        self.waiting[self.count..self.count + N].copy_from_slice(&bytes);
        self.count += N;
    }

    #[inline(never)]
    fn flush(&mut self) {
        self.inner.update(&self.waiting[..self.count]);
        self.count = 0;
    }

    /// Adds one byte.
    #[inline]
    pub fn write_u8(&mut self, value: u8) {
        self.put([value]);
    }

    /// Adds one byte, 0 or 1.
    #[inline]
    pub fn write_bool(&mut self, value: bool) {
        self.write_u8(u8::from(value));
    }

    /// Adds four bytes.
    #[inline]
    pub fn write_u32(&mut self, value: u32) {
        self.put(value.to_le_bytes());
    }

    /// Adds four bytes, two's complement.
    #[inline]
    pub fn write_i32(&mut self, value: i32) {
        self.put(value.to_le_bytes());
    }

    /// Adds eight bytes.
    #[inline]
    pub fn write_u64(&mut self, value: u64) {
        self.put(value.to_le_bytes());
    }

    /// Adds eight bytes, two's complement.
    #[inline]
    pub fn write_i64(&mut self, value: i64) {
        self.put(value.to_le_bytes());
    }

    /// Adds a float in canonical form.
    #[inline]
    pub fn write_f32(&mut self, value: f32) {
        self.write_u32(canonical_f32_bits(value));
    }

    /// Adds a float in canonical form.
    #[inline]
    pub fn write_f64(&mut self, value: f64) {
        self.write_u64(canonical_f64_bits(value));
    }

    /// Adds x, y, z in canonical form.
    #[inline]
    pub fn write_vec3(&mut self, value: Vec3) {
        for component in value.to_array() {
            self.write_f32(component);
        }
    }

    /// Adds x, y, z in canonical form.
    #[inline]
    pub fn write_dvec3(&mut self, value: DVec3) {
        for component in value.to_array() {
            self.write_f64(component);
        }
    }

    /// Adds x, y, z, w in canonical form. `q` and `-q` turn alike but hash apart, since the
    /// simulation that continues from them may differ in bits.
    #[inline]
    pub fn write_quat(&mut self, value: Quat) {
        for component in value.to_array() {
            self.write_f32(component);
        }
    }

    /// Adds x, y, z, w in canonical form; the sign of the quaternion counts, as in
    /// [`Self::write_quat`].
    #[inline]
    pub fn write_dquat(&mut self, value: DQuat) {
        for component in value.to_array() {
            self.write_f64(component);
        }
    }

    /// Adds the length as `u64` and then the bytes.
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        self.write_u64(bytes.len() as u64);
        self.flush();
        self.inner.update(bytes);
    }

    /// Adds the length in bytes as `u64` and then the UTF-8 bytes.
    pub fn write_str(&mut self, text: &str) {
        self.write_bytes(text.as_bytes());
    }

    /// Hash of everything written so far; writing may go on afterwards.
    pub fn finish(&self) -> u64 {
        let mut inner = self.inner.clone();
        inner.update(&self.waiting[..self.count]);
        inner.digest()
    }
}

impl Default for StateHasher {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for StateHasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "StateHasher({:016x})", self.finish())
    }
}

/// Bits of `value` with `-0.0` as `+0.0` and every NaN as one NaN.
#[inline]
pub fn canonical_f32_bits(value: f32) -> u32 {
    if value.is_nan() {
        CANONICAL_NAN_F32
    } else if value == 0.0 {
        0
    } else {
        value.to_bits()
    }
}

/// Bits of `value` with `-0.0` as `+0.0` and every NaN as one NaN.
#[inline]
pub fn canonical_f64_bits(value: f64) -> u64 {
    if value.is_nan() {
        CANONICAL_NAN_F64
    } else if value == 0.0 {
        0
    } else {
        value.to_bits()
    }
}
