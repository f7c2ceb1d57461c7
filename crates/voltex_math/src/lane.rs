//! The few operations that the kernels are written in, for one `f64` and for several at once.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// One `f64` or a fixed number of them side by side.
///
/// [`crate::kernel`] is written once over this trait. Every operation is exact in the sense of
/// IEEE 754 or works on bits, lane by lane, and none mixes lanes; so a wide call returns in each
/// lane the bits of the scalar call. There is no fused multiply-add and no estimate on purpose.
pub trait Lane:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Truth value per lane.
    type Mask: Copy;

    /// Count of lanes, at most 32.
    const LANES: usize;

    /// One lane, counted from 0.
    fn lane(&self, lane: usize) -> f64;

    /// Puts a number into one lane, counted from 0.
    fn set_lane(&mut self, lane: usize, value: f64);

    /// One bit per lane in which the mask holds, lane 0 lowest.
    fn mask_bits(mask: Self::Mask) -> u32;

    /// The same number in every lane.
    fn splat(value: f64) -> Self;

    /// Correctly rounded square root.
    fn sqrt(self) -> Self;

    /// `self < other`; false with NaN.
    fn less(self, other: Self) -> Self::Mask;

    /// `self <= other`; false with NaN.
    fn less_equal(self, other: Self) -> Self::Mask;

    /// `self == other`: zeros of both signs are equal, NaN equals nothing.
    fn equal(self, other: Self) -> Self::Mask;

    /// Whether bit number `bit` (0 is the lowest) of the representation is set.
    fn bit_is_set(self, bit: u32) -> Self::Mask;

    /// Both hold.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;

    /// At least one holds.
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask;

    /// The opposite holds.
    fn invert(mask: Self::Mask) -> Self::Mask;

    /// Whether the mask holds in every lane.
    fn all(mask: Self::Mask) -> bool;

    /// `yes()` where the mask holds, `no()` elsewhere. One number runs only the one it needs.
    fn choose(mask: Self::Mask, yes: impl FnOnce() -> Self, no: impl FnOnce() -> Self) -> Self;

    /// `yes` where the mask holds, `no` elsewhere; both have been computed.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Representation as integers, plus a constant, modulo 2^64.
    fn bits_add(self, value: u64) -> Self;

    /// Representation and a constant, bit by bit.
    fn bits_and(self, value: u64) -> Self;

    /// Representation or a constant, bit by bit.
    fn bits_or(self, value: u64) -> Self;

    /// Exclusive or of two representations.
    fn bits_xor(self, other: Self) -> Self;

    /// Representation moved `count < 64` bits up.
    fn bits_shift_left(self, count: u32) -> Self;

    /// Representation moved `count < 64` bits down, with zeros from above.
    fn bits_shift_right(self, count: u32) -> Self;

    /// `f` of every lane, one by one.
    fn map_each(self, f: fn(f64) -> f64) -> Self;

    /// The smaller: `self` where it is less than `other`, else `other`; see [`crate::f64::min`].
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self::select(self.less(other), self, other)
    }

    /// The larger: `self` where it is more than `other`, else `other`; see [`crate::f64::max`].
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self::select(other.less(self), self, other)
    }

    /// Value without its sign.
    #[inline(always)]
    fn abs(self) -> Self {
        self.bits_and(!SIGN_BIT)
    }

    /// Value with its sign turned where that of `other` is negative.
    #[inline(always)]
    fn flip_sign_by(self, other: Self) -> Self {
        self.bits_xor(other.bits_and(SIGN_BIT))
    }
}

/// The sign bit of a `f64`.
const SIGN_BIT: u64 = 1 << 63;

impl Lane for f64 {
    type Mask = bool;

    const LANES: usize = 1;

    #[inline(always)]
    fn lane(&self, _lane: usize) -> f64 {
        *self
    }

    #[inline(always)]
    fn set_lane(&mut self, _lane: usize, value: f64) {
        *self = value;
    }

    #[inline(always)]
    fn mask_bits(mask: bool) -> u32 {
        u32::from(mask)
    }

    #[inline(always)]
    fn splat(value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    #[inline(always)]
    fn less(self, other: Self) -> bool {
        self < other
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> bool {
        self <= other
    }

    #[inline(always)]
    fn equal(self, other: Self) -> bool {
        self == other
    }

    #[inline(always)]
    fn bit_is_set(self, bit: u32) -> bool {
        self.to_bits() >> bit & 1 == 1
    }

    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a & b
    }

    #[inline(always)]
    fn either(a: bool, b: bool) -> bool {
        a | b
    }

    #[inline(always)]
    fn invert(mask: bool) -> bool {
        !mask
    }

    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }

    #[inline(always)]
    fn choose(mask: bool, yes: impl FnOnce() -> Self, no: impl FnOnce() -> Self) -> Self {
        if mask { yes() } else { no() }
    }

    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn bits_add(self, value: u64) -> Self {
        f64::from_bits(self.to_bits().wrapping_add(value))
    }

