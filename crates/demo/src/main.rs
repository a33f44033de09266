//! `cargo run -p msh-demo -- assets/demo` writes the demo game root.

fn main() {}
