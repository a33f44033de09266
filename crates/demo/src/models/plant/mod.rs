//! The plant: an assembly hall with a saw-tooth roof and a gate, a control tower, silos and stacks.
//! 42 x 32 on the ground, its gate looks along +Y.

mod hall;
mod interior;
mod outworks;
mod tower;
mod yard;

pub(super) use hall::lantern;
pub(super) use tower::{console, mast};

use msh_format::msh::{HallLink, HallVertex, HallWay, node_flags};

use super::kit::shapes::{block, card, cuboid, quad};
use super::kit::{Mesh, Model, Pose, Turn, Vec3, v};
use super::paints::{GATE, HAZARD, OPEN_PORTAL, PANEL, PANEL_DARK, PIPE, ROOF};

/// Exterior shell.
const SHELL: usize = 0;
/// Assembly hall.
const HALL: usize = 1;
/// Leaf of the gate: closed at frame 0, sunk into the ground at frame 1.
pub(super) const DOOR: usize = 3;
/// Radar on the control tower.
pub(super) const RADAR: usize = 5;
/// Socket of the roof turret.
pub(super) const TURRET_SOCKET: usize = 6;

/// Floor of hall and yard.
const FLOOR: f32 = 0.35;
/// The gate's opening: x from, x to, height.
const OPENING: [f32; 3] = [-6.5, 2.5, 7.0];
/// The plane in which the leaf stands.
const GATE_Y: f32 = 11.5;

/// The whole plant.
pub(super) fn model() -> Model {
    let mut model = Model::new("o01_m1o1");
    model.flag(SHELL, node_flags::CELL_ROOT | 0x0100);
    let exterior = Mesh::join([hall::exterior(), tower::exterior(), yard::pipework()]);
    model.shape(
        SHELL,
        [exterior, outline(true), outline(false), outline(false)],
    );
    let hall = model.node("i01_m1o1", SHELL, Pose::NONE);
    model.flag(hall, node_flags::INTERIOR | node_flags::CELL_ROOT);
    model.shape(hall, [interior::hall()]);
    model.lamps = interior::lamps(hall);
    let control = model.node("i02_m1o1", SHELL, Pose::at(tower::CONTROL_ROOM));
    model.flag(control, node_flags::INTERIOR | node_flags::CELL_ROOT);
    model.shape(control, [tower::control_room()]);
    add_door(&mut model);
    let silos = model.node("o02_m1o1", SHELL, Pose::NONE);
    model.shape(silos, [yard::silos(16), yard::silos(8), yard::silos(6)]);
    model.column(silos, 1, 0, yard::burst_silos());
    model.column(silos, 2, 0, yard::fallen_silos());
    let radar = model.node("o03_m1o1", SHELL, Pose::at(tower::RADAR));
    model.shape(radar, [tower::radar()]);
    let turned = |quarter: u16| {
        let angle = std::f32::consts::FRAC_PI_2 * f32::from(quarter);
        (quarter * 8, Pose::new(tower::RADAR, Turn::z(angle)))
    };
    model.animate(radar, &[0, 1, 2, 3, 4].map(turned));
    let socket = model.node("Base_01", SHELL, Pose::at(v(-11.0, 9.4, 10.75)));
    model.label(socket, "e_bnt");
    model.hall = hall_way();
    model
}

/// The leaf stands in its frame at frame 0 and has sunk out of sight at frame 1.
fn add_door(model: &mut Model) {
    let [left, right, height] = OPENING;
    let middle = v((left + right) * 0.5, GATE_Y, FLOOR);
    let door = model.node("i03_m1o1", SHELL, Pose::at(middle));
    model.flag(door, 0x00D1);
    let half = (right - left) * 0.5;
    let leaf = |y: f32, side: f32| {
        card(
            v(half * side, y, 0.0),
            v(-half * side, y, 0.0),
            v(-half * side, y, height),
            v(half * side, y, height),
            GATE,
        )
    };
    let edge = cuboid(v(-half, -0.19, 0.0), v(half, 0.19, height), PANEL_DARK);
    model.shape(
        door,
        [
            Mesh::join([edge, leaf(0.2, 1.0), leaf(-0.2, -1.0)]),
            leaf(0.2, 1.0),
            leaf(0.2, 1.0),
        ],
    );
    let sunk = Pose::at(middle - v(0.0, 0.0, height - 0.02));
    model.animate(door, &[(0, Pose::at(middle)), (1, sunk)]);
}

