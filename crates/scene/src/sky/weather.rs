//! Rain, snow and lightning, for the user to read; they are not drawn.
//!
//! Spec: `05-terrain-sky.md` 12.3 (opcodes).

use std::fmt;

use msh_format::sky::opcodes;

/// What falls at a moment.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Weather {
    /// It rains.
    pub rain: bool,
    /// Snow or dust falls.
    pub snow: bool,
    /// There is lightning.
    pub lightning: bool,
    /// Intensity as stored, interpolated.
    pub intensity: f32,
}

impl Weather {
    /// After the opcodes of a day so far, in the order of their stamps.
    pub(super) fn after(so_far: impl Iterator<Item = u32>, intensity: f32) -> Self {
        let mut weather = Self {
            intensity,
            ..Self::default()
        };
        for opcode in so_far {
            match opcode {
                opcodes::START_RAIN => weather.rain = true,
                opcodes::STOP_RAIN => weather.rain = false,
                opcodes::START_SNOW => weather.snow = true,
                opcodes::STOP_SNOW => weather.snow = false,
                opcodes::START_LIGHTNING => weather.lightning = true,
                opcodes::STOP_LIGHTNING => weather.lightning = false,
                _ => {}
            }
        }
        weather
    }

    /// Nothing falls.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        !(self.rain || self.snow || self.lightning)
    }
}

/// `fair`, or what falls and how much: `rain and lightning, intensity 0.9`.
impl fmt::Display for Weather {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_fair() {
            return f.write_str("fair");
        }
        let kinds = [
            (self.rain, "rain"),
            (self.snow, "snow"),
            (self.lightning, "lightning"),
        ];
        let names: Vec<_> = kinds.iter().filter(|k| k.0).map(|k| k.1).collect();
        write!(
            f,
            "{}, intensity {:.1}",
            names.join(" and "),
            self.intensity
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_started_goes_on_until_it_stops() {
        let day = [
            opcodes::START_RAIN,
            opcodes::START_LIGHTNING,
            opcodes::STOP_RAIN,
        ];
        let after = |n: usize| Weather::after(day.into_iter().take(n), 0.9).to_string();
        assert_eq!(after(0), "fair");
        assert_eq!(after(1), "rain, intensity 0.9");
        assert_eq!(after(2), "rain and lightning, intensity 0.9");
        assert_eq!(after(3), "lightning, intensity 0.9");
    }
}
