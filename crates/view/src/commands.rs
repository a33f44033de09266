//! Every action of the user in the window: one list that the key handling, `--help` and the
//! README share.

use std::fmt;

use winit::keyboard::KeyCode;

use crate::look::Switch;

/// What a key or the mouse does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    /// Flies while held.
    Fly(Fly),
    /// Looks around while held.
    Look,
    /// Makes flying faster or slower.
    ChangeSpeed,
    /// Lets the camera pass through ground and buildings, or stops it there again.
    Collision,
    /// Puts the camera back where it was at the start.
    Home,
    /// Takes the fog away or brings it back.
    Fog,
    /// Moves the clock back.
    Earlier,
    /// Moves the clock on.
    Later,
    /// Lets the day pass or stops it.
    PlaySky,
    /// Prints the camera as text for `--camera`.
    PrintCamera,
    /// Sets everything going that moves, or stops it.
    Play,
    /// Shows or hides the quads that fade in over doorways.
    Portals,
    /// Writes a picture of the window.
    Screenshot,
    /// Draws in another way.
    Switch(Switch),
    /// Shows or hides the status line.
    Status,
    /// Lists what is wrong with the scene.
    Problems,
    /// Shows this list.
    Keys,
    /// Closes what is open, else ends the program.
    Quit,
}

/// A direction of flight, or the modifier of its speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fly {
    /// Along the view.
    Forward,
    /// Against the view.
    Back,
    /// To the left, level.
    Left,
    /// To the right, level.
    Right,
    /// Straight up, whatever the view.
    Up,
    /// Straight down, whatever the view.
    Down,
    /// Faster.
    Fast,
}

/// What sets an action off. Keys are places on the keyboard, named after the US layout, so that
/// they work with any layout active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// A key.
    Key(KeyCode),
    /// Moving the mouse with its right button held.
    RightDrag,
    /// The mouse wheel.
    Wheel,
}

/// One entry of the list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Command {
    /// What happens.
    pub(crate) action: Action,
    /// Any one of these sets it off.
    pub(crate) triggers: &'static [Trigger],
    /// The triggers in words.
    pub(crate) keys: &'static str,
    /// Short name.
    pub(crate) name: &'static str,
    /// One line of help.
    pub(crate) help: &'static str,
}

const fn command(
    action: Action,
    triggers: &'static [Trigger],
    keys: &'static str,
    name: &'static str,
    help: &'static str,
) -> Command {
    Command {
        action,
        triggers,
        keys,
        name,
        help,
    }
}

use Trigger::Key;

