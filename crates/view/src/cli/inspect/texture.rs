//! Textures.

use std::fmt;

use msh_format::texm::{PageRect, PixelFormat, Texm};
use serde::Serialize;

use super::table::{Table, count};

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    width: u32,
    height: u32,
    mip_count: u32,
    format: u32,
    flags4: u32,
    flags5: u32,
    unknown6: u32,
    pages: Vec<Page>,
    #[serde(skip)]
    pixels: &'static str,
    #[serde(skip)]
    levels: Vec<(u32, u32, usize)>,
}

#[derive(Debug, Serialize)]
struct Page {
    x: i16,
    width: i16,
    y: i16,
    height: i16,
}

impl Report {
    pub(super) fn new(texture: &Texm) -> Self {
        let levels = texture.levels.iter().enumerate().map(|(level, bytes)| {
            let (width, height) = texture.level_size(level);
            (width, height, bytes.len())
        });
        Self {
            width: texture.width,
            height: texture.height,
            mip_count: texture.mip_count,
            format: texture.format.number(),
            flags4: texture.flags4,
            flags5: texture.flags5,
            unknown6: texture.unknown6,
            pages: texture.pages.iter().flatten().map(Page::new).collect(),
            pixels: pixels(texture.format),
            levels: levels.collect(),
        }
    }
}

impl Page {
    fn new(page: &PageRect) -> Self {
        Self {
            x: page.x,
            width: page.width,
            y: page.y,
            height: page.height,
        }
    }
}

fn pixels(format: PixelFormat) -> &'static str {
    match format {
        PixelFormat::Indexed => "indices into its palette",
        PixelFormat::IndexedExternal => "indices into an external palette",
        PixelFormat::Rgb565 | PixelFormat::Rgb556 => "red, green, blue in 16 bits",
        PixelFormat::Argb4444 => "alpha, red, green, blue in 16 bits",
        PixelFormat::La88 => "alpha and luminance in 16 bits",
        PixelFormat::Rgb888 => "red, green, blue in 32 bits",
        PixelFormat::Argb8888 => "alpha, red, green, blue in 32 bits",
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, .. } = self;
        let levels = count(self.mip_count as usize, "level");
        writeln!(f, "texture: {width} x {height}, {levels}")?;
        writeln!(f, "format {}: {}", self.format, self.pixels)?;
        let Self {
            flags4,
            flags5,
            unknown6,
            ..
        } = self;
        writeln!(f, "header words {flags4:#x}, {flags5:#x}, {unknown6:#x}")?;
        let mut table = Table::new("levels", &["#", "width", "height", "bytes"]);
        for (level, (width, height, bytes)) in self.levels.iter().enumerate() {
            table.row([&level, width, height, bytes]);
        }
        table.fmt(f)?;
        let mut table = Table::new("pages", &["#", "x", "y", "width", "height"]);
        for (index, page) in self.pages.iter().enumerate() {
            table.row([&index, &page.x, &page.y, &page.width, &page.height]);
        }
        table.fmt(f)
    }
}
