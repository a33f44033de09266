//! Phase entries: colours, texture and cell of a material at one moment.

use crate::error::Result;
use crate::reader::{Reader, WriteLe};
use crate::text::FixedStr;

const SIZE: usize = 34;

/// A phase entry, 34 bytes, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phase {
    /// Red, green, blue, opacity in per cent.
    pub ambient: [u8; 4],
    /// Red, green, blue, unused alpha.
    pub diffuse: [u8; 4],
    /// Red, green, blue, unused alpha.
    pub specular: [u8; 4],
    /// Red, green, blue, unused alpha; never drawn.
    pub emissive: [u8; 4],
    /// Specular exponent, 0 = none.
    pub power: u8,
    /// Page rectangle, -1 = whole texture.
    pub cell: i8,
    /// Texture name, empty = untextured.
    pub texture: FixedStr<16>,
}

impl Default for Phase {
    /// White, lit, opaque, untextured.
    fn default() -> Self {
        Self {
            ambient: [0, 0, 0, 100],
            diffuse: [255, 255, 255, 100],
            specular: [0; 4],
            emissive: [0; 4],
            power: 0,
            cell: -1,
            texture: FixedStr::default(),
        }
    }
}

impl Phase {
    /// A white, lit, opaque phase that shows the whole of a texture.
    ///
    /// # Errors
    /// `Limit` for a name over 16 bytes, `BadValue` for one outside CP1251.
    pub fn textured(texture: &str) -> Result<Self> {
        Ok(Self {
            texture: FixedStr::new(texture)?,
            ..Self::default()
        })
    }

    /// Self-light, 0 to 1.
    #[must_use]
    pub fn ambient_rgb(&self) -> [f32; 3] {
        rgb(self.ambient)
    }

    /// Factor of the lights, 0 to 1.
    #[must_use]
    pub fn diffuse_rgb(&self) -> [f32; 3] {
        rgb(self.diffuse)
    }

    /// Colour of the highlight, 0 to 1.
    #[must_use]
    pub fn specular_rgb(&self) -> [f32; 3] {
        rgb(self.specular)
    }

    /// Stored but never drawn, 0 to 1.
    #[must_use]
    pub fn emissive_rgb(&self) -> [f32; 3] {
        rgb(self.emissive)
    }

    /// Opacity: the ambient alpha in per cent, so 1 is opaque. Above 1 only in broken files.
    #[must_use]
    pub fn opacity(&self) -> f32 {
        f32::from(self.ambient[3]) * 0.01
    }

    /// Rectangle of the texture's Page table, `None` for the whole texture.
    #[must_use]
    pub fn page(&self) -> Option<usize> {
        usize::try_from(self.cell).ok()
    }

    /// Texture name as stored, `None` for an untextured phase.
    #[must_use]
    pub fn texture_name(&self) -> Option<&[u8]> {
        (!self.texture.is_empty()).then(|| self.texture.as_bytes())
    }

    fn parse(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            ambient: reader.array()?,
            diffuse: reader.array()?,
            specular: reader.array()?,
            emissive: reader.array()?,
            power: reader.u8()?,
            cell: reader.i8()?,
            texture: FixedStr(reader.array()?),
        })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for colour in [self.ambient, self.diffuse, self.specular, self.emissive] {
            out.put(&colour);
        }
        out.put(&[self.power]);
        out.put(&self.cell.to_le_bytes());
        out.put(&self.texture.0);
    }
}

fn rgb([red, green, blue, _]: [u8; 4]) -> [f32; 3] {
    [red, green, blue].map(|channel| f32::from(channel) / 255.0)
}

/// Reads the phase entries of a record.
pub(super) fn parse_phases(reader: &mut Reader<'_>, count: usize) -> Result<Vec<Phase>> {
    reader.check_count(count as u64, SIZE, "phase entries")?;
    (0..count)
        .map(|index| Phase::parse(reader).map_err(|e| e.in_record(index)))
        .collect()
}
