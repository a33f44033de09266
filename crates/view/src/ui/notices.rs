//! Short messages at the lower left: what just happened, for a few seconds.

use std::time::Duration;

use egui::{Align2, Color32, FontId, Painter, Rect, Vec2, pos2, vec2};

use super::style;

/// How long a notice stays unless it says otherwise.
const LASTS: Duration = Duration::from_secs(4);
/// At its end a notice fades in this many steps, each of this length. Few, for each is a frame.
const FADE_STEPS: u32 = 4;
const FADE_STEP: Duration = Duration::from_millis(100);
/// The oldest of more than this many go at once.
const MOST: usize = 6;

/// The messages that are visible. Times are those since the program started.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// Oldest first.
    list: Vec<Notice>,
    /// Something was shown or replaced since the last update.
    changed: bool,
}

#[derive(Debug)]
struct Notice {
    key: &'static str,
    text: String,
    lasts: Duration,
    /// When it will be gone; `None` until the next update.
    end: Option<Duration>,
    /// Of [`FADE_STEPS`], how many are left.
    strength: u32,
}

impl Notices {
    /// Shows `text`, in place of the notice with the same key if there is one.
    pub(crate) fn show(&mut self, key: &'static str, text: impl Into<String>) {
        self.show_for(key, text, LASTS);
    }

    /// As [`show`](Self::show), for a time of its own.
    pub(crate) fn show_for(&mut self, key: &'static str, text: impl Into<String>, lasts: Duration) {
        let notice = Notice {
            key,
            text: text.into(),
            lasts,
            end: None,
            strength: FADE_STEPS,
        };
        match self.list.iter_mut().find(|n| n.key == key) {
            Some(old) => {
                self.changed |= old.text != notice.text || old.strength < FADE_STEPS;
                *old = notice;
            }
            None => {
                self.changed = true;
                self.list.push(notice);
            }
        }
        if self.list.len() > MOST {
            self.list.remove(0);
        }
    }

    /// Starts new notices, fades old ones. True if this looks different from the last update.
    pub(crate) fn update(&mut self, now: Duration) -> bool {
        let mut changed = std::mem::take(&mut self.changed);
        for notice in &mut self.list {
            let end = *notice.end.get_or_insert(now + notice.lasts);
            let left = end.saturating_sub(now).as_nanos();
            let steps = left.div_ceil(FADE_STEP.as_nanos());
            let strength = u32::try_from(steps).map_or(FADE_STEPS, |n| n.min(FADE_STEPS));
            changed |= strength != notice.strength;
            notice.strength = strength;
        }
        self.list.retain(|notice| notice.strength > 0);
        changed
    }

    /// When an update will next change something; `None` if nothing is visible.
    pub(crate) fn next_change(&self) -> Option<Duration> {
        let changes = self.list.iter().filter_map(|notice| {
            // The steps that are still left after the next one.
            let rest = FADE_STEP * (notice.strength - 1);
            Some(notice.end?.saturating_sub(rest))
        });
        changes.min()
    }

    /// True if nothing is visible.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Texts, oldest first, and how visible each is, 0 to 1.
    pub(crate) fn visible(&self) -> impl DoubleEndedIterator<Item = (&str, f32)> {
        self.list
            .iter()
            .map(|n| (&*n.text, n.strength as f32 / FADE_STEPS as f32))
    }
}

/// Draws the notices upwards from the lower left corner of `area`, the newest at the bottom.
pub(super) fn draw(painter: &Painter, area: Rect, notices: &Notices) {
    let padding = vec2(10.0, 5.0);
    let mut bottom = area.bottom();
    for (text, opacity) in notices.visible().rev() {
        let color = style::TEXT.gamma_multiply(opacity);
        let width = (area.width() - 2.0 * padding.x).max(1.0);
        let galley = painter.layout(
            text.to_owned(),
            FontId::proportional(style::SIZE),
            color,
            width,
        );
        let size: Vec2 = galley.size() + 2.0 * padding;
        let corner = pos2(area.left(), bottom);
        let rect: Rect = Align2::LEFT_BOTTOM.anchor_size(corner, size);
        let back: Color32 = style::BACKGROUND.gamma_multiply(opacity);
        painter.rect_filled(rect, style::RADIUS, back);
        painter.galley(rect.min + padding, galley, color);
        bottom = rect.top() - 4.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn texts(notices: &Notices) -> Vec<&str> {
        notices.visible().map(|(text, _)| text).collect()
    }

    fn opacities(notices: &Notices) -> Vec<f32> {
        notices.visible().map(|(_, opacity)| opacity).collect()
    }

    #[test]
    fn a_notice_replaces_the_one_with_its_key_and_keeps_its_place() {
        let mut notices = Notices::default();
        notices.show("speed", "speed 10");
        notices.show("sky", "sky off");
        notices.show("speed", "speed 12");
        assert_eq!(texts(&notices), ["speed 12", "sky off"]);
    }

    #[test]
    fn a_notice_lasts_from_the_first_update_on() {
        let mut notices = Notices::default();
        notices.show_for("a", "a", ms(2000));
        assert!(notices.update(ms(5000)), "it appears");
        assert!(!notices.update(ms(6600)));
        assert_eq!(opacities(&notices), [1.0]);
        assert!(notices.update(ms(7000)), "it goes");
        assert!(notices.is_empty());
    }

    #[test]
    fn a_notice_fades_in_four_steps_and_says_when() {
        let mut notices = Notices::default();
        notices.show_for("a", "a", ms(1000));
        notices.update(ms(0));
        let mut seen = Vec::new();
        while let Some(next) = notices.next_change() {
            assert!(!notices.update(next - ms(1)), "nothing changes before");
            assert!(notices.update(next));
            seen.push((next.as_millis(), opacities(&notices)));
        }
        let expected = [
            (700, vec![0.75]),
            (800, vec![0.5]),
            (900, vec![0.25]),
            (1000, vec![]),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn showing_a_notice_again_makes_it_last_anew() {
        let mut notices = Notices::default();
        notices.show_for("a", "a", ms(1000));
        notices.update(ms(0));
        notices.update(ms(900));
        notices.show_for("a", "a", ms(1000));
        assert!(notices.update(ms(950)), "it is no longer faint");
        assert_eq!(opacities(&notices), [1.0]);
        assert_eq!(notices.next_change(), Some(ms(1650)));
    }

    #[test]
    fn the_same_text_again_is_no_change() {
        let mut notices = Notices::default();
        notices.show("a", "blocked");
        notices.update(ms(0));
        notices.show("a", "blocked");
        assert!(!notices.update(ms(16)));
        notices.show("a", "free");
        assert!(notices.update(ms(32)));
    }

    #[test]
    fn the_next_change_is_that_of_the_notice_that_goes_first() {
        let mut notices = Notices::default();
        notices.show_for("a", "a", ms(9000));
        notices.show_for("b", "b", ms(1000));
        notices.update(ms(0));
        assert_eq!(notices.next_change(), Some(ms(700)));
    }

    #[test]
    fn a_notice_that_was_overslept_is_gone() {
        let mut notices = Notices::default();
        notices.show("a", "a");
        notices.update(ms(0));
        assert!(notices.update(Duration::from_secs(3600)));
        assert!(notices.is_empty());
        assert_eq!(notices.next_change(), None);
    }

    #[test]
    fn of_many_notices_the_newest_stay() {
        let mut notices = Notices::default();
        for key in ["a", "b", "c", "d", "e", "f", "g"] {
            notices.show(key, key);
        }
        assert_eq!(texts(&notices), ["b", "c", "d", "e", "f", "g"]);
    }
}
