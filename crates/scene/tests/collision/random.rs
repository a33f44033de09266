//! Random models and segments, the same on every run.

use msh_format::msh::Node38;
use msh_scene::collision::{Masks, Segment, SelectedNode};
use msh_scene::glam::{EulerRot, Mat4, Quat, Vec3};

use crate::support::*;

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// 0 to `count` - 1.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.word() % count as u64) as usize
    }

    pub(crate) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// `low` to `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.word() >> 40) as f32 / (1 << 24) as f32)
    }

    pub(crate) fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::from([0; 3].map(|_: i32| self.between(-size, size)))
    }

    /// Any magnitude that f32 has, both signs, zeros.
    fn wild(&mut self) -> f32 {
        if self.chance(8) {
            return self.pick(&[0.0, -0.0, 1e-45, -1e-40, 3e38, 1e9, 1.000_000_2]);
        }
        let exponent = self.between(-45.0, 38.4);
        let size = 10f32.powf(if self.chance(2) {
            exponent
        } else {
            exponent / 8.0
        });
        if self.chance(2) { size } else { -size }
    }

    fn wild_vector(&mut self) -> Vec3 {
        Vec3::new(self.wild(), self.wild(), self.wild())
    }

    /// Small whole and half numbers, which make ties and hits on edges.
    fn grid(&mut self) -> Vec3 {
        let step = self.pick(&[1.0, 0.5]);
        Vec3::from([0; 3].map(|_: i32| (self.below(9) as f32 - 4.0) * step))
    }
}

/// What the coordinates of a model are like.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// Small whole numbers.
    Grid,
    /// Faces of about one unit within some ten units.
    Plain,
    /// Faces of about one unit some thousand units from the origin.
    Far,
    /// Needles and faces of which corners are equal or in line.
    Narrow,
    /// Any numbers.
    Wild,
}

impl Kind {
    fn corners(self, random: &mut Random) -> [Vec3; 3] {
        let around = |random: &mut Random, center: Vec3| {
            let size = random.pick(&[0.1, 1.0, 4.0]);
            [0; 3].map(|_: i32| center + random.vector(size))
        };
        match self {
            Self::Grid => [random.grid(), random.grid(), random.grid()],
            Self::Plain => {
                let center = random.vector(8.0);
                around(random, center)
            }
            Self::Far => {
                let center = Vec3::new(4000.0, -2500.0, 130.0) + random.vector(5.0);
                around(random, center)
            }
            Self::Narrow => {
                let (a, b) = (random.vector(4.0), random.vector(4.0));
                let share = random.pick(&[0.0, 0.25, 0.5, 1.0, 2.0]);
                let off = random.pick(&[0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3]);
                let c = a + (b - a) * share + random.vector(off);
                random.pick(&[[a, b, c], [c, a, b], [b, c, a], [a, a, c]])
            }
            Self::Wild => [0; 3].map(|_: i32| random.wild_vector()),
        }
    }

    /// The normal of the corners, or one that has nothing to do with them.
    fn normal(self, random: &mut Random, [a, b, c]: [Vec3; 3]) -> [i16; 3] {
        let unrelated = match self {
            Self::Grid | Self::Plain | Self::Far => random.chance(6),
            Self::Narrow | Self::Wild => random.chance(2),
        };
        if unrelated {
            let component =
                |random: &mut Random| random.pick(&[0, 1, -1, 9000, -9000, 32767, -32768]);
            return [component(random), component(random), component(random)];
        }
        let normal = (b - a).cross(c - a).normalize_or_zero();
        (normal * 32767.0).to_array().map(|c| c as i16)
    }

    pub(crate) fn face(self, random: &mut Random) -> Face {
        let corners = self.corners(random);
        let normal = self.normal(random, corners);
        let face = Face::new(corners.map(Into::into), normal);
        face.flags(random.pick(&[0, 0, 0, 0, 0, 0, 0, 0x0004, 0x0020, 0x0012]))
    }

    fn batch(self, random: &mut Random, faces: usize) -> Batch {
        let mut list: Vec<Face> = Vec::new();
        for _ in 0..faces {
            let face = match list.last() {
                // Twice, so that distances are equal.
                Some(last) if random.chance(5) => *last,
                _ => self.face(random),
            };
            list.push(face);
        }
        let flags = random.pick(&[0, 0, 0, 0x0002, 0x0002, 0x0002, 0x0012, 0x0200]);
        Batch {
            material_index_hi: random.pick(&[0, 0, 0, 4]),
            ..batch(flags, list)
        }
    }

    pub(crate) fn slot(self, random: &mut Random, batches: usize, faces: usize) -> Vec<Batch> {
        (0..batches)
            .map(|_| {
                let count = random.below(faces + 1);
                self.batch(random, count)
            })
            .collect()
    }

