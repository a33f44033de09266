//! Pictures on disk.

use std::fs::File;
use std::io::{BufWriter, Cursor, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// First bytes of a PNG file.
pub(crate) const PNG_MAGIC: [u8; 8] = *b"\x89PNG\r\n\x1A\n";

/// Writes rows of red, green, blue, alpha, top first, as an opaque 8-bit RGB PNG.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write_png(path: &Path, width: u32, height: u32, rgba: &[u8]) -> Result<()> {
    let file = File::create(path).with_context(|| cannot_write(path))?;
    encode(file, width, height, rgba).with_context(|| cannot_write(path))
}

/// Writes a picture to the first free `msh-view-N.png` of the current folder; gives its name.
///
/// # Errors
/// The file cannot be written, or ten thousand are there already.
pub(crate) fn write_numbered(width: u32, height: u32, rgba: &[u8]) -> Result<PathBuf> {
    for number in 1..=9999 {
        let path = PathBuf::from(format!("msh-view-{number:04}.png"));
        match File::create_new(&path) {
            Ok(file) => {
                encode(file, width, height, rgba).with_context(|| cannot_write(&path))?;
                return Ok(path);
            }
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e).with_context(|| cannot_write(&path)),
        }
    }
    bail!("msh-view-0001.png to msh-view-9999.png are all there already");
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn encode(file: File, width: u32, height: u32, rgba: &[u8]) -> Result<()> {
    let rgb: Vec<u8> = rgba
        .chunks_exact(4)
        .flat_map(|p| [p[0], p[1], p[2]])
        .collect();
    let size = [width, height];
    encode_as(BufWriter::new(file), size, png::ColorType::Rgb, &rgb)
}

fn encode_as(
    out: impl Write,
    [width, height]: [u32; 2],
    color: png::ColorType,
    bytes: &[u8],
) -> Result<()> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    Ok(writer.finish()?)
}

/// A picture with alpha.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Pixels of a row.
    pub(crate) width: u32,
    /// Rows.
    pub(crate) height: u32,
    /// Red, green, blue, alpha, top row first.
    pub(crate) rgba: Vec<u8>,
}

impl Picture {
    /// Reads a PNG file of any colour type; 16-bit channels lose their low byte.
    ///
    /// # Errors
    /// A broken file, or a side over `max_side`.
    pub(crate) fn from_png(bytes: &[u8], max_side: u32) -> Result<Self> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let (width, height) = (reader.info().width, reader.info().height);
        if width > max_side || height > max_side {
            bail!("{width} x {height} pixels, a side has at most {max_side}");
        }
        let size = reader.output_buffer_size().context("a picture too large")?;
        let mut pixels = vec![0; size];
        let info = reader.next_frame(&mut pixels)?;
        pixels.truncate(info.buffer_size());
        let rgba = match info.color_type {
            png::ColorType::Rgba => pixels,
            png::ColorType::Rgb => expand(&pixels, 3, |p| [p[0], p[1], p[2], 255]),
            png::ColorType::GrayscaleAlpha => expand(&pixels, 2, |p| [p[0], p[0], p[0], p[1]]),
            png::ColorType::Grayscale => expand(&pixels, 1, |p| [p[0], p[0], p[0], 255]),
            png::ColorType::Indexed => bail!("a palette that cannot be resolved"),
        };
        Ok(Self {
            width,
            height,
            rgba,
        })
    }

    /// The picture as an 8-bit RGBA PNG file.
    ///
    /// # Errors
    /// It has no pixels.
    pub(crate) fn to_png(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let size = [self.width, self.height];
        encode_as(&mut out, size, png::ColorType::Rgba, &self.rgba)?;
        Ok(out)
    }

    /// A rectangle, which lies inside.
    pub(crate) fn part(&self, [x, y]: [u32; 2], [width, height]: [u32; 2]) -> Self {
        let rows = self.rgba.chunks_exact(self.width as usize * 4);
        let columns = x as usize * 4..(x + width) as usize * 4;
        let rgba = rows
            .skip(y as usize)
            .take(height as usize)
            .flat_map(|row| &row[columns.clone()])
            .copied()
            .collect();
        Self {
            width,
            height,
            rgba,
        }
    }
}

fn expand(pixels: &[u8], size: usize, rgba: impl Fn(&[u8]) -> [u8; 4]) -> Vec<u8> {
    pixels.chunks_exact(size).flat_map(rgba).collect()
}
