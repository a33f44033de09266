//! The ground cut into triangles: a regular grid of squares, finer in the middle of the map.

use super::relief;
use crate::layout::{BUNKER, LANDING, MAP_SIDE, PLANT, Pad};

/// Squares along each side of the map.
pub(super) const SQUARES: usize = 16;

/// Strips each square is cut into, from west to east.
const STRIPS_X: [usize; SQUARES] = [3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3];
/// The same from south to north.
const STRIPS_Y: [usize; SQUARES] = [3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3];

/// How far a line may be shifted to meet the edge of a pad.
const SNAP: f32 = 2.6;

/// Lines of the grid along one axis.
pub(super) struct Lines {
    /// Ascending, from 0 to the map's side.
    pub(super) at: Vec<f32>,
    /// Number of the line that starts each square, then of the last line.
    pub(super) squares: [usize; SQUARES + 1],
}

impl Lines {
    fn new(strips: [usize; SQUARES], edges: &[f32]) -> Self {
        let side = MAP_SIDE / SQUARES as f32;
        let mut lines = Self {
            at: vec![0.0],
            squares: [0; SQUARES + 1],
        };
        for (square, count) in strips.into_iter().enumerate() {
            let start = square as f32 * side;
            for strip in 1..=count {
                let even = start + side * strip as f32 / count as f32;
                let edge = edges
                    .iter()
                    .find(|e| strip < count && (**e - even).abs() < SNAP);
                lines.at.push(edge.copied().unwrap_or(even));
            }
            lines.squares[square + 1] = lines.at.len() - 1;
        }
        lines
    }

    /// Number of the strip a coordinate lies in.
    fn strip(&self, c: f32) -> usize {
        let after = self.at.partition_point(|line| *line <= c);
        after.clamp(1, self.at.len() - 1) - 1
    }
}

/// The grid with its heights.
pub(super) struct Ground {
    pub(super) x: Lines,
    pub(super) y: Lines,
    heights: Vec<f32>,
}

impl Ground {
    pub(super) fn new() -> Self {
        let pads: [&Pad; 3] = [&PLANT, &BUNKER, &LANDING];
        let edges = |axis: usize| -> Vec<f32> {
            let both = |p: &&Pad| [p.center[axis] - p.half[axis], p.center[axis] + p.half[axis]];
            pads.iter().flat_map(both).collect()
        };
        let x = Lines::new(STRIPS_X, &edges(0));
        let y = Lines::new(STRIPS_Y, &edges(1));
        let heights = (x.at.iter())
            .flat_map(|&px| y.at.iter().map(move |&py| relief::height(px, py)))
            .collect();
        Self { x, y, heights }
    }

    /// Height at a crossing of lines.
    pub(super) fn corner(&self, column: usize, row: usize) -> f32 {
        self.heights[column * self.y.at.len() + row]
    }

    /// Whether a quad between lines is split from its south-west to its north-east corner; the
    /// diagonal joins the corners that differ less, so it runs along a slope, not over it.
    pub(super) fn splits_north_east(&self, low: [usize; 2], high: [usize; 2]) -> bool {
        let rising = self.corner(low[0], low[1]) - self.corner(high[0], high[1]);
        let falling = self.corner(high[0], low[1]) - self.corner(low[0], high[1]);
        rising.abs() <= falling.abs()
    }

    /// Height of the drawn triangles at a point.
    pub(super) fn height(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x.clamp(0.0, MAP_SIDE), y.clamp(0.0, MAP_SIDE));
        let (i, j) = (self.x.strip(x), self.y.strip(y));
        let u = (x - self.x.at[i]) / (self.x.at[i + 1] - self.x.at[i]);
        let v = (y - self.y.at[j]) / (self.y.at[j + 1] - self.y.at[j]);
        let [sw, se] = [self.corner(i, j), self.corner(i + 1, j)];
        let [nw, ne] = [self.corner(i, j + 1), self.corner(i + 1, j + 1)];
        if self.splits_north_east([i, j], [i + 1, j + 1]) {
            if u > v {
                sw + (se - sw) * u + (ne - se) * v
            } else {
                sw + (ne - nw) * u + (nw - sw) * v
            }
        } else if u + v < 1.0 {
            sw + (se - sw) * u + (nw - sw) * v
        } else {
            ne + (nw - ne) * (1.0 - u) + (se - ne) * (1.0 - v)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_ascend_and_start_every_square() {
        let ground = Ground::new();
        for lines in [&ground.x, &ground.y] {
            assert!(lines.at.is_sorted_by(|a, b| a < b));
            for (square, line) in lines.squares.iter().enumerate() {
                assert_eq!(lines.at[*line], square as f32 * 32.0);
            }
        }
    }

    #[test]
    fn heights_at_crossings_are_the_reliefs() {
        let ground = Ground::new();
        for (i, j) in [(3, 7), (20, 31), (40, 12)] {
            let (x, y) = (ground.x.at[i], ground.y.at[j]);
            assert!((ground.height(x, y) - relief::height(x, y)).abs() < 1e-3);
        }
    }

    #[test]
    fn heights_are_continuous_across_a_diagonal() {
        let ground = Ground::new();
        for step in 0..400 {
            let x = 100.0 + step as f32 * 0.5;
            let apart = ground.height(x, 200.0) - ground.height(x + 0.01, 200.0);
            assert!(apart.abs() < 0.1, "{x}");
        }
    }
}