    #[inline(always)]
    fn bits_and(self, value: u64) -> Self {
        f64::from_bits(self.to_bits() & value)
    }

    #[inline(always)]
    fn bits_or(self, value: u64) -> Self {
        f64::from_bits(self.to_bits() | value)
    }

    #[inline(always)]
    fn bits_xor(self, other: Self) -> Self {
        f64::from_bits(self.to_bits() ^ other.to_bits())
    }

    #[inline(always)]
    fn bits_shift_left(self, count: u32) -> Self {
        f64::from_bits(self.to_bits() << count)
    }

    #[inline(always)]
    fn bits_shift_right(self, count: u32) -> Self {
        f64::from_bits(self.to_bits() >> count)
    }

    #[inline(always)]
    fn map_each(self, f: fn(f64) -> f64) -> Self {
        f(self)
    }
}

/// `N` numbers side by side, as a plain array.
///
/// The compiler turns the loops over the lanes into whatever vector instructions the calling
/// function may use. Arithmetic is lane by lane.
///
/// ```
/// use voltex_math::kernel;
/// use voltex_math::lane::F64x4;
///
/// let wide = kernel::exp(F64x4::from([0.0, 1.0, -1.0, 0.5]));
/// assert_eq!(wide.to_array()[1], voltex_math::f64::exp(1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wide<const N: usize>([f64; N]);

/// Four lanes: the width of AVX2.
pub type F64x4 = Wide<4>;
/// Eight lanes: the width of AVX-512.
pub type F64x8 = Wide<8>;

/// Truth values of [`Wide`]: all bits of a lane set or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideMask<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// The lanes in order.
    #[inline(always)]
    pub const fn to_array(self) -> [f64; N] {
        self.0
    }

    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let mut out = self.0;
        for value in &mut out {
            *value = f(*value);
        }
        Self(out)
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let mut out = self.0;
        for (value, right) in out.iter_mut().zip(other.0) {
            *value = f(*value, right);
        }
        Self(out)
    }

    #[inline(always)]
    fn compare(self, other: Self, f: impl Fn(f64, f64) -> bool) -> WideMask<N> {
        let mut out = [0; N];
        for (lane, (a, b)) in out.iter_mut().zip(self.0.into_iter().zip(other.0)) {
            *lane = if f(a, b) { u64::MAX } else { 0 };
        }
        WideMask(out)
    }
}

impl<const N: usize> From<[f64; N]> for Wide<N> {
    #[inline(always)]
    fn from(lanes: [f64; N]) -> Self {
        Self(lanes)
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl<const N: usize> Mul for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl<const N: usize> Div for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
}

impl<const N: usize> Neg for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}

impl<const N: usize> Lane for Wide<N> {
    type Mask = WideMask<N>;

    const LANES: usize = N;

    #[inline(always)]
    fn lane(&self, lane: usize) -> f64 {
        self.0[lane]
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, value: f64) {
        self.0[lane] = value;
    }

    #[inline(always)]
    fn mask_bits(mask: WideMask<N>) -> u32 {
        let mut bits = 0;
        for (lane, truth) in mask.0.into_iter().enumerate() {
            bits |= ((truth & 1) as u32) << lane;
        }
        bits
    }

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self([value; N])
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(f64::sqrt)
    }

    #[inline(always)]
    fn less(self, other: Self) -> WideMask<N> {
        self.compare(other, |a, b| a < b)
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> WideMask<N> {
        self.compare(other, |a, b| a <= b)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> WideMask<N> {
        self.compare(other, |a, b| a == b)
    }

    #[inline(always)]
    fn bit_is_set(self, bit: u32) -> WideMask<N> {
        WideMask(self.0.map(|a| (a.to_bits() >> bit & 1).wrapping_neg()))
    }

    #[inline(always)]
    fn both(a: WideMask<N>, b: WideMask<N>) -> WideMask<N> {
        let mut out = a.0;
        for (lane, right) in out.iter_mut().zip(b.0) {
            *lane &= right;
        }
        WideMask(out)
    }

    #[inline(always)]
    fn either(a: WideMask<N>, b: WideMask<N>) -> WideMask<N> {
        let mut out = a.0;
        for (lane, right) in out.iter_mut().zip(b.0) {
            *lane |= right;
        }
        WideMask(out)
    }

    #[inline(always)]
    fn invert(mask: WideMask<N>) -> WideMask<N> {
        WideMask(mask.0.map(|lane| !lane))
    }

    #[inline(always)]
    fn all(mask: WideMask<N>) -> bool {
        mask.0.into_iter().fold(u64::MAX, |all, lane| all & lane) == u64::MAX
    }

    #[inline(always)]
    fn choose(mask: WideMask<N>, yes: impl FnOnce() -> Self, no: impl FnOnce() -> Self) -> Self {
        Self::select(mask, yes(), no())
    }

    #[inline(always)]
    fn select(mask: WideMask<N>, yes: Self, no: Self) -> Self {
        let mut out = no.0;
        for (lane, (mask, yes)) in out.iter_mut().zip(mask.0.into_iter().zip(yes.0)) {
            *lane = f64::from_bits(yes.to_bits() & mask | lane.to_bits() & !mask);
        }
        Self(out)
    }

    #[inline(always)]
    fn bits_add(self, value: u64) -> Self {
        self.map(|a| a.bits_add(value))
    }

    #[inline(always)]
    fn bits_and(self, value: u64) -> Self {
        self.map(|a| a.bits_and(value))
    }

    #[inline(always)]
    fn bits_or(self, value: u64) -> Self {
        self.map(|a| a.bits_or(value))
    }

    #[inline(always)]
    fn bits_xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a.bits_xor(b))
    }

    #[inline(always)]
    fn bits_shift_left(self, count: u32) -> Self {
        self.map(|a| a.bits_shift_left(count))
    }

    #[inline(always)]
    fn bits_shift_right(self, count: u32) -> Self {
        self.map(|a| a.bits_shift_right(count))
    }

    #[inline(always)]
    fn map_each(self, f: fn(f64) -> f64) -> Self {
        self.map(f)
    }
}

