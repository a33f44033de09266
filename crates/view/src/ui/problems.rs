//! The list of what is wrong with the scene.

use egui::{Color32, Label, Rect, RichText, Vec2};
use msh_scene::problems::{Problem, Severity};

use super::style;

/// Widest list, points.
const WIDEST: f32 = 1100.0;

/// How many errors and warnings there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
}

impl Counts {
    pub(crate) fn of(problems: &[Problem]) -> Self {
        let errors = with(problems, Severity::Error).count();
        Self {
            errors,
            warnings: problems.len() - errors,
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (errors, warnings) = (self.errors, self.warnings);
        let (e, w) = (plural(errors), plural(warnings));
        write!(f, "{errors} error{e}, {warnings} warning{w}")
    }
}

fn with(problems: &[Problem], severity: Severity) -> impl Iterator<Item = &Problem> {
    problems.iter().filter(move |p| p.severity == severity)
}

/// Draws the list in the middle of `room`, errors first.
pub(super) fn draw(context: &egui::Context, room: Rect, problems: &[Problem]) {
    let title = format!("Problems of the data: {}", Counts::of(problems));
    style::panel(context, "problems", room, &title, |ui| {
        ui.set_width(ui.available_width().min(WIDEST));
        list(ui, problems);
    });
}

/// Only the rows that are in sight are laid out: there can be thousands.
fn list(ui: &mut egui::Ui, problems: &[Problem]) {
    let row = 2.0 * ui.text_style_height(&egui::TextStyle::Body) + 2.0;
    style::scrolling()
        .auto_shrink([false, true])
        .show_rows(ui, row, problems.len(), |ui, rows| {
            let ordered = with(problems, Severity::Error).chain(with(problems, Severity::Warning));
            for problem in ordered.skip(rows.start).take(rows.len()) {
                ui.scope(|ui| {
                    ui.set_min_size(Vec2::new(ui.available_width(), row));
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ui.spacing_mut().interact_size.y = 0.0;
                    entry(ui, problem);
                });
            }
        });
}

/// Two lines, cut off at the right edge; the pointer shows all of it.
fn entry(ui: &mut egui::Ui, problem: &Problem) {
    let (color, dim) = match problem.severity {
        Severity::Error => (style::ERROR, Color32::from_gray(190)),
        Severity::Warning => (style::ACCENT, Color32::from_gray(190)),
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(problem.severity.to_string()).color(color));
        ui.add(Label::new(RichText::new(&problem.place).color(dim)).truncate());
    });
    ui.add(Label::new(&problem.message).truncate());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_warnings_are_counted_apart() {
        let problem = |severity| Problem {
            severity,
            place: String::new(),
            message: String::new(),
            harmless: false,
        };
        let (error, warning) = (problem(Severity::Error), problem(Severity::Warning));
        let counts = Counts::of(&[warning.clone(), error, warning]);
        assert_eq!(counts.to_string(), "1 error, 2 warnings");
        assert_eq!(Counts::of(&[]).to_string(), "0 errors, 0 warnings");
    }
}
