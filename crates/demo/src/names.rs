//! Names of every material, and how far its texture stretches.
//!
//! Models wear these names; `materials.rs` says what each is made of. "Tile" is the world size that
//! one turn (0..1) of the texture is painted for. v grows downwards in the picture.

/// Ground layers, rows of `Land1.wea` and `Land2.wea` (flags 0, two tracks).
pub mod ground {
    /// Concrete of building footings; row 0, named by no face of the file.
    pub const FOOTING: &str = "B_S0";
    /// Fresh meadow grass.
    pub const MEADOW: &str = "L20";
    /// Dry ochre grass of the upper slopes.
    pub const DRY_GRASS: &str = "L21";
    /// Layered grey-brown rock.
    pub const ROCK: &str = "L32";
    /// Shore sand.
    pub const SAND: &str = "L10";
    /// Trodden dirt of the roads.
    pub const DIRT: &str = "L05";
    /// Compacted gravel of the plant's yard.
    pub const GRAVEL: &str = "L07";
    /// The liquid's surface.
    pub const WATER: &str = "WATER";
    /// The lake's bed.
    pub const BED: &str = "WATER_BOT";
}

/// Building skins (flags 2: opaque whatever the texture's alpha says). Tile 8 x 8 unless noted.
pub mod building {
    /// Grey-blue riveted metal panels, weathered. The main outer wall.
    pub const PANEL: &str = "B_PG4";
    /// The same panels in dark blue, for trims, plinths and towers' upper bands.
    pub const PANEL_DARK: &str = "B_PG5";
    /// Cast concrete with board seams, bolt holes and rain streaks. Bunkers, bases.
    pub const CONCRETE: &str = "B_NP13";
    /// Corrugated roof sheets; the waves run down v.
    pub const ROOF: &str = "B_RF1";
    /// Wall with a band of windows at mid height; its lit panes glow at dusk. Tile 8 wide, 4 high.
    pub const WINDOWS: &str = "B_WIN1";
    /// Orange-black hazard stripes. Tile 2 x 1: a narrow edge band.
    pub const HAZARD: &str = "B_HAZ1";
    /// One door leaf with frame, window slit and orange lower stripe: map 0..1 to the whole leaf.
    pub const DOOR: &str = "B_DOR1";
    /// Big gate leaf, horizontal segments, number and stripes: map 0..1 to the whole gate.
    pub const GATE: &str = "B_DOR2";
    /// Dark interior wall panels with a light cable duct at shoulder height. Tile 4 x 4.
    pub const INTERIOR: &str = "B_INT1";
    /// Floor tiles, slightly worn. Tile 4 x 4.
    pub const FLOOR: &str = "B_FLR1";
    /// Ceiling with a strip light down the middle of u. Tile 4 x 4.
    pub const CEILING: &str = "B_CEI1";
    /// Console front with screens, animated in three phases: map 0..1 to the whole console.
    pub const CONSOLE: &str = "B_CON1";
    /// Open steel grating and girders: catwalks, masts. Tile 2 x 2.
    pub const GRATING: &str = "B_GRT1";
    /// Round pipes and tanks: brushed steel with a weld seam. Tile 4 x 4.
    pub const PIPE: &str = "B_PIP1";
    /// See-through tinted glass (flags 4, opacity 55 %).
    pub const GLASS: &str = "B_GLS1";
    /// Lamp body: bright self-lit white-yellow, no texture.
    pub const LAMP: &str = "B_LMP1";
    /// Red beacon that pulses (ping-pong, ambient interpolated), no texture.
    pub const BEACON: &str = "B_BCN1";
}

