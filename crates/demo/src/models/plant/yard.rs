//! Silos, stacks and the pipes between them.

use crate::models::kit::shapes::{block, cone, cuboid, lathe, pipe, rod, wrap};
use crate::models::kit::{FULL, Mesh, Pose, QUARTER, Turn, Vec3, v};
use crate::models::paints::{BEACON, CONCRETE, FLAME, GRATING, HAZARD, PANEL_DARK, PIPE};

use super::FLOOR;
use crate::models::trees::upright;

/// Axes of the silos.
const SILOS: [Vec3; 2] = [v(-17.2, -7.0, FLOOR), v(-17.2, 1.6, FLOOR)];
/// Axes of the stacks.
const STACKS: [Vec3; 2] = [v(-8.0, -13.8, FLOOR), v(-3.0, -13.8, FLOOR)];

pub(super) fn silos(segments: usize) -> Mesh {
    let body = [
        [3.2, 0.0],
        [3.2, 0.5],
        [3.0, 0.6],
        [3.0, 9.2],
        [2.8, 9.9],
        [1.9, 10.6],
        [0.0, 10.9],
    ];
    let mut mesh = Mesh::default();
    for foot in SILOS {
        let mut silo = lathe(&body, segments, PIPE);
        if segments > 8 {
            for z in [2.6, 5.2, 7.8] {
                silo.add(lathe(
                    &[
                        [3.02, z],
                        [3.12, z + 0.06],
                        [3.12, z + 0.24],
                        [3.02, z + 0.3],
                    ],
                    segments,
                    PANEL_DARK,
                ));
            }
            silo.add(ladder(v(0.0, 3.1, 0.0), 10.0));
            silo.add(rod(
                v(0.0, 0.0, 10.6),
                v(0.0, 0.0, 11.6),
                0.5,
                10,
                PANEL_DARK,
            ));
        }
        mesh.add(silo.moved(foot.x, foot.y, foot.z));
    }
    mesh
}

/// The damaged silos: one caved in and leaning.
pub(super) fn burst_silos() -> Mesh {
    silos(12).bent(|p| {
        let lean = (p.z - FLOOR) * 0.12;
        let dent = (1.0 - (p - v(-15.0, -5.0, 6.0)).length() * 0.25).max(0.0);
        p + v(-lean - dent * 2.0, lean * 0.5, -dent * 1.2)
    })
}

/// The last stage: stumps and a fallen shell.
pub(super) fn fallen_silos() -> Mesh {
    silos(12).bent(|p| v(p.x, p.y, FLOOR + (p.z - FLOOR) * 0.18))
}

/// Stacks, and everything that pipes.
pub(super) fn pipework() -> Mesh {
    let mut mesh = Mesh::default();
    for (i, foot) in STACKS.into_iter().enumerate() {
        mesh.add(stack(20.0 + 3.0 * i as f32).moved(foot.x, foot.y, foot.z));
    }
    // From the silos' crowns into the hall, over a bridge.
    for foot in SILOS {
        mesh.add(pipe(
            &[
                foot + v(0.0, 0.0, 11.4),
                foot + v(0.0, 0.0, 12.2),
                v(-14.4, foot.y, 12.5),
                v(-14.4, foot.y, 8.6),
                v(-12.9, foot.y, 8.6),
            ],
            0.34,
            10,
            PIPE,
        ));
    }
    // Three mains along the wall, from the silos to the stacks.
    for i in 0..3 {
        let z = 1.3 + 0.75 * i as f32;
        mesh.add(pipe(
            &[v(-14.6, 8.5, z), v(-14.6, -13.6, z), v(-9.0, -13.6, z)],
            0.26,
            8,
            PIPE,
        ));
        mesh.add(pipe(
            &[v(-14.6, 8.5, z), v(-14.6, 9.4, z), v(-12.8, 9.4, z)],
            0.26,
            8,
            PIPE,
        ));
    }
    for y in [7.0, 0.5, -6.0, -12.0] {
        mesh.add(cuboid(
            v(-14.95, y - 0.15, FLOOR),
            v(-14.75, y + 0.15, 3.3),
            PANEL_DARK,
        ));
        mesh.add(cuboid(
            v(-14.45, y - 0.15, FLOOR),
            v(-14.25, y + 0.15, 3.3),
            PANEL_DARK,
        ));
    }
    mesh.add(catwalk());
    mesh.add(flare(v(-18.6, 11.0, FLOOR)));
    mesh
}

