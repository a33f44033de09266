//! Values of options that are more than a number.

use std::fmt;
use std::str::FromStr;

use msh_format::texm::PixelFormat;
use msh_scene::camera::{Camera, DEFAULT_FOV};
use msh_scene::glam::Vec3;
use msh_scene::sky::FogReach;

/// `X,Y,Z,YAW,PITCH`: world units and degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CameraText {
    /// Eye, world space.
    pub(crate) position: Vec3,
    /// Degrees; 0 looks along +Y, positive turns towards -X.
    pub(crate) yaw: f32,
    /// Degrees above the horizon.
    pub(crate) pitch: f32,
}

impl CameraText {
    /// The place and the angles of a camera, rounded to what the text shows.
    pub(crate) fn of(camera: &Camera) -> Self {
        // Adding 0 turns -0 into 0.
        let round = |v: f32| (v * 1000.0).round() / 1000.0 + 0.0;
        Self {
            position: Vec3::from(camera.position.to_array().map(round)),
            yaw: round(camera.yaw.to_degrees()),
            pitch: round(camera.pitch.to_degrees()),
        }
    }

    /// The camera with this horizontal field of view in radians.
    pub(crate) fn camera(self, fov: f32) -> Camera {
        Camera {
            position: self.position,
            yaw: self.yaw.to_radians(),
            pitch: self.pitch.to_radians(),
            fov,
        }
    }
}

impl fmt::Display for CameraText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vec3 { x, y, z } = self.position;
        write!(f, "{x},{y},{z},{},{}", self.yaw, self.pitch)
    }
}

impl FromStr for CameraText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text
            .split(',')
            .map(|part| match part.trim().parse::<f32>() {
                Ok(n) if n.is_finite() => Ok(n),
                _ => Err(format!("'{part}' is no number")),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let [x, y, z, yaw, pitch] = numbers[..] else {
            return Err(format!(
                "five numbers are needed (X,Y,Z,YAW,PITCH), {} given",
                numbers.len()
            ));
        };
        if !(-90.0..=90.0).contains(&pitch) {
            return Err(format!("the pitch {pitch} is not within -90 to 90 degrees"));
        }
        Ok(Self {
            position: Vec3::new(x, y, z),
            yaw,
            pitch,
        })
    }
}

/// A horizontal field of view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fov {
    /// Radians, more than 0 and less than half a turn.
    pub(crate) radians: f32,
}

impl Default for Fov {
    fn default() -> Self {
        Self {
            radians: DEFAULT_FOV,
        }
    }
}

impl FromStr for Fov {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<f32>() {
            Ok(degrees) if (1.0..=179.0).contains(&degrees) => Ok(Self {
                radians: degrees.to_radians(),
            }),
            _ => Err("degrees from 1 to 179 are needed".into()),
        }
    }
}

/// `WxH`: the size of a picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    /// Pixels, at least 1.
    pub(crate) width: u32,
    /// Pixels, at least 1.
    pub(crate) height: u32,
}

impl Size {
    /// The size without `--size`.
    pub(crate) const DEFAULT: Self = Self {
        width: 1280,
        height: 720,
    };
    /// More than any device draws; the device has the last word.
    const MAX: u32 = 32_768;

    /// Width over height.
    pub(crate) fn aspect(self) -> f32 {
        // Both are small enough to be exact in f32.
        self.width as f32 / self.height as f32
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |s: &str| s.parse().ok().filter(|n| (1..=Self::MAX).contains(n));
        text.split_once(['x', 'X'])
            .and_then(|(w, h)| Some((side(w)?, side(h)?)))
            .map(|(width, height)| Self { width, height })
            .ok_or_else(|| {
                format!(
                    "a size like 1280x720, sides of 1 to {}, is needed",
                    Self::MAX
                )
            })
    }
}

/// `T0,T1,..`: one animation time per node, `-` for none.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Times(pub(crate) Vec<Option<f32>>);

impl FromStr for Times {
    type Err = String;

    /// Any number passes, also one that no animation allows: that is for the data to say.
    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',')
            .map(|part| match part.trim() {
                "-" => Ok(None),
                number => match number.parse() {
                    Ok(time) => Ok(Some(time)),
                    Err(_) => Err(format!("'{number}' is neither a time nor -")),
                },
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// A pixel format that a texture can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextureFormat(pub(crate) PixelFormat);

impl FromStr for TextureFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let format = text.parse().ok().and_then(PixelFormat::from_number);
        match format {
            Some(PixelFormat::IndexedExternal) => {
                Err("format 2 has its palette in another file".to_owned())
            }
            Some(format) => Ok(Self(format)),
            None => Err("no pixel format; there are 0, 565, 556, 4444, 88, 888, 8888".to_owned()),
        }
    }
}

/// `[DAY/]HH:MM`: a time of one of the days that take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TimeOfDay {
    /// Number of the day; the one the mission starts on if none is given.
    pub(crate) day: Option<usize>,
    /// Below 24.
    pub(crate) hour: u32,
    /// Below 60.
    pub(crate) minute: u32,
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(day) = self.day {
            write!(f, "{day}/")?;
        }
        write!(f, "{:02}:{:02}", self.hour, self.minute)
    }
}

