//! Header, palette, level chain and Page chunk.

use crate::error::{Error, Place, Result, Warnings};
use crate::reader::{Reader, WriteLe, len_u32};

use super::{MAGIC, PALETTE_LEN, PageRect, PixelFormat, Texm, check_size, level_bytes};

const HEADER: &str = "Texm header";
const LEVELS: &str = "Texm levels";
const PAGES: &str = "Texm Page chunk";
const PAGE_MAGIC: [u8; 4] = *b"Page";
const PAGE_HEADER_SIZE: usize = 8;
const RECT_SIZE: usize = 8;
const MAX_PAGES: usize = 4_096;
const MAX_PAYLOAD: usize = 256 << 20;

impl Texm {
    /// Reads a texture. A level below the first that is cut, and anything after the levels that
    /// is no Page chunk of exact size, is kept with a warning.
    ///
    /// # Errors
    /// A wrong magic, a side or level count that is 0 or over the limits, an unknown format; data
    /// that ends before level 0 does; more than 4,096 rectangles.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        if data.len() > MAX_PAYLOAD {
            let rule = format!("{} bytes, a texture has at most {MAX_PAYLOAD}", data.len());
            return Err(Error::limit(rule).in_stream(HEADER));
        }
        let mut reader = Reader::new(data);
        let mut texture = parse_header(&mut reader).map_err(|e| e.in_stream(HEADER))?;
        if texture.format == PixelFormat::Indexed {
            let palette = parse_palette(&mut reader).map_err(|e| e.in_stream("Texm palette"))?;
            texture.palette = Some(palette);
        }
        texture.parse_levels(&mut reader, warnings)?;
        texture.parse_tail(&mut reader, warnings)?;
        texture.report(warnings);
        Ok(texture)
    }

    /// The texture as a payload.
    ///
    /// # Errors
    /// Sizes, level bytes, palette or rectangle count that no reader would accept.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        check_size(self.width, self.height, self.mip_count).map_err(|e| e.in_stream(HEADER))?;
        self.check_palette()?;
        self.check_chain()?;
        let mut out = Vec::new();
        out.put(&MAGIC);
        out.put_u32s(&[self.width, self.height, self.mip_count]);
        out.put_u32s(&[
            self.flags4,
            self.flags5,
            self.unknown6,
            self.format.number(),
        ]);
        for entry in self.palette.iter().flatten() {
            out.put(entry);
        }
        for (index, level) in self.levels.iter().enumerate() {
            self.check_level(index, level)?;
            out.put(level);
        }
        if let Some(pages) = &self.pages {
            write_pages(&mut out, pages)?;
        }
        out.put(&self.unk_tail);
        if out.len() > MAX_PAYLOAD {
            let rule = format!("{} bytes, a texture has at most {MAX_PAYLOAD}", out.len());
            return Err(Error::limit(rule));
        }
        Ok(out)
    }

    /// Fewer levels than the header says are right only where the next one is cut short.
    fn check_chain(&self) -> Result<()> {
        let count = self.levels.len();
        let whole = count == self.mip_count as usize;
        let cut = count > 0
            && count < self.mip_count as usize
            && self.pages.is_none()
            && (self.unk_tail.len() as u64)
                < level_bytes(self.width, self.height, self.format, count);
        if whole || cut {
            return Ok(());
        }
        let rule = format!("{count} levels, the header says {}", self.mip_count);
        Err(Error::bad_value(rule).in_stream(LEVELS))
    }

    fn parse_levels(&mut self, reader: &mut Reader<'_>, warnings: &mut Warnings) -> Result<()> {
        for index in 0..self.mip_count as usize {
            let size = level_bytes(self.width, self.height, self.format, index);
            if size > reader.remaining() as u64 {
                let rule = format!("level of {size} bytes, {} are left", reader.remaining());
                if index == 0 {
                    let error = Error::truncated(rule).at(reader.position());
                    return Err(error.in_stream(LEVELS).in_record(index));
                }
                warnings.in_record(LEVELS, index, format!("{rule}; the levels end before"));
                break;
            }
            // The level fits in the data, so its size is a usize.
            self.levels.push(reader.bytes(size as usize)?.to_vec());
        }
        Ok(())
    }

    fn parse_tail(&mut self, reader: &mut Reader<'_>, warnings: &mut Warnings) -> Result<()> {
        let is_cut = self.levels.len() < self.mip_count as usize;
        let tail = reader.bytes(reader.remaining())?;
        if tail.is_empty() {
            return Ok(());
        }
        if !is_cut {
            self.pages = parse_pages(tail).map_err(|e| e.in_stream(PAGES))?;
        }
        if self.pages.is_none() {
            self.unk_tail = tail.to_vec();
            let message = format!("{} bytes after the levels are ignored", tail.len());
            warnings.in_stream(PAGES, message);
        }
        Ok(())
    }

    fn report(&self, warnings: &mut Warnings) {
        if matches!(self.format, PixelFormat::La88 | PixelFormat::Rgb556) {
            let number = self.format.number();
            let place = Place {
                stream: Some(HEADER.into()),
                ..Place::default()
            };
            warnings.rarity(place, format!("format {number} is never shipped"));
        }
        for (index, rect) in self.pages.iter().flatten().enumerate() {
            if rect.clamped(self.width, self.height) != Some(*rect) {
                warnings.in_record(PAGES, index, "the rectangle is not inside the texture");
            }
        }
    }
}

