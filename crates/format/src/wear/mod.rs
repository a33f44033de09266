//! WEAR tables (`*.wea`): which materials and lightmaps a model's batches name.
//!
//! Spec: `03-materials-textures.md` 2. The text of a table survives a rewrite: what the rows
//! alone would not reproduce is kept in [`Wear::source`].

use crate::error::{Error, Result, Warnings};
use crate::reader::WriteLe;
use crate::text;

const STREAM: &str = "WEAR table";
const MAX_FILE: usize = 256 << 10;
const MAX_ROWS: usize = 4_096;
const MAX_NAME: usize = 64;
const KEYWORD: &[u8] = b"LIGHTMAPS";
/// The material of a row that the file owes.
const MISSING_MATERIAL: &[u8] = b"DEFAULT";

/// A parsed table. Rows are selected by position; the written id is kept but is no key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wear {
    /// Material rows.
    pub materials: Vec<WearRow>,
    /// Lightmap rows.
    pub lightmaps: Vec<WearRow>,
    /// The text the rows were read from, when it differs from what the rows alone write. It is
    /// written back as long as it still says the same rows.
    pub source: Option<Vec<u8>>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WearRow {
    /// Written id.
    pub id: i64,
    /// Name as stored, CP1251.
    pub name: Vec<u8>,
}

impl Wear {
    /// A table of these names with ids that count up from 0.
    ///
    /// # Errors
    /// As [`Wear::to_bytes`], and `BadValue` for a name outside CP1251.
    pub fn from_names(materials: &[&str], lightmaps: &[&str]) -> Result<Self> {
        let wear = Self {
            materials: rows_of_names(materials)?,
            lightmaps: rows_of_names(lightmaps)?,
            source: None,
        };
        wear.canonical_text()?;
        Ok(wear)
    }

    /// Reads a table by the rules of the compatible mode: whatever leaves a usable list of
    /// material names is a warning.
    ///
    /// # Errors
    /// No row count, or one that is no number, not above 0 or over 4,096; a name over 64 bytes; a
    /// file over 256 KiB.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        if data.len() > MAX_FILE {
            let rule = format!("{} bytes, a table has at most {MAX_FILE}", data.len());
            return Err(Error::limit(rule).in_stream(STREAM));
        }
        let (materials, lightmaps) = parse_text(data, warnings)?;
        let mut wear = Self {
            materials,
            lightmaps,
            source: None,
        };
        if wear.canonical_text().as_deref() != Ok(data) {
            wear.source = Some(data.to_vec());
        }
        Ok(wear)
    }

    /// Name of a material row.
    #[must_use]
    pub fn material(&self, index: usize) -> Option<&[u8]> {
        Some(&self.materials.get(index)?.name)
    }

    /// Name of a lightmap row.
    #[must_use]
    pub fn lightmap(&self, index: usize) -> Option<&[u8]> {
        Some(&self.lightmaps.get(index)?.name)
    }

    /// The text: [`Wear::source`] if it still holds these rows, else CRLF lines with the blank
    /// line before `LIGHTMAPS` that the engine's in-memory reader counts on.
    ///
    /// # Errors
    /// No material row or too many rows; a name that is empty, over 64 bytes, or holds a blank, a
    /// NUL or the end-of-text byte 0x1A.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        if let Some(source) = &self.source {
            let read_again = parse_text(source, &mut Warnings::new());
            if read_again.is_ok_and(|(m, l)| m == self.materials && l == self.lightmaps) {
                return Ok(source.clone());
            }
        }
        self.canonical_text()
    }

    fn canonical_text(&self) -> Result<Vec<u8>> {
        if self.materials.is_empty() {
            return Err(Error::bad_value("a table needs a material row").in_stream(STREAM));
        }
        let mut out = Vec::new();
        write_rows(&mut out, &self.materials)?;
        if !self.lightmaps.is_empty() {
            out.put(b"\r\nLIGHTMAPS\r\n");
            write_rows(&mut out, &self.lightmaps)?;
        }
        if out.len() > MAX_FILE {
            let rule = format!("{} bytes, a table has at most {MAX_FILE}", out.len());
            return Err(Error::limit(rule).in_stream(STREAM));
        }
        Ok(out)
    }
}

fn rows_of_names(names: &[&str]) -> Result<Vec<WearRow>> {
    let row = |(id, name): (i64, &&str)| text::encode(name).map(|name| WearRow { id, name });
    (0..).zip(names).map(row).collect()
}

