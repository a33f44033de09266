//! The ring of recent output that LZSS and adaptive Huffman members copy from.

use crate::error::{Error, Result};

/// Bytes of the ring.
pub(super) const RING: usize = 4_096;
/// What the ring holds at the start.
pub(super) const FILL: u8 = 0x20;
/// The shortest match.
pub(super) const MIN_MATCH: usize = 3;

/// Output of known size with the ring behind it.
pub(super) struct Window {
    ring: [u8; RING],
    write: usize,
    out: Vec<u8>,
    size: usize,
}

impl Window {
    /// No output yet of `size` bytes; the first one goes to ring position `write`.
    pub(super) fn new(write: usize, size: usize) -> Self {
        Self {
            ring: [FILL; RING],
            write,
            out: Vec::with_capacity(size),
            size,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.out.len() == self.size
    }

    /// Appends a byte; the window is not full.
    pub(super) fn push(&mut self, byte: u8) {
        self.out.push(byte);
        self.ring[self.write] = byte;
        self.write = (self.write + 1) % RING;
    }

    /// Copies from an absolute ring position until the match ends or the window is full.
    pub(super) fn copy(&mut self, start: usize, length: usize) {
        for step in 0..length.min(self.size - self.out.len()) {
            self.push(self.ring[(start + step) % RING]);
        }
    }

    /// Copies from `distance` bytes (at most the ring) before the write position.
    pub(super) fn copy_back(&mut self, distance: usize, length: usize) {
        self.copy(self.write + RING - distance, length);
    }

    /// The value, or the error for packed bytes that end here.
    pub(super) fn need<T>(&self, value: Option<T>) -> Result<T> {
        value.ok_or_else(|| {
            let (done, size) = (self.out.len(), self.size);
            Error::truncated(format!(
                "the packed bytes end after {done} of {size} unpacked bytes"
            ))
        })
    }

    pub(super) fn into_output(self) -> Vec<u8> {
        self.out
    }
}
