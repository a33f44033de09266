use super::*;

/// The made-up example of `04-mission-objects.md` 2.4.
const EXAMPLE: &str = "\
# made-up mission
object\tminimap
 desc     = \"resource\"
 library  = \"ui\\minimap.lib\"
 libtype  = \"multi\"
 type     = 1
 minimap  = \"demo_9.tex\"
end

object primary_objectives
  objective1 = \"1. Hold the north bridge\"     # trailing comment
  objective2 = \"2. Capture the mine\"
end

OBJECT ambient_music_loop
  desc = \"resource\"
  library = \"sounds.lib\"
  type = 5
  THEME = \"wind_low.wav\"
End
";

/// Reads a text, checks that it survives, and tells whether there were warnings.
fn read(text: &str) -> (MissionCfg, bool) {
    let mut warnings = Warnings::new();
    let cfg = MissionCfg::parse(text.as_bytes(), &mut warnings);
    assert_eq!(cfg.to_bytes().unwrap(), text.as_bytes());
    (cfg, !warnings.is_empty())
}

fn value(text: &str) -> Option<String> {
    let (cfg, _) = read(&format!("object b\n{text}\nend\n"));
    cfg.get("b", "k").map(str::to_owned)
}

fn block(name: &str, pairs: &[(&str, &str)]) -> CfgBlock {
    let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    CfgBlock {
        name: name.to_owned(),
        pairs: pairs.iter().map(owned).collect(),
    }
}

#[test]
fn the_example_has_three_blocks() {
    let (cfg, warned) = read(EXAMPLE);
    assert!(!warned);
    assert_eq!(cfg.blocks.len(), 3);
    assert_eq!(
        cfg.blocks[1],
        block(
            "primary_objectives",
            &[
                ("objective1", "1. Hold the north bridge"),
                ("objective2", "2. Capture the mine")
            ]
        )
    );
    assert_eq!(cfg.get("MINIMAP", "Minimap"), Some("demo_9.tex"));
    assert_eq!(cfg.get("minimap", "none"), None);
    assert_eq!(cfg.get("none", "minimap"), None);
}

#[test]
fn the_example_describes_two_libraries() {
    let (cfg, _) = read(EXAMPLE);
    let minimap = cfg.block("minimap").unwrap().resource().unwrap();
    assert_eq!(
        minimap,
        ResourceDescriptor {
            library: "ui\\minimap.lib",
            libtype: Some("multi"),
            kind: Some(1),
            bindings: vec![("minimap", "demo_9.tex")],
        }
    );
    let music = cfg.block("ambient_music_loop").unwrap().resource().unwrap();
    assert_eq!((music.kind, music.libtype), (Some(5), None));
    assert_eq!(music.bindings, [("THEME", "wind_low.wav")]);
    assert_eq!(cfg.block("primary_objectives").unwrap().resource(), None);
}

#[test]
fn line_ends_may_be_cr_lf_or_both() {
    for end in ["\r", "\n", "\r\n"] {
        let (cfg, warned) = read(&EXAMPLE.replace('\n', end));
        assert_eq!(cfg.blocks, read(EXAMPLE).0.blocks);
        assert!(!warned);
    }
}

#[test]
fn a_key_that_starts_with_object_opens_no_block() {
    assert_eq!(read("object b\nobjective1 = 1\nend\n").0.blocks.len(), 1);
    let (cfg, _) = read("object b\nobject = 1\nend = 2\nend\n");
    assert_eq!(cfg.get("b", "object"), Some("1"));
    assert_eq!(cfg.get("b", "end"), Some("2"));
}

#[test]
fn a_repeated_block_merges_into_the_first() {
    let (cfg, warned) = read("object a\nx = 1\nend\nobject b\nend\nOBJECT A\ny = 2\nend\n");
    assert_eq!(
        cfg.blocks,
        [block("a", &[("x", "1"), ("y", "2")]), block("b", &[])]
    );
    assert!(!warned);
}

#[test]
fn a_repeated_key_keeps_its_place_and_takes_the_later_value() {
    let (cfg, _) = read("object a\nx = 1\ny = 2\nX = 3\nend\n");
    assert_eq!(cfg.blocks, [block("a", &[("x", "3"), ("y", "2")])]);
}

#[test]
fn a_header_inside_a_block_starts_a_new_one() {
    let (cfg, warned) = read("object a\nx = 1\nobject b\ny = 2\nend\n");
    assert_eq!(
        cfg.blocks,
        [block("a", &[("x", "1")]), block("b", &[("y", "2")])]
    );
    assert!(warned);
}

