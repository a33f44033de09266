//! The XOR transform of the entry table and of packed members (`01-containers.md` 4.3).

/// Two bytes of state, started from a 16-bit key. The key bytes do not depend on the data, so
/// the same call encodes and decodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyStream {
    low: u8,
    high: u8,
}

impl KeyStream {
    pub(super) fn new(key: u16) -> Self {
        let [low, high] = key.to_le_bytes();
        Self { low, high }
    }

    /// Applies the next key bytes to `data`.
    pub(super) fn apply(&mut self, data: &mut [u8]) {
        for byte in data {
            self.low = self.high ^ (self.low << 1);
            *byte ^= self.low;
            self.high = self.low ^ (self.high >> 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(key: u16, data: &[u8]) -> Vec<u8> {
        let mut out = data.to_vec();
        KeyStream::new(key).apply(&mut out);
        out
    }

    #[test]
    fn the_trace_of_the_specification_is_reproduced() {
        let stored = [0x27, 0xB9, 0x4F, 0x52, 0xE9, 0xAA, 0x3D, 0xC0];
        assert_eq!(applied(0xC35A, b"PAL.PAL\0"), stored);
        assert_eq!(applied(0x1234, &[0, 1, 2, 3]), [0x7A, 0x86, 0xB2, 0x8C]);
    }

    #[test]
    fn key_0_changes_nothing() {
        assert_eq!(applied(0, b"PAL.PAL"), b"PAL.PAL");
    }

    #[test]
    fn the_state_runs_on_between_two_pieces() {
        let mut pieces = *b"PAL.PAL\0";
        let mut stream = KeyStream::new(0xC35A);
        let (head, tail) = pieces.split_at_mut(3);
        stream.apply(head);
        stream.apply(tail);
        assert_eq!(pieces, applied(0xC35A, b"PAL.PAL\0")[..]);
    }
}
