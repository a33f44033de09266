//! The list of keys on the screen.

use egui::{Grid, Rect, RichText};

use super::style;
use crate::commands::COMMANDS;

/// Draws the list in the middle of `room`; it scrolls where there is too little.
pub(super) fn draw(context: &egui::Context, room: Rect) {
    style::panel(context, "keys", room, "Keys", |ui| {
        style::scrolling().show(ui, rows);
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