fn write_rows(out: &mut Vec<u8>, rows: &[WearRow]) -> Result<()> {
    if rows.len() > MAX_ROWS {
        let rule = format!("{} rows, a table has at most {MAX_ROWS}", rows.len());
        return Err(Error::limit(rule).in_stream(STREAM));
    }
    out.put(format!("{}\r\n", rows.len()).as_bytes());
    for (index, row) in rows.iter().enumerate() {
        check_name(&row.name).map_err(|e| e.in_stream(STREAM).in_record(index))?;
        out.put(format!("{} ", row.id).as_bytes());
        out.put(&row.name);
        out.put(b"\r\n");
    }
    Ok(())
}

fn check_name(name: &[u8]) -> Result<()> {
    if name.is_empty() || name.iter().any(|b| b.is_ascii_whitespace() || is_end(*b)) {
        let shown = text::decode(name);
        return Err(Error::bad_value(format!(
            "{shown:?} is not one word of text"
        )));
    }
    if name.len() > MAX_NAME {
        let rule = format!("a name of {} bytes, at most {MAX_NAME}", name.len());
        return Err(Error::limit(rule));
    }
    Ok(())
}

/// NUL and Ctrl-Z end the text.
fn is_end(byte: u8) -> bool {
    byte == 0 || byte == 0x1A
}

/// A cursor over the lines that are not blank.
#[derive(Clone)]
struct Lines<'a> {
    rest: Option<&'a [u8]>,
    number: usize,
}

#[derive(Clone, Copy)]
struct Line<'a> {
    /// Counted from 1.
    number: usize,
    blank_lines_before: usize,
    text: &'a [u8],
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let mut blank_lines_before = 0;
        while let Some(rest) = self.rest {
            let mut halves = rest.splitn(2, |b| *b == b'\n');
            let text = halves.next().unwrap_or_default();
            self.rest = halves.next();
            self.number += 1;
            if text.iter().all(u8::is_ascii_whitespace) {
                blank_lines_before += 1;
                continue;
            }
            return Some(Line {
                number: self.number,
                blank_lines_before,
                text,
            });
        }
        None
    }
}

impl<'a> Lines<'a> {
    fn peek(&self) -> Option<Line<'a>> {
        self.clone().next()
    }
}

impl<'a> Line<'a> {
    fn tokens(self) -> impl Iterator<Item = &'a [u8]> {
        self.text
            .split(u8::is_ascii_whitespace)
            .filter(|token| !token.is_empty())
    }

    fn first_token(self) -> &'a [u8] {
        self.tokens().next().unwrap_or_default()
    }

    fn is_lightmaps(self) -> bool {
        self.first_token().eq_ignore_ascii_case(KEYWORD)
    }

    /// One word that is no number and so neither a row nor a count.
    fn is_other_keyword(self) -> bool {
        self.tokens().count() == 1 && number(self.first_token()).is_none()
    }

    fn warn(self, warnings: &mut Warnings, message: &str) {
        warnings.in_stream(STREAM, format!("line {}: {message}", self.number));
    }
}

fn number(token: &[u8]) -> Option<i64> {
    std::str::from_utf8(token).ok()?.parse().ok()
}

fn parse_text(data: &[u8], warnings: &mut Warnings) -> Result<(Vec<WearRow>, Vec<WearRow>)> {
    let end = data.iter().position(|b| is_end(*b)).unwrap_or(data.len());
    let (kept, cut) = data.split_at(end);
    if cut.iter().any(|b| !is_end(*b) && !b.is_ascii_whitespace()) {
        warnings.in_stream(STREAM, "the text after its end mark is ignored");
    }
    let lines = unify_line_ends(kept);
    let mut lines = Lines {
        rest: Some(&lines),
        number: 0,
    };
    let count = read_count(&mut lines, warnings).map_err(|e| e.in_stream(STREAM))?;
    let mut materials = read_rows(&mut lines, count, warnings)?;
    if materials.len() < count {
        let owed = count - materials.len();
        warnings.in_stream(STREAM, format!("{owed} rows are missing and read DEFAULT"));
    }
    for position in materials.len()..count {
        materials.push(WearRow {
            id: position as i64,
            name: MISSING_MATERIAL.to_vec(),
        });
    }
    let lightmaps = read_lightmaps(&mut lines, warnings)?;
    Ok((materials, lightmaps))
}

