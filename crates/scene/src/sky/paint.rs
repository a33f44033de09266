//! What paints the sky: the rows of `sky.wea` that are drawn.
//!
//! Spec: `05-terrain-sky.md` 12.5.

use msh_format::wear::Wear;

use crate::library::MaterialId;
use crate::paint::PaintRequests;
use crate::problems::Problems;

const NEBULA: usize = 0;
const CLOUDS: usize = 2;
const SUN: usize = 3;
const MOON: usize = 4;

/// Materials of what is drawn, each `None` where `sky.wea` has no row for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SkyPaint {
    /// Behind the dome.
    pub nebula: Option<MaterialId>,
    /// Clouds.
    pub clouds: Option<MaterialId>,
    /// The sun's sprite.
    pub sun: Option<MaterialId>,
    /// The moon's sprite.
    pub moon: Option<MaterialId>,
}

impl SkyPaint {
    /// Asks for the rows that are drawn. Stars, flares, snow and rain are not.
    pub(crate) fn request(
        wear: &Wear,
        place: &str,
        requests: &mut PaintRequests,
        problems: &mut Problems,
    ) -> Self {
        let mut row = |number: usize, what: &str| {
            let material = wear.material(number);
            if material.is_none() {
                let message = format!("it has no row {number}: the sky has no {what}");
                problems.warning("sky.wea", message);
            }
            Some(requests.material(material?, place))
        };
        Self {
            nebula: row(NEBULA, "nebula"),
            clouds: row(CLOUDS, "clouds"),
            sun: row(SUN, "sun"),
            moon: row(MOON, "moon"),
        }
    }
}
