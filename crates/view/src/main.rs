//! The viewer.
fn main() {}
