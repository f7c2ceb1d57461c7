//! Coefficients by name: what `set` changes, and where each number comes from.

use voltex_math::lane::Lane;

use crate::data::Datum;

/// Visits the coefficients of a law: the name that the ball data use, and the number, one or one per lane.
pub(crate) type Fields<'a, L = f64> = &'a mut dyn FnMut(&'static str, &mut L);

/// Most coefficients that a model has.
const MOST: usize = 32;

/// Puts the coefficients that `from` visits into one lane of those that `to` visits in the same order.
pub(crate) fn put_lane<L: Lane>(
    lane: usize,
    from: impl FnOnce(Fields<'_>),
    to: impl FnOnce(Fields<'_, L>),
) {
    let (mut values, mut count) = ([0.0; MOST], 0);
    from(&mut |_, value| {
        values[count] = *value;
        count += 1;
    });
    let mut next = 0;
    to(&mut |_, lanes| {
        lanes.set_lane(lane, values[next]);
        next += 1;
    });
}

/// One number that a ball's flight depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Section and key, such as `drag.CD`.
    pub path: &'static str,
    /// The value in force, SI.
    pub value: f64,
    /// The published or assumed number behind it, if the data name one.
    pub datum: Option<&'static Datum>,
}