/// Every action, in the order in which it is shown.
#[rustfmt::skip]
pub(crate) const COMMANDS: &[Command] = &[
    command(Action::Fly(Fly::Forward), &[Key(KeyCode::KeyW)], "W", "forward", "fly along the view"),
    command(Action::Fly(Fly::Left), &[Key(KeyCode::KeyA)], "A", "left", "fly to the left"),
    command(Action::Fly(Fly::Back), &[Key(KeyCode::KeyS)], "S", "back", "fly backwards"),
    command(Action::Fly(Fly::Right), &[Key(KeyCode::KeyD)], "D", "right", "fly to the right"),
    command(Action::Fly(Fly::Down), &[Key(KeyCode::KeyQ)], "Q", "down", "fly straight down"),
    command(Action::Fly(Fly::Up), &[Key(KeyCode::KeyE)], "E", "up", "fly straight up"),
    command(Action::Fly(Fly::Fast), &[Key(KeyCode::ShiftLeft), Key(KeyCode::ShiftRight)],
        "Shift", "fast", "fly four times as fast"),
    command(Action::Look, &[Trigger::RightDrag], "right button", "look", "look around while held"),
    command(Action::ChangeSpeed, &[Trigger::Wheel], "wheel", "speed", "change the speed of flight"),
    command(Action::Collision, &[Key(KeyCode::KeyN)],
        "N", "collision", "pass through ground and buildings, or stop there again"),
    command(Action::Home, &[Key(KeyCode::Home)], "Home", "start", "go back to the start camera"),
    command(Action::Fog, &[Key(KeyCode::KeyF)], "F", "fog", "take the fog away or bring it back"),
    command(Action::Earlier, &[Key(KeyCode::BracketLeft)],
        "[", "earlier", "put the clock back by half an hour"),
    command(Action::Later, &[Key(KeyCode::BracketRight)],
        "]", "later", "put the clock on by half an hour"),
    command(Action::PlaySky, &[Key(KeyCode::KeyK)], "K", "day", "let the day pass or stop it"),
    command(Action::PrintCamera, &[Key(KeyCode::KeyC), Key(KeyCode::KeyP)],
        "C or P", "camera", "print the camera as --camera text"),
    command(Action::Play, &[Key(KeyCode::Space)], "Space", "play", "set everything going that moves, or stop it"),
    command(Action::Portals, &[Key(KeyCode::KeyO)], "O", "portals", "show or hide what covers doorways from afar"),
    command(Action::Screenshot, &[Key(KeyCode::F12)],
        "F12", "screenshot", "write the picture to msh-view-N.png in the current folder"),
    command(Action::Switch(Switch::Wireframe), &[Key(KeyCode::F3)],
        "F3", "wireframe", "draw the edges of faces, or faces again"),
    command(Action::Switch(Switch::Sides), &[Key(KeyCode::F4)],
        "F4", "sides", "show the sides the game shows, both sides, or both with backs in red"),
    command(Action::Switch(Switch::Light), &[Key(KeyCode::F5)],
        "F5", "light", "compute light per vertex, as the game does, or per pixel"),
    command(Action::Switch(Switch::Filter), &[Key(KeyCode::F6)],
        "F6", "filter", "filter textures, or show their texels"),
    command(Action::Status, &[Key(KeyCode::KeyI)],
        "I", "status", "show place, speed, frame time and counts"),
    command(Action::Problems, &[Key(KeyCode::KeyL)],
        "L", "problems", "list what is wrong with the data"),
    command(Action::Keys, &[Key(KeyCode::F1), Key(KeyCode::KeyH)],
        "F1 or H", "keys", "show this list, or hide it"),
    command(Action::Quit, &[Key(KeyCode::Escape)], "Esc", "quit", "close what is open, else end the program"),
];

/// The action of a key.
pub(crate) fn action_of(key: KeyCode) -> Option<Action> {
    COMMANDS
        .iter()
        .find(|c| c.triggers.contains(&Key(key)))
        .map(|c| c.action)
}

/// The keys of an action, in words.
pub(crate) fn keys_of(action: Action) -> &'static str {
    COMMANDS
        .iter()
        .find(|c| c.action == action)
        .map_or("", |c| c.keys)
}

/// The list as text for a terminal.
pub(crate) struct KeyList;

impl fmt::Display for KeyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Keys in the window (by position on a US keyboard):")?;
        for Command {
            keys, name, help, ..
        } in COMMANDS
        {
            writeln!(f, "  {keys:<13} {name:<11} {help}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_trigger_is_used_twice() {
        let all: Vec<Trigger> = COMMANDS.iter().flat_map(|c| c.triggers).copied().collect();
        for (i, trigger) in all.iter().enumerate() {
            assert!(!all[..i].contains(trigger), "{trigger:?} has two actions");
        }
    }

    #[test]
    fn names_are_unique_and_every_entry_is_explained() {
        for (i, c) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS[..i].iter().all(|d| d.name != c.name), "{}", c.name);
            assert!(!c.triggers.is_empty() && !c.keys.is_empty() && !c.help.is_empty());
        }
    }

    #[test]
    fn keys_find_their_actions() {
        assert_eq!(action_of(KeyCode::KeyW), Some(Action::Fly(Fly::Forward)));
        assert_eq!(action_of(KeyCode::KeyP), Some(Action::PrintCamera));
        assert_eq!(keys_of(Action::Keys), "F1 or H");
    }

    #[test]
    fn the_readme_shows_the_same_list() {
        let readme = include_str!("../../../README.md");
        for c in COMMANDS {
            let row = format!("| {} | {} |", c.keys, c.help);
            assert!(readme.contains(&row), "README.md lacks this row: {row}");
        }
    }
}
