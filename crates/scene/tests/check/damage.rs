//! One kind of damage after another: each is named exactly once, with the way that leads to it.

use msh_format::text::FixedStr;
use msh_scene::problems::Severity::{self, Error, Warning};

use crate::demo::Demo;

/// What is done to the demo and what the check has to say about it: severity, place, and a part
/// of the message.
type Row = (fn(&mut Demo), Severity, &'static str, &'static str);

/// Places below are relative to the mission; a `/` in front starts from the root.
const ROWS: &[Row] = &[
    // Archives and members
    (
        |demo| demo.file("guns.rlb")[0] = b'X',
        Error,
        "/guns.rlb",
        "magic",
    ),
    (
        |demo| demo.file("static.rlb").truncate(600_000),
        Error,
        "/static.rlb",
        "NRes",
    ),
    (
        |demo| demo.file("objects.rlb")[0] = b'X',
        Error,
        "/objects.rlb",
        "magic",
    ),
    (
        |demo| {
            // The offset of the last member.
            let file = demo.file("static.rlb");
            let end = file.len();
            file[end - 8..end - 4].copy_from_slice(&0x7FFF_FFF0_u32.to_le_bytes());
        },
        Error,
        "object 228 s_wind_02 -> component 0 s_wind_02",
        "static.rlb::s_wind_a_02.ctl, NRes directory, record 67: out of range: payload 0x7ffffff0",
    ),
    (
        |demo| {
            demo.edit_archive("static.rlb", |members| {
                let again = members.iter().find(|m| m.2.same_as(b"s_rock_0_01.wea"));
                let again = again.cloned();
                members.extend(again);
            })
        },
        Warning,
        "/static.rlb::s_rock_0_01.wea",
        "entries 26 and 68 have this name",
    ),
    (
        |demo| demo.edit_member("static.rlb", "s_rock_0_01.cpt", |bytes| bytes.truncate(70)),
        Error,
        "/static.rlb::s_rock_0_01.cpt",
        "",
    ),
    (
        |demo| demo.edit_member("static.rlb", "s_rock_0_01.ndp", |bytes| bytes.truncate(70)),
        Error,
        "/static.rlb::s_rock_0_01.ndp",
        "",
    ),
    // Missions
    (
        |demo| demo.mission("data.tma").truncate(200),
        Error,
        "/MISSIONS/Single.01",
        "truncated",
    ),
    (
        |demo| demo.mission("data.tma")[4..8].copy_from_slice(&u32::MAX.to_le_bytes()),
        Error,
        "/MISSIONS/Single.01",
        "data.tma",
    ),
    (
        |demo| {
            demo.files.remove("MISSIONS/Single.01/mission.cfg");
        },
        Warning,
        "mission.cfg",
        "missing",
    ),
    (
        |demo| *demo.mission("briefing.cfg") = b"object WayPoint0\r\nCameraX = 1\r\nend\r\n".into(),
        Warning,
        "briefing.cfg",
        "WayPoint0 lacks a number",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[215].path = br"..\crate".to_vec()),
        Error,
        r"object 215 ..\crate",
        "the prototype",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[18].path = br"..\grazer.dat".to_vec()),
        Error,
        r"object 18 ..\grazer.dat",
        "is not allowed",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[5].host = 4_711),
        Warning,
        r"object 5 UNITS\UNITS\BATTLE\tank_l1.dat",
        "no building or unit has the logical id 4711",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[17].host = 4_711),
        Warning,
        r"object 17 UNITS\UNITS\HERO\hero.dat",
        "no building has the logical id 4711; it is not shown",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[215].turns[2] = f32::NAN),
        Error,
        "object 215 s_crate_01",
        "not finite; the object is not shown",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[215].scale = [0.0; 3]),
        Warning,
        "object 215 s_crate_01",
        "drawn without culling",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[17].vertex = 99),
        Warning,
        r"object 17 UNITS\UNITS\HERO\hero.dat",
        "hall-way vertex 99",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[0].scale = [0.0; 3]),
        Warning,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat",
        "drawn without culling",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[5].path = b"nothing".to_vec()),
        Error,
        "object 5 nothing",
        "the prototype \"nothing\" was not found",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[5].path = b"s_crate_01".to_vec()),
        Warning,
        "object 5 s_crate_01",
        "a building or unit whose path is no .dat file",
    ),
    // Ground and sky
    (
        |demo| demo.edit_tma(|tma| tma.land_path = br"DATA\MAPS\Isle\sea".to_vec()),
        Error,
        "data.tma",
        "DATA/MAPS/Isle/sea.msh",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.land_path = b"land".to_vec()),
        Error,
        "data.tma",
        "a terrain lies in a folder of its own",
    ),
    (
        |demo| {
            demo.files.remove("DATA/MAPS/Isle/Land2.wea");
        },
        Error,
        "data.tma -> DATA/MAPS/Isle/land2.wea",
        "missing",
    ),
    (
        |demo| {
            demo.files.remove("DATA/MAPS/Isle/Land.map");
        },
        Warning,
        "data.tma -> DATA/MAPS/Isle/land.map",
        "missing; the picture needs none",
    ),
    (
        |demo| demo.edit_first_face(|face| face[4] = 200),
        Error,
        "data.tma -> DATA/MAPS/Isle/land.msh",
        "material row 200",
    ),
    (
        |demo| demo.edit_last_face(|face| face[4] = 200),
        Warning,
        "data.tma -> DATA/MAPS/Isle/land.msh",
        "coarse faces name material row 200",
    ),
    (
        |demo| {
            let wear = demo.file("DATA/MAPS/Isle/Land2.wea");
            *wear = b"2\r\n0 DEFAULT\r\n1 L20\r\n".into();
        },
        Warning,
        "data.tma -> DATA/MAPS/Isle/land.msh",
        "rows of materials, 2 of microtextures",
    ),
    (
        |demo| demo.edit_first_face(|face| face[8..10].copy_from_slice(&60_000_u16.to_le_bytes())),
        Error,
        "data.tma",
        "vertex 60000",
    ),
    (
        |demo| demo.mission("sky.ske")[4..8].copy_from_slice(&1_000_000_u32.to_le_bytes()),
        Error,
        "sky.ske",
        "built-in light is used",
    ),
    (
        |demo| *demo.mission("sky.wea") = b"0\r\n".into(),
        Error,
        "sky.wea",
        "neither nebula, clouds, sun nor moon",
    ),
    // Assemblies and prototypes
    (
        |demo| {
            demo.files.remove("UNITS/UNITS/BATTLE/grazer.dat");
        },
        Error,
        r"object 18 UNITS\UNITS\BATTLE\grazer.dat",
        "the unit",
    ),
    (
        |demo| demo.file("UNITS/UNITS/BATTLE/grazer.dat").truncate(50),
        Error,
        r"object 18 UNITS\UNITS\BATTLE\grazer.dat",
        "42 bytes of components",
    ),
    (
        |demo| {
            demo.edit_unit("UNITS/UNITS/BATTLE/crawl_h1.dat", |unit| {
                unit.components[3].attachment = 99;
            })
        },
        Warning,
        r"object 14 UNITS\UNITS\BATTLE\crawl_h1.dat -> component 3 e_tur_hv_01",
        "it hangs on node 99",
    ),
    (
        |demo| {
            demo.edit_unit("UNITS/UNITS/BATTLE/crawl_h1.dat", |unit| {
                unit.components[3].key = FixedStr::new("nothing").unwrap();
            })
        },
        Error,
        r"object 14 UNITS\UNITS\BATTLE\crawl_h1.dat -> component 3 nothing",
        "the part is not shown",
    ),
    (
        |demo| demo.remove_member("objects.rlb", "a_l_01"),
        Error,
        r"object 18 UNITS\UNITS\BATTLE\grazer.dat",
        "the prototype \"a_l_01\"",
    ),
    (
        |demo| refer(demo, "objects.rlb", "s_crate_01"),
        Error,
        "object 215 s_crate_01 -> component 0 s_crate_01",
        "form a ring",
    ),
    (
        |demo| refer(demo, "objects.rlb", "nobody"),
        Error,
        "object 215 s_crate_01 -> component 0 s_crate_01",
        "the parent \"nobody\" is not in objects.rlb",
    ),
    (
        |demo| demo.edit_member("objects.rlb", "s_crate_01", |bytes| bytes.truncate(380)),
        Error,
        "object 215 s_crate_01 -> component 0 s_crate_01",
        "objects.rlb::s_crate_01",
    ),
    // Named by ten components of six units.
    (
        |demo| demo.remove_member("objects.rlb", "e_gun_lc_01"),
        Error,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 2 e_gun_lc_01",
        "the prototype \"e_gun_lc_01\" was not found",
    ),
    // Carries a turret, and a hero starts in it.
    (
        |demo| demo.edit_member("objects.rlb", "fr_l_bunker", |bytes| bytes.truncate(65)),
        Error,
        r"object 1 UNITS\BUILDS\PREBLD\bunker.dat -> component 0 fr_l_bunker",
        "65 bytes are no multiple of 64",
    ),
    (
        |demo| demo.edit_member("objects.rlb", "s_crate_01", |bytes| bytes.fill(0)),
        Warning,
        "object 215 s_crate_01 -> component 0 s_crate_01",
        "names no model",
    ),
    // A turret of three units, each with a gun on it.
    (
        |demo| demo.edit_member("objects.rlb", "e_tur_lt_01", |bytes| bytes.fill(0)),
        Warning,
        r"object 5 UNITS\UNITS\BATTLE\tank_l1.dat -> component 3 e_tur_lt_01",
        "objects.rlb::e_tur_lt_01: it names no model",
    ),
    (
        |demo| demo.remove_member("static.rlb", "s_crat_0_01.wea"),
        Error,
        "object 215 s_crate_01 -> component 0 s_crate_01",
        "the wear \"static.rlb::s_crat_0_01.wea\" was not found",
    ),
    (
        |demo| rename_wear(demo, "s_none.wea"),
        Warning,
        "object 215 s_crate_01 -> component 0 s_crate_01",
        "static.rlb::s_none.wea: no such wear; static.rlb::s_crat_0_01.wea is used",
    ),
    // Of two prototypes.
    (
        |demo| demo.remove_member("static.rlb", "s_wind_0_01.cpt"),
        Warning,
        "object 227 s_wind_01 -> component 0 s_wind_01",
        "static.rlb::s_wind_0_01.cpt: no such table",
    ),
    // Models
    (
        |demo| demo.remove_member("static.rlb", "s_arch_0_01.msh"),
        Error,
        "object 212 s_arch_01 -> component 0 s_arch_01",
        "the model \"static.rlb::s_arch_0_01.msh\" was not found",
    ),
    // Carries a turret and a gun, and a hero starts in it.
    (
        |demo| demo.remove_member("fortif.rlb", "fr_l_bunker.msh"),
        Error,
        r"object 1 UNITS\BUILDS\PREBLD\bunker.dat -> component 0 fr_l_bunker",
        "the model \"fortif.rlb::fr_l_bunker.msh\" was not found",
    ),
    (
        |demo| demo.edit_tma(|tma| tma.objects[1].position[2] = f32::INFINITY),
        Error,
        r"object 1 UNITS\BUILDS\PREBLD\bunker.dat",
        "not finite; the object is not shown",
    ),
    (
        |demo| demo.edit_member("static.rlb", "s_wind_0_01.msh", |bytes| bytes[0] = b'X'),
        Error,
        "object 227 s_wind_01 -> component 0 s_wind_01",
        "static.rlb::s_wind_0_01.msh",
    ),
    (
        |demo| wind_stream(demo, 3, |bytes| bytes.truncate(17_075)),
        Error,
        "object 227 s_wind_01 -> component 0 s_wind_01",
        "type 3",
    ),
    (
        |demo| wind_stream(demo, 6, |bytes| bytes[0..2].copy_from_slice(&[0xFF, 0xFF])),
        Error,
        "object 227 s_wind_01 -> component 0 s_wind_01",
        "static.rlb::s_wind_0_01.msh",
    ),
    (
        |demo| wind_stream(demo, 1, |bytes| bytes[2..4].copy_from_slice(&[1, 0])),
        Warning,
        "object 227 s_wind_01 -> component 0 s_wind_01 -> static.rlb::s_wind_0_01.msh",
        "type 1 (nodes), record 0: parent 1 does not come before",
    ),
    (
        |demo| {
            wind_stream(demo, 13, |bytes| {
                bytes[8..10].copy_from_slice(&[0xFF, 0xFF])
            })
        },
        Error,
        "object 227 s_wind_01 -> component 0 s_wind_01",
        "type 13",
    ),
    // Controllers and ground plans
    (
        |demo| demo.remove_member("fortif.rlb", "fr_l_plant.ctl"),
        Error,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant",
        "fortif.rlb::fr_l_plant.ctl",
    ),
    (
        |demo| {
            demo.edit_control("static.rlb", "s_wind_a_01.ctl", |control| {
                control.bindings[0].frame_a = -40.0;
            })
        },
        Error,
        "object 227 s_wind_01 -> component 0 s_wind_01 -> static.rlb::s_wind_0_01.msh -> \
         static.rlb::s_wind_a_01.ctl",
        "binding row 0 of node 1 gives time -",
    ),
    (
        |demo| {
            demo.edit_control("static.rlb", "s_wind_a_01.ctl", |control| {
                control.bindings[0].node = 7;
            })
        },
        Warning,
        "object 227 s_wind_01 -> component 0 s_wind_01",
        "binding row 0 names a node outside static.rlb::s_wind_0_01.msh",
    ),
    (
        |demo| demo.edit_member("fortif.rlb", "fr_l_plant.bas", |bytes| bytes.truncate(90)),
        Error,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant",
        "fortif.rlb::fr_l_plant.bas",
    ),
    // Paint
    (
        |demo| {
            demo.edit_member("static.rlb", "s_crat_0_01.wea", |bytes| {
                *bytes = b"0\r\n".into()
            })
        },
        Error,
        "object 215 s_crate_01 -> component 0 s_crate_01",
        "static.rlb::s_crat_0_01.wea",
    ),
    (
        |demo| {
            demo.edit_member("static.rlb", "s_crat_0_01.wea", |bytes| {
                *bytes = b"1\r\n0 B_PG4\r\n".into();
            })
        },
        Warning,
        "object 215 s_crate_01 -> component 0 s_crate_01 -> static.rlb::s_crat_0_01.wea",
        "addresses 4 material rows, its wear has 1",
    ),
    (
        |demo| demo.remove_member("Material.lib", "E_DRT1"),
        Error,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant -> fortif.rlb::fr_l_plant.wea",
        "material E_DRT1 is not in Material.lib",
    ),
    (
        |demo| demo.edit_member("Material.lib", "E_DRT1", |bytes| bytes.truncate(5)),
        Error,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant -> fortif.rlb::fr_l_plant.wea",
        "Material.lib::E_DRT1",
    ),
    (
        |demo| demo.remove_member("Textures.lib", "E_DRT1.0"),
        Error,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant -> fortif.rlb::fr_l_plant.wea -> E_DRT1",
        "texture Textures.lib::E_DRT1.0 does not exist",
    ),
    (
        |demo| demo.edit_member("Textures.lib", "E_DRT1.0", |bytes| bytes.truncate(40)),
        Error,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant -> fortif.rlb::fr_l_plant.wea -> E_DRT1",
        "Textures.lib::E_DRT1.0",
    ),
    (
        |demo| rename_texture(demo, "E_DRT1"),
        Warning,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant -> fortif.rlb::fr_l_plant.wea -> E_DRT1",
        "takes no name without a dot",
    ),
    (
        |demo| rename_texture(demo, "E_DRT1.B3"),
        Warning,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant -> fortif.rlb::fr_l_plant.wea -> E_DRT1",
        "the palette that its suffix names",
    ),
    (
        |demo| demo.remove_member("LightMap.lib", "fr_l_plant_00.0"),
        Error,
        r"object 0 UNITS\BUILDS\PREBLD\plant.dat -> component 0 fr_l_plant -> fortif.rlb::fr_l_plant.wea",
        "texture LightMap.lib::fr_l_plant_00.0 does not exist",
    ),
];

