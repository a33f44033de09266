//! The external palette.

use std::fmt;

use msh_format::palette::Palette;
use serde::Serialize;

use super::table::Table;

/// Colours on a line.
const LINE: usize = 8;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// Red, green and blue, 0 to 255.
    colours: Vec<[u8; 3]>,
    blend_size: usize,
}

impl Report {
    pub(super) fn new(palette: &Palette) -> Self {
        let colour = |[blue, green, red, _]: &[u8; 4]| [*red, *green, *blue];
        Self {
            colours: palette.colours.iter().map(colour).collect(),
            blend_size: palette.blend.len(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            colours,
            blend_size,
        } = self;
        writeln!(f, "palette: {} colours", colours.len())?;
        writeln!(f, "blend table of {blend_size} bytes")?;
        let mut table = Table::new("colours", &["from", "red, green, blue"]);
        for (line, colours) in colours.chunks(LINE).enumerate() {
            let colour = |[r, g, b]: &[u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
            let colours: Vec<_> = colours.iter().map(colour).collect();
            table.row([&(line * LINE), &colours.join(" ")]);
        }
        table.fmt(f)
    }
}
