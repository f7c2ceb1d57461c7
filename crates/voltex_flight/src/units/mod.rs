//! Units of human input: conversion to SI and parsers of text such as `167mph`, `2686 rpm` or `10.9°`.
//!
//! Everything inside Voltex is SI (m, s, kg, rad, K, Pa). A program writes `mph(167.0)`; a command line or a scene file gives
//! text, which [`parse`] turns into SI. Text always names its unit: a bare number is an error that says which unit to add.
//!
//! Factors are exact by definition unless their constant says otherwise: the international yard and pound agreement of
//! 1959 (1 yd = 0.9144 m, 1 lb = 0.45359237 kg), the SI brochure (degree, hour, degree Celsius) and NIST SP 811
//! appendix B (conventional inch of mercury, degree Fahrenheit).

use std::f64::consts::PI;

pub mod parse;

pub use parse::{Dimension, UnitError};

/// One inch in metres, exact (1959 agreement: 1 yd = 0.9144 m = 36 in).
pub const INCH: f64 = 0.0254;
/// One foot in metres, exact (12 in).
pub const FOOT: f64 = 0.3048;
/// One yard in metres, exact.
pub const YARD: f64 = 0.9144;
/// One mile per hour in m/s, exact (1609.344 m / 3600 s).
pub const MILE_PER_HOUR: f64 = 0.447_04;
/// One kilometre per hour in m/s (1/3.6).
pub const KILOMETRE_PER_HOUR: f64 = 1.0 / 3.6;
/// One degree in radians (pi/180).
pub const DEGREE: f64 = PI / 180.0;
/// One revolution per minute in rad/s (pi/30).
pub const REVOLUTION_PER_MINUTE: f64 = PI / 30.0;
/// One revolution per second in rad/s (2 pi).
pub const REVOLUTION_PER_SECOND: f64 = 2.0 * PI;
/// Zero degrees Celsius in kelvin, exact (SI brochure).
pub const CELSIUS_ZERO: f64 = 273.15;
/// Zero degrees Fahrenheit above absolute zero, in degrees Fahrenheit (459.67, exact).
pub const FAHRENHEIT_ZERO: f64 = 459.67;
/// One conventional inch of mercury in Pa: 25.4 mm of mercury of 13,595.1 kg/m^3 under 9.80665 m/s^2 (NIST SP 811, B.8).
pub const INCH_OF_MERCURY: f64 = 3_386.388_640_341;
/// One avoirdupois ounce in kg, exact (1/16 lb).
pub const OUNCE: f64 = 0.028_349_523_125;
/// One avoirdupois pound in kg, exact.
pub const POUND: f64 = 0.453_592_37;

/// Miles per hour to m/s.
#[must_use]
pub fn mph(value: f64) -> f64 {
    value * MILE_PER_HOUR
}

/// Kilometres per hour to m/s.
#[must_use]
pub fn kmh(value: f64) -> f64 {
    value / 3.6
}

/// Feet per second to m/s.
#[must_use]
pub fn fps(value: f64) -> f64 {
    value * FOOT
}

/// Degrees to radians.
#[must_use]
pub fn deg(value: f64) -> f64 {
    value * DEGREE
}

/// Revolutions per minute to rad/s.
#[must_use]
pub fn rpm(value: f64) -> f64 {
    value * REVOLUTION_PER_MINUTE
}

/// Revolutions per second to rad/s.
#[must_use]
pub fn rps(value: f64) -> f64 {
    value * REVOLUTION_PER_SECOND
}

/// Centimetres to metres.
#[must_use]
pub fn cm(value: f64) -> f64 {
    value / 100.0
}

/// Inches to metres.
#[must_use]
pub fn inches(value: f64) -> f64 {
    value * INCH
}

/// Feet to metres.
#[must_use]
pub fn feet(value: f64) -> f64 {
    value * FOOT
}

/// Yards to metres.
#[must_use]
pub fn yards(value: f64) -> f64 {
    value * YARD
}

/// Degrees Celsius to kelvin.
#[must_use]
pub fn celsius(value: f64) -> f64 {
    value + CELSIUS_ZERO
}

/// Degrees Fahrenheit to kelvin.
#[must_use]
pub fn fahrenheit(value: f64) -> f64 {
    (value + FAHRENHEIT_ZERO) / 1.8
}

/// Hectopascals (millibars) to Pa.
#[must_use]
pub fn hpa(value: f64) -> f64 {
    value * 100.0
}

/// Conventional inches of mercury to Pa.
#[must_use]
pub fn inhg(value: f64) -> f64 {
    value * INCH_OF_MERCURY
}

/// Grams to kg.
#[must_use]
pub fn grams(value: f64) -> f64 {
    value / 1000.0
}

/// Avoirdupois ounces to kg.
#[must_use]
pub fn ounces(value: f64) -> f64 {
    value * OUNCE
}

/// Rad/s to revolutions per minute.
#[must_use]
pub fn to_rpm(radians_per_second: f64) -> f64 {
    radians_per_second / REVOLUTION_PER_MINUTE
}

/// Radians to degrees.
#[must_use]
pub fn to_deg(radians: f64) -> f64 {
    radians / DEGREE
}
