//! Coefficients by name: what `set` changes, and where each number comes from.

use crate::data::Datum;

/// Visits the coefficients of a law: the name that the ball data use, and the number, one or one per lane.
pub(crate) type Fields<'a, L = f64> = &'a mut dyn FnMut(&'static str, &mut L);

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
