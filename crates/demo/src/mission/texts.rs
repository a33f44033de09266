//! `mission.cfg`, `briefing.cfg` and the title.

use anyhow::Result;
use msh_format::text;

use crate::layout::CAMERA;

/// Title of the mission, Russian as the game's own.
pub(super) const TITLE: &str = "Остров (The Island)";

const MISSION: &str = r#"# The island: a plant by a lake, and corsairs on the far shore
object	minimap
 desc     = "resource"
 library  = "ui\minimap.lib"
 libtype  = "multi"
 type     = 1
 minimap  = "isle.tex"
end

object primary_objectives
  objective1 = "1. Удержать завод (hold the plant)"
  objective2 = "2. Прогнать корсаров с северного берега"   # the raid
end

object bonus_objectives
  objective1 = "Найти жилу руды # 2"
end

OBJECT ambient_music_loop
  desc = "resource"
  library = "sounds.lib"
  libtype = "multi"
  type = 5
  THEME = "isle_day.wav"
End
"#;

pub(super) fn mission_cfg() -> Result<Vec<u8>> {
    dos_text(MISSION)
}

/// Way points of the briefing; the first is the default camera.
pub(super) fn briefing_cfg() -> Result<Vec<u8>> {
    let ([x, y, z], [tx, ty, tz]) = CAMERA;
    let first = way_point(0, [x, y, z], [tx, ty, tz]);
    let second = way_point(1, [238.0, 160.0, 32.0], [300.0, 236.0, 22.0]);
    let third = way_point(2, [330.0, 130.0, 34.0], [390.0, 160.0, 24.0]);
    dos_text(&[first, second, third].join("\n"))
}

fn way_point(index: usize, eye: [f32; 3], target: [f32; 3]) -> String {
    format!(
        "object WayPoint{index}\n  CameraX = {}\n  CameraY = {}\n  CameraZ = {}\n  \
         TargetX = {}\n  TargetY = {}\n  TargetZ = {}\nend\n",
        eye[0], eye[1], eye[2], target[0], target[1], target[2]
    )
}

/// CP1251 with CR LF.
fn dos_text(text: &str) -> Result<Vec<u8>> {
    Ok(text::encode(&text.replace('\n', "\r\n"))?)
}
