//! Pictures on disk.

use std::fs::File;
use std::io::{BufWriter, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

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
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    Ok(writer.finish()?)
}
