//! The cap over the world: where its vertices are, and their colours.
//!
//! Spec: `05-terrain-sky.md` 12.6.

use std::f32::consts::{FRAC_PI_4, TAU};

use glam::{Vec2, Vec3, Vec4};
use msh_format::sky::slots;

use super::moment::SkyMoment;

/// Rings below the apex; the last one is the rim.
pub const RINGS: usize = 5;
/// Vertices of a ring.
pub const SEGMENTS: usize = 16;
/// Vertices of a cap.
pub const VERTICES: usize = 1 + RINGS * SEGMENTS;

/// Height of the apex over the eye, world units. The rim is level with it.
const HEIGHT: f32 = 10_000.0;
/// Radius of the sphere of which the cap is cut: `HEIGHT / (1 - cos 45°)`.
const RADIUS: f32 = 34_142.137;

/// A vertex of a cap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CapVertex {
    /// Place relative to the eye.
    pub offset: Vec3,
    /// Texture coordinates of one repetition.
    pub uv: Vec2,
}

/// The apex, then ring after ring from the inner one, each from north over east.
#[must_use]
pub fn cap() -> [CapVertex; VERTICES] {
    std::array::from_fn(|i| match i.checked_sub(1) {
        None => vertex(0.0, 0.0),
        Some(i) => vertex((i / SEGMENTS + 1) as f32, (i % SEGMENTS) as f32),
    })
}

fn vertex(ring: f32, segment: f32) -> CapVertex {
    let (sin_t, cos_t) = (ring / RINGS as f32 * FRAC_PI_4).sin_cos();
    let (sin_f, cos_f) = (segment * TAU / SEGMENTS as f32).sin_cos();
    let across = Vec2::new(sin_t * sin_f, sin_t * cos_f);
    CapVertex {
        offset: (across * RADIUS).extend(RADIUS * cos_t + HEIGHT - RADIUS),
        uv: across,
    }
}

/// Triangles of a cap: a fan round the apex, then bands between rings.
#[must_use]
pub fn cap_indices() -> Vec<u16> {
    // There are 81 vertices.
    let at = |ring: usize, segment: usize| (1 + ring * SEGMENTS + segment % SEGMENTS) as u16;
    let mut indices = Vec::with_capacity(SEGMENTS * 3 + (RINGS - 1) * SEGMENTS * 6);
    for j in 0..SEGMENTS {
        indices.extend([0, at(0, j), at(0, j + 1)]);
    }
    for ring in 0..RINGS - 1 {
        for j in 0..SEGMENTS {
            let (inner, next_inner) = (at(ring, j), at(ring, j + 1));
            let (outer, next_outer) = (at(ring + 1, j), at(ring + 1, j + 1));
            indices.extend([inner, outer, next_outer, inner, next_outer, next_inner]);
        }
    }
    indices
}

/// Colours with alpha of the dome's vertices, in the order of [`cap`]. `rim` is the fog's.
#[must_use]
pub fn colours(moment: &SkyMoment<'_>, rim: Vec3) -> [Vec4; VERTICES] {
    let apex = moment.rgba(slots::APEX);
    let group = |slots: [usize; 4]| slots.map(|slot| moment.rgba(slot));
    let rings = [
        [apex; 4],
        group(slots::RING_2),
        group(slots::RING_3),
        group(slots::HORIZON),
        [rim.extend(1.0); 4],
    ];
    std::array::from_fn(|i| match i.checked_sub(1) {
        None => apex,
        Some(i) => {
            let heading = (i % SEGMENTS) as f32 / SEGMENTS as f32;
            round_the_compass(rings[i / SEGMENTS], heading)
        }
    })
}

