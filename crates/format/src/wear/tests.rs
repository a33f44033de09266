use super::*;
use crate::ErrorKind;

/// The worked example of `03-materials-textures.md` 2.3.
const EXAMPLE: &[u8] = b"2\r\n0 B_PG4\r\n1 R_NP13\r\n\r\nLIGHTMAPS\r\n1\r\n0 fr_l_bunker_00.0\r\n";

fn names(rows: &[WearRow]) -> Vec<String> {
    rows.iter().map(|row| text::decode(&row.name)).collect()
}

/// Material and lightmap names, and whether there were warnings.
fn read(data: &[u8]) -> (Vec<String>, Vec<String>, bool) {
    let mut warnings = Warnings::new();
    let wear = Wear::parse(data, &mut warnings).unwrap();
    assert_eq!(wear.to_bytes().unwrap(), data, "the text must survive");
    (
        names(&wear.materials),
        names(&wear.lightmaps),
        !warnings.is_empty(),
    )
}

fn error(data: &[u8]) -> ErrorKind {
    Wear::parse(data, &mut Warnings::new()).unwrap_err().kind
}

#[test]
fn the_worked_example_reads_without_a_warning() {
    assert_eq!(EXAMPLE.len(), 58);
    let (materials, lightmaps, warned) = read(EXAMPLE);
    assert_eq!(materials, ["B_PG4", "R_NP13"]);
    assert_eq!(lightmaps, ["fr_l_bunker_00.0"]);
    assert!(!warned);
}

#[test]
fn names_write_the_worked_example() {
    let wear = Wear::from_names(&["B_PG4", "R_NP13"], &["fr_l_bunker_00.0"]).unwrap();
    assert_eq!(wear.to_bytes().unwrap(), EXAMPLE);
    assert_eq!(Wear::parse(EXAMPLE, &mut Warnings::new()), Ok(wear));
}

#[test]
fn a_changed_table_is_written_anew() {
    let mut wear = Wear::parse(b"1\n0 A\n", &mut Warnings::new()).unwrap();
    wear.materials[0].name = b"B".to_vec();
    assert_eq!(wear.to_bytes().unwrap(), b"1\r\n0 B\r\n");
}

#[test]
fn rows_are_taken_by_position_whatever_their_ids_say() {
    let (materials, _, warned) = read(b"3\r\n7 A\r\n7 A\r\nx C\r\n");
    assert_eq!(materials, ["A", "A", "C"]);
    assert!(warned);
}

#[test]
fn a_count_that_is_missing_or_no_positive_number_is_an_error() {
    assert_eq!(error(b""), ErrorKind::Truncated);
    assert_eq!(error(b" \r\n\r\n"), ErrorKind::Truncated);
    assert_eq!(error(b"two\r\n0 A\r\n"), ErrorKind::BadValue);
    assert_eq!(error(b"0\r\n"), ErrorKind::BadValue);
    assert_eq!(error(b"-1\r\n0 A\r\n"), ErrorKind::BadValue);
}

#[test]
fn counts_names_and_files_over_the_limits_are_errors() {
    assert_eq!(error(b"4097\r\n0 A\r\n"), ErrorKind::Limit);
    let long = [b"1\r\n0 ".as_slice(), &[b'A'; 65], b"\r\n"].concat();
    assert_eq!(error(&long), ErrorKind::Limit);
    assert_eq!(error(&vec![b' '; MAX_FILE + 1]), ErrorKind::Limit);
}

#[test]
fn missing_rows_read_default() {
    let (materials, lightmaps, warned) = read(b"3\r\n0 A\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\n");
    assert_eq!(materials, ["A", "DEFAULT", "DEFAULT"]);
    assert_eq!(lightmaps, ["L.0"]);
    assert!(warned);
}

#[test]
fn surplus_rows_are_ignored() {
    let (materials, lightmaps, warned) =
        read(b"1\r\n0 A\r\n1 B\r\n\r\nlightmaps\r\n1\r\n0 L.0\r\n");
    assert_eq!(materials, ["A"]);
    assert_eq!(lightmaps, ["L.0"]);
    assert!(warned);
}

