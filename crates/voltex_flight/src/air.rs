//! Air: temperature, pressure and humidity to density and viscosity.
//!
//! Density is that of moist ideal air, `rho = (p - e)/(R_d T) + e/(R_v T)`, with the vapour pressure
//! `e = RH * 610.94 Pa * exp(17.625 t/(t + 243.04 C))` (Magnus form of Alduchov and Eskridge, 1996).
//! Viscosity follows Sutherland, `mu = 1.458e-6 T^1.5/(T + 110.4 K)` Pa s. Pressure at a height is the
//! International Standard Atmosphere's, `p = 101325 (1 - 2.25577e-5 h)^5.25588` Pa.

use voltex_math::f64::{exp, pow};

use crate::data::constants;
use crate::error::{FlightError, check_range};
use crate::units::CELSIUS_ZERO;

/// Pressure at sea level in the International Standard Atmosphere, Pa.
pub const STANDARD_PRESSURE: f64 = 101_325.0;

/// Still air of one state, the same at every height of a flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    temperature: f64,
    pressure: f64,
    humidity: f64,
    density: f64,
    viscosity: f64,
}

impl Air {
    /// Air at a temperature (K, 150 to 400), a station pressure (Pa, 0 to 10 MPa) and a relative
    /// humidity (0 to 1).
    ///
    /// # Errors
    /// A value outside its range, NaN included. The vapour pressure is at most the station pressure.
    pub fn new(temperature: f64, pressure: f64, humidity: f64) -> Result<Self, FlightError> {
        check_range(
            "air temperature (K)",
            temperature,
            150.0,
            400.0,
            "; 0 C is 273.15 K",
        )?;
        check_range(
            "air pressure (Pa)",
            pressure,
            0.0,
            1.0e7,
            "; the standard is 101325 Pa, 0 Pa is a vacuum",
        )?;
        check_range("relative humidity", humidity, 0.0, 1.0, "; 0.5 is 50 %")?;
        let vapour = humidity * saturation_vapour_pressure(temperature);
        // In near-vacuum the vapour cannot exceed what pressure there is.
        let vapour = if vapour < pressure { vapour } else { pressure };
        let density = (pressure - vapour) / (constants::R_DRY * temperature)
            + vapour / (constants::R_VAPOUR * temperature);
        Ok(Self {
            temperature,
            pressure,
            humidity,
            density,
            viscosity: sutherland(temperature),
        })
    }

    /// The same air with its density replaced (kg/m^3, 0 to 100): temperature then matters for the
    /// viscosity alone.
    ///
    /// # Errors
    /// A density outside its range.
    pub fn with_density(mut self, density: f64) -> Result<Self, FlightError> {
        self.density = check_range(
            "air density (kg/m^3)",
            density,
            0.0,
            100.0,
            "; sea-level air is about 1.2",
        )?;
        Ok(self)
    }

    /// The same air with its dynamic viscosity replaced (Pa s, 1e-9 to 1e3).
    ///
    /// # Errors
    /// A viscosity outside its range.
    pub fn with_viscosity(mut self, viscosity: f64) -> Result<Self, FlightError> {
        self.viscosity = check_range(
            "air viscosity (Pa s)",
            viscosity,
            1e-9,
            1e3,
            "; air at 20 C has 1.813e-5",
        )?;
        Ok(self)
    }

    /// Temperature, K.
    pub fn temperature(&self) -> f64 {
        self.temperature
    }

    /// Station pressure, Pa.
    pub fn pressure(&self) -> f64 {
        self.pressure
    }

    /// Relative humidity, 0 to 1.
    pub fn humidity(&self) -> f64 {
        self.humidity
    }

    /// Density, kg/m^3.
    pub fn density(&self) -> f64 {
        self.density
    }

    /// Dynamic viscosity, Pa s.
    pub fn viscosity(&self) -> f64 {
        self.viscosity
    }
}

