//! `export`: a texture becomes a picture, and a picture a texture.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use msh_format::Warnings;
use msh_format::texm::{self, PixelFormat, Texm};

use crate::args::ExportArgs;
use crate::files;
use crate::output::{self, Usage};
use crate::picture::{self, Picture};
use crate::source::Source;

/// Writes the PNG of a texture, or the texture of a PNG; the first bytes say which it is.
///
/// # Errors
/// The file is neither, or broken; the level or page does not exist; the picture does not fit the
/// format; the output exists already.
pub(crate) fn run(args: &ExportArgs) -> Result<()> {
    files::check_free(&args.output, args.force)?;
    let source = Source::open(&args.path)?;
    let bytes = if source.bytes.starts_with(&texm::MAGIC) {
        to_png(args, &source)?
    } else if source.bytes.starts_with(&picture::PNG_MAGIC) {
        to_texture(args, &source)?
    } else {
        bail!(
            "{} is neither a texture (Texm) nor a PNG picture; these are exported to each other",
            source.name
        );
    };
    files::write(&args.output, &bytes, args.force)
}

fn to_png(args: &ExportArgs, source: &Source) -> Result<Vec<u8>> {
    if args.format.is_some() || args.mips.is_some() || args.like.is_some() {
        let message = "--format, --mips and --like are for making a texture of a PNG picture";
        return Err(Usage(message).into());
    }
    let texture = read_texture(source)?;
    let level = args.mip.unwrap_or(0);
    let picture = level_picture(&texture, level).map_err(|e| e.in_file(source.name.as_str()))?;
    let picture = match args.page {
        None => picture,
        Some(page) => page_picture(&texture, level, page, &picture)
            .with_context(|| format!("{}: page {page} does not exist", source.name))?,
    };
    picture.to_png()
}

fn read_texture(source: &Source) -> Result<Texm> {
    let mut warnings = Warnings::new();
    let texture =
        Texm::parse(&source.bytes, &mut warnings).map_err(|e| e.in_file(source.name.as_str()))?;
    output::warn_of(&source.name, &warnings);
    Ok(texture)
}

/// A level with its stored alpha; opaque where the format stores none.
fn level_picture(texture: &Texm, level: usize) -> msh_format::Result<Picture> {
    let mut pixels = texture.decode_level(level)?;
    let has_alpha = texture.format.has_alpha();
    for pixel in pixels.chunks_exact_mut(4) {
        pixel.swap(0, 2);
        if !has_alpha {
            pixel[3] = 255;
        }
    }
    let (width, height) = texture.level_size(level);
    Ok(Picture {
        width,
        height,
        rgba: pixels,
    })
}

/// The part of a level that a page covers, `None` if there is no such page.
fn page_picture(texture: &Texm, level: usize, page: usize, picture: &Picture) -> Option<Picture> {
    let rect = texture.page(page)?;
    let start = |start: i16| u32::try_from(start).ok().map(|start| start >> level);
    let length = |length: i16| {
        u32::try_from(length)
            .ok()
            .map(|length| (length >> level).max(1))
    };
    // A rectangle of one pixel at the right or lower edge of an odd side has none in a level below.
    let x = start(rect.x)?.min(picture.width - 1);
    let y = start(rect.y)?.min(picture.height - 1);
    let width = length(rect.width)?.min(picture.width - x);
    let height = length(rect.height)?.min(picture.height - y);
    Some(picture.part([x, y], [width, height]))
}

fn to_texture(args: &ExportArgs, source: &Source) -> Result<Vec<u8>> {
    if args.page.is_some() || args.mip.is_some() {
        let message = "--page and --mip are for making a PNG picture of a texture";
        return Err(Usage(message).into());
    }
    let picture = Picture::from_png(&source.bytes, texm::MAX_SIDE)
        .with_context(|| format!("{} cannot be read", source.name))?;
    let like = match &args.like {
        Some(path) => Some(read_texture(&Source::open(path)?)?),
        None => None,
    };
    let format = args.format.map(|format| format.0);
    let format = format.or(like.as_ref().map(|like| like.format));
    let format = format.unwrap_or(PixelFormat::Argb8888);
    let mips = args.mips.or(like.as_ref().map(|like| like.mip_count));
    let mips = mips.unwrap_or(1);
    let palette = like.as_ref().and_then(|like| like.palette.as_ref());
    let palette = palette.filter(|_| format == PixelFormat::Indexed);
    let indices = palette.and_then(|palette| Some((palette, indices(palette, &picture)?)));
    let (width, height) = (picture.width, picture.height);
    let texture = match indices {
        Some((palette, indices)) => {
            Texm::from_indices(width, height, palette.clone(), &indices, mips)
        }
        None => Texm::encode(width, height, &picture.rgba, format, mips),
    };
    let mut texture = texture.map_err(|e| e.in_file(source.name.as_str()))?;
    if let Some(like) = like {
        texture.flags4 = like.flags4;
        texture.flags5 = like.flags5;
        texture.unknown6 = like.unknown6;
        texture.pages = like.pages;
    }
    Ok(texture.to_bytes()?)
}

/// The first index of each pixel's colour in a palette (blue, green, red, padding), `None` if it
/// lacks one of them. Indices mean more than colours: 0 is the cut-out of fonts.
fn indices(palette: &[[u8; 4]], picture: &Picture) -> Option<Vec<u8>> {
    let mut known = HashMap::new();
    for (index, [blue, green, red, _]) in (0..=u8::MAX).zip(palette) {
        known.entry([*red, *green, *blue]).or_insert(index);
    }
    let (pixels, _) = picture.rgba.as_chunks();
    let index = |[red, green, blue, _]: &[u8; 4]| known.get(&[*red, *green, *blue]).copied();
    pixels.iter().map(index).collect()
}
