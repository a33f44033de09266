//! How the picture is drawn, as far as the user chooses: by option, and by key while flying.

use msh_renderer::{Filtering, Gpu, Shading, Style};
use msh_scene::draw_list::Sides;

use crate::args::{Filter, Light, LookArgs, ShownSides};

/// What the user has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// Light, lines, sides.
    pub(crate) style: Style,
    /// Of a view at rest.
    pub(crate) filtering: Filtering,
}

/// A choice that a key steps through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Switch {
    /// Lines or faces.
    Wireframe,
    /// Which sides of faces.
    Sides,
    /// Light per vertex or per fragment.
    Light,
    /// Smooth or square texels.
    Filter,
}

impl Look {
    /// What the command line asks for.
    pub(crate) fn of(args: &LookArgs) -> Self {
        Self {
            style: Style {
                shading: match args.light {
                    Light::Vertex => Shading::PerVertex,
                    Light::Fragment => Shading::PerFragment,
                },
                wireframe: args.wireframe,
                sides: match args.sides {
                    ShownSides::Game => Sides::Game,
                    ShownSides::Two => Sides::Both,
                    ShownSides::Red => Sides::BackRed,
                },
            },
            filtering: match args.filter {
                Filter::Best => Filtering::Best,
                Filter::Nearest => Filtering::Nearest,
            },
        }
    }

    /// Takes the next choice; says what it is.
    pub(crate) fn step(&mut self, switch: Switch) -> &'static str {
        let style = &mut self.style;
        match switch {
            Switch::Wireframe => style.wireframe = !style.wireframe,
            Switch::Sides => {
                style.sides = match style.sides {
                    Sides::Game => Sides::Both,
                    Sides::Both => Sides::BackRed,
                    Sides::BackRed => Sides::Game,
                }
            }
            Switch::Light => {
                style.shading = match style.shading {
                    Shading::PerVertex => Shading::PerFragment,
                    Shading::PerFragment => Shading::PerVertex,
                }
            }
            Switch::Filter => {
                self.filtering = match self.filtering {
                    Filtering::Best | Filtering::Quick => Filtering::Nearest,
                    Filtering::Nearest => Filtering::Best,
                }
            }
        }
        self.says(switch)
    }

    fn says(&self, switch: Switch) -> &'static str {
        match switch {
            Switch::Wireframe if self.style.wireframe => "edges of faces",
            Switch::Wireframe => "faces",
            Switch::Sides => match self.style.sides {
                Sides::Game => "the sides that the game shows",
                Sides::Both => "both sides of every face",
                Sides::BackRed => "both sides of every face, backs in red",
            },
            Switch::Light => match self.style.shading {
                Shading::PerVertex => "light per vertex, as in the game",
                Shading::PerFragment => "light per fragment",
            },
            Switch::Filter => match self.filtering {
                Filtering::Best | Filtering::Quick => "smooth textures",
                Filtering::Nearest => "square texels",
            },
        }
    }

    /// Takes back what the device cannot do; says what that is.
    pub(crate) fn fit(&mut self, gpu: &Gpu) -> Option<String> {
        if !self.style.wireframe || gpu.wireframe() {
            return None;
        }
        self.style.wireframe = false;
        let device = &gpu.adapter().name;
        Some(format!(
            "no edges: {device} cannot draw faces as lines (it lacks fillModeNonSolid)"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_comes_back_to_where_it_was() {
        let start = Look {
            style: Style::default(),
            filtering: Filtering::Best,
        };
        for (switch, choices) in [
            (Switch::Wireframe, 2),
            (Switch::Sides, 3),
            (Switch::Light, 2),
            (Switch::Filter, 2),
        ] {
            let mut look = start;
            let mut said: Vec<&str> = (0..choices).map(|_| look.step(switch)).collect();
            assert_eq!(look, start, "{switch:?}");
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), choices, "{switch:?} says {said:?}");
        }
    }
}
