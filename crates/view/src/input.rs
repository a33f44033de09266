//! The state of keys and mouse between two frames.

use std::collections::HashSet;

use msh_scene::glam::{Vec2, Vec3};
use winit::keyboard::KeyCode;

use crate::commands::{Action, Fly, action_of};
use crate::flight::Wish;

/// Which keys are held, and how far the mouse has turned the view.
#[derive(Debug, Default)]
pub(crate) struct Input {
    held: HashSet<KeyCode>,
    looking: bool,
    motion: Vec2,
}

impl Input {
    /// A key went down or up. Gives the action to perform once: only for the press itself, not
    /// while a key repeats, and not for keys that act by being held.
    pub(crate) fn key(&mut self, key: KeyCode, pressed: bool) -> Option<Action> {
        if !pressed {
            self.held.remove(&key);
            return None;
        }
        let action = action_of(key)?;
        let first = self.held.insert(key);
        (first && !matches!(action, Action::Fly(_))).then_some(action)
    }

    /// True while the right mouse button is held.
    pub(crate) fn is_looking(&self) -> bool {
        self.looking
    }

    /// The right mouse button went down or up.
    pub(crate) fn set_looking(&mut self, looking: bool) {
        self.looking = looking;
        self.motion = Vec2::ZERO;
    }

    /// The mouse moved, pixels, y down. Counts only while looking.
    pub(crate) fn mouse_moved(&mut self, motion: Vec2) {
        if self.looking {
            self.motion += motion;
        }
    }

    /// The window lost the keyboard: nothing is held any more, since the releases go elsewhere.
    pub(crate) fn release_all(&mut self) {
        self.held.clear();
        self.set_looking(false);
    }

    /// The mouse motion since the last call.
    pub(crate) fn take_motion(&mut self) -> Vec2 {
        std::mem::take(&mut self.motion)
    }

    /// Where the held keys want to go.
    pub(crate) fn wish(&self) -> Wish {
        let mut wish = Wish::default();
        // Two keys of one action count once, opposite keys cancel: a set of directions, summed.
        let actions: HashSet<Action> = self.held.iter().filter_map(|k| action_of(*k)).collect();
        for action in actions {
            let Action::Fly(fly) = action else { continue };
            match fly {
                Fly::Forward => wish.direction += Vec3::Y,
                Fly::Back => wish.direction -= Vec3::Y,
                Fly::Right => wish.direction += Vec3::X,
                Fly::Left => wish.direction -= Vec3::X,
                Fly::Up => wish.direction += Vec3::Z,
                Fly::Down => wish.direction -= Vec3::Z,
                Fly::Fast => wish.fast = true,
            }
        }
        wish
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_keys_make_a_direction() {
        let mut input = Input::default();
        assert_eq!(input.key(KeyCode::KeyW, true), None);
        assert_eq!(input.key(KeyCode::KeyE, true), None);
        assert_eq!(input.wish().direction, Vec3::new(0.0, 1.0, 1.0));
        input.key(KeyCode::KeyW, false);
        assert_eq!(input.wish().direction, Vec3::Z);
    }

    #[test]
    fn opposite_keys_cancel() {
        let mut input = Input::default();
        input.key(KeyCode::KeyA, true);
        input.key(KeyCode::KeyD, true);
        assert_eq!(input.wish(), Wish::default());
    }

    #[test]
    fn either_shift_flies_fast() {
        let mut input = Input::default();
        input.key(KeyCode::ShiftRight, true);
        assert!(input.wish().fast);
    }

    #[test]
    fn a_repeating_key_acts_once() {
        let mut input = Input::default();
        assert_eq!(input.key(KeyCode::F12, true), Some(Action::Screenshot));
        assert_eq!(input.key(KeyCode::F12, true), None);
        input.key(KeyCode::F12, false);
        assert_eq!(input.key(KeyCode::F12, true), Some(Action::Screenshot));
    }

    #[test]
    fn losing_the_focus_releases_everything() {
        let mut input = Input::default();
        input.key(KeyCode::KeyW, true);
        input.key(KeyCode::ShiftLeft, true);
        input.set_looking(true);
        input.release_all();
        input.mouse_moved(Vec2::ONE);
        assert_eq!(input.wish(), Wish::default());
        assert_eq!(input.take_motion(), Vec2::ZERO);
    }

    #[test]
    fn the_mouse_turns_the_view_only_with_the_button_held() {
        let mut input = Input::default();
        input.mouse_moved(Vec2::ONE);
        assert_eq!(input.take_motion(), Vec2::ZERO);
        input.set_looking(true);
        input.mouse_moved(Vec2::ONE);
        input.mouse_moved(Vec2::X);
        assert_eq!(input.take_motion(), Vec2::new(2.0, 1.0));
        assert_eq!(input.take_motion(), Vec2::ZERO);
    }
}
