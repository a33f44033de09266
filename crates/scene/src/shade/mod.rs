//! What colour a pixel gets, computed without a GPU: the rules that the shaders follow, for
//! reading and as a reference to compare pictures with. Nothing draws with it.
//!
//! Colours are stored values, 0..1 unless said otherwise, never sRGB-decoded.
//!
//! Spec: `08-render-notes.md` 6 to 8, `03-materials-textures.md` 4, 5, 8 and 11.

mod blend;
mod light;
mod texel;

pub use blend::{alpha, blend, passes_alpha_test};
pub use light::{Lit, highlight_exponent, highlight_knee, knee, lightmapped_vertex, lit_vertex};
pub use texel::{ground_texel, lit_texel, mix_layers};
