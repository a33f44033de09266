//! How members are stored (`01-containers.md` 4.4).

use std::fmt;

use super::xor::KeyStream;
use super::{deflate, huffman, lzss};
use crate::error::{Error, Result};

/// Bits of [`super::Entry::flags`] that hold the method.
pub const METHOD_MASK: u16 = 0x1E0;
const MAX_PACKED: usize = 64 << 20;
const MAX_UNPACKED: u32 = 128 << 20;

/// What the packed bytes are once a XOR layer is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Codec {
    /// The member itself.
    Stored,
    /// LZSS.
    Lzss,
    /// Adaptive Huffman and LZSS. Read only; no shipped data confirms it.
    Huffman,
    /// Raw Deflate.
    Deflate,
}

/// How a member is stored: a codec, and perhaps a XOR layer over its packed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// 0x000: as it is.
    Stored,
    /// 0x020: XOR.
    StoredXor,
    /// 0x040: LZSS.
    Lzss,
    /// 0x060: LZSS under XOR.
    LzssXor,
    /// 0x080: adaptive Huffman and LZSS.
    Huffman,
    /// 0x0A0: adaptive Huffman and LZSS under XOR.
    HuffmanXor,
    /// 0x100: raw Deflate.
    Deflate,
}

impl Method {
    /// Every method there is.
    pub const ALL: [Self; 7] = [
        Self::Stored,
        Self::StoredXor,
        Self::Lzss,
        Self::LzssXor,
        Self::Huffman,
        Self::HuffmanXor,
        Self::Deflate,
    ];

    /// The method in an entry's flags, `None` if there is no such method.
    #[must_use]
    pub fn from_flags(flags: u16) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|m| m.number() == flags & METHOD_MASK)
    }

    /// The method as it stands in an entry's flags.
    #[must_use]
    pub const fn number(self) -> u16 {
        match self {
            Self::Stored => 0,
            Self::StoredXor => 0x20,
            Self::Lzss => 0x40,
            Self::LzssXor => 0x60,
            Self::Huffman => 0x80,
            Self::HuffmanXor => 0xA0,
            Self::Deflate => 0x100,
        }
    }

    /// The codec below the XOR layer.
    #[must_use]
    pub const fn codec(self) -> Codec {
        match self {
            Self::Stored | Self::StoredXor => Codec::Stored,
            Self::Lzss | Self::LzssXor => Codec::Lzss,
            Self::Huffman | Self::HuffmanXor => Codec::Huffman,
            Self::Deflate => Codec::Deflate,
        }
    }

    /// True if the packed bytes are XORed with the key of the entry.
    #[must_use]
    pub const fn has_xor(self) -> bool {
        matches!(self, Self::StoredXor | Self::LzssXor | Self::HuffmanXor)
    }

    /// Takes the XOR layer off, or puts it on.
    #[must_use]
    pub fn apply_xor(self, key: u16, packed: &[u8]) -> Vec<u8> {
        let mut out = packed.to_vec();
        if self.has_xor() {
            KeyStream::new(key).apply(&mut out);
        }
        out
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stored => "stored",
            Self::StoredXor => "stored+XOR",
            Self::Lzss => "LZSS",
            Self::LzssXor => "LZSS+XOR",
            Self::Huffman => "Huffman",
            Self::HuffmanXor => "Huffman+XOR",
            Self::Deflate => "Deflate",
        })
    }
}

impl Codec {
    /// Unpacks exactly `size` bytes; also gives how many of the packed bytes they took. Memory is
    /// taken only for a size that the packed bytes can give.
    ///
    /// # Errors
    /// `Limit` for more than 64 MiB packed or 128 MiB unpacked; `Truncated` if the packed bytes
    /// end before the output does; `BadValue` if they are broken or hold more than `size` bytes.
    pub fn unpack(self, packed: &[u8], size: u32) -> Result<(Vec<u8>, usize)> {
        check_limits(packed.len(), size)?;
        let most = (packed.len() as u64 + 1) * self.max_expansion();
        if u64::from(size) > most {
            let rule = format!("{size} bytes cannot come from {} packed ones", packed.len());
            return Err(Error::truncated(rule));
        }
        let size = size as usize;
        match self {
            Self::Stored => packed
                .get(..size)
                .map(|data| (data.to_vec(), size))
                .ok_or_else(|| {
                    Error::truncated(format!("{} bytes stored, not {size}", packed.len()))
                }),
            Self::Lzss => lzss::decode(packed, size),
            Self::Huffman => huffman::decode(packed, size),
            Self::Deflate => deflate::decode(packed, size),
        }
    }

    /// Packs a member.
    ///
    /// # Errors
    /// `Unsupported` for [`Codec::Huffman`]; `Limit` for more than a reader accepts.
    pub fn pack(self, data: &[u8]) -> Result<Vec<u8>> {
        check_limits(0, u32::try_from(data.len()).unwrap_or(u32::MAX))?;
        let packed = match self {
            Self::Stored => data.to_vec(),
            Self::Lzss => lzss::encode(data),
            Self::Huffman => {
                return Err(Error::unsupported(
                    "adaptive Huffman members are read only; store, LZSS or Deflate can be written",
                ));
            }
            Self::Deflate => deflate::encode(data)?,
        };
        check_limits(packed.len(), 0)?;
        Ok(packed)
    }

    const fn max_expansion(self) -> u64 {
        match self {
            Self::Stored => 1,
            Self::Lzss => lzss::MAX_EXPANSION,
            Self::Huffman => huffman::MAX_EXPANSION,
            Self::Deflate => deflate::MAX_EXPANSION,
        }
    }
}

fn check_limits(packed: usize, unpacked: u32) -> Result<()> {
    if packed > MAX_PACKED {
        let rule = format!("{packed} packed bytes, at most {MAX_PACKED}");
        return Err(Error::limit(rule));
    }
    if unpacked > MAX_UNPACKED {
        let rule = format!("{unpacked} unpacked bytes, at most {MAX_UNPACKED}");
        return Err(Error::limit(rule));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_those_of_the_specification() {
        let numbers = Method::ALL.map(Method::number);
        assert_eq!(numbers, [0, 0x20, 0x40, 0x60, 0x80, 0xA0, 0x100]);
        assert_eq!(Method::from_flags(0xFE1F | 0x60), Some(Method::LzssXor));
        for unknown in [0xC0, 0xE0, 0x120, 0x140, 0x1E0] {
            assert_eq!(Method::from_flags(unknown), None);
        }
    }

    #[test]
    fn a_size_the_packed_bytes_cannot_give_is_refused_at_once() {
        for codec in [Codec::Stored, Codec::Lzss, Codec::Huffman, Codec::Deflate] {
            let error = codec.unpack(&[0; 100], 120 << 20).unwrap_err();
            assert_eq!(error.kind, crate::ErrorKind::Truncated, "{codec:?}");
            let error = codec.unpack(&[0; 100], u32::MAX).unwrap_err();
            assert_eq!(error.kind, crate::ErrorKind::Limit, "{codec:?}");
        }
    }
}
