//! Paints: the materials of `names.rs` with the size they are painted for and the flags they need.

use msh_format::msh::{batch_flags, triangle_flags};

use super::kit::Paint;
use crate::names::{building, effect, nature, unit};

/// Seen from both sides; shots pass.
const fn leaves(material: &'static str) -> Paint {
    Paint::new(material, 1.0, 1.0)
        .flags(batch_flags::TWO_SIDED)
        .faces(triangle_flags::SHOTS_PASS)
}

/// Drawn in the see-through queue, from both sides.
const fn glow(material: &'static str) -> Paint {
    Paint::new(material, 1.0, 1.0)
        .flags(batch_flags::SEE_THROUGH | batch_flags::TWO_SIDED)
        .faces(triangle_flags::SHOTS_PASS)
}

/// A doorway: only its first face decides which side is seen.
const fn doorway(material: &'static str, more: u16) -> Paint {
    Paint::new(material, 1.0, 1.0)
        .flags(batch_flags::PORTAL | batch_flags::SEE_THROUGH | batch_flags::FIRST_FACE_TEST | more)
}

pub(super) const PANEL: Paint = Paint::new(building::PANEL, 8.0, 8.0);
pub(super) const PANEL_DARK: Paint = Paint::new(building::PANEL_DARK, 8.0, 8.0);
pub(super) const CONCRETE: Paint = Paint::new(building::CONCRETE, 8.0, 8.0);
pub(super) const ROOF: Paint = Paint::new(building::ROOF, 8.0, 8.0);
pub(super) const WINDOWS: Paint = Paint::new(building::WINDOWS, 8.0, 4.0);
pub(super) const HAZARD: Paint = Paint::new(building::HAZARD, 2.0, 1.0);
pub(super) const DOOR: Paint = Paint::new(building::DOOR, 1.0, 1.0).faces(triangle_flags::DOOR);
pub(super) const GATE: Paint = Paint::new(building::GATE, 1.0, 1.0).faces(triangle_flags::DOOR);
pub(super) const INTERIOR: Paint = Paint::new(building::INTERIOR, 4.0, 4.0).baked();
pub(super) const FLOOR: Paint = Paint::new(building::FLOOR, 4.0, 4.0)
    .faces(triangle_flags::WALKABLE)
    .baked();
pub(super) const CEILING: Paint = Paint::new(building::CEILING, 4.0, 4.0).baked();
pub(super) const CONSOLE: Paint = Paint::new(building::CONSOLE, 1.0, 1.0);
pub(super) const GRATING: Paint = Paint::new(building::GRATING, 2.0, 2.0);
pub(super) const PIPE: Paint = Paint::new(building::PIPE, 4.0, 4.0);
pub(super) const GLASS: Paint = Paint::new(building::GLASS, 4.0, 4.0)
    .flags(batch_flags::SEE_THROUGH | batch_flags::TWO_SIDED)
    .faces(triangle_flags::GLASS);
pub(super) const LAMP: Paint = Paint::new(building::LAMP, 1.0, 1.0);
pub(super) const BEACON: Paint = Paint::new(building::BEACON, 1.0, 1.0);

pub(super) const CHASSIS: Paint = Paint::new(unit::CHASSIS, 4.0, 4.0);
/// The material's phase follows the drive, not the clock.
pub(super) const TRACK: Paint = Paint::new(unit::TRACK, 1.0, 4.0).flags(0x0004);
pub(super) const WHEEL: Paint = Paint::new(unit::WHEEL, 1.0, 1.0);
pub(super) const GUN: Paint = Paint::new(unit::GUN, 2.0, 2.0);
pub(super) const COCKPIT: Paint = Paint::new(unit::COCKPIT, 4.0, 4.0);
pub(super) const NOZZLE: Paint = Paint::new(unit::NOZZLE, 1.0, 1.0);

pub(super) const HIDE: Paint = Paint::new(unit::HIDE, 2.0, 2.0);

pub(super) const BARK: Paint = Paint::new(nature::BARK, 2.0, 4.0);
pub(super) const BIRCH_BARK: Paint = Paint::new(nature::BIRCH_BARK, 2.0, 4.0);
pub(super) const CROWN: Paint = leaves(nature::CROWN);
pub(super) const BIRCH_CROWN: Paint = leaves(nature::BIRCH_CROWN);
pub(super) const FIR: Paint = leaves(nature::FIR);
pub(super) const GRASS_TUFT: Paint = leaves(nature::GRASS_TUFT);
pub(super) const FERN: Paint = leaves(nature::FERN);
pub(super) const BUSH: Paint = leaves(nature::BUSH);
pub(super) const ROCK: Paint = Paint::new(nature::ROCK, 8.0, 8.0);
pub(super) const MOSS_ROCK: Paint = Paint::new(nature::MOSS_ROCK, 8.0, 8.0);

pub(super) const GLOW_WARM: Paint = glow(effect::GLOW_WARM);
/// The colder halo, stored with luminance and alpha alone.
pub(super) const GLOW_COLD: Paint = glow(effect::GLOW_COLD);
pub(super) const GLOW_BLUE: Paint = glow(effect::GLOW_BLUE);
pub(super) const FLAME: Paint = glow(effect::FLAME);
pub(super) const STEAM: Paint = glow(effect::STEAM);
/// Dust and stains laid over what they touch.
pub(super) const GRIME: Paint = Paint::new(effect::GRIME, 1.0, 1.0).flags(batch_flags::SEE_THROUGH);
/// Soft dark patch under a unit; multiplies what it lies on.
pub(super) const SHADOW: Paint =
    Paint::new(effect::SHADOW, 1.0, 1.0).flags(batch_flags::SEE_THROUGH);
/// Black from afar, clear from near.
pub(super) const GATE_PORTAL: Paint = doorway(effect::DEFAULT, 0);
/// Never drawn.
pub(super) const OPEN_PORTAL: Paint = doorway(effect::DEFAULT, batch_flags::PORTAL_OPEN);
pub(super) const SIGN_PORTAL: Paint = doorway(effect::PORTAL_SIGN, batch_flags::PORTAL_SIGN);
pub(super) const ARROW_PORTAL: Paint = doorway(effect::PORTAL_ARROW, batch_flags::PORTAL_SIGN);

/// Hull paint and insignia of a clan.
#[derive(Debug, Clone, Copy)]
pub(super) struct Livery {
    /// Hull plates.
    pub hull: Paint,
    /// Insignia plate.
    pub sign: Paint,
}

pub(super) const BLUE: Livery = Livery {
    hull: Paint::new(unit::HULL_BLUE, 4.0, 4.0),
    sign: Paint::new(unit::SIGN_BLUE, 1.0, 1.0),
};
pub(super) const RED: Livery = Livery {
    hull: Paint::new(unit::HULL_RED, 4.0, 4.0),
    sign: Paint::new(unit::SIGN_RED, 1.0, 1.0),
};
