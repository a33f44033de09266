//! Raw Deflate (RFC 1951), without a header of its own (`01-containers.md` 4.7).

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::error::{Error, Result};

/// More output bytes than this one packed byte cannot give.
pub(super) const MAX_EXPANSION: u64 = 1_032;

/// Unpacks exactly `size` bytes; also gives how many packed bytes they took.
pub(super) fn decode(packed: &[u8], size: usize) -> Result<(Vec<u8>, usize)> {
    let mut inflate = Decompress::new(false);
    // One byte more shows a stream that goes on.
    let mut out = vec![0; size + 1];
    loop {
        let (read, written) = (inflate.total_in() as usize, inflate.total_out() as usize);
        let status = inflate
            .decompress(
                &packed[read..],
                &mut out[written..],
                FlushDecompress::Finish,
            )
            .map_err(|e| Error::bad_value(format!("the Deflate stream is broken: {e}")))?;
        let (now_read, now_written) = (inflate.total_in() as usize, inflate.total_out() as usize);
        if now_written > size {
            let rule = format!("the Deflate stream goes on after {size} unpacked bytes");
            return Err(Error::bad_value(rule));
        }
        if status == Status::StreamEnd {
            return finished(out, now_written, size).map(|out| (out, now_read));
        }
        if (now_read, now_written) == (read, written) {
            return Err(ends_early(now_written, size));
        }
    }
}

fn finished(mut out: Vec<u8>, written: usize, size: usize) -> Result<Vec<u8>> {
    if written < size {
        return Err(ends_early(written, size));
    }
    out.truncate(size);
    Ok(out)
}

fn ends_early(written: usize, size: usize) -> Error {
    Error::truncated(format!(
        "the Deflate stream ends after {written} of {size} unpacked bytes"
    ))
}

/// Packs `data`.
pub(super) fn encode(data: &[u8]) -> Result<Vec<u8>> {
    let mut deflate = Compress::new(Compression::best(), false);
    let mut out = Vec::with_capacity(data.len() / 2 + 64);
    loop {
        let read = deflate.total_in() as usize;
        let status = deflate
            .compress_vec(&data[read..], &mut out, FlushCompress::Finish)
            .map_err(|e| Error::bad_value(format!("Deflate cannot pack this: {e}")))?;
        if status == Status::StreamEnd {
            return Ok(out);
        }
        out.reserve(data.len() / 2 + 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    /// The stream ends with the byte before the last.
    const PARKAN: [u8; 12] = [
        0x0B, 0x48, 0x2C, 0xCA, 0x4E, 0xCC, 0x53, 0x08, 0x00, 0x53, 0x00, 0x11,
    ];

    #[test]
    fn the_stream_of_the_specification_unpacks() {
        let (out, used) = decode(&PARKAN, 13).unwrap();
        assert_eq!((out.as_slice(), used), (&b"Parkan Parkan"[..], 11));
    }

    #[test]
    fn a_stream_of_another_size_is_refused() {
        assert_eq!(decode(&PARKAN, 12).unwrap_err().kind, ErrorKind::BadValue);
        assert_eq!(decode(&PARKAN, 14).unwrap_err().kind, ErrorKind::Truncated);
    }

    #[test]
    fn a_stream_that_is_cut_or_broken_is_refused() {
        let error = decode(&PARKAN[..10], 13).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Truncated);
        // Block type 3 does not exist.
        assert_eq!(decode(&[7], 1).unwrap_err().kind, ErrorKind::BadValue);
        assert!(decode(&[], 0).is_err());
    }
}
