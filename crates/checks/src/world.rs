//! The files of a mission and of its map.

use std::hint::black_box;

use msh_format::Warnings;
use msh_format::land::Land;
use msh_format::land_map::LandMap;
use msh_format::mission_cfg::MissionCfg;
use msh_format::sky::Sky;
use msh_format::tma::Tma;
use msh_scene::glam::Vec3;
use msh_scene::sky::{SkyClock, SkyMoment};
use msh_scene::terrain::HeightField;

use crate::mission_folder::{self, LAND};

pub(crate) fn tma(data: &[u8]) {
    if let Ok(mission) = Tma::parse(data, &mut Warnings::new()) {
        black_box(mission.description_text());
        assert_eq!(mission.to_bytes().unwrap(), data);
    }
}

/// Also asks the ground how high it is, and builds it as a mission does.
pub(crate) fn land(data: &[u8]) {
    let Ok(land) = Land::parse(data, &mut Warnings::new()) else {
        return;
    };
    assert_eq!(land.to_bytes().unwrap(), data);
    black_box(land.water_level());
    for face in &land.faces {
        black_box((face.second_material(), face.is_bed()));
        for edge in 0..3 {
            black_box(face.across(edge));
        }
    }
    let heights = HeightField::of_land(&land);
    if let Some((min, max)) = land.bounds() {
        let (min, max) = (Vec3::from(min), Vec3::from(max));
        for step in 0..=4_u8 {
            let share = f32::from(step) / 4.0;
            ask(&heights, min.lerp(max, share));
            ask(&heights, min.lerp(max.with_y(min.y), share));
        }
        black_box(heights.covers_way(min, max));
    }
    for position in land.positions.iter().take(64) {
        ask(&heights, Vec3::from(*position));
    }
    ask(&heights, Vec3::splat(f32::NAN));
    mission_folder::open(&[(LAND, data)], None);
}

pub(crate) fn land_map(data: &[u8]) {
    let Ok(map) = LandMap::parse(data, &mut Warnings::new()) else {
        return;
    };
    assert_eq!(map.to_bytes().unwrap(), data);
    for (areal, record) in map.areals.iter().enumerate() {
        black_box((record.class(), record.is_lake()));
        for edge in 0..=record.edges.len() {
            if let Some((other, twin)) = map.across(areal, edge) {
                assert!(twin < map.areals[other].edges.len());
            }
        }
    }
    let [columns, rows] = map.grid.size();
    assert_eq!(
        map.grid.cells().len() as u64,
        u64::from(columns) * u64::from(rows)
    );
    for (x, y) in [(0, 0), (columns / 2, rows / 2), (columns, rows)] {
        black_box(map.grid.cell(x, y));
    }
}

/// Heights are numbers, where there is ground.
fn ask(heights: &HeightField, place: Vec3) {
    let (x, y) = (place.x, place.y);
    let found = [
        heights.height(x, y),
        heights.dry_height(x, y),
        heights.floor_height(x, y),
    ];
    assert!(found.iter().flatten().all(|height| height.is_finite()));
}

/// Also plays the day once.
pub(crate) fn sky(data: &[u8]) {
    let Ok(sky) = Sky::parse(data, &mut Warnings::new()) else {
        return;
    };
    assert_eq!(sky.to_bytes().unwrap(), data);
    let Some(mut clock) = SkyClock::start(&sky) else {
        return;
    };
    for _ in 0..8 {
        if let Some(moment) = SkyMoment::at(&sky, clock) {
            black_box((moment.lighting(), moment.body(), moment.weather()));
        }
        black_box(clock.time(&sky));
        clock.advance_minutes(&sky, 200.0);
        clock.advance(&sky, 1e6);
        clock.advance_minutes(&sky, -30.0);
    }
}

pub(crate) fn mission_cfg(data: &[u8]) {
    let mut warnings = Warnings::new();
    let cfg = MissionCfg::parse(data, &mut warnings);
    assert_eq!(cfg.to_bytes().unwrap(), data);
    for block in &cfg.blocks {
        black_box(block.resource());
    }
    // The blocks alone say the same, where the text can say it.
    let blocks = MissionCfg {
        source: None,
        ..cfg
    };
    if let Ok(text) = blocks.to_bytes() {
        assert_eq!(
            MissionCfg::parse(&text, &mut warnings).blocks,
            blocks.blocks
        );
    }
}
