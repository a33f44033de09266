//! The bunker: a concrete front in a slope, an entry hall behind a sliding blast door, a store beside
//! it, and a corridor down to a control room under the hill. Its door looks along +Y.

mod front;
mod rooms;

use msh_format::msh::{HallLink, HallVertex, HallWay, node_flags};

use super::kit::shapes::{card, cuboid, quad};
use super::kit::{Lamp, Mesh, Model, Paint, Pose, Vec3, v};
use super::paints::{
    ARROW_PORTAL, DOOR as DOOR_PAINT, GATE_PORTAL, OPEN_PORTAL, PANEL_DARK, SIGN_PORTAL,
};

const SHELL: usize = 0;
const ENTRY: usize = 1;
const CONTROL: usize = 2;
/// Leaf of the blast door: shut at frame 0, slid to the right at frame 1.
pub(super) const DOOR: usize = 3;
const CORRIDOR: usize = 4;
const STORE: usize = 5;
/// Socket of the turret on the roof.
pub(super) const TURRET_SOCKET: usize = 6;
/// Hall-way vertex in the control room at which the hero starts.
pub(crate) const HERO_VERTEX: i32 = 3;

/// The blast door's opening: half its width, and its height.
const OPENING: [f32; 2] = [2.0, 3.4];

/// The whole bunker.
pub(super) fn model() -> Model {
    let mut model = Model::new("o01_m1o1");
    model.flag(SHELL, node_flags::CELL_ROOT | 0x0100);
    let mut exterior = front::exterior();
    exterior.add(doorway(2.05, 1.0, GATE_PORTAL, ENTRY));
    model.shape(SHELL, [exterior, front::plain(), front::plain()]);
    let rooms = [("i01_m1o1", rooms::entry()), ("i02_m1o1", rooms::control())];
    for (name, mesh) in rooms {
        add_room(&mut model, name, mesh);
    }
    add_door(&mut model);
    add_room(&mut model, "i04_m1o1", rooms::corridor());
    add_room(&mut model, "i05_m1o1", rooms::store());
    let socket = model.node("Base_01", SHELL, Pose::at(v(0.0, -4.0, 6.42)));
    model.label(socket, "e_bnt");
    model.lamps = lamps();
    model.hall = hall_way();
    model
}

fn add_room(model: &mut Model, name: &str, mesh: Mesh) {
    let room = model.node(name, SHELL, Pose::NONE);
    model.flag(room, node_flags::INTERIOR | node_flags::CELL_ROOT);
    model.shape(room, [mesh]);
}

fn add_door(model: &mut Model) {
    let [half, height] = OPENING;
    let shut = Pose::at(v(0.0, 2.3, 0.0));
    let door = model.node("i03_m1o1", SHELL, shut);
    model.flag(door, 0x00D1);
    let leaf = |y: f32, side: f32| {
        card(
            v(half * side, y, 0.0),
            v(-half * side, y, 0.0),
            v(-half * side, y, height),
            v(half * side, y, height),
            DOOR_PAINT,
        )
    };
    let core = cuboid(v(-half, -0.12, 0.0), v(half, 0.12, height), PANEL_DARK);
    model.shape(
        door,
        [
            Mesh::join([core, leaf(0.13, 1.0), leaf(-0.13, -1.0)]),
            leaf(0.13, 1.0),
        ],
    );
    let open = Pose::at(v(2.0 * half - 0.15, 2.3, 0.0));
    model.animate(door, &[(0, shut), (1, open)]);
}

/// A portal quad over the blast door, facing +Y for `side` 1 and -Y for -1.
fn doorway(y: f32, side: f32, paint: Paint, room: usize) -> Mesh {
    let [half, height] = OPENING;
    upright(
        v(0.0, y, 0.0),
        v(half * side, 0.0, 0.0),
        height,
        paint,
        room,
    )
}

/// An upright portal quad: `reach` runs from the middle of its foot to its lower left corner.
fn upright(foot: Vec3, reach: Vec3, height: f32, paint: Paint, room: usize) -> Mesh {
    let paint = paint.portal(u16::try_from(room).unwrap_or(0xFFFF));
    let up = v(0.0, 0.0, height);
    quad(
        foot + reach,
        foot - reach,
        foot - reach + up,
        foot + reach + up,
        paint,
    )
}

/// A small sign hung in a doorway; it names the room behind it, as its doorway does.
fn sign(middle: Vec3, reach: Vec3, paint: Paint, room: usize) -> Mesh {
    let paint = paint.portal(u16::try_from(room).unwrap_or(0xFFFF));
    let (low, high) = (middle - v(0.0, 0.0, 0.28), middle + v(0.0, 0.0, 0.28));
    card(low + reach, low - reach, high - reach, high + reach, paint)
}

fn lamps() -> Vec<Lamp> {
    let lamp = |node: usize, at: Vec3, color: [f32; 3]| Lamp {
        node,
        at,
        color,
        range: 14.0,
    };
    let (warm, cold) = ([11.0, 9.4, 7.0], [9.0, 11.6, 14.5]);
    vec![
        lamp(ENTRY, v(-2.2, -1.2, 3.6), warm),
        lamp(ENTRY, v(2.2, -1.2, 3.6), warm),
        lamp(STORE, v(7.2, 0.0, 3.1), warm),
        lamp(CORRIDOR, v(0.0, -9.5, 0.4), [5.0, 3.6, 2.2]),
        lamp(CONTROL, v(-4.0, -20.5, 1.0), cold),
        lamp(CONTROL, v(4.0, -20.5, 1.0), cold),
    ]
}

/// From the forecourt through the rooms to the pod; vertex 3 is where the hero starts.
fn hall_way() -> HallWay {
    let vertex = |p: Vec3, flags: u32, node: usize| HallVertex {
        position: p.to_array(),
        flags,
        node: u32::try_from(node).unwrap_or(0),
    };
    let link = |from: u32, to: u32| HallLink {
        from,
        to,
        gates: [u32::MAX; 8],
    };
    HallWay {
        vertices: vec![
            vertex(v(0.0, 9.0, 1.4), 0x1000_0001, SHELL),
            vertex(v(0.0, -1.0, 1.4), 0x2, ENTRY),
            vertex(v(0.0, -16.4, -2.6), 0x2, CONTROL),
            vertex(v(-2.5, -20.5, -3.66), 0x40, CONTROL),
            vertex(v(6.8, 0.0, 1.4), 0x20, STORE),
        ],
        links: vec![
            link(0, 1),
            link(1, 2),
            link(2, 3),
            link(1, 4),
            link(3, 2),
            link(2, 1),
            link(1, 0),
        ],
    }
}