#[test]
fn every_kind_of_damage_is_named_once_with_the_way_to_it() {
    let whole = Demo::read();
    let mut wrong = Vec::new();
    for (number, (damage, severity, place, message)) in ROWS.iter().enumerate() {
        let mut demo = Demo {
            files: whole.files.clone(),
        };
        damage(&mut demo);
        let expected = match place.strip_prefix('/') {
            Some(place) => place.to_owned(),
            None => format!("MISSIONS/Single.01 -> {place}"),
        };
        let problems = demo.check().problems;
        let is_right = problems.len() == 1
            && problems[0].severity == *severity
            && problems[0].place == expected
            && problems[0].message.contains(message);
        if !is_right {
            let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
            wrong.push(format!(
                "row {number}, {severity}: {expected}: {message}\n  found {found:#?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Fills the free slot of `s_crate_01`.
fn refer(demo: &mut Demo, archive: &str, member: &str) {
    let field = |text: &str| {
        let mut field = [0; 32];
        field[..text.len()].copy_from_slice(text.as_bytes());
        field
    };
    demo.edit_member("objects.rlb", "s_crate_01", |bytes| {
        let slot = bytes.len() - 64;
        bytes.splice(slot.., [field(archive), field(member)].concat());
    });
}

/// Gives the texture of the material `E_DRT1` another name.
fn rename_texture(demo: &mut Demo, name: &str) {
    demo.edit_member("Material.lib", "E_DRT1", |bytes| {
        // The name of the first phase, behind the prefix.
        let field = &mut bytes[14 + 18..14 + 34];
        field.fill(0);
        field[..name.len()].copy_from_slice(name.as_bytes());
    });
    demo.edit_archive("Textures.lib", |members| {
        let member = members.iter_mut().find(|m| m.2.same_as(b"E_DRT1.0"));
        member.unwrap().2 = FixedStr::new(name).unwrap();
    });
}

/// Gives the wear that `s_crate_01` names another name; the one beside its model stays.
fn rename_wear(demo: &mut Demo, name: &str) {
    demo.edit_member("objects.rlb", "s_crate_01", |bytes| {
        let member = &mut bytes[64 + 32..64 + 64];
        assert!(member.starts_with(b"s_crat_0_01.wea"));
        member.fill(0);
        member[..name.len()].copy_from_slice(name.as_bytes());
    });
}

fn wind_stream(demo: &mut Demo, kind: u32, edit: impl FnOnce(&mut Vec<u8>)) {
    demo.edit_stream("static.rlb", "s_wind_0_01.msh", kind, edit);
}