/// Two sets of lanes side by side: while the instructions of one wait for a result, those of the other run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair<L>(L, L);

/// Applies an operation to both sets of lanes.
macro_rules! pair_arithmetic {
    ($($trait:ident $method:ident),*) => {
        $(impl<L: Lane> $trait for Pair<L> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0), self.1.$method(other.1))
            }
        })*
    };
}

pair_arithmetic!(Add add, Sub sub, Mul mul, Div div);

impl<L: Lane> Neg for Pair<L> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl<L: Lane> Lane for Pair<L> {
    type Mask = (L::Mask, L::Mask);

    const LANES: usize = 2 * L::LANES;

    #[inline(always)]
    fn lane(&self, lane: usize) -> f64 {
        if lane < L::LANES {
            self.0.lane(lane)
        } else {
            self.1.lane(lane - L::LANES)
        }
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, value: f64) {
        if lane < L::LANES {
            self.0.set_lane(lane, value);
        } else {
            self.1.set_lane(lane - L::LANES, value);
        }
    }

    #[inline(always)]
    fn mask_bits(mask: Self::Mask) -> u32 {
        L::mask_bits(mask.0) | L::mask_bits(mask.1) << L::LANES
    }

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(L::splat(value), L::splat(value))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt(), self.1.sqrt())
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self::Mask {
        (self.0.less(other.0), self.1.less(other.1))
    }

    #[inline(always)]
    fn less_equal(self, other: Self) -> Self::Mask {
        (self.0.less_equal(other.0), self.1.less_equal(other.1))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self::Mask {
        (self.0.equal(other.0), self.1.equal(other.1))
    }

    #[inline(always)]
    fn bit_is_set(self, bit: u32) -> Self::Mask {
        (self.0.bit_is_set(bit), self.1.bit_is_set(bit))
    }

    #[inline(always)]
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        (L::both(a.0, b.0), L::both(a.1, b.1))
    }

    #[inline(always)]
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        (L::either(a.0, b.0), L::either(a.1, b.1))
    }

    #[inline(always)]
    fn invert(mask: Self::Mask) -> Self::Mask {
        (L::invert(mask.0), L::invert(mask.1))
    }

    #[inline(always)]
    fn all(mask: Self::Mask) -> bool {
        L::all(L::both(mask.0, mask.1))
    }

    #[inline(always)]
    fn choose(mask: Self::Mask, yes: impl FnOnce() -> Self, no: impl FnOnce() -> Self) -> Self {
        Self::select(mask, yes(), no())
    }

    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Self(
            L::select(mask.0, yes.0, no.0),
            L::select(mask.1, yes.1, no.1),
        )
    }

    #[inline(always)]
    fn bits_add(self, value: u64) -> Self {
        Self(self.0.bits_add(value), self.1.bits_add(value))
    }

    #[inline(always)]
    fn bits_and(self, value: u64) -> Self {
        Self(self.0.bits_and(value), self.1.bits_and(value))
    }

    #[inline(always)]
    fn bits_or(self, value: u64) -> Self {
        Self(self.0.bits_or(value), self.1.bits_or(value))
    }

    #[inline(always)]
    fn bits_xor(self, other: Self) -> Self {
        Self(self.0.bits_xor(other.0), self.1.bits_xor(other.1))
    }

    #[inline(always)]
    fn bits_shift_left(self, count: u32) -> Self {
        Self(self.0.bits_shift_left(count), self.1.bits_shift_left(count))
    }

    #[inline(always)]
    fn bits_shift_right(self, count: u32) -> Self {
        Self(
            self.0.bits_shift_right(count),
            self.1.bits_shift_right(count),
        )
    }

    #[inline(always)]
    fn map_each(self, f: fn(f64) -> f64) -> Self {
        Self(self.0.map_each(f), self.1.map_each(f))
    }
}
