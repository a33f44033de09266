//! Mission configuration text (`mission.cfg` and its kin).
//!
//! Spec: `04-mission-objects.md` 2. Reading is total: a line that makes no sense is a warning.

use std::collections::HashMap;

use crate::error::{Error, Result, Warnings};
use crate::reader::WriteLe;
use crate::text;

const STREAM: &str = "configuration text";
const MAX_FILE: usize = 1 << 20;
const MAX_BLOCKS: usize = 4_096;
const MAX_PAIRS: usize = 65_536;
const MAX_LINE: usize = 4 << 10;

/// A parsed file: blocks in order of first appearance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissionCfg {
    /// Blocks.
    pub blocks: Vec<CfgBlock>,
    /// The text the blocks were read from, when it differs from what the blocks alone write. It
    /// is written back as long as it still says the same.
    pub source: Option<Vec<u8>>,
}

/// A block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CfgBlock {
    /// Name, decoded.
    pub name: String,
    /// Keys and values in order, decoded. No two keys are the same without case.
    pub pairs: Vec<(String, String)>,
}

/// A block that describes a library (`desc = "resource"`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceDescriptor<'a> {
    /// Game path of the library.
    pub library: &'a str,
    /// `multi` in all shipped files.
    pub libtype: Option<&'a str>,
    /// 1 textures, 2 fonts, 4 sounds, 5 looping music, 6 text.
    pub kind: Option<u32>,
    /// Every other key: name and member name or index.
    pub bindings: Vec<(&'a str, &'a str)>,
}

impl MissionCfg {
    /// Reads a file. Text beyond the limits (1 MiB, 4,096 blocks, 65,536 pairs, 4 KiB a line) and
    /// lines that cannot be read are passed over with a warning.
    #[must_use]
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Self {
        let mut cfg = Self {
            blocks: parse_text(data, warnings),
            source: None,
        };
        if cfg.canonical_text().as_deref() != Ok(data) {
            cfg.source = Some(data.to_vec());
        }
        cfg
    }

    /// The text: [`MissionCfg::source`] if it still says the same, else one quoted pair a line,
    /// CRLF line ends and an empty line between blocks.
    ///
    /// # Errors
    /// `BadValue` if the text cannot express a block: a name, key or value with a line end, a
    /// value with quotes in the wrong place, a key given twice, too many blocks or pairs, or a
    /// character outside CP1251.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        match &self.source {
            Some(source) if parse_text(source, &mut Warnings::new()) == self.blocks => {
                Ok(source.clone())
            }
            _ => self.canonical_text(),
        }
    }

    /// The block with this name, compared without case.
    #[must_use]
    pub fn block(&self, name: &str) -> Option<&CfgBlock> {
        self.blocks
            .iter()
            .find(|b| b.name.eq_ignore_ascii_case(name))
    }

    /// The value of a key of a block, both compared without case.
    #[must_use]
    pub fn get(&self, block: &str, key: &str) -> Option<&str> {
        self.block(block)?.get(key)
    }

    fn canonical_text(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        for (index, block) in self.blocks.iter().enumerate() {
            if index > 0 {
                out.put(b"\r\n");
            }
            block.write(&mut out).map_err(|e| e.in_record(index))?;
        }
        // The syntax has no escapes, so what it cannot say shows when it is read again.
        let read_again = parse_text(&out, &mut Warnings::new());
        if read_again != self.blocks {
            let same = self
                .blocks
                .iter()
                .zip(&read_again)
                .take_while(|(a, b)| a == b);
            let rule = "the text cannot express this block";
            return Err(Error::bad_value(rule)
                .in_stream(STREAM)
                .in_record(same.count()));
        }
        Ok(out)
    }
}

impl CfgBlock {
    /// The value of a key, compared without case.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        let (_, value) = self
            .pairs
            .iter()
            .find(|(k, _)| k.eq_ignore_ascii_case(key))?;
        Some(value)
    }

    /// The library this block describes, `None` if it does not describe one.
    #[must_use]
    pub fn resource(&self) -> Option<ResourceDescriptor<'_>> {
        if !self.get("desc")?.eq_ignore_ascii_case("resource") {
            return None;
        }
        let is_own_key = |key: &str| {
            ["desc", "library", "libtype", "type"]
                .iter()
                .any(|own| own.eq_ignore_ascii_case(key))
        };
        Some(ResourceDescriptor {
            library: self.get("library")?,
            libtype: self.get("libtype"),
            kind: self.get("type").and_then(|kind| kind.parse().ok()),
            bindings: self
                .pairs
                .iter()
                .filter(|(key, _)| !is_own_key(key))
                .map(|(key, value)| (key.as_str(), value.as_str()))
                .collect(),
        })
    }

    fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        out.put(&text::encode(&format!("object {}\r\n", self.name))?);
        for (key, value) in &self.pairs {
            out.put(&text::encode(&format!("  {key} = \"{value}\"\r\n"))?);
        }
        out.put(b"end\r\n");
        Ok(())
    }
}