/// The colour at a heading, given in turns from north over east, of a group north, east, south
/// and west.
pub(crate) fn round_the_compass<C>(group: [C; 4], heading: f32) -> C
where
    C: Copy + std::ops::Mul<f32, Output = C> + std::ops::Add<Output = C>,
{
    let quarters = heading.rem_euclid(1.0) * 4.0;
    // A heading that is no number counts as north.
    let quarter = quarters as usize % 4;
    let share = (quarters - quarters.floor()).max(0.0);
    group[quarter] * (1.0 - share) + group[(quarter + 1) % 4] * share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sky::clock::SkyClock;
    use crate::sky::test_support::{keyframe, long_day};
    use msh_format::sky::SkyTime;

    #[test]
    fn the_rings_are_where_the_page_says() {
        let cap = cap();
        let table = [
            (5341.0, 9580.0),
            (10551.0, 8329.0),
            (15500.0, 6279.0),
            (20068.0, 3479.0),
            (24142.0, 0.0),
        ];
        assert!(cap[0].offset.abs_diff_eq(Vec3::new(0.0, 0.0, HEIGHT), 0.01));
        for (ring, (radius, height)) in table.into_iter().enumerate() {
            for vertex in &cap[1 + ring * SEGMENTS..][..SEGMENTS] {
                let offset = vertex.offset;
                assert!((offset.truncate().length() - radius).abs() < 1.0, "{ring}");
                assert!((offset.z - height).abs() < 1.0, "{ring}: {offset}");
            }
        }
    }

    #[test]
    fn a_ring_runs_from_north_over_east() {
        let ring = &cap()[1..=SEGMENTS];
        let directions = [Vec3::Y, Vec3::X, -Vec3::Y, -Vec3::X];
        for (quarter, direction) in directions.into_iter().enumerate() {
            let across = ring[quarter * 4].offset.with_z(0.0).normalize();
            assert!(across.abs_diff_eq(direction, 1e-5), "{quarter}: {across}");
        }
    }

    #[test]
    fn the_nebula_is_laid_out_from_above() {
        // The rim to the east: x / R = sin 45 degrees.
        let east = cap()[1 + 4 * SEGMENTS + 4];
        assert!(
            east.uv
                .abs_diff_eq(Vec2::new(std::f32::consts::FRAC_1_SQRT_2, 0.0), 1e-3)
        );
    }

    #[test]
    fn every_triangle_looks_down_at_the_eye() {
        let cap = cap();
        let indices = cap_indices();
        assert_eq!(indices.len(), (16 + 4 * 32) * 3);
        for triangle in indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|i| cap[usize::from(triangle[i])].offset);
            // Clockwise from below: all the same way round, none flat.
            assert!((b - a).cross(c - a).dot(a) < 0.0, "{triangle:?}");
        }
    }

    #[test]
    fn colours_go_round_the_compass_and_end_in_the_fog_at_the_rim() {
        let mut frame = keyframe(12, 0);
        let stored = |r, g, b, a| u32::from_le_bytes([b, g, r, a]);
        frame.slots[slots::APEX] = stored(64, 80, 160, 0);
        frame.slots[slots::RING_2[0]] = stored(100, 0, 0, 100);
        frame.slots[slots::RING_2[1]] = stored(200, 0, 0, 200);
        frame.slots[slots::HORIZON[3]] = stored(0, 0, 255, 255);
        let sky = long_day(vec![frame]);
        let clock = SkyClock::at(&sky, 0, SkyTime::new(12, 0)).unwrap();
        let colours = colours(&SkyMoment::at(&sky, clock).unwrap(), Vec3::Y);
        let at = |ring: usize, segment: usize| colours[1 + ring * SEGMENTS + segment] * 255.0;
        let apex = Vec4::new(64.0, 80.0, 160.0, 0.0);
        assert!((colours[0] * 255.0).abs_diff_eq(apex, 1e-3));
        assert!(at(0, 7).abs_diff_eq(apex, 1e-3));
        // North-north-east: a quarter of the way from north to east.
        assert!(at(1, 1).abs_diff_eq(Vec4::new(125.0, 0.0, 0.0, 125.0), 1e-3));
        assert!(at(3, 12).abs_diff_eq(Vec4::new(0.0, 0.0, 255.0, 255.0), 1e-3));
        assert!(at(3, 14).abs_diff_eq(Vec4::new(0.0, 0.0, 127.5, 127.5), 1e-3));
        for segment in 0..SEGMENTS {
            assert_eq!(at(4, segment), Vec4::new(0.0, 255.0, 0.0, 255.0));
        }
    }
}
