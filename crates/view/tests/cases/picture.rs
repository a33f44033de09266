//! The picture a case expects.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde::Deserialize;

/// `png` of `case.json`.
#[derive(Deserialize)]
pub(crate) struct Png {
    width: u32,
    height: u32,
    /// Hexadecimal.
    rgba: String,
}

impl Png {
    /// What keeps the file from being an 8-bit RGBA PNG with these pixels.
    pub(crate) fn differences(&self, path: &Path) -> Vec<String> {
        match self.compare(path) {
            Ok(()) => Vec::new(),
            Err(difference) => vec![format!("the picture: {difference}")],
        }
    }

    fn compare(&self, path: &Path) -> Result<(), String> {
        let file = File::open(path).map_err(|e| e.to_string())?;
        let decoder = png::Decoder::new(BufReader::new(file));
        let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
        let mut pixels = vec![0; reader.output_buffer_size().ok_or("too large")?];
        let info = reader.next_frame(&mut pixels).map_err(|e| e.to_string())?;
        if (info.color_type, info.bit_depth) != (png::ColorType::Rgba, png::BitDepth::Eight) {
            return Err(format!("{:?} {:?}", info.color_type, info.bit_depth));
        }
        if (info.width, info.height) != (self.width, self.height) {
            return Err(format!("{} x {}", info.width, info.height));
        }
        let hex: String = pixels.iter().map(|byte| format!("{byte:02x}")).collect();
        if hex != self.rgba {
            return Err(format!("{hex}, expected {}", self.rgba));
        }
        Ok(())
    }
}
