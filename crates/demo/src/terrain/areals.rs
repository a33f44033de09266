//! The areals of the island: blocks of land, and the lake.
//!
//! Spec: `05-terrain-sky.md` 10. The map is cut into tiles. Tiles of one areal hang together, and
//! every side of a tile on its outline is an edge of its own, so that an edge has one neighbour.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use msh_format::land_map::{Areal, ArealEdge, ArealGrid, LandMap, NONE};

use super::grid::Ground;
use crate::layout::{MAP_SIDE, WATER_LEVEL};

/// Tiles along a side of the map.
const TILES: usize = 32;
/// Side of a tile, world units.
const TILE: f32 = MAP_SIDE / TILES as f32;
/// Tiles along a side of a block of land.
const BLOCK: usize = 4;
/// Cells of the grid along a side of the map, as in the game.
const CELLS: usize = 128;

/// Class of land and of the lake.
const LAND: u32 = 1;
const LAKE: u32 = 240;

/// Steps from a tile to the one across its side, by side: south, east, north, west. The side's
/// corners go round the tile counter-clockwise.
const STEPS: [[isize; 2]; 4] = [[0, -1], [1, 0], [0, 1], [-1, 0]];
/// Where a side starts, from the tile's south-west corner.
const STARTS: [[usize; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];

/// A side of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    tile: [usize; 2],
    side: usize,
}

/// The areals of the whole map.
pub(super) fn map(ground: &Ground) -> Result<LandMap> {
    let tiles = Tiles::new(ground);
    let outlines: Vec<_> = (0..tiles.areals).map(|a| tiles.outline(a)).collect();
    let mut edges = BTreeMap::new();
    for (areal, outline) in outlines.iter().enumerate() {
        for (edge, side) in outline.iter().enumerate() {
            edges.insert(*side, [i32::try_from(areal)?, i32::try_from(edge)?]);
        }
    }
    ensure!(edges.len() == tiles.borders(), "an areal has a hole");
    let areals = outlines.iter().enumerate();
    let areals = areals.map(|(areal, outline)| tiles.areal(areal, outline, &edges, ground));
    Ok(LandMap::new(areals.collect(), tiles.grid()?)?)
}

/// Which areal each tile belongs to.
struct Tiles {
    /// Column by column.
    areal: Vec<usize>,
    lake: Vec<bool>,
    /// How many there are.
    areals: usize,
}

impl Tiles {
    fn new(ground: &Ground) -> Self {
        let center = |i: usize| (i as f32 + 0.5) * TILE;
        let all = || (0..TILES).flat_map(|x| (0..TILES).map(move |y| [x, y]));
        let wet = |[x, y]: [usize; 2]| ground.height(center(x), center(y)) < WATER_LEVEL;
        let mut tiles = Self {
            areal: vec![usize::MAX; TILES * TILES],
            lake: all().map(wet).collect(),
            areals: 0,
        };
        for start in all() {
            if tiles.areal[index(start)] == usize::MAX {
                tiles.fill(start);
                tiles.areals += 1;
            }
        }
        tiles
    }

    /// Gives the next number to everything that hangs together with `start`.
    fn fill(&mut self, start: [usize; 2]) {
        let mut open = vec![start];
        while let Some(tile) = open.pop() {
            if self.areal[index(tile)] != usize::MAX {
                continue;
            }
            self.areal[index(tile)] = self.areals;
            let across = (0..4).filter_map(|side| across(Side { tile, side }));
            open.extend(across.filter(|other| self.kind(*other) == self.kind(tile)));
        }
    }

    /// Tiles of one kind that touch make an areal: the lake, or the block of land.
    fn kind(&self, tile: [usize; 2]) -> Option<[usize; 2]> {
        (!self.lake[index(tile)]).then(|| tile.map(|c| c / BLOCK))
    }

    /// True where another areal, or the end of the map, lies across.
    fn is_border(&self, side: Side) -> bool {
        across(side).is_none_or(|other| self.areal[index(other)] != self.areal[index(side.tile)])
    }

    /// Sides of tiles that are edges of areals.
    fn borders(&self) -> usize {
        let sides = (0..TILES * TILES * 4).map(|i| Side {
            tile: [i / 4 / TILES, i / 4 % TILES],
            side: i % 4,
        });
        sides.filter(|side| self.is_border(*side)).count()
    }

    /// The outline of an areal, counter-clockwise.
    fn outline(&self, areal: usize) -> Vec<Side> {
        let Some(first) = self.areal.iter().position(|a| *a == areal) else {
            return Vec::new();
        };
        // Nothing of the areal lies west of its first tile.
        let start = Side {
            tile: [first / TILES, first % TILES],
            side: 3,
        };
        let mut outline = vec![start];
        let mut side = self.next(start);
        while side != start {
            outline.push(side);
            side = self.next(side);
        }
        outline
    }

    /// The edge after `side`: the tile's own next side, or a side of one of the two tiles that
    /// meet it at its end.
    fn next(&self, side: Side) -> Side {
        let turned = Side {
            side: (side.side + 1) % 4,
            ..side
        };
        if self.is_border(turned) {
            return turned;
        }
        // The tile across is of the same areal, so there is one.
        let ahead = across(turned).map_or(side, |tile| Side { tile, ..side });
        if self.is_border(ahead) {
            return ahead;
        }
        across(ahead).map_or(side, |tile| Side {
            tile,
            side: (side.side + 3) % 4,
        })
    }

