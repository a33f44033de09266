//! The gunship: a slim hull under two engine pods on stub wings that fold. Its turret hangs below.

use super::running_gear::headlight;
use crate::models::kit::shapes::{circle, disc, loft, pill, profile, rod, wrap};
use crate::models::kit::{HALF, Mesh, Model, Pose, Turn, Vec3, v};
use crate::models::paints::{CHASSIS, COCKPIT, GLOW_BLUE, GUN, Livery, NOZZLE};
use crate::models::trees::upright;

/// Socket of the turret, turned half a turn about y.
pub(in crate::models) const TURRET_SOCKET: usize = 3;
/// Wings, folded at frame 0 and spread at frame 2.
pub(in crate::models) const WINGS: [usize; 2] = [1, 2];

/// Nodes: hull, right and left wing, turret socket.
pub(in crate::models) fn model(livery: Livery) -> Model {
    let mut model = Model::new("o01_m1o1");
    model.shape(0, [hull(livery), body(livery, 8), body(livery, 6)]);
    let right = [wing(livery), plain_wing(livery)];
    for (name, side) in [("o02_m1o1", 1.0), ("o03_m1o1", -1.0)] {
        let shoulder = v(0.85 * side, -0.4, 0.45);
        let node = model.node(name, 0, Pose::at(shoulder));
        let meshes = right.clone();
        model.shape(
            node,
            if side > 0.0 {
                meshes
            } else {
                meshes.map(Mesh::mirrored)
            },
        );
        // Folded upwards at rest, half way at frame 1, spread at frame 2.
        let fold = |angle: f32| Pose::new(shoulder, Turn::y(-angle * side));
        model.animate(node, &[(0, fold(1.0)), (1, fold(0.18)), (2, fold(-0.06))]);
    }
    let socket = Pose::new(v(0.0, 1.1, -0.62), Turn::y(HALF));
    let socket = model.node("Base_TB", 0, socket);
    model.label(socket, "e_tur_lb");
    model
}

/// Sections of the hull from tail to nose: y, half width, bottom, top.
const SECTIONS: [[f32; 4]; 9] = [
    [-4.6, 0.12, 0.25, 0.55],
    [-3.2, 0.28, 0.05, 0.75],
    [-2.0, 0.62, -0.3, 1.0],
    [-0.6, 0.9, -0.55, 1.1],
    [0.8, 0.92, -0.6, 1.0],
    [1.9, 0.8, -0.55, 0.9],
    [2.9, 0.62, -0.42, 0.62],
    [3.7, 0.38, -0.25, 0.32],
    [4.15, 0.14, -0.08, 0.12],
];

fn body(livery: Livery, segments: usize) -> Mesh {
    let rings: Vec<Vec<Vec3>> = SECTIONS
        .iter()
        .map(|[y, half, bottom, top]| {
            let center = v(0.0, *y, (bottom + top) * 0.5);
            circle(center, v(0.0, 1.0, 0.0), 1.0, segments)
                .into_iter()
                .map(|p| {
                    let spoke = p - center;
                    center + v(spoke.x * half, 0.0, spoke.z * (top - bottom) * 0.5)
                })
                .collect()
        })
        .collect();
    loft(&rings, livery.hull).smooth()
}

fn hull(livery: Livery) -> Mesh {
    let canopy = body(livery, 12).bent(|p| v(p.x * 0.86, p.y, p.z * 0.9 + 0.17));
    let glass = Mesh::join([canopy]).kept(|f| {
        let middle = f.center();
        middle.y > 1.2 && middle.y < 3.6 && middle.z > 0.42
    });
    let mut mesh = body(livery, 14);
    mesh.add(glass.repainted(COCKPIT, |_| true));
    // Twin fins on the boom.
    let fin = [[-4.9, 0.5], [-4.0, 0.5], [-4.5, 1.75], [-5.0, 1.75]];
    let mut side =
        profile(&fin, -0.03, 0.03, livery.hull).placed(Pose::new(v(0.2, 0.0, 0.0), Turn::y(0.35)));
    side.add(pill(v(0.7, -1.6, 0.35), v(1.05, 0.3, 0.85), 0.12, CHASSIS));
    side.add(rod(
        v(0.42, -1.9, -0.28),
        v(0.42, -3.1, -0.05),
        0.22,
        8,
        CHASSIS,
    ));
    side.add(rod(v(0.5, 2.2, -0.5), v(0.5, 3.4, -0.42), 0.06, 6, GUN));
    mesh.add(side.both_sides());
    mesh.add(pill(
        v(-0.3, -2.6, 0.85),
        v(0.3, -0.4, 1.3),
        0.14,
        livery.hull,
    ));
    mesh.add(headlight(v(0.0, 3.85, -0.22), 0.09));
    // Landing skids.
    let strut = Mesh::join([
        rod(v(0.95, -1.4, -1.15), v(0.95, 1.9, -1.15), 0.07, 6, CHASSIS),
        rod(v(0.6, -0.8, -0.45), v(0.95, -0.9, -1.15), 0.05, 5, CHASSIS),
        rod(v(0.6, 1.0, -0.5), v(0.95, 1.2, -1.15), 0.05, 5, CHASSIS),
    ]);
    mesh.add(strut.both_sides());
    mesh
}

/// The right wing in the frame of its shoulder: a stub and an engine pod.
fn wing(livery: Livery) -> Mesh {
    let mut mesh = plain_wing(livery);
    let outlet = v(2.55, -1.35, 0.1);
    mesh.add(disc(
        outlet - v(0.0, 0.02, 0.0),
        v(0.0, -1.0, 0.0),
        0.42,
        12,
        NOZZLE,
    ));
    mesh.add(disc(v(2.55, 1.32, 0.1), v(0.0, 1.0, 0.0), 0.4, 12, NOZZLE));
    // Two crossed flames behind the outlet.
    for turn in [Turn::NONE, Turn::y(std::f32::consts::FRAC_PI_2)] {
        let flame = upright(Vec3::ZERO, [0.9, 1.6], GLOW_BLUE).placed(Pose::new(
            Vec3::ZERO,
            turn.after(Turn::x(std::f32::consts::FRAC_PI_2)),
        ));
        mesh.add(flame.moved(outlet.x, outlet.y - 0.5, outlet.z));
    }
    mesh.add(pill(v(1.5, -0.25, -0.3), v(1.75, 0.85, -0.06), 0.06, GUN));
    mesh.add(rod(v(1.62, 0.8, -0.18), v(1.62, 1.5, -0.18), 0.05, 6, GUN));
    mesh
}

fn plain_wing(livery: Livery) -> Mesh {
    let plan = [[-0.1, -0.8], [2.6, -0.55], [2.6, 0.35], [-0.1, 0.7]];
    let stub = crate::models::kit::shapes::prism(&plan, -0.06, 0.1, livery.hull);
    let pod: Vec<Vec<Vec3>> = [
        [-1.35, 0.44],
        [-1.0, 0.56],
        [0.3, 0.6],
        [1.1, 0.52],
        [1.3, 0.44],
    ]
    .iter()
    .map(|[y, r]| circle(v(2.55, *y, 0.1), v(0.0, 1.0, 0.0), *r, 12))
    .collect();
    Mesh::join([stub, wrap(&pod, livery.hull)])
}