#[test]
fn blank_lines_and_extra_words_are_accepted_with_a_warning() {
    for text in [
        b"\r\n1\r\n0 A\r\n".as_slice(),
        b"1\r\n\r\n0 A\r\n",
        b"1 rows\r\n0 A\r\n",
        b"1\r\n0 A extra\r\n",
    ] {
        let (materials, _, warned) = read(text);
        assert_eq!(materials, ["A"]);
        assert!(warned);
    }
}

#[test]
fn other_than_one_blank_line_before_lightmaps_is_accepted_with_a_warning() {
    for text in [
        b"1\r\n0 A\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\n".as_slice(),
        b"1\r\n0 A\r\n\r\n\r\nLIGHTMAPS\r\n1\r\n0 L.0\r\n",
    ] {
        let (_, lightmaps, warned) = read(text);
        assert_eq!(lightmaps, ["L.0"]);
        assert!(warned);
    }
}

#[test]
fn an_unknown_keyword_hides_the_rest() {
    let (_, lightmaps, warned) = read(b"1\r\n0 A\r\n\r\nGLOW\r\n1\r\nLIGHTMAPS\r\n1\r\n0 L\r\n");
    assert!(lightmaps.is_empty());
    assert!(warned);
}

#[test]
fn a_second_lightmaps_section_is_ignored() {
    let (_, lightmaps, warned) =
        read(b"1\r\n0 A\r\n\r\nLIGHTMAPS\r\n1\r\n0 L\r\n\r\nLIGHTMAPS\r\n1\r\n0 M\r\n");
    assert_eq!(lightmaps, ["L"]);
    assert!(warned);
}

#[test]
fn a_lightmaps_section_without_its_rows_gives_none() {
    for text in [
        b"1\r\n0 A\r\n\r\nLIGHTMAPS\r\n0\r\n".as_slice(),
        b"1\r\n0 A\r\n\r\nLIGHTMAPS\r\n2\r\n0 L\r\n",
        b"1\r\n0 A\r\n\r\nLIGHTMAPS\r\n",
    ] {
        let (_, lightmaps, warned) = read(text);
        assert!(lightmaps.is_empty());
        assert!(warned);
    }
}

#[test]
fn the_text_ends_at_nul_or_ctrl_z() {
    let (materials, _, warned) = read(b"1\r\n0 A\r\n\0\0\r\n");
    assert_eq!(materials, ["A"]);
    assert!(!warned);
    let (_, lightmaps, warned) = read(b"1\r\n0 A\r\n\x1A\r\nLIGHTMAPS\r\n1\r\n0 L\r\n");
    assert!(lightmaps.is_empty());
    assert!(warned);
}

#[test]
fn line_ends_may_be_lf_or_lone_cr() {
    assert_eq!(read(b"2\n0 A\n1 B\n").0, ["A", "B"]);
    assert_eq!(read(b"2\r0 A\r1 B\r").0, ["A", "B"]);
}

#[test]
fn names_that_are_no_single_word_cannot_be_written() {
    for name in ["", "A B", "A\0", "A\u{1A}", "A\n"] {
        assert!(Wear::from_names(&[name], &[]).is_err(), "{name:?}");
    }
    assert!(Wear::from_names(&[], &[]).is_err());
}

#[test]
fn tables_over_the_limits_cannot_be_written() {
    let rows = |count: usize, length: usize| {
        let name = "A".repeat(length);
        Wear::from_names(&vec![name.as_str(); count], &[])
    };
    assert!(rows(4_096, 1).is_ok());
    // 4,097 rows; a name of 65 bytes; 4,096 rows of 64 bytes are over 256 KiB.
    for (count, length) in [(4_097, 1), (1, 65), (4_096, 64)] {
        assert_eq!(rows(count, length).unwrap_err().kind, ErrorKind::Limit);
    }
}
