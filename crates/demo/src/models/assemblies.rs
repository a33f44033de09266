//! Assemblies (`UNITS/**.dat`): which parts a unit or building is made of.

use anyhow::Result;
use msh_format::unit::{Unit, UnitComponent};

use super::turrets::GUN_SOCKETS;
use super::units::{crawler, flyer, tank, walker};
use super::{bunker, plant, towers};
use crate::root::Files;

/// Part classes of a component record.
mod part {
    pub(super) const CHASSIS: u32 = 0;
    pub(super) const TURRET: u32 = 1;
    pub(super) const INTERNAL: u32 = 3;
    pub(super) const GUN: u32 = 4;
}

/// Class words.
mod kind {
    pub(super) const WARRIOR: u32 = 0x0100_8000;
    pub(super) const HERO: u32 = 0x0102_0000;
    pub(super) const ANIMAL: u32 = 0x2000_0000;
    pub(super) const LARGE_BUNKER: u32 = 0x8004_0000;
    pub(super) const PLANT: u32 = 0x8000_0010;
    pub(super) const MEDIUM_TOWER: u32 = 0x8010_0000;
    pub(super) const LARGE_TOWER: u32 = 0x8020_0000;
}

/// A component with what hangs on it.
struct Part {
    key: &'static str,
    name: &'static str,
    class: u32,
    attachment: usize,
    children: Vec<Part>,
}

impl Part {
    fn new(key: &'static str, name: &'static str, class: u32, attachment: usize) -> Self {
        Self {
            key,
            name,
            class,
            attachment,
            children: Vec::new(),
        }
    }

    fn with(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// Appends the records of the tree, depth first.
    fn records(&self, attachment: i32, records: &mut Vec<UnitComponent>) -> Result<()> {
        let count = i32::try_from(self.children.len())?;
        let record = UnitComponent::new(self.key, self.name, self.class, attachment, count)?;
        records.push(record);
        for child in &self.children {
            child.records(i32::try_from(child.attachment)?, records)?;
        }
        Ok(())
    }
}

/// Adds every assembly.
pub(super) fn write(files: &mut Files) -> Result<()> {
    for (path, class, root) in assemblies() {
        let mut records = Vec::new();
        root.records(-1, &mut records)?;
        let unit = Unit::new(class, records)?;
        files.insert(path.to_owned(), unit.to_bytes()?);
    }
    Ok(())
}

fn assemblies() -> Vec<(&'static str, u32, Part)> {
    let root = |key, name| Part::new(key, name, part::CHASSIS, 0);
    vec![
        (
            "UNITS/UNITS/BATTLE/tank_l1.dat",
            kind::WARRIOR,
            powered(root("R_L_01", "Рысь")).with(one_gun(
                "e_tur_lt_01",
                "e_gun_lc_01",
                tank::TURRET_SOCKET,
            )),
        ),
        (
            "UNITS/UNITS/BATTLE/crawl_h1.dat",
            kind::WARRIOR,
            powered(root("R_H_01", "Вепрь")).with(two_guns(
                "e_tur_hv_01",
                "e_gun_lc_01",
                crawler::TURRET_SOCKET,
            )),
        ),
        (
            "UNITS/UNITS/BATTLE/flyer_f1.dat",
            kind::WARRIOR,
            powered(root("R_F_01", "Стрекоза")).with(one_gun(
                "e_tur_lb_01",
                "e_gun_mc_01",
                flyer::TURRET_SOCKET,
            )),
        ),
        (
            "UNITS/UNITS/BATTLE/walk_w1.dat",
            kind::WARRIOR,
            powered(root("R_W_01", "Цапля")).with(one_gun(
                "e_tur_lt_01",
                "e_gun_mc_01",
                walker::TURRET_SOCKET,
            )),
        ),
        (
            "UNITS/UNITS/HERO/hero.dat",
            kind::HERO,
            powered(root("R_W_01", "Герой")).with(one_gun(
                "e_tur_lt_01",
                "e_gun_lc_01",
                walker::TURRET_SOCKET,
            )),
        ),
        (
            "UNITS/UNITS/BATTLE/grazer.dat",
            kind::ANIMAL,
            root("a_l_01", "Травоед"),
        ),
        (
            "UNITS/BUILDS/PREBLD/plant.dat",
            kind::PLANT,
            root("fr_l_plant", "Завод").with(two_guns(
                "e_bnt_m_01",
                "e_gun_lc_01",
                plant::TURRET_SOCKET,
            )),
        ),
        (
            "UNITS/BUILDS/PREBLD/bunker.dat",
            kind::LARGE_BUNKER,
            root("fr_l_bunker", "Бункер").with(two_guns(
                "e_bnt_m_01",
                "e_gun_lc_01",
                bunker::TURRET_SOCKET,
            )),
        ),
        (
            "UNITS/BUILDS/PREBLD/tower_m.dat",
            kind::MEDIUM_TOWER,
            root("fr_m_tower", "Башня").with(two_guns(
                "e_tow_m_01",
                "e_gun_lc_01",
                towers::TURRET_SOCKET,
            )),
        ),
        (
            "UNITS/BUILDS/PREBLD/tower_l.dat",
            kind::LARGE_TOWER,
            root("fr_l_tower", "Вышка").with(two_guns(
                "e_tow_m_02",
                "e_gun_mc_01",
                towers::TURRET_SOCKET,
            )),
        ),
    ]
}

/// A chassis with engine and battery in the first two slots of its controller.
fn powered(chassis: Part) -> Part {
    chassis
        .with(Part::new("i_eng_l_01", "Двигатель", part::INTERNAL, 0))
        .with(Part::new("i_pws_l_01", "Батарея", part::INTERNAL, 1))
}

fn one_gun(turret: &'static str, gun: &'static str, socket: usize) -> Part {
    Part::new(turret, "Турель", part::TURRET, socket).with(Part::new(
        gun,
        "Пушка",
        part::GUN,
        GUN_SOCKETS[0],
    ))
}

fn two_guns(turret: &'static str, gun: &'static str, socket: usize) -> Part {
    one_gun(turret, gun, socket).with(Part::new(gun, "Пушка", part::GUN, GUN_SOCKETS[1]))
}