impl FromStr for TimeOfDay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (day, time) = match text.split_once('/') {
                Some((day, time)) => (Some(day.parse().ok()?), time),
                None => (None, text),
            };
            let (hour, minute) = time.split_once(':')?;
            let below = |text: &str, limit: u32| text.parse().ok().filter(|n| *n < limit);
            Some(Self {
                day,
                hour: below(hour, 24)?,
                minute: below(minute, 60)?,
            })
        };
        parse().ok_or_else(|| "a time from 00:00 to 23:59 is needed".into())
    }
}

/// `on`, `off` or a factor of the fog's distances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fog(pub(crate) FogReach);

impl Default for Fog {
    /// As in the game.
    fn default() -> Self {
        Self(FogReach::Times(1.0))
    }
}

impl fmt::Display for Fog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            FogReach::Off => f.write_str("off"),
            FogReach::Times(1.0) => f.write_str("on"),
            FogReach::Times(factor) => write!(f, "{factor}"),
        }
    }
}

impl FromStr for Fog {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "on" => Ok(Self::default()),
            "off" => Ok(Self(FogReach::Off)),
            factor => match factor.parse::<f32>() {
                Ok(factor) if factor > 0.0 && factor <= 1000.0 => Ok(Self(FogReach::Times(factor))),
                _ => Err("on, off or a factor of up to 1000 is needed".into()),
            },
        }
    }
}

/// How fast the day passes, compared with the game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Speed(pub(crate) f64);

impl Default for Speed {
    /// As in the game.
    fn default() -> Self {
        Self(1.0)
    }
}

impl FromStr for Speed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<f64>() {
            Ok(speed) if speed > 0.0 && speed <= 1000.0 => Ok(Self(speed)),
            _ => Err("a factor of up to 1000 is needed".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_may_start_with_a_minus() {
        let camera: CameraText = "-5,3.25,1e2,-90,-12.5".parse().expect("a camera");
        assert_eq!(camera.position, Vec3::new(-5.0, 3.25, 100.0));
        assert_eq!((camera.yaw, camera.pitch), (-90.0, -12.5));
    }

    #[test]
    fn a_camera_needs_five_finite_numbers_and_a_possible_pitch() {
        for text in [
            "",
            "1,2,3,4",
            "1,2,3,4,5,6",
            "1,2,3,4,x",
            "1,2,nan,4,5",
            "1,2,3,4,90.5",
        ] {
            assert!(text.parse::<CameraText>().is_err(), "{text:?} was accepted");
        }
    }

    #[test]
    fn the_text_of_a_camera_gives_the_camera_back() {
        let camera = Camera {
            position: Vec3::new(104.469_18, -120.162_54, 0.000_4),
            yaw: 1.234_567,
            pitch: -0.1,
            fov: 1.3,
        };
        let text = CameraText::of(&camera);
        assert_eq!(text.to_string(), "104.469,-120.163,0,70.735,-5.73");
        assert_eq!(text.to_string().parse(), Ok(text));
    }

    #[test]
    fn a_field_of_view_is_given_in_degrees() {
        let fov: Fov = "90".parse().expect("a field of view");
        assert!((fov.radians - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
        for text in ["0", "180", "-20", "nan", "wide"] {
            assert!(text.parse::<Fov>().is_err(), "{text:?} was accepted");
        }
    }

    #[test]
    fn a_size_is_two_sides() {
        assert_eq!(
            "640X360".parse(),
            Ok(Size {
                width: 640,
                height: 360
            })
        );
        for text in ["", "640", "640x", "0x1", "1x99999", "-1x2", "1x2x3"] {
            assert!(text.parse::<Size>().is_err(), "{text:?} was accepted");
        }
    }

    #[test]
    fn times_may_be_missing() {
        assert_eq!(
            "2.5,-,-1".parse(),
            Ok(Times(vec![Some(2.5), None, Some(-1.0)]))
        );
        assert!("1,,2".parse::<Times>().is_err());
    }

    #[test]
    fn a_time_of_day_is_hours_and_minutes_of_a_day() {
        let time = |text: &str| text.parse::<TimeOfDay>();
        let half_past = TimeOfDay {
            day: Some(1),
            hour: 12,
            minute: 30,
        };
        assert_eq!(time("1/12:30"), Ok(half_past));
        assert_eq!(time("9:05").map(|t| t.to_string()), Ok("09:05".into()));
        for text in [
            "", "12", "24:00", "12:60", "-1:00", "a/12:00", "/12:00", "1/2/3:00",
        ] {
            assert!(time(text).is_err(), "{text:?} was accepted");
        }
    }

    #[test]
    fn fog_is_on_off_or_a_factor() {
        for text in ["on", "off", "2.5"] {
            let fog: Fog = text.parse().expect("fog");
            assert_eq!(fog.to_string(), text);
        }
        for text in ["", "0", "-1", "nan", "1e9", "thick"] {
            assert!(text.parse::<Fog>().is_err(), "{text:?} was accepted");
        }
    }
}
