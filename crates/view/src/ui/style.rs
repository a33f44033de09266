//! How everything on the screen looks: light text on a dark, half see-through ground, legible
//! over snow and night alike.

use egui::{Color32, FontFamily, FontId, Frame, Margin, Stroke, TextStyle, Theme, Visuals};

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
/// Names of keys, headings.
pub(super) const ACCENT: Color32 = Color32::from_rgb(255, 208, 112);

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

/// The ground of a panel.
pub(super) fn panel() -> Frame {
    Frame::new()
        .fill(BACKGROUND)
        .stroke(Stroke::NONE)
        .corner_radius(RADIUS)
        .inner_margin(Margin::symmetric(16, 12))
}
