//! Names of member files: any entry name becomes a plain file name, different ones different ones.

use std::collections::HashMap;

use msh_format::text;

use super::{MANIFEST, REST};

/// Names that Windows keeps for itself, with any extension.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Gives out file names, no two of them the same where case does not count.
#[derive(Debug, Default)]
pub(super) struct FileNames {
    given: HashMap<String, u32>,
}

impl FileNames {
    /// The file name for an entry with this raw name. The second entry of a name gets `~2` before
    /// its extension, and so on.
    pub(super) fn next(&mut self, raw: &[u8]) -> String {
        let name = plain(raw);
        let number = self.given.entry(name.to_lowercase()).or_insert(0);
        *number += 1;
        match (*number, name.rsplit_once('.')) {
            (1, _) => name,
            (number, Some((stem, extension))) => format!("{stem}~{number}.{extension}"),
            (number, None) => format!("{name}~{number}"),
        }
    }
}

/// A raw name as a plain file name: letters, digits and harmless signs stay, every other byte is
/// written `%` and two hexadecimal digits.
fn plain(raw: &[u8]) -> String {
    let text = text::decode(raw);
    let last = raw.len().saturating_sub(1);
    let is_kept = is_kept(&text.to_ascii_lowercase());
    // CP1251 has one character for each byte.
    let parts = raw.iter().zip(text.chars()).enumerate();
    let name: String = parts
        .map(|(index, (byte, character))| {
            let is_edge =
                index == 0 && (*byte == b'.' || is_kept) || index == last && *byte == b'.';
            if !is_edge && is_harmless(character) {
                character.to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    // No name has a NUL, so this one is free for the empty name.
    if name.is_empty() { "%00".into() } else { name }
}

fn is_harmless(character: char) -> bool {
    character.is_alphanumeric() || "_-.+,=@#$!&()[]{}'^`".contains(character)
}

/// True for names that mean something else: those of the manifest, and devices of Windows.
fn is_kept(lower: &str) -> bool {
    let stem = lower.split('.').next().unwrap_or_default();
    let is_port = |port: &str| {
        let number = stem.strip_prefix(port);
        number.is_some_and(|n| n.len() == 1 && n.as_bytes()[0].is_ascii_digit())
    };
    lower == MANIFEST
        || lower == REST
        || RESERVED.contains(&stem)
        || is_port("com")
        || is_port("lpt")
}

/// True if `name` is the name of a file in a folder and no way out of it.
pub(crate) fn is_plain(name: &str) -> bool {
    let is_device = is_kept(&name.to_ascii_lowercase());
    !name.is_empty()
        && name != "."
        && name != ".."
        && !is_device
        && !name.contains(['/', '\\', ':', '\0'])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The raw name that a file name stands for.
    fn unescaped(name: &str) -> Vec<u8> {
        let mut raw = Vec::new();
        let mut characters = name.chars();
        while let Some(character) = characters.next() {
            if character == '%' {
                let digits: String = characters.by_ref().take(2).collect();
                raw.push(u8::from_str_radix(&digits, 16).unwrap());
            } else {
                raw.extend(text::encode(&character.to_string()).unwrap());
            }
        }
        raw
    }

    #[test]
    fn ordinary_names_stay() {
        for name in ["MTP_01.0", "s_tree_0_06.msh", "a-b+c(1).tex"] {
            assert_eq!(plain(name.as_bytes()), name);
        }
        assert_eq!(plain(&[0xC4, 0xEE, 0xEC]), "Дом");
    }

    #[test]
    fn ways_out_of_the_folder_are_closed() {
        assert_eq!(plain(b"../../etc/x"), "%2E.%2F..%2Fetc%2Fx");
        assert_eq!(plain(b".."), "%2E%2E");
        assert_eq!(plain(b"."), "%2E");
        assert_eq!(plain(b"C:\\x"), "C%3A%5Cx");
        assert_eq!(plain(b"/x"), "%2Fx");
        assert_eq!(plain(b""), "%00");
        assert_eq!(plain(b"a."), "a%2E");
        assert_eq!(plain(b"a b~1%\n"), "a%20b%7E1%25%0A");
    }

    #[test]
    fn kept_names_are_escaped() {
        assert_eq!(plain(b"CON"), "%43ON");
        assert_eq!(plain(b"nul.tex"), "%6Eul.tex");
        assert_eq!(plain(b"com1.0"), "%63om1.0");
        assert_eq!(plain(b"com10"), "com10");
        assert_eq!(plain(b"Archive.json"), "%41rchive.json");
        assert_eq!(plain(b"archive.rest"), "%61rchive.rest");
    }

    #[test]
    fn different_names_have_different_files() {
        let mut all: Vec<Vec<u8>> = (1..=255).map(|byte| vec![byte]).collect();
        all.extend((1..=255).map(|byte| vec![b'a', byte]));
        all.extend((1..=255).map(|byte| vec![b'.', byte, b'.']));
        all.extend([&b"%2E"[..], b"~2", b"a~2", b"a%7E2"].map(<[u8]>::to_vec));
        let files: HashSet<String> = all.iter().map(|raw| plain(raw)).collect();
        assert_eq!(files.len(), all.len());
        for raw in all {
            assert_eq!(unescaped(&plain(&raw)), raw);
            assert!(is_plain(&plain(&raw)));
        }
    }

    #[test]
    fn equal_names_are_numbered_without_regard_to_case() {
        let mut names = FileNames::default();
        let given: Vec<String> = [&b"Land"[..], b"LAND", b"a.tex", b"a~2.tex", b"A.TEX"]
            .into_iter()
            .map(|raw| names.next(raw))
            .collect();
        assert_eq!(given, ["Land", "LAND~2", "a.tex", "a%7E2.tex", "A~2.TEX"]);
    }

    #[test]
    fn a_path_is_no_plain_name() {
        for name in [
            "",
            ".",
            "..",
            "a/b",
            "/etc/passwd",
            "a\\b",
            "c:x",
            "nul",
            "archive.json",
        ] {
            assert!(!is_plain(name), "{name}");
        }
        assert!(is_plain("a..b"));
    }
}
