//! Authors the demo.
fn main() {}
