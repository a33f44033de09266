//! Areals of a map (`Land.map`): the polygons that units find their way over.
//!
//! Spec: `05-terrain-sky.md` 10. The viewer shows them as an overlay, nothing else needs them.

mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::error::{Result, Warnings};
use crate::nres::Layout;

/// Type of the one member.
pub const AREALS_STREAM: u32 = 12;
/// "None" in an edge.
pub const NONE: i32 = -1;

/// What errors call the payload.
const LABEL: &str = "type 12 (areals)";
/// Bytes of an areal before its polygon.
const AREAL_HEADER: usize = 0x38;

/// The areals of a map and which of them lie in each cell of a grid over it.
#[derive(Debug, Clone, PartialEq)]
pub struct LandMap {
    /// The container as read: name, attributes, places and bytes of no member.
    pub image: Layout,
    /// The areals; together they tile the map.
    pub areals: Vec<Areal>,
    /// The areals of each cell.
    pub grid: ArealGrid,
}

/// A polygon of ground of one kind, world units.
#[derive(Debug, Clone, PartialEq)]
pub struct Areal {
    /// Centre; its z is 0 in shipped files.
    pub center: [f32; 3],
    /// Zero in shipped files.
    pub unk_0c: f32,
    /// Area of the polygon.
    pub area: f32,
    /// Normal, straight up or nearly so.
    pub normal: [f32; 3],
    /// Flag words: 0 or 1, 0, the class, 0.
    pub flags: [u32; 4],
    /// Corners.
    pub polygon: Vec<[f32; 3]>,
    /// What lies across each edge; edge `e` joins corner `e` and the next one. As many as corners.
    pub edges: Vec<ArealEdge>,
}

/// What lies across an edge, as stored; [`LandMap::across`] reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArealEdge {
    /// The areal on the other side, [`NONE`] = none.
    pub neighbour: i32,
    /// Number of the same edge in that areal, [`NONE`] = none.
    pub twin: i32,
}

/// A grid over the map, 128 x 128 in shipped files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArealGrid {
    /// Cells along x and y.
    size: [u32; 2],
    /// Where the areals of each cell end in `areals`; cells x outer, y inner.
    ends: Vec<u32>,
    areals: Vec<u16>,
}

impl LandMap {
    /// Reads the areals of a map.
    ///
    /// # Errors
    /// Not an NRes image of one member of type 12; counts that do not fit the bytes, or bytes left
    /// over; a corner that is not finite. `Unsupported` for an areal with sub-blocks: no file has
    /// one, and what they look like is not known.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        read::land_map(data, warnings)
    }

    /// A map in a container of its own.
    ///
    /// # Errors
    /// Values that [`LandMap::parse`] would refuse.
    pub fn new(areals: Vec<Areal>, grid: ArealGrid) -> Result<Self> {
        write::new(areals, grid)
    }

    /// Writes the file. The member stays where it was if it kept its size, so that an unchanged
    /// value gives the bytes it was read from; else the canonical form is written.
    ///
    /// # Errors
    /// Values that [`LandMap::parse`] would refuse.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        write::land_map(self)
    }

    /// The areal across an edge and the number of the same edge there. `None` on the border of
    /// the map, and if there is no such areal or edge.
    #[must_use]
    pub fn across(&self, areal: usize, edge: usize) -> Option<(usize, usize)> {
        let edge = self.areals.get(areal)?.edges.get(edge)?;
        let neighbour = usize::try_from(edge.neighbour).ok()?;
        let twin = usize::try_from(edge.twin).ok()?;
        let exists = twin < self.areals.get(neighbour)?.edges.len();
        exists.then_some((neighbour, twin))
    }
}

impl Areal {
    /// Kind of ground: 1 to 29, or one of the lakes'.
    #[must_use]
    pub fn class(&self) -> u32 {
        self.flags[2]
    }

    /// True on liquid: class 240 or 242 in shipped files.
    #[must_use]
    pub fn is_lake(&self) -> bool {
        self.class() & 0xF0 == 0xF0
    }
}

impl ArealGrid {
    /// A grid of `size` cells; `cells` gives the areals of each, x outer, y inner.
    ///
    /// # Errors
    /// Another number of cells than the size says, or more areals than a file can count.
    pub fn new<'c>(size: [u32; 2], cells: impl IntoIterator<Item = &'c [u16]>) -> Result<Self> {
        write::grid(size, cells)
    }

    /// Cells along x and y.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Numbers of the areals in the cell at column `x`, row `y`; empty outside the grid.
    #[must_use]
    pub fn cell(&self, x: u32, y: u32) -> &[u16] {
        let [columns, rows] = self.size;
        if x >= columns || y >= rows {
            return &[];
        }
        self.at(x as usize * rows as usize + y as usize)
    }

    /// Numbers of the areals of every cell, x outer, y inner.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        (0..self.ends.len()).map(|index| self.at(index))
    }

    fn at(&self, index: usize) -> &[u16] {
        let end = |index: usize| self.ends.get(index).map_or(0, |end| *end as usize);
        let start = index.checked_sub(1).map_or(0, end);
        self.areals.get(start..end(index)).unwrap_or_default()
    }
}
