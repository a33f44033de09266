//! The 936-byte controller of `06-control.md` 11.

/// Offset and bytes as the page prints them.
const PRINTED: [(usize, &str); 8] = [
    (
        0,
        "01 00 00 00 01 00 00 00 02 00 00 00 02 00 00 00 01 00 00 00",
    ),
    (
        104,
        "00 00 00 00 00 00 80 bf a6 0f c9 3f 00 00 00 00 00 00 80 bf ff ff 7f 7f",
    ),
    (
        304,
        "03 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00 ff ff ff ff ff ff ff ff \
         00 00 80 3e 00 00 80 3f 00 00 00 00",
    ),
    (
        340,
        "05 00 00 00 00 00 44 42 00 00 54 42 00 00 00 3f ff ff ff ff 02 00 00 00 \
         00 00 00 3f c3 f5 c8 40 03 00 00 00",
    ),
    (548, "01 00 00 00 00 00 00 00 00 00 00 00"),
    (732, "00 00 00 00 07 00 00 00 69 5f 65 6e 67 5f 6c 00"),
    (748, "00 00 00 00"),
    (
        832,
        "01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 03 00 00 00 03 00 00 00 \
         00 00 00 00 00 00 00 00 40 1f 00 00 00 00 00 00",
    ),
];

/// The controller: the printed bytes, 20 hooks of -1, the classes 12 (door) and 5 (engine), and
/// zeros where the page says nothing.
pub(crate) fn part() -> Vec<u8> {
    let mut bytes = vec![0; 936];
    for (offset, text) in PRINTED {
        for (index, word) in text.split(' ').enumerate() {
            bytes[offset + index] = u8::from_str_radix(word, 16).unwrap();
        }
    }
    bytes[752..832].fill(0xFF);
    bytes[376] = 12;
    bytes[560] = 5;
    bytes
}
