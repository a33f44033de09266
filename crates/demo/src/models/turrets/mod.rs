//! Turrets and guns: parts that hang on a socket of what carries them.
//!
//! A part's root has no geometry; it is turned as the sockets it fits, so that `socket * inverse(root)`
//! stands the rest upright. Frames 49 to 53 turn a turret once round (51 looks ahead), 55 to 57 raise
//! its guns, 58 to 60 recoil. At frame 0 a turret stands in its parking position, turned aside.

mod ball;
mod guns;
mod heavy;
mod light;
mod tower;

pub(super) use ball::model as ball;
pub(super) use guns::{long as long_gun, short as short_gun};
pub(super) use heavy::model as heavy;
pub(super) use light::model as light;
pub(super) use tower::model as tower;

use super::kit::{HALF, Model, Pose, QUARTER, Turn, Vec3, v};

/// Node that turns.
pub(super) const YAW: i32 = 1;
/// Node that rises with the guns.
pub(super) const PITCH: i32 = 2;
/// Sockets of the guns, children of the pitch node.
pub(super) const GUN_SOCKETS: [usize; 2] = [3, 4];
/// Node of a gun that recoils.
pub(super) const BARREL: i32 = 1;

/// Parking position of a turret at frame 0.
const PARKED: f32 = 0.6;

/// A part's root and its turning and rising nodes; `guns` are the sockets in model space.
fn skeleton(root: Turn, trunnion: Vec3, guns: &[Vec3]) -> Model {
    let mut model = Model::default();
    model.add("Root", None, Pose::new(Vec3::ZERO, root));
    let yaw = model.node("o01_m1o1", 0, Pose::NONE);
    let pitch = model.node("o02_m1o1", yaw, Pose::at(trunnion));
    for (i, gun) in guns.iter().enumerate() {
        let name = ["Base_gun", "Base_RU_01"][i % 2];
        // Turned a quarter about z, as the roots of the guns are.
        let socket = model.node(name, pitch, Pose::new(*gun, Turn::z(QUARTER)));
        model.label(socket, "e_gun");
    }
    let turned = |angle: f32| Pose::new(Vec3::ZERO, Turn::z(angle));
    model.animate(
        yaw,
        &[
            (0, turned(PARKED)),
            (48, turned(PARKED)),
            (49, turned(-HALF)),
            (50, turned(-QUARTER)),
            (51, turned(0.0)),
            (52, turned(QUARTER)),
            (53, turned(HALF)),
        ],
    );
    let raised = |angle: f32| Pose::new(trunnion, Turn::x(angle));
    model.nodes[pitch].keys = vec![
        (0, raised(0.0)),
        (54, raised(0.0)),
        (55, raised(-0.12)),
        (57, raised(0.42)),
    ];
    model
}

/// The root of a gun and its recoiling barrel.
fn gun_skeleton() -> Model {
    let mut model = Model::default();
    model.add("Root", None, Pose::new(Vec3::ZERO, Turn::z(QUARTER)));
    let barrel = model.node("o01_m1o1", 0, Pose::NONE);
    let back = |way: f32| Pose::at(v(0.0, -way, 0.0));
    model.animate(
        barrel,
        &[
            (0, back(0.0)),
            (58, back(0.0)),
            (59, back(0.45)),
            (60, back(0.0)),
        ],
    );
    model
}
