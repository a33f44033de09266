//! LZSS with a ring of 4,096 bytes (`01-containers.md` 4.5).

use super::window::{FILL, MIN_MATCH, RING, Window};
use crate::error::Result;

const FIRST_WRITE: usize = 0xFEE;
const MAX_MATCH: usize = 18;
/// How many earlier places with the same three bytes the encoder looks at.
const MAX_TRIES: usize = 64;

/// More output bytes than this one packed byte cannot give: a match of 18 takes two bytes.
pub(super) const MAX_EXPANSION: u64 = 9;

/// Unpacks exactly `size` bytes; also gives how many packed bytes they took.
pub(super) fn decode(packed: &[u8], size: usize) -> Result<(Vec<u8>, usize)> {
    let mut input = packed.iter().copied();
    let mut window = Window::new(FIRST_WRITE, size);
    while !window.is_full() {
        let control = window.need(input.next())?;
        for bit in 0..8 {
            if window.is_full() {
                break;
            }
            let first = window.need(input.next())?;
            if control >> bit & 1 == 1 {
                window.push(first);
            } else {
                let second = window.need(input.next())?;
                let (start, length) = split_match(first, second);
                window.copy(start, length);
            }
        }
    }
    Ok((window.into_output(), packed.len() - input.len()))
}

/// Ring position and length of a match.
fn split_match(first: u8, second: u8) -> (usize, usize) {
    let start = usize::from(first) | usize::from(second & 0xF0) << 4;
    (start, usize::from(second & 0x0F) + MIN_MATCH)
}

/// Packs `data`: at each place the longest of the nearest matches.
pub(super) fn encode(data: &[u8]) -> Vec<u8> {
    let history = History::new(data);
    let mut out = Vec::with_capacity(data.len() / 2);
    let mut at = 0;
    while at < data.len() {
        let control = out.len();
        out.push(0);
        for bit in 0..8 {
            if at == data.len() {
                break;
            }
            if let Some((distance, length)) = history.longest_match(at) {
                out.extend(joined_match(at, distance, length));
                at += length;
            } else {
                out[control] |= 1 << bit;
                out.push(data[at]);
                at += 1;
            }
        }
    }
    out
}

/// The two bytes of a match `distance` bytes before output position `at`.
fn joined_match(at: usize, distance: usize, length: usize) -> [u8; 2] {
    let start = (FIRST_WRITE + at + RING - distance) % RING;
    // A ring position has 12 bits, a length at most 15 above the shortest.
    [
        start as u8,
        (start >> 4 & 0xF0) as u8 | (length - MIN_MATCH) as u8,
    ]
}

/// The ring's fill followed by the data, with a chain of earlier places for each three bytes.
struct History {
    bytes: Vec<u8>,
    /// The place before this one with the same hash, or [`History::NONE`].
    previous: Vec<u32>,
}

impl History {
    const NONE: u32 = u32::MAX;
    const HASH_BITS: u32 = 14;

    fn new(data: &[u8]) -> Self {
        let mut bytes = vec![FILL; RING - 1];
        bytes.extend_from_slice(data);
        let mut newest = vec![Self::NONE; 1 << Self::HASH_BITS];
        let previous = bytes
            .windows(MIN_MATCH)
            .zip(0..)
            .map(|(window, place)| std::mem::replace(&mut newest[Self::hash(window)], place))
            .collect();
        Self { bytes, previous }
    }

    fn hash(window: &[u8]) -> usize {
        let word = u32::from_le_bytes([window[0], window[1], window[2], 0]);
        (word.wrapping_mul(0x9E37_79B1) >> (32 - Self::HASH_BITS)) as usize
    }

    /// Distance and length of the longest match for output position `at`.
    fn longest_match(&self, at: usize) -> Option<(usize, usize)> {
        let here = at + RING - 1;
        let mut best = None;
        let mut place = *self.previous.get(here)?;
        for _ in 0..MAX_TRIES {
            if place == Self::NONE || here - place as usize >= RING {
                break;
            }
            let length = self.common(place as usize, here);
            if length >= MIN_MATCH && best.is_none_or(|(_, longest)| length > longest) {
                best = Some((here - place as usize, length));
            }
            place = self.previous[place as usize];
        }
        best
    }

    fn common(&self, earlier: usize, here: usize) -> usize {
        let pairs = self.bytes[earlier..].iter().zip(&self.bytes[here..]);
        pairs.take(MAX_MATCH).take_while(|(a, b)| a == b).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_the_specification_unpacks() {
        let packed = [0x07, 0x50, 0x61, 0x72, 0xEE, 0xF2];
        assert_eq!(decode(&packed, 8).unwrap(), (b"ParParPa".to_vec(), 6));
    }

    #[test]
    fn a_match_at_the_start_reads_the_fill() {
        assert_eq!(decode(&[0, 0, 0], 3).unwrap().0, b"   ");
    }

    #[test]
    fn output_ends_inside_a_match() {
        let packed = [0x07, 0x50, 0x61, 0x72, 0xEE, 0xF2];
        assert_eq!(decode(&packed, 4).unwrap().0, b"ParP");
    }

    #[test]
    fn a_stream_that_ends_early_is_truncated() {
        let error = decode(&[0x07, 0x50, 0x61, 0x72, 0xEE], 8).unwrap_err();
        assert_eq!(error.kind, crate::ErrorKind::Truncated);
        assert!(error.rule.contains("3 of 8"), "{error}");
    }

    #[test]
    fn the_encoder_finds_repetition_and_the_fill() {
        assert_eq!(encode(b"ParParPa"), [0x07, 0x50, 0x61, 0x72, 0xEE, 0xF2]);
        assert!(encode(&[FILL; 18]).len() == 3);
        assert!(encode(b"").is_empty());
    }
}
