//! Rocks: balls pushed in and out by slow waves, then cut by planes as stone breaks.

use super::kit::shapes::{ball, limb};
use super::kit::{FULL, Mesh, Model, Paint, Pose, Turn, Vec3, v};
use super::paints::{MOSS_ROCK, ROCK};
use crate::math::{angle_turns, bump, cos_turns, mix, sin_turns, smooth};
use crate::random::Random;

/// A broad, low boulder with moss on top.
pub(super) fn boulder() -> Model {
    rock(41, v(2.6, 2.1, 1.6), 9, 0.45, MOSS_ROCK)
}

/// A tall broken block.
pub(super) fn block() -> Model {
    rock(58, v(1.7, 1.5, 3.2), 14, 1.0, ROCK)
}

/// A flat slab, half sunk and tilted.
pub(super) fn slab() -> Model {
    rock(73, v(3.4, 2.3, 1.0), 10, 0.2, ROCK)
}

/// Several stones of different size lying together.
pub(super) fn scree() -> Model {
    let mut random = Random::new(90);
    let heap = |splits: usize, random: &mut Random| {
        Mesh::join((0..7_u32).map(|i| {
            let size = mix(1.3, 0.35, i as f32 / 6.0) * random.range(0.85, 1.15);
            let place = Vec3::polar(random.range(0.4, 2.6), random.range(0.0, FULL), size * 0.3);
            let turn = Turn::z(random.range(0.0, FULL));
            stone(splits, 100 + i, v(1.2, 0.9, 0.75) * size, 8, ROCK).placed(Pose::new(place, turn))
        }))
    };
    let mut again = random.clone();
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [heap(2, &mut random), heap(1, &mut again)]);
    model
}

/// A rock arch: a thick leg on the left, a slender one on the right, and a stone fallen from it.
/// Nothing in it is symmetric, so its mirror image is told at a glance.
pub(super) fn arch() -> Model {
    let mut model = Model::new("o01_m1o1");
    let fallen = stone(2, 131, v(1.5, 1.2, 1.0), 9, ROCK).moved(5.6, -1.9, 0.5);
    let near = Mesh::join([span(22, 12), fallen]);
    model.shape(0, [near, span(10, 7)]);
    model
}

fn span(steps: usize, segments: usize) -> Mesh {
    let waves = Waves::new(120);
    // Half an ellipse that leans to the left, feet well below the ground.
    let at = |i: usize| {
        let t = i as f32 / steps as f32;
        let turns = mix(0.56, -0.06, t);
        v(
            5.2 * cos_turns(turns) - 1.5 * bump(0.4, 0.5, t),
            0.9 * cos_turns(t),
            8.2 * sin_turns(turns),
        )
    };
    let path: Vec<Vec3> = (0..=steps).map(at).collect();
    let radius = |t: f32| mix(2.5, 1.0, smooth(0.05, 0.75, t));
    limb(&path, radius, segments, ROCK)
        .bent(|p| {
            let swell = waves.at(p * 0.45) * 0.55;
            p + v(
                swell,
                swell * 0.8,
                waves.at(p * 0.5 + v(9.0, 0.0, 0.0)) * 0.3,
            )
        })
        .repainted(ROCK, |_| true)
}

fn rock(seed: u32, size: Vec3, cuts: usize, lift: f32, paint: Paint) -> Model {
    let mut model = Model::new("o01_m1o1");
    let level = |splits: usize| stone(splits, seed, size, cuts, paint).moved(0.0, 0.0, lift);
    model.shape(0, [level(3), level(2), level(1)]);
    model
}

/// One stone: `cuts` planes take off its roundness.
fn stone(splits: usize, seed: u32, size: Vec3, cuts: usize, paint: Paint) -> Mesh {
    let waves = Waves::new(seed);
    let mut random = Random::new(seed ^ 0x7A);
    let planes: Vec<(Vec3, f32)> = (0..cuts)
        .map(|_| {
            let z = random.range(-0.9, 1.0);
            let side = (1.0 - z * z).sqrt();
            let normal = Vec3::polar(side, random.range(0.0, FULL), z);
            (normal, random.range(0.55, 0.86))
        })
        .collect();
    ball(splits, paint, |p| {
        let mut q = p * (1.0 + 0.16 * waves.at(p * 1.3) + 0.05 * waves.at(p * 4.0));
        for (normal, distance) in &planes {
            let over = q.dot(*normal) - distance;
            if over > 0.0 {
                q = q - *normal * (over * 0.92);
            }
        }
        q.scaled(size)
    })
    .remapped(|p| {
        // Strata run level: v falls from the top to the foot, where moss has faded out.
        let p = p
            .scaled(v(1.0 / size.x, 1.0 / size.y, 1.0 / size.z))
            .normalized();
        [2.0 * angle_turns(p.x, p.y), 0.5 - 0.45 * p.z]
    })
}

/// A smooth, aperiodic field between about -1 and 1.
struct Waves(Vec<(Vec3, f32)>);

impl Waves {
    fn new(seed: u32) -> Self {
        let mut random = Random::new(seed);
        let mut unit = || random.range(-1.0, 1.0);
        Self(
            (0..7)
                .map(|_| (v(unit(), unit(), unit()), unit()))
                .collect(),
        )
    }

    fn at(&self, p: Vec3) -> f32 {
        let wave = |(direction, phase): &(Vec3, f32)| cos_turns(p.dot(*direction) * 0.5 + phase);
        self.0.iter().map(wave).sum::<f32>() / 3.0
    }
}