    fn areal(
        &self,
        areal: usize,
        outline: &[Side],
        edges: &BTreeMap<Side, [i32; 2]>,
        ground: &Ground,
    ) -> Areal {
        let own: Vec<_> = (0..TILES * TILES)
            .filter(|i| self.areal[*i] == areal)
            .collect();
        let lake = own.iter().all(|i| self.lake[*i]);
        let count = own.len() as f32;
        let mean = |part: fn(usize) -> usize| {
            let sum: f32 = own.iter().map(|i| part(*i) as f32 + 0.5).sum();
            sum * TILE / count
        };
        let corner = |side: &Side| {
            let at = |axis: usize| (side.tile[axis] + STARTS[side.side][axis]) as f32 * TILE;
            let [x, y] = [at(0), at(1)];
            let dry = ground.height(x, y).max(WATER_LEVEL);
            [x, y, if lake { WATER_LEVEL } else { dry }]
        };
        let edge = |side: &Side| {
            let opposite = across(*side).map(|tile| Side {
                tile,
                side: (side.side + 2) % 4,
            });
            let [neighbour, twin] = opposite.map_or([NONE; 2], |side| edges[&side]);
            ArealEdge { neighbour, twin }
        };
        Areal {
            center: [mean(|i| i / TILES), mean(|i| i % TILES), 0.0],
            unk_0c: 0.0,
            area: count * TILE * TILE,
            normal: [0.0, 0.0, 1.0],
            flags: [0, 0, if lake { LAKE } else { LAND }, 0],
            polygon: outline.iter().map(corner).collect(),
            edges: outline.iter().map(edge).collect(),
        }
    }

    /// Every cell lies in one tile.
    fn grid(&self) -> Result<ArealGrid> {
        let tile = |cell: usize| cell * TILES / CELLS;
        let cells: Vec<u16> = (0..CELLS * CELLS)
            .map(|i| u16::try_from(self.areal[index([tile(i / CELLS), tile(i % CELLS)])]))
            .collect::<Result<_, _>>()?;
        let size = [u32::try_from(CELLS)?; 2];
        Ok(ArealGrid::new(size, cells.chunks(1))?)
    }
}

fn index([x, y]: [usize; 2]) -> usize {
    x * TILES + y
}

/// The tile across a side, `None` outside the map.
fn across(side: Side) -> Option<[usize; 2]> {
    let [x, y] = side.tile;
    let [dx, dy] = STEPS[side.side];
    let tile = [x.checked_add_signed(dx)?, y.checked_add_signed(dy)?];
    tile.iter().all(|c| *c < TILES).then_some(tile)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice the area within a polygon, positive if it goes round counter-clockwise.
    fn doubled_area(polygon: &[[f32; 3]]) -> f32 {
        let next = polygon.iter().cycle().skip(1);
        let cross = |(a, b): (&[f32; 3], &[f32; 3])| a[0] * b[1] - a[1] * b[0];
        polygon.iter().zip(next).map(cross).sum()
    }

    fn island() -> LandMap {
        map(&Ground::new()).unwrap()
    }

    #[test]
    fn the_areals_tile_the_map() {
        let map = island();
        for areal in &map.areals {
            assert_eq!(doubled_area(&areal.polygon), 2.0 * areal.area);
        }
        let area: f32 = map.areals.iter().map(|a| a.area).sum();
        assert_eq!(area, MAP_SIDE * MAP_SIDE);
    }

    #[test]
    fn twins_have_the_same_corners_in_reverse() {
        let map = island();
        let corners = |areal: usize, edge: usize| {
            let polygon = &map.areals[areal].polygon;
            [edge, edge + 1].map(|c| {
                let [x, y, _] = polygon[c % polygon.len()];
                [x, y]
            })
        };
        let mut border = 0.0;
        for (index, areal) in map.areals.iter().enumerate() {
            for edge in 0..areal.edges.len() {
                let [from, to] = corners(index, edge);
                match map.across(index, edge) {
                    Some((neighbour, twin)) => {
                        assert_eq!(map.across(neighbour, twin), Some((index, edge)));
                        assert_eq!(corners(neighbour, twin), [to, from]);
                    }
                    None => border += (to[0] - from[0]).abs() + (to[1] - from[1]).abs(),
                }
            }
        }
        assert_eq!(border, 4.0 * MAP_SIDE);
    }

    #[test]
    fn one_areal_is_the_lake() {
        let map = island();
        let lakes: Vec<_> = map.areals.iter().filter(|a| a.is_lake()).collect();
        assert_eq!(lakes.len(), 1);
        assert!(lakes[0].polygon.iter().all(|c| c[2] == WATER_LEVEL));
        let [x, y] = crate::layout::LAKE_CENTER;
        let cell = |c: f32| (c / MAP_SIDE * CELLS as f32) as u32;
        let at_center = map.grid.cell(cell(x), cell(y));
        assert!(map.areals[usize::from(at_center[0])].is_lake());
    }
}
