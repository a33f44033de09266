//! How a scene is drawn, beyond what the game's rules say: for parity, for looks, for looking
//! closely.

use msh_scene::draw_list::Sides;

/// Where the light of a surface is computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Shading {
    /// At the vertices, and interpolated, as the original does.
    #[default]
    PerVertex,
    /// At every fragment: smoother on large faces.
    PerFragment,
}

/// How frames are drawn. It may change from frame to frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// Where light is computed.
    pub shading: Shading,
    /// The edges of faces instead of faces. Needs [`Gpu::wireframe`](crate::Gpu::wireframe);
    /// without it faces are filled all the same.
    pub wireframe: bool,
    /// Which sides of faces are drawn. The draws of a frame are to be evaluated for the same.
    pub sides: Sides,
}

/// What of a style takes pipelines of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Variant {
    pub(crate) shading: Shading,
    pub(crate) wireframe: bool,
}

impl Style {
    pub(crate) fn variant(self) -> Variant {
        Variant {
            shading: self.shading,
            wireframe: self.wireframe,
        }
    }
}