impl Default for Air {
    /// 21.1 C, 101,325 Pa, 50 % relative humidity: 1.194 kg/m^3.
    fn default() -> Self {
        Self::new(CELSIUS_ZERO + 21.1, STANDARD_PRESSURE, 0.5).expect("the default air is valid")
    }
}

/// Pressure at a height above sea level (m, -1,000 to 11,000) in the International Standard
/// Atmosphere, Pa.
///
/// # Errors
/// A height outside the troposphere.
pub fn pressure_at(height: f64) -> Result<f64, FlightError> {
    check_range(
        "altitude (m)",
        height,
        -1000.0,
        11_000.0,
        "; give the station pressure instead for other heights",
    )?;
    Ok(STANDARD_PRESSURE * pow(1.0 - 2.25577e-5 * height, 5.25588))
}

/// Dynamic viscosity of air at `temperature` (K) by Sutherland's formula, Pa s.
fn sutherland(temperature: f64) -> f64 {
    1.458e-6 * temperature * temperature.sqrt() / (temperature + 110.4)
}

/// Saturation vapour pressure over water at `temperature` (K), Pa.
fn saturation_vapour_pressure(temperature: f64) -> f64 {
    let celsius = temperature - CELSIUS_ZERO;
    610.94 * exp(17.625 * celsius / (celsius + 243.04))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!(
            (a - b).abs() <= tolerance,
            "{a} is not {b} within {tolerance}"
        );
    }

    #[test]
    fn density_is_that_of_published_tables() {
        // ISO 2533: dry air at 15 C and 101325 Pa is 1.2250 kg/m^3.
        close(
            Air::new(288.15, 101_325.0, 0.0).unwrap().density(),
            1.2250,
            5e-5,
        );
        // Nathan's workbook: 70 F, 15 ft, 29.92 inHg, 50 % humidity is 1.1938 kg/m^3; his formula
        // rounds the density of dry air to four digits.
        let p = pressure_at(15.0 * 0.3048).unwrap();
        close(Air::new(294.2611, p, 0.5).unwrap().density(), 1.1938, 6e-4);
        close(Air::default().density(), 1.194, 5e-4);
    }

    #[test]
    fn viscosity_at_twenty_celsius_is_sutherlands() {
        close(
            Air::new(293.15, 101_325.0, 0.5).unwrap().viscosity(),
            1.813e-5,
            5e-9,
        );
    }

    #[test]
    fn moist_air_is_lighter_and_cold_air_heavier() {
        let air = |t, rh| Air::new(t, 101_325.0, rh).unwrap().density();
        assert!(air(300.0, 1.0) < air(300.0, 0.0));
        assert!(air(280.0, 0.5) > air(300.0, 0.5));
    }

    #[test]
    fn pressure_falls_with_height_as_the_standard_atmosphere_says() {
        // ISO 2533 at 1,000 m: 89,874.6 Pa; at 5,000 m: 54,019.9 Pa.
        close(pressure_at(0.0).unwrap(), 101_325.0, 1e-6);
        close(pressure_at(1000.0).unwrap(), 89_874.6, 3.0);
        close(pressure_at(5000.0).unwrap(), 54_019.9, 6.0);
    }

    #[test]
    fn impossible_air_is_refused() {
        for (t, p, h) in [
            (f64::NAN, 1e5, 0.5),
            (-1.0, 1e5, 0.5),
            (293.0, -1.0, 0.5),
            (293.0, f64::INFINITY, 0.5),
            (293.0, 1e5, 1.5),
            (293.0, 1e5, f64::NAN),
        ] {
            assert!(Air::new(t, p, h).is_err(), "{t} {p} {h}");
        }
        assert!(Air::default().with_density(-1.0).is_err());
        assert!(pressure_at(30_000.0).is_err());
    }

    #[test]
    fn a_vacuum_has_no_density() {
        assert_eq!(Air::new(293.0, 0.0, 1.0).unwrap().density(), 0.0);
    }
}