/// Drops carriage returns, or makes them line feeds if they alone end lines.
fn unify_line_ends(text: &[u8]) -> Vec<u8> {
    if text.contains(&b'\n') {
        text.iter().copied().filter(|b| *b != b'\r').collect()
    } else {
        let unify = |b: &u8| if *b == b'\r' { b'\n' } else { *b };
        text.iter().map(unify).collect()
    }
}

fn read_count(lines: &mut Lines<'_>, warnings: &mut Warnings) -> Result<usize> {
    let line = lines
        .next()
        .ok_or_else(|| Error::truncated("the row count is missing"))?;
    if line.blank_lines_before > 0 {
        line.warn(warnings, "blank lines before the row count");
    }
    if line.tokens().count() > 1 {
        line.warn(warnings, "words after the row count are ignored");
    }
    let token = line.first_token();
    let in_line = |e: Error| e.in_record(line.number);
    let count = number(token).ok_or_else(|| {
        let shown = text::decode(token);
        in_line(Error::bad_value(format!(
            "row count {shown:?} is no number"
        )))
    })?;
    match usize::try_from(count) {
        Ok(1..=MAX_ROWS) => Ok(count as usize),
        Ok(1..) => Err(in_line(Error::limit(format!(
            "{count} rows, a table has at most {MAX_ROWS}"
        )))),
        _ => Err(in_line(Error::bad_value(format!(
            "row count {count} is not above 0"
        )))),
    }
}

/// Reads up to `count` rows; fewer if the text or the section ends before.
fn read_rows(lines: &mut Lines<'_>, count: usize, warnings: &mut Warnings) -> Result<Vec<WearRow>> {
    let mut rows = Vec::new();
    while rows.len() < count {
        let Some(line) = lines.peek().filter(|line| !line.is_lightmaps()) else {
            break;
        };
        lines.next();
        if line.blank_lines_before > 0 {
            line.warn(warnings, "blank lines inside the table");
        }
        rows.push(read_row(line, rows.len(), warnings)?);
    }
    Ok(rows)
}

fn read_row(line: Line<'_>, position: usize, warnings: &mut Warnings) -> Result<WearRow> {
    let mut tokens = line.tokens();
    let position = position as i64;
    let id = tokens.next().and_then(number).unwrap_or_else(|| {
        line.warn(warnings, "the id is no number");
        position
    });
    if id != position {
        line.warn(warnings, "the id is not the row's position");
    }
    let name = tokens.next().unwrap_or_else(|| {
        line.warn(warnings, "the row has no name and reads DEFAULT");
        MISSING_MATERIAL
    });
    if tokens.next().is_some() {
        line.warn(warnings, "words after the name are ignored");
    }
    check_name(name).map_err(|e| e.in_stream(STREAM).in_record(line.number))?;
    Ok(WearRow {
        id,
        name: name.to_vec(),
    })
}

/// Reads what follows the material rows. A broken section gives no lightmaps.
fn read_lightmaps(lines: &mut Lines<'_>, warnings: &mut Warnings) -> Result<Vec<WearRow>> {
    if !find_lightmaps(lines, warnings) {
        return Ok(Vec::new());
    }
    let count = match read_count(lines, warnings) {
        Ok(count) => count,
        Err(error) => {
            warnings.in_stream(STREAM, format!("no lightmaps: {}", error.rule));
            return Ok(Vec::new());
        }
    };
    let rows = read_rows(lines, count, warnings)?;
    if rows.len() < count {
        let rule = format!("no lightmaps: {} rows of {count}", rows.len());
        warnings.in_stream(STREAM, rule);
        return Ok(Vec::new());
    }
    if let Some(line) = lines.peek() {
        line.warn(warnings, "everything after the lightmaps is ignored");
    }
    Ok(rows)
}

/// Moves past the section keyword; false if there is none.
fn find_lightmaps(lines: &mut Lines<'_>, warnings: &mut Warnings) -> bool {
    for line in lines.by_ref() {
        if line.is_lightmaps() {
            if line.blank_lines_before != 1 {
                line.warn(warnings, "LIGHTMAPS does not follow one blank line");
            }
            return true;
        }
        if line.is_other_keyword() {
            line.warn(warnings, "unknown keyword, the rest is ignored");
            return false;
        }
        line.warn(warnings, "a row beyond the count is ignored");
    }
    false
}

#[cfg(test)]
mod tests;
