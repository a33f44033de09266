//! An LZSS encoder that shares nothing with the reader: it keeps the ring itself, compares every
//! position in it and takes any match that fits, by chance.

/// Packs `data`; the seed decides between literals and matches.
pub(crate) fn encode(data: &[u8], seed: u64) -> Vec<u8> {
    let mut ring = [b' '; 4096];
    let mut write = 0xFEE;
    let mut random = seed | 1;
    let mut items: Vec<(bool, Vec<u8>)> = Vec::new();
    let mut rest = data;
    while !rest.is_empty() {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let start = (random >> 40) as usize % 4096;
        let found = (0..4096)
            .map(|step| (start + step) % 4096)
            .map(|position| (position, match_length(&ring, write, position, rest)))
            .find(|(_, length)| *length >= 3);
        let length = match found {
            Some((position, length)) if random >> 62 != 0 => {
                let low = (position & 0xFF) as u8;
                let high = ((position >> 8) << 4) as u8 | (length - 3) as u8;
                items.push((false, vec![low, high]));
                length
            }
            _ => {
                items.push((true, vec![rest[0]]));
                1
            }
        };
        for byte in &rest[..length] {
            ring[write] = *byte;
            write = (write + 1) % 4096;
        }
        rest = &rest[length..];
    }
    let mut out = Vec::new();
    for group in items.chunks(8) {
        let bits = group.iter().enumerate().filter(|(_, item)| item.0);
        out.push(bits.fold(0, |control, (bit, _)| control | 1 << bit));
        group.iter().for_each(|item| out.extend(&item.1));
    }
    out
}

/// How many bytes of `rest` come out of copying from `position`, at most 18. Positions that the
/// match itself writes hold what it has copied by then.
fn match_length(ring: &[u8; 4096], write: usize, position: usize, rest: &[u8]) -> usize {
    let ahead = (4096 + write - position) % 4096;
    let copied = |step: usize| match step.checked_sub(ahead) {
        Some(own) if ahead > 0 => rest[own],
        _ => ring[(position + step) % 4096],
    };
    let most = rest.len().min(18);
    (0..most)
        .take_while(|step| copied(*step) == rest[*step])
        .count()
}
