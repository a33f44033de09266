//! Archives: every member is asked for, and the whole is written back.

use msh_format::Warnings;
use msh_format::nres::Nres;
use msh_format::rsli::{Mode, Rsli};

/// The most unpacked bytes that one input may ask for; a fuzzer waits for more in vain.
const MOST_UNPACKED: u64 = 1 << 22;

pub(crate) fn nres(data: &[u8]) {
    let Ok(archive) = Nres::parse(data, &mut Warnings::new()) else {
        return;
    };
    let directory = archive.directory();
    directory.check_layout(data, &mut Warnings::new());
    for (index, entry) in archive.entries().iter().enumerate() {
        if let Ok(payload) = archive.payload(index) {
            assert_eq!(payload.len(), entry.size as usize);
        }
        let found = directory.find(entry.name.as_bytes()).unwrap();
        let name = archive.entries()[found].name;
        assert!(name.same_as(entry.name.as_bytes()));
        assert!(directory.find_type(entry.kind).unwrap() <= index);
    }
    for gap in directory.gaps() {
        assert!(data.get(gap).is_some());
    }
    if let Ok(layout) = archive.layout() {
        assert_eq!(layout.to_bytes().unwrap(), data);
    }
}

pub(crate) fn rsli(data: &[u8]) {
    for mode in [Mode::Strict, Mode::Compatible] {
        let mut warnings = Warnings::new();
        let Ok(archive) = Rsli::parse(data, mode, &mut warnings) else {
            continue;
        };
        assert_eq!(archive.layout().to_bytes().unwrap(), data);
        for gap in archive.gaps() {
            assert!(data.get(gap).is_some());
        }
        let mut unpacked = 0;
        for (index, entry) in archive.entries().iter().enumerate() {
            assert!(archive.find(entry.name.as_bytes()).is_some());
            unpacked += u64::from(entry.unpacked_size);
            if unpacked > MOST_UNPACKED {
                break;
            }
            if let Ok(member) = archive.member(index, &mut warnings) {
                assert_eq!(member.len(), entry.unpacked_size as usize);
            }
        }
    }
}
