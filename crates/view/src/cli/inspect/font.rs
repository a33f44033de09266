//! Fonts.

use std::fmt;

use msh_format::font::{Font, GLYPHS};
use serde::Serialize;

use super::texture;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    glyph_count: usize,
    /// Glyphs whose record is all zero.
    blank_glyph_count: usize,
    texture: texture::Report,
}

impl Report {
    pub(super) fn new(font: &Font) -> Self {
        let blank = font.glyphs.iter().filter(|glyph| **glyph == [0; 16]);
        Self {
            glyph_count: GLYPHS,
            blank_glyph_count: blank.count(),
            texture: texture::Report::new(&font.texture),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            glyph_count,
            blank_glyph_count,
            ..
        } = self;
        writeln!(f, "font: {glyph_count} glyphs, {blank_glyph_count} blank")?;
        self.texture.fmt(f)
    }
}