/// The gate as a portal, seen from the yard and from the hall; it is never drawn.
fn gate_portals() -> [Mesh; 2] {
    let [left, right, height] = OPENING;
    let quad = |y: f32, from: f32, to: f32, room: usize| {
        let paint = OPEN_PORTAL.portal(u16::try_from(room).unwrap_or(0xFFFF));
        quad(
            v(from, y, FLOOR),
            v(to, y, FLOOR),
            v(to, y, FLOOR + height),
            v(from, y, FLOOR + height),
            paint,
        )
    };
    [
        quad(11.0, right, left, HALL),
        quad(10.95, left, right, SHELL),
    ]
}

/// The plant from far away: its main bodies, with or without the teeth of the roof.
fn outline(teeth: bool) -> Mesh {
    let mut mesh = Mesh::join([
        block(
            v(-21.0, -16.0, -2.0),
            v(21.0, 16.0, FLOOR),
            0.35,
            super::paints::CONCRETE,
        ),
        cuboid(v(-13.0, -12.0, FLOOR), v(9.0, 11.0, 10.5), PANEL),
        cuboid(v(9.0, -8.0, FLOOR), v(19.0, 6.0, 14.8), PANEL),
        cuboid(v(-8.4, 10.5, FLOOR), v(4.4, 13.0, 9.4), PANEL_DARK),
        cuboid(v(-9.3, -15.0, FLOOR), v(-6.7, -12.4, 24.0), PIPE),
        cuboid(v(-4.3, -15.0, FLOOR), v(-1.7, -12.4, 24.0), PIPE),
        cuboid(v(8.0, 6.0, FLOOR), v(19.0, 13.0, 5.0), PANEL),
    ]);
    if teeth {
        mesh.add(hall::teeth());
    } else {
        mesh.add(cuboid(v(-13.0, -12.0, 10.5), v(9.0, 11.0, 11.8), ROOF));
    }
    mesh
}

/// Ways through the plant: exit on the ramp, gate, place of creation, pod in the control room.
fn hall_way() -> HallWay {
    let vertex = |p: Vec3, flags: u32, node: u32| HallVertex {
        position: p.to_array(),
        flags,
        node,
    };
    let link = |from: u32, to: u32| HallLink {
        from,
        to,
        gates: [u32::MAX; 8],
    };
    HallWay {
        vertices: vec![
            vertex(v(-2.0, 22.0, 1.4), 0x1000_0001, 0),
            vertex(v(-2.0, 11.5, 1.75), 0x2000_0002, 0),
            vertex(v(-2.0, 5.0, 1.75), 0x0000_0002, 1),
            vertex(v(-2.0, -4.0, 1.75), 0x0000_0080, 1),
            vertex(v(0.0, 0.0, 1.4), 0x0000_0040, 2),
        ],
        links: vec![
            link(0, 1),
            link(1, 2),
            link(2, 3),
            link(1, 0),
            link(2, 1),
            link(3, 2),
        ],
    }
}

/// A strip of hazard stripes, facing +Y.
fn hazard_front(from: [f32; 2], to: [f32; 2], y: f32) -> Mesh {
    let ([x0, z0], [x1, z1]) = (from, to);
    quad(
        v(x1, y, z0),
        v(x0, y, z0),
        v(x0, y, z1),
        v(x1, y, z1),
        HAZARD,
    )
}