#[test]
fn pairs_outside_a_block_are_ignored() {
    let (cfg, warned) = read("x = 1\nobject a\nend\ny = 2\n");
    assert_eq!(cfg.blocks, [block("a", &[])]);
    assert!(warned);
}

#[test]
fn values_lose_their_quotes_and_outer_blanks() {
    assert_eq!(value("k=v").unwrap(), "v");
    assert_eq!(value("\tk \t=\t \" v \" \t").unwrap(), " v ");
    assert_eq!(value("k = two words").unwrap(), "two words");
    assert_eq!(value("k = a=b").unwrap(), "a=b");
    assert_eq!(value("k = \"C:\\n\"").unwrap(), "C:\\n");
    assert_eq!(value("k =").unwrap(), "");
    assert_eq!(value("k = \"\"").unwrap(), "");
    assert_eq!(value("k = \"").unwrap(), "\"");
}

#[test]
fn a_hash_starts_a_comment_only_outside_quotes() {
    assert_eq!(value("k = v # c").unwrap(), "v");
    assert_eq!(value("k = \"a # b\" # c").unwrap(), "a # b");
    assert_eq!(value("# k = v"), None);
}

#[test]
fn text_is_cp1251() {
    let bytes = b"object b\r\nk = \"\xC7\xE0\xE2\xEE\xE4\"\r\nend\r\n";
    let cfg = MissionCfg::parse(bytes, &mut Warnings::new());
    assert_eq!(cfg.get("b", "k"), Some("Завод"));
    assert_eq!(cfg.to_bytes().unwrap(), bytes);
}

#[test]
fn lines_that_say_nothing_known_are_reported_and_passed_over() {
    for line in ["word", "object", "= v", "end here", "end\nend"] {
        let (cfg, warned) = read(&format!("object a\nx = 1\n{line}\n"));
        assert_eq!(cfg.blocks, [block("a", &[("x", "1")])], "{line:?}");
        assert!(warned, "{line:?}");
    }
}

#[test]
fn a_block_without_an_end_is_reported() {
    assert!(read("object a\nx = 1\n").1);
}

#[test]
fn what_is_beyond_the_limits_is_passed_over() {
    let long_line = format!("object a\nx = {}\ny = 1\nend\n", "v".repeat(MAX_LINE));
    assert_eq!(read(&long_line).0.blocks, [block("a", &[("y", "1")])]);

    let long_file = format!("{}\nobject a\nend\n", "#\n".repeat(MAX_FILE / 2));
    assert!(read(&long_file).0.blocks.is_empty());

    let many_blocks: String = (0..=MAX_BLOCKS)
        .map(|i| format!("object {i}\nend\n"))
        .collect();
    assert_eq!(read(&many_blocks).0.blocks.len(), MAX_BLOCKS);

    let pairs: String = (0..=MAX_PAIRS).map(|i| format!("{i}=\n")).collect();
    let (cfg, warned) = read(&format!("object a\n{pairs}end\n"));
    assert_eq!(cfg.blocks[0].pairs.len(), MAX_PAIRS);
    assert!(warned);
}

#[test]
fn authored_blocks_are_written_with_quotes_and_crlf() {
    let cfg = MissionCfg {
        blocks: vec![block("a", &[("x", "1 # 2"), ("y", "")]), block("b", &[])],
        source: None,
    };
    let text = b"object a\r\n  x = \"1 # 2\"\r\n  y = \"\"\r\nend\r\n\r\nobject b\r\nend\r\n";
    assert_eq!(cfg.to_bytes().unwrap(), text);
    let mut warnings = Warnings::new();
    assert_eq!(MissionCfg::parse(text, &mut warnings), cfg);
    assert!(warnings.is_empty());
}

#[test]
fn a_changed_file_is_written_anew() {
    let (mut cfg, _) = read("object a\nx = 1\nend\n");
    cfg.blocks[0].pairs[0].1 = "2".to_owned();
    assert_eq!(
        cfg.to_bytes().unwrap(),
        b"object a\r\n  x = \"2\"\r\nend\r\n"
    );
}

#[test]
fn what_the_text_cannot_express_is_an_error_of_its_block() {
    let broken = [
        block("", &[]),
        block("b\nb", &[]),
        block("b", &[("", "v")]),
        block("b", &[("k=", "v")]),
        block("b", &[("k", "v\r")]),
        block("b", &[("k", "a\" # b")]),
        block("b", &[("k", "1"), ("K", "2")]),
        block("A", &[]),
        block("b", &[("k", "漢")]),
    ];
    for bad in broken {
        let cfg = MissionCfg {
            blocks: vec![block("a", &[]), bad],
            source: None,
        };
        let error = cfg.to_bytes().unwrap_err();
        assert_eq!(error.place.record, Some(1), "{cfg:?}");
    }
}