/// What a line says; see the grammar of 2.1.
#[derive(Debug, PartialEq, Eq)]
enum Line<'a> {
    Blank,
    Header(&'a str),
    End,
    Pair(&'a str, &'a str),
    Unknown,
}

/// Blocks as they are read, with what finds a name again.
#[derive(Default)]
struct Blocks {
    list: Vec<CfgBlock>,
    by_name: HashMap<String, usize>,
    pair_of_key: HashMap<(usize, String), usize>,
}

impl Blocks {
    /// Index of the block with this name, new or known; `None` if there are too many.
    fn open(&mut self, name: &str) -> Option<usize> {
        let folded = name.to_ascii_lowercase();
        if let Some(index) = self.by_name.get(&folded) {
            return Some(*index);
        }
        if self.list.len() == MAX_BLOCKS {
            return None;
        }
        let index = self.list.len();
        self.by_name.insert(folded, index);
        self.list.push(CfgBlock {
            name: name.to_owned(),
            pairs: Vec::new(),
        });
        Some(index)
    }

    /// Sets a key of an open block; false if there are too many pairs.
    fn set(&mut self, block: usize, key: &str, value: &str) -> bool {
        let pair_count = self.pair_of_key.len();
        let pairs = &mut self.list[block].pairs;
        let place = (block, key.to_ascii_lowercase());
        if let Some(index) = self.pair_of_key.get(&place) {
            value.clone_into(&mut pairs[*index].1);
            return true;
        }
        if pair_count == MAX_PAIRS {
            return false;
        }
        self.pair_of_key.insert(place, pairs.len());
        pairs.push((key.to_owned(), value.to_owned()));
        true
    }
}

fn parse_text(data: &[u8], warnings: &mut Warnings) -> Vec<CfgBlock> {
    let kept = data.get(..MAX_FILE).unwrap_or(data);
    if kept.len() < data.len() {
        warnings.in_stream(STREAM, "only the first MiB is read");
    }
    let mut blocks = Blocks::default();
    let mut open: Option<usize> = None;
    for (line_number, line) in (1..).zip(lines(kept)) {
        let mut warn = |message: &str| {
            warnings.in_stream(STREAM, format!("line {line_number}: {message}"));
        };
        if line.len() > MAX_LINE {
            warn("over 4 KiB, ignored");
            continue;
        }
        let line = text::decode(line);
        match classify(&line) {
            Line::Blank => {}
            Line::Header(name) => {
                if open.is_some() {
                    warn("a block begins inside another one, which ends here");
                }
                open = blocks.open(name);
                if open.is_none() {
                    warn("too many blocks, ignored");
                }
            }
            Line::End => {
                if open.take().is_none() {
                    warn("end without a block");
                }
            }
            Line::Pair(key, value) => match open {
                Some(block) if blocks.set(block, key, value) => {}
                Some(_) => warn("too many pairs, ignored"),
                None => warn("a pair outside a block is ignored"),
            },
            Line::Unknown => warn("neither a block nor a pair, ignored"),
        }
    }
    if open.is_some() {
        warnings.in_stream(STREAM, "the last block has no end");
    }
    blocks.list
}

/// Splits at CR, LF and CRLF.
fn lines(data: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(data);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.iter().position(|b| matches!(b, b'\r' | b'\n')) else {
            rest = None;
            return Some(text);
        };
        let after = if text[end..].starts_with(b"\r\n") {
            end + 2
        } else {
            end + 1
        };
        rest = Some(&text[after..]);
        Some(&text[..end])
    })
}

fn classify(line: &str) -> Line<'_> {
    let line = trim(without_comment(line));
    if line.is_empty() {
        return Line::Blank;
    }
    let word_end = line.find([' ', '\t', '=']).unwrap_or(line.len());
    let (word, rest) = line.split_at(word_end);
    let rest = trim(rest);
    if !rest.starts_with('=') {
        if word.eq_ignore_ascii_case("object") && !rest.is_empty() {
            return Line::Header(rest);
        }
        if word.eq_ignore_ascii_case("end") && rest.is_empty() {
            return Line::End;
        }
    }
    match line.split_once('=') {
        Some((key, value)) if !trim(key).is_empty() => {
            Line::Pair(trim(key), without_quotes(trim(value)))
        }
        _ => Line::Unknown,
    }
}

/// Cuts at the first `#` that is not inside quotes.
fn without_comment(line: &str) -> &str {
    let mut in_quotes = false;
    let end = line.find(|c| {
        in_quotes ^= c == '"';
        c == '#' && !in_quotes
    });
    end.map_or(line, |end| &line[..end])
}

fn without_quotes(value: &str) -> &str {
    value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(value)
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

#[cfg(test)]
mod tests;
