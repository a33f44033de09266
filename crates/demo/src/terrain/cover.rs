//! What covers the ground: at every point at most two materials.

use super::relief;
use crate::layout::{BUNKER, FORESTS, LANDING, MAP_SIDE, PLANT, Pad, TOWERS, WATER_LEVEL};
use crate::math::{length, smooth};
use crate::random::Noise;

/// Rows of `Land1.wea`.
pub(super) const MEADOW: u8 = 1;
pub(super) const DRY_GRASS: u8 = 2;
pub(super) const ROCK: u8 = 3;
pub(super) const SAND: u8 = 4;
pub(super) const DIRT: u8 = 5;
pub(super) const GRAVEL: u8 = 6;
pub(super) const BED: u8 = 7;
pub(super) const WATER: u8 = 8;

/// Number of rows that cover ground.
pub(super) const ROWS: usize = 8;

/// Shares of the rows, at most two above zero, together 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cover(pub(super) [f32; ROWS]);

impl Cover {
    /// The cover at a point whose ground has this height.
    pub(super) fn at(x: f32, y: f32, z: f32) -> Self {
        let mut cover = Self([0.0; ROWS]);
        cover.0[usize::from(MEADOW)] = 1.0;
        let slope = 1.0 - relief::normal(x, y)[2];
        let (u, v) = (x / MAP_SIDE, y / MAP_SIDE);
        let patch = Noise(951).fractal(u, v, 9, 4);
        let high = smooth(20.0, 34.0, z + 7.0 * patch);
        cover.paint(DRY_GRASS, high.max(smooth(0.1, 0.5, patch)));
        cover.paint(ROCK, smooth(0.10, 0.19, slope + 0.03 * patch));
        cover.paint(ROCK, smooth(44.0, 58.0, z + 5.0 * patch));
        cover.paint(DIRT, 0.45 * forest(x, y));
        cover.paint(DIRT, smooth(7.0, 3.2, relief::road_distance(x, y)));
        let yard = |pad: &Pad, reach: f32| {
            let ragged = 2.5 * Noise(952).fractal(u, v, 40, 2);
            smooth(reach + 5.0, reach, relief::pad_distance(pad, x, y) + ragged)
        };
        cover.paint(GRAVEL, yard(&PLANT, 1.0).max(yard(&LANDING, 0.0)));
        cover.paint(DIRT, yard(&BUNKER, 1.0));
        for tower in &TOWERS {
            cover.paint(GRAVEL, yard(tower, 0.0));
        }
        let shore = z + 0.7 * patch;
        cover.paint(SAND, smooth(WATER_LEVEL + 3.4, WATER_LEVEL + 1.4, shore));
        cover.paint(SAND, smooth(WATER_LEVEL + 0.4, WATER_LEVEL + 0.2, z));
        cover.paint(BED, smooth(WATER_LEVEL - 0.1, WATER_LEVEL - 2.6, z));
        cover.strongest_two()
    }

    /// Lays a row over everything so far.
    fn paint(&mut self, row: u8, amount: f32) {
        for share in &mut self.0 {
            *share *= 1.0 - amount;
        }
        self.0[usize::from(row)] += amount;
    }

    /// Takes every share but those of two rows; what has neither gets the first.
    fn keep_only(&mut self, first: u8, second: u8) {
        let (first, second) = (usize::from(first), usize::from(second));
        let (a, b) = (self.0[first], self.0[second]);
        self.0 = [0.0; ROWS];
        self.0[first] = 1.0;
        if a + b > 0.0 {
            self.0[first] = a / (a + b);
            self.0[second] = b / (a + b);
        }
    }

    /// Keeps the two largest shares, and only one where the other hardly shows.
    fn strongest_two(self) -> Self {
        let mut order: [usize; ROWS] = std::array::from_fn(|row| row);
        order.sort_by(|a, b| self.0[*b].total_cmp(&self.0[*a]).then(a.cmp(b)));
        let [first, second] = [order[0], order[1]];
        let share = self.0[second] / (self.0[first] + self.0[second]);
        let share = if share < 0.08 { 0.0 } else { share };
        let mut kept = [0.0; ROWS];
        kept[first] = 1.0 - share;
        kept[second] += share;
        Self(kept)
    }
}

