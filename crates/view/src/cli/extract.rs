//! `extract`: an archive becomes a folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use msh_format::{Warnings, text};

use crate::archive::Archive;
use crate::args::ExtractArgs;
use crate::folder::{Folder, MANIFEST, REST};
use crate::source::Source;
use crate::{files, output};

/// The most that is unpacked at once; the largest shipped archive has 57 MB.
const MAX_TOTAL: u64 = 1 << 30;

/// Writes the members of an archive and their manifest into a folder.
///
/// # Errors
/// The file is no archive; no member matches; a file exists already, and then nothing is written; a
/// member cannot be read, and then the others are written.
pub(crate) fn run(args: &ExtractArgs) -> Result<()> {
    let source = Source::open(&args.archive)?;
    if !Archive::is_one(&source.bytes) {
        bail!("{} is no archive", source.name);
    }
    let name = source.name.as_str();
    let mut warnings = Warnings::new();
    let archive = Archive::parse(&source.bytes, &mut warnings).map_err(|e| e.in_file(name))?;
    let wanted = wanted(name, &archive, &args.patterns)?;
    check_total(name, &archive, &wanted)?;
    let (folder, unreadable) = Folder::of(&archive, &source.bytes, &wanted, &mut warnings);
    output::warn_of(name, &warnings);
    write(&folder, &args.output, args.force)?;
    let written = folder.members.iter().flatten().count();
    output::print(&format!(
        "{written} of {} members in {}\n",
        archive.names().len(),
        args.output.display()
    ))?;
    match unreadable.into_iter().next() {
        None => Ok(()),
        Some(first) => {
            let failed = folder.members.len() - written;
            let message = format!("{failed} members of {name} cannot be read");
            Err(anyhow::Error::new(first.in_file(name)).context(message))
        }
    }
}

/// The entries that match any of the patterns; without patterns, all.
fn wanted(name: &str, archive: &Archive<'_>, patterns: &[String]) -> Result<Vec<usize>> {
    let names: Vec<String> = archive.names().into_iter().map(text::decode).collect();
    if let Some(pattern) = patterns
        .iter()
        .find(|pattern| !names.iter().any(|name| matches(pattern, name)))
    {
        bail!("{name} has no member that matches {pattern}");
    }
    let is_wanted =
        |name: &String| patterns.is_empty() || patterns.iter().any(|p| matches(p, name));
    let numbered = names.iter().enumerate();
    Ok(numbered
        .filter(|(_, name)| is_wanted(name))
        .map(|(index, _)| index)
        .collect())
}

/// True if `*` (any characters) and `?` (any one) of the pattern can stand for `name`; ASCII
/// letters match without case.
fn matches(pattern: &str, name: &str) -> bool {
    let characters = |text: &str| text.to_ascii_lowercase().chars().collect::<Vec<_>>();
    let (pattern, name) = (characters(pattern), characters(name));
    // `can[i]`: the pattern so far matches the first i characters.
    let mut can = vec![false; name.len() + 1];
    can[0] = true;
    for part in pattern {
        let mut next = vec![false; name.len() + 1];
        for end in 0..=name.len() {
            next[end] = match part {
                '*' => can[end] || end > 0 && next[end - 1],
                _ => end > 0 && can[end - 1] && (part == '?' || part == name[end - 1]),
            };
        }
        can = next;
    }
    can[name.len()]
}

fn check_total(name: &str, archive: &Archive<'_>, wanted: &[usize]) -> Result<()> {
    let total: u64 = wanted
        .iter()
        .map(|index| u64::from(archive.size(*index)))
        .sum();
    if total > MAX_TOTAL {
        bail!(
            "{name}: over the limit: the members have {total} bytes, at most {MAX_TOTAL} are \
             extracted at once; name some of them"
        );
    }
    Ok(())
}

fn write(folder: &Folder, to: &Path, force: bool) -> Result<()> {
    let mut manifest = serde_json::to_string_pretty(&folder.manifest)?;
    manifest.push('\n');
    let mut contents = vec![(MANIFEST, manifest.as_bytes())];
    if folder.manifest.has_rest() {
        contents.push((REST, &folder.rest));
    }
    let members = folder.manifest.files().into_iter().zip(&folder.members);
    contents.extend(members.filter_map(|(file, member)| Some((file?, member.as_deref()?))));
    fs::create_dir_all(to).with_context(|| format!("cannot make the folder {}", to.display()))?;
    for (file, _) in &contents {
        files::check_free(&to.join(file), force)?;
    }
    for (file, bytes) in contents {
        files::write(&to.join(file), bytes, force)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_pattern_is_a_whole_name_without_case() {
        assert!(matches("a_1.MSH", "A_1.msh"));
        assert!(!matches("a_1", "a_1.msh"));
        assert!(!matches("лес", "ЛЕС"));
    }

    #[test]
    fn stars_and_question_marks_stand_for_characters() {
        for pattern in ["*", "*.msh", "tree*", "t*e*.m?h", "t???_01.msh", "**h"] {
            assert!(matches(pattern, "tree_01.msh"), "{pattern}");
        }
        for pattern in ["", "*.ms", "?", "tree_01.msh?", "x*"] {
            assert!(!matches(pattern, "tree_01.msh"), "{pattern}");
        }
        assert!(matches("?*", "я") && matches("", ""));
    }
}