fn parse_header(reader: &mut Reader<'_>) -> Result<Texm> {
    if reader.remaining() < 32 {
        let rule = format!("{} bytes, the header has 32", reader.remaining());
        return Err(Error::truncated(rule).at(0));
    }
    if reader.array()? != MAGIC {
        return Err(Error::bad_magic("a texture starts with \"Texm\"").at(0));
    }
    let [width, height, mip_count] = reader.u32s()?;
    let [flags4, flags5, unknown6, number] = reader.u32s()?;
    check_size(width, height, mip_count)?;
    let format = PixelFormat::from_number(number)
        .ok_or_else(|| Error::unsupported(format!("pixel format {number}")).at(28))?;
    Ok(Texm {
        width,
        height,
        mip_count,
        flags4,
        flags5,
        unknown6,
        format,
        palette: None,
        levels: Vec::new(),
        pages: None,
        unk_tail: Vec::new(),
    })
}

fn parse_palette(reader: &mut Reader<'_>) -> Result<Vec<[u8; 4]>> {
    reader.check_count(PALETTE_LEN as u64, 4, "palette entries")?;
    (0..PALETTE_LEN).map(|_| reader.array()).collect()
}

/// The rectangles, `None` if `tail` is no Page chunk of exact size.
fn parse_pages(tail: &[u8]) -> Result<Option<Vec<PageRect>>> {
    let mut reader = Reader::new(tail);
    if tail.len() < PAGE_HEADER_SIZE || reader.array()? != PAGE_MAGIC {
        return Ok(None);
    }
    let count = reader.u32()?;
    if u64::from(count) * RECT_SIZE as u64 != reader.remaining() as u64 {
        return Ok(None);
    }
    let count = count as usize;
    check_page_count(count)?;
    let mut pages = Vec::with_capacity(count);
    for _ in 0..count {
        pages.push(PageRect {
            x: reader.i16()?,
            width: reader.i16()?,
            y: reader.i16()?,
            height: reader.i16()?,
        });
    }
    Ok(Some(pages))
}

fn write_pages(out: &mut Vec<u8>, pages: &[PageRect]) -> Result<()> {
    check_page_count(pages.len()).map_err(|e| e.in_stream(PAGES))?;
    out.put(&PAGE_MAGIC);
    out.put_u32(len_u32(pages.len(), "rectangles")?);
    for page in pages {
        for value in [page.x, page.width, page.y, page.height] {
            out.put_i16(value);
        }
    }
    Ok(())
}

fn check_page_count(count: usize) -> Result<()> {
    if count > MAX_PAGES {
        return Err(Error::limit(format!(
            "{count} rectangles, at most {MAX_PAGES}"
        )));
    }
    Ok(())
}