/// Makes the corners of every face agree on two rows: a face can show no third, and where it drops
/// one that shows, the ground breaks off at its edge. `faces` names the corners by their place in `covers`.
pub(super) fn reconcile(covers: &mut [Cover], faces: &[[usize; 3]]) {
    let mut shore = vec![false; covers.len()];
    for face in faces {
        // What touches the bed is sand, so that no bed borders on grass.
        if face.iter().any(|c| covers[*c].0[usize::from(BED)] > 0.0) {
            for corner in face {
                covers[*corner].keep_only(SAND, BED);
                shore[*corner] = true;
            }
        }
    }
    // What a face takes from its corners may leave a neighbour with three rows; a few rounds
    // settle that.
    for _ in 0..MAX_ROUNDS {
        for face in faces {
            let beside_shore = face.iter().any(|c| shore[*c]);
            if let Some([first, second]) = rows_to_keep(covers, face, beside_shore) {
                for corner in face.iter().filter(|c| !shore[**c]) {
                    covers[*corner].keep_only(first, second);
                }
            }
        }
    }
}

/// Share of a face's three corners that a row may have and still be dropped without a visible edge.
const HARDLY_SEEN: f32 = 0.4;

/// More than three corners can weigh together.
const SURE: f32 = 9.0;

const MAX_ROUNDS: usize = 8;

/// The two rows that cover most of a face on which a third would show; sand stays beside the shore.
fn rows_to_keep(covers: &[Cover], face: &[usize; 3], beside_shore: bool) -> Option<[u8; 2]> {
    let share = |row: u8| -> f32 {
        let sum = face
            .iter()
            .map(|c| covers[*c].0[usize::from(row)])
            .sum::<f32>();
        if row == SAND && beside_shore {
            SURE
        } else {
            sum
        }
    };
    let mut rows: Vec<u8> = (0..ROWS as u8)
        .filter(|row| share(*row) > HARDLY_SEEN)
        .collect();
    rows.sort_by(|a, b| share(*b).total_cmp(&share(*a)).then(a.cmp(b)));
    (rows.len() > 2 && rows[0] != BED && rows[1] != BED).then(|| [rows[0], rows[1]])
}

/// How deep a point lies in a forest, 0..1.
fn forest(x: f32, y: f32) -> f32 {
    let depth = |(center, radius): &([f32; 2], f32)| {
        smooth(
            *radius + 8.0,
            radius * 0.6,
            length(x - center[0], y - center[1]),
        )
    };
    FORESTS.iter().map(depth).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::LAKE_CENTER;
    use crate::terrain::height;

    #[test]
    fn at_most_two_rows_share_a_point() {
        for i in 0..1024 {
            let (x, y) = ((i % 32) as f32 * 16.0, (i / 32) as f32 * 16.0);
            let shares = Cover::at(x, y, height(x, y)).0;
            assert!(shares.iter().filter(|s| **s > 0.0).count() <= 2);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn grass_beside_the_bed_turns_to_sand() {
        let mut covers = [MEADOW, BED, BED].map(pure);
        reconcile(&mut covers, &[[0, 1, 2]]);
        assert_eq!(covers, [SAND, BED, BED].map(pure));
    }

    #[test]
    fn where_three_rows_meet_one_gives_way() {
        let mut covers = [MEADOW, GRAVEL, ROCK, MEADOW].map(pure);
        reconcile(&mut covers, &[[0, 1, 2], [0, 1, 3]]);
        assert_eq!(covers, [MEADOW, MEADOW, ROCK, MEADOW].map(pure));
    }

    fn pure(row: u8) -> Cover {
        let mut cover = Cover([0.0; ROWS]);
        cover.0[usize::from(row)] = 1.0;
        cover
    }

    #[test]
    fn places_wear_what_they_should() {
        let row = |x: f32, y: f32, row: u8| Cover::at(x, y, height(x, y)).0[usize::from(row)];
        assert_eq!(row(LAKE_CENTER[0], LAKE_CENTER[1], BED), 1.0);
        assert_eq!(row(PLANT.center[0], PLANT.center[1], GRAVEL), 1.0);
        assert!(row(120.0, 72.0, DIRT) > 0.9);
    }
}