/// Vehicle and weapon skins (flags 2). Tile 4 x 4 unless noted.
pub mod unit {
    /// Hull paint of the blue clan: grey-blue plates, panel lines, orange accents, worn edges.
    pub const HULL_BLUE: &str = "R_NP13";
    /// Hull paint of the red clan: rust-red plates, cream accents.
    pub const HULL_RED: &str = "R_NP14";
    /// Dark underside and running gear: bolts, oil, dust. Both clans.
    pub const CHASSIS: &str = "R_CH01";
    /// Track belt; links follow each other along v, 8 links in 0..1. Tile 1 wide, 4 long.
    pub const TRACK: &str = "R_TRK1";
    /// Road wheel seen from the side: map 0..1 to the disc's square.
    pub const WHEEL: &str = "R_WHL1";
    /// Gun metal, brushed along v. Tile 2 x 2.
    pub const GUN: &str = "R_GUN1";
    /// Cockpit glass: dark, shiny, opaque (flags 2, specular).
    pub const COCKPIT: &str = "R_CKP1";
    /// Jet nozzle and hot exhaust: dark ring, orange core, map 0..1 to the disc's square.
    pub const NOZZLE: &str = "R_NOZ1";
    /// Insignia plate of the blue clan (8 tracks, one per sign): map 0..1 to the plate.
    pub const SIGN_BLUE: &str = "B_LBL_01";
    /// Insignia plate of the red clan (8 tracks).
    pub const SIGN_RED: &str = "R_LBL_01";
    /// Scaly skin of the creature, tile 2 x 2.
    pub const HIDE: &str = "A_SKN1";
}

/// Plants and stones. Cutouts are flags 4; map 0..1 to the whole card, v 0 is the card's top.
pub mod nature {
    /// Brown bark, tile 2 around, 4 up.
    pub const BARK: &str = "S_BRK1";
    /// White birch bark, tile 2 around, 4 up.
    pub const BIRCH_BARK: &str = "S_BRK2";
    /// Round broadleaf crown, a card seen from the side.
    pub const CROWN: &str = "S_LF01";
    /// Loose hanging birch crown, a card seen from the side.
    pub const BIRCH_CROWN: &str = "S_LF02";
    /// Conifer: a whole fir's silhouette, tip at v 0, trunk foot at v 1.
    pub const FIR: &str = "S_LF03";
    /// Grass tuft growing from v 1.
    pub const GRASS_TUFT: &str = "S_GRS1";
    /// Fern fan growing from the middle of v 1.
    pub const FERN: &str = "S_FRN1";
    /// Flowering bush.
    pub const BUSH: &str = "S_BSH1";
    /// Layered rock (flags 2), tile 8 x 8, strata across v.
    pub const ROCK: &str = "S_ROC1";
    /// The same rock with moss on v 0 to 0.5 fading downwards (flags 2), tile 8 x 8.
    pub const MOSS_ROCK: &str = "S_ROC2";
}

/// Lights, shadows and portals.
pub mod effect {
    /// Warm additive halo (flags 8): map 0..1 to a card around a lamp.
    pub const GLOW_WARM: &str = "E_GLW1";
    /// Blue additive halo (flags 8), flickers over a cell sheet.
    pub const GLOW_BLUE: &str = "E_GLW2";
    /// Cold blue-white additive halo (flags 8), still: for strip lights and hover pads.
    pub const GLOW_COLD: &str = "E_GLW3";
    /// Jet flame (flags 8), six cells of a sheet, loops; flame runs down v.
    pub const FLAME: &str = "E_FLM1";
    /// Steam puff (flags 4), fades in and out once (mode 2, opacity interpolated).
    pub const STEAM: &str = "E_STM1";
    /// Soft contact shadow, multiplied (flags 12): lay flat under trees and units, 0..1.
    pub const SHADOW: &str = "E_SHD1";
    /// Dust and grime decal, modulate 2x (flags 16): lay over yards and walls, 0..1.
    pub const GRIME: &str = "E_DRT1";
    /// Black doorway, for portal batches; also the fallback of every unknown name.
    pub const DEFAULT: &str = "DEFAULT";
    /// Green exit sign, for portal batches with 0x10: map 0..1 to the sign.
    pub const PORTAL_SIGN: &str = "PORTAL_001";
    /// Green arrow sign, the other way: map 0..1 to the sign.
    pub const PORTAL_ARROW: &str = "PORTAL_004";
}

/// Rows of `sky.wea`, in the order of its nine slots.
pub const SKY: [&str; 9] = [
    "ENV_NEB01",
    "ENV_STARS",
    "ENV_CLD01",
    "ENV_SUN01",
    "ENV_MOON1",
    "ENV_FLRA1",
    "ENV_FLRB1",
    "ENV_SNOW1",
    "ENV_RAIN1",
];
