//! How everything on the screen looks: light text on a dark, half see-through ground, legible
//! over snow and night alike.

use egui::{
    Align2, Color32, FontFamily, FontId, Frame, Margin, Rect, RichText, ScrollArea, TextStyle,
    Theme, Visuals,
};

/// Size of text, points.
pub(super) const SIZE: f32 = 15.0;
/// Distance from the edges of the window, points.
pub(super) const MARGIN: f32 = 10.0;
/// Radius of corners, points.
pub(super) const RADIUS: f32 = 4.0;
/// Text.
pub(super) const TEXT: Color32 = Color32::from_gray(240);
/// Ground behind text.
pub(super) const BACKGROUND: Color32 = Color32::from_rgba_premultiplied(12, 14, 16, 205);
/// Ground of panels, which are read for longer.
const PANEL: Color32 = Color32::from_rgba_premultiplied(14, 16, 18, 232);
/// Names of keys, headings.
pub(super) const ACCENT: Color32 = Color32::from_rgb(255, 208, 112);

/// The word "error".
pub(super) const ERROR: Color32 = Color32::from_rgb(255, 120, 104);

/// Shortest side within a panel, points: a heading and a line or two.
const SMALLEST: f32 = 60.0;

/// Sets the look of a context.
pub(super) fn apply(context: &egui::Context) {
    context.set_theme(Theme::Dark);
    context.all_styles_mut(|style| {
        let font = |size| FontId::new(size, FontFamily::Proportional);
        style.text_styles.insert(TextStyle::Body, font(SIZE));
        style
            .text_styles
            .insert(TextStyle::Heading, font(SIZE + 3.0));
        style.text_styles.insert(TextStyle::Small, font(SIZE - 2.0));
        style.visuals = Visuals::dark();
        style.visuals.override_text_color = Some(TEXT);
        // A click on text is for the viewer, not to select it.
        style.interaction.selectable_labels = false;
        style.animation_time = 0.0;
    });
}

/// A list that scrolls, with room for the bar at its right.
pub(super) fn scrolling() -> ScrollArea {
    let bar = Margin {
        right: 12,
        ..Margin::ZERO
    };
    ScrollArea::vertical().content_margin(bar)
}

/// Shows a panel in the middle of `room`, with at most its size; it scrolls in itself. In too
/// little room there is none: egui has no negative sizes.
pub(super) fn panel(
    context: &egui::Context,
    name: &str,
    room: Rect,
    title: &str,
    contents: impl FnOnce(&mut egui::Ui),
) {
    let frame = Frame::new()
        .fill(PANEL)
        .corner_radius(RADIUS)
        .inner_margin(Margin::symmetric(16, 12));
    let inner = room.size() - frame.total_margin().sum();
    if inner.min_elem() < SMALLEST {
        return;
    }
    egui::Area::new(egui::Id::new(name))
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(room.center())
        .fade_in(false)
        .show(context, |ui| {
            ui.set_max_size(inner);
            frame.show(ui, |ui| {
                ui.heading(RichText::new(title).color(ACCENT));
                ui.add_space(4.0);
                contents(ui);
            });
        });
}