    /// A segment that passes by a face: through its corners, edges, inside, or near it; or one
    /// that has nothing to do with it.
    pub(crate) fn segment(self, random: &mut Random, face: &Face) -> Segment {
        let corners = face.corners.map(Vec3::from);
        let mut shares = [random.between(0.0, 1.0), random.between(0.0, 1.0), 0.0];
        match random.below(7) {
            0 => shares = random.pick(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
            1 => shares = [0.5, 0.5, 0.0],
            2 => shares[1] = 1.0 - shares[0],
            3 => shares = random.pick(&[[0.5, 0.75, -0.25], [1.2, -0.1, -0.1]]),
            4 => {
                // Beyond a corner, in line with an edge.
                let beyond = random.pick(&[1e-6, 1e-5, 1e-4, 1e-3, 1e-2]);
                shares = random.pick(&[
                    [1.0 + beyond, -beyond, 0.0],
                    [0.0, 1.0 + beyond, -beyond],
                    [-beyond, 0.0, 1.0 + beyond],
                ]);
            }
            _ => {
                shares[1] *= 1.0 - shares[0];
                shares[2] = 1.0 - shares[0] - shares[1];
            }
        }
        let mut through = corners[0] * shares[0] + corners[1] * shares[1] + corners[2] * shares[2];
        if random.chance(4) {
            // By a few of the last bits.
            through *= 1.0 + random.pick(&[-3e-7, -1e-7, 1e-7, 3e-7, 1e-5]);
        }
        let mut way = match self {
            Self::Grid => random.grid(),
            Self::Wild if random.chance(2) => random.wild_vector(),
            _ => {
                let size = random.pick(&[0.01, 1.0, 20.0, 3000.0]);
                random.vector(size)
            }
        };
        let normal = Vec3::from(face.normal.map(f32::from));
        if way.dot(normal) > 0.0 && !random.chance(4) {
            way = -way;
        }
        let (before, behind) =
            random.pick(&[(1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (1.0, 0.1), (2.0, 3.0)]);
        Segment::new(through - way * before, through + way * behind)
    }
}

pub(crate) fn masks(random: &mut Random) -> Masks {
    if !random.chance(4) {
        return Masks::default();
    }
    Masks {
        node_include: random.pick(&[0, 0, 0x0010]),
        node_exclude: random.pick(&[0, 0, 0x0004]),
        batch_include: random.pick(&[0, 0, 0x0002]),
        batch_exclude: random.pick(&[0, 0x0010, 0x0004_0000]),
        triangle_include: random.pick(&[0, 0, 0, 0x0002]),
        triangle_exclude: random.pick(&[0, 0x0004, 0x0024]),
    }
}

/// Up to a dozen nodes, parents mostly first, with the header bits that a walk heeds.
pub(crate) fn nodes(random: &mut Random) -> Vec<Node38> {
    let count = 1 + random.below(12);
    let parent = |random: &mut Random, index: usize| match random.below(12) {
        0 => 0xFFFF,
        1 => random.below(count + 1) as u16,
        _ if index == 0 => 0xFFFF,
        _ => random.below(index) as u16,
    };
    (0..count)
        .map(|index| {
            let hdr0 = random.pick(&[0, 0, 0, 0, 0x0001, 0x0004, 0x0010]);
            node(parent(random, index), hdr0)
        })
        .collect()
}

/// Turns some batches into portals, mostly to nodes that exist.
pub(crate) fn open_portals(random: &mut Random, slots: &mut [Vec<Batch>], nodes: usize) {
    for batch in slots.iter_mut().flatten() {
        if random.chance(3) {
            batch.batch_flags |= 0x0008;
            batch.key = match random.below(40) {
                0 => 0xFFFF,
                1 => nodes as u16,
                _ => random.below(nodes) as u16,
            };
        }
    }
}

/// Placed nodes, some of them twice, some mirrored or scaled.
pub(crate) fn placed(random: &mut Random, nodes: usize, slots: usize) -> Vec<SelectedNode> {
    let count = random.below(2 * nodes + 2);
    (0..count)
        .map(|_| SelectedNode {
            node: random.below(nodes),
            slot: random.below(slots),
            world_from_node: placement(random),
        })
        .collect()
}

fn placement(random: &mut Random) -> Mat4 {
    let place = if random.chance(2) {
        random.grid()
    } else {
        random.vector(10.0)
    };
    if random.chance(3) {
        return Mat4::from_translation(place);
    }
    let quarter = std::f32::consts::FRAC_PI_2;
    let mut turn = || {
        if random.chance(2) {
            random.below(4) as f32 * quarter
        } else {
            random.between(-4.0, 4.0)
        }
    };
    let turns = Quat::from_euler(EulerRot::ZYX, turn(), turn(), turn());
    let scale = random.pick(&[
        Vec3::ONE,
        Vec3::ONE,
        Vec3::new(-1.0, 1.0, 1.0),
        Vec3::splat(-1.5),
        Vec3::new(0.5, 2.0, -3.0),
        Vec3::new(1e-3, 40.0, 1.0),
        Vec3::splat(1e-12),
        Vec3::splat(1e8),
    ]);
    Mat4::from_scale_rotation_translation(scale, turns, place)
}
