//! The list of keys on the screen.

use egui::{Align2, Grid, RichText, ScrollArea, Vec2};

use super::style;
use crate::commands::COMMANDS;

/// Draws the list in the middle of the window; it scrolls where the window is too low.
pub(super) fn draw(ui: &egui::Ui) {
    let room = ui.max_rect().shrink(style::MARGIN);
    egui::Area::new("help".into())
        .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
        .fade_in(false)
        .show(ui.ctx(), |ui| {
            style::panel().show(ui, |ui| {
                ui.heading(RichText::new("Keys").color(style::ACCENT));
                ui.add_space(4.0);
                ScrollArea::vertical()
                    .max_height(room.height() - 60.0)
                    .show(ui, rows);
            });
        });
}

fn rows(ui: &mut egui::Ui) {
    Grid::new("keys")
        .num_columns(2)
        .spacing([20.0, 3.0])
        .show(ui, |ui| {
            for command in COMMANDS {
                ui.label(RichText::new(command.keys).color(style::ACCENT));
                ui.label(command.help);
                ui.end_row();
            }
        });
}
