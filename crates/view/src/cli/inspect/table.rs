//! Tables for people: columns as wide as their widest cell.

use std::fmt::{self, Display};

use crate::output::printable;

/// A table under a heading. Nothing is printed of a table without rows.
#[derive(Debug)]
pub(super) struct Table {
    heading: &'static str,
    columns: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(heading: &'static str, columns: &'static [&'static str]) -> Self {
        Self {
            heading,
            columns,
            rows: Vec::new(),
        }
    }

    /// Appends a row.
    pub(super) fn row<const N: usize>(&mut self, cells: [&dyn Display; N]) {
        let cells = cells.iter().map(ToString::to_string);
        self.rows
            .push(cells.map(|cell| printable(&cell).into_owned()).collect());
    }

    fn column(&self, index: usize) -> impl Iterator<Item = &str> {
        let cells = self.rows.iter().filter_map(move |row| row.get(index));
        cells.map(String::as_str)
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n{}", self.heading)?;
        let width = |text: &str| text.chars().count();
        let columns: Vec<(usize, bool)> = self
            .columns
            .iter()
            .enumerate()
            .map(|(index, title)| {
                let widest = self.column(index).map(width).max().unwrap_or(0);
                let numbers = self.column(index).all(is_number);
                (widest.max(width(title)), numbers)
            })
            .collect();
        let titles = self.columns.iter().map(ToString::to_string).collect();
        for row in [&titles].into_iter().chain(&self.rows) {
            let mut line = String::new();
            for (cell, (width, right)) in row.iter().zip(&columns) {
                let cell = if *right {
                    format!("  {cell:>width$}")
                } else {
                    format!("  {cell:<width$}")
                };
                line.push_str(&cell);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Numbers, and the dash that stands for none, are aligned to the right.
fn is_number(cell: &str) -> bool {
    cell == "-" || cell.parse::<f64>().is_ok()
}

/// A value, or a dash.
pub(super) fn or_dash<T: Display>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// A vector as `x y z`.
pub(super) fn vector(components: &[f32]) -> String {
    let components: Vec<_> = components.iter().map(ToString::to_string).collect();
    components.join(" ")
}

/// A colour of components from 0 to 1 as `#rrggbb`.
pub(super) fn colour(rgb: [f32; 3]) -> String {
    let [r, g, b] = rgb.map(|c| (c * 255.0).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A count with its noun, `1 node` or `3 nodes`.
pub(super) fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_right_and_words_left() {
        let mut table = Table::new("parts", &["name", "size", "at"]);
        table.row([&"Дверь", &5, &"-"]);
        table.row([&"a", &1200, &1.5]);
        assert_eq!(
            table.to_string(),
            "\nparts\n  name   size   at\n  Дверь     5    -\n  a      1200  1.5\n"
        );
    }

    #[test]
    fn a_name_stays_in_its_cell() {
        let mut table = Table::new("parts", &["name", "size"]);
        table.row([&"a\n\u{1b}[2Jb", &5]);
        assert_eq!(
            table.to_string(),
            "\nparts\n  name           size\n  a\\n\\u{1b}[2Jb     5\n"
        );
    }

    #[test]
    fn a_table_without_rows_is_silent() {
        assert_eq!(Table::new("parts", &["name"]).to_string(), "");
    }

    #[test]
    fn colours_are_hexadecimal() {
        assert_eq!(colour([1.0, 0.0, 0.5]), "#ff0080");
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(count(1, "node"), "1 node");
        assert_eq!(count(0, "node"), "0 nodes");
    }
}
