//! Types 10, 17 and 20: node labels, the hall way, light records.

/// A vertex of the hall way, 20 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HallVertex {
    /// Position in the frame of `node`.
    pub position: [f32; 3],
    /// What the place is for.
    pub flags: u32,
    /// Node whose frame the position is in.
    pub node: u32,
}

/// A link of the hall way, 40 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HallLink {
    /// Start vertex.
    pub from: u32,
    /// End vertex.
    pub to: u32,
    /// Which units may pass.
    pub gates: [u32; 8],
}

/// Type 17.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HallWay {
    /// Vertices.
    pub vertices: Vec<HallVertex>,
    /// Links.
    pub links: Vec<HallLink>,
}

/// A type-20 record, 48 bytes; not used for lighting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LightRecord {
    /// The twelve words as stored.
    pub words: [u32; 12],
}