/// A flare: a slender stack that burns what the silos give off.
fn flare(foot: Vec3) -> Mesh {
    let tip = foot + v(0.0, 0.0, 12.0);
    let mut mesh = Mesh::join([
        block(
            foot - v(0.8, 0.8, 0.0),
            foot + v(0.8, 0.8, 0.6),
            0.15,
            CONCRETE,
        ),
        cone(foot, tip, [0.3, 0.18], 8, PIPE),
        cone(tip - v(0.0, 0.0, 0.5), tip, [0.2, 0.36], 8, PANEL_DARK),
        pipe(
            &[
                foot + v(0.0, -0.2, 1.2),
                foot + v(0.0, -2.0, 1.2),
                foot + v(2.6, -3.0, 1.2),
                v(-14.6, 8.0, 1.3),
            ],
            0.16,
            6,
            PIPE,
        ),
    ]);
    for i in 0..3 {
        let guy = Vec3::polar(2.4, FULL * (i as f32 + 0.25) / 3.0, 0.0);
        mesh.add(rod(foot + guy, tip - v(0.0, 0.0, 3.0), 0.03, 3, PANEL_DARK));
    }
    // The flame runs down v, so its card stands on its head.
    for turn in [Turn::NONE, Turn::z(QUARTER)] {
        let flame = upright(Vec3::ZERO, [1.6, -3.0], FLAME);
        mesh.add(flame.placed(Pose::new(tip + v(0.0, 0.0, 1.3), turn)));
    }
    mesh
}

/// A stack with a foot, hoops, a striped top and a beacon.
fn stack(height: f32) -> Mesh {
    let top = height - 2.2;
    let mut mesh = Mesh::join([
        lathe(&[[1.9, 0.0], [1.9, 2.0], [1.5, 2.6]], 14, CONCRETE),
        cone(v(0.0, 0.0, 2.4), v(0.0, 0.0, top), [1.4, 1.06], 14, PIPE),
        lathe(
            &[
                [1.12, top],
                [1.1, height - 0.5],
                [1.25, height - 0.4],
                [1.25, height],
                [0.9, height],
                [0.85, height - 1.0],
            ],
            14,
            HAZARD,
        ),
        rod(
            v(1.25, 0.0, height - 0.2),
            v(1.25, 0.0, height + 0.5),
            0.1,
            6,
            BEACON,
        ),
    ]);
    for z in [7.0, 12.0] {
        mesh.add(lathe(
            &[[1.3, z], [1.46, z + 0.05], [1.46, z + 0.3], [1.3, z + 0.35]],
            14,
            PANEL_DARK,
        ));
    }
    mesh.add(ladder(v(0.0, -1.5, 0.0), top));
    mesh
}

/// Rails and rungs up a wall at `foot`.
fn ladder(foot: Vec3, height: f32) -> Mesh {
    let mut mesh = Mesh::default();
    for x in [-0.25, 0.25] {
        mesh.add(rod(
            foot + v(x, 0.0, 0.3),
            foot + v(x, 0.0, height),
            0.04,
            4,
            PANEL_DARK,
        ));
    }
    for i in 0..(height / 0.9) as usize {
        let p = foot + v(0.0, 0.0, 0.6 + 0.9 * i as f32);
        mesh.add(rod(
            p - v(0.25, 0.0, 0.0),
            p + v(0.25, 0.0, 0.0),
            0.03,
            3,
            PANEL_DARK,
        ));
    }
    mesh
}

/// A walkway around and between the silos' crowns.
fn catwalk() -> Mesh {
    let z = 9.4;
    let mut mesh = cuboid(v(-17.9, -4.2, z), v(-16.5, -1.2, z + 0.12), GRATING);
    for foot in SILOS {
        let ring: Vec<Vec<Vec3>> = [(2.95, z), (3.9, z), (3.9, z + 0.12), (2.95, z + 0.12)]
            .iter()
            .map(|(r, z)| {
                (0..16)
                    .map(|i| v(foot.x, foot.y, 0.0) + Vec3::polar(*r, FULL * i as f32 / 16.0, *z))
                    .collect()
            })
            .collect();
        mesh.add(wrap(&ring, GRATING));
        for i in 0..16 {
            let at = |k: usize| {
                v(foot.x, foot.y, 0.0) + Vec3::polar(3.8, FULL * k as f32 / 16.0, z + 1.0)
            };
            mesh.add(rod(at(i), at(i + 1), 0.04, 3, PIPE));
            if i % 2 == 0 {
                mesh.add(rod(at(i) - v(0.0, 0.0, 1.0), at(i), 0.04, 3, PIPE));
            }
        }
    }
    mesh
}
