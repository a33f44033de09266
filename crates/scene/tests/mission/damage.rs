//! Damaged missions open with problems or end with an error; they never panic or hang.

use crate::support::{TestRoot, lift_model, open_files, plain_model};

/// A small generator of numbers that are the same on every run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}

/// A mission with every kind of reference: a unit with parts, a building with a parent, scenery.
fn mission() -> Vec<(String, Vec<u8>)> {
    let mut root = TestRoot::new();
    root.part(b"BTLU", "tank", &lift_model(), &[]);
    root.part(b"EXTO", "gun", &plain_model(), &[]);
    root.part(b"STAT", "s_rock", &plain_model(), &[]);
    root.unit(
        "UNITS/tank.dat",
        0x0102_0000,
        &[("tank", -1, 1), ("gun", 0, 0)],
    );
    root.place(1, "UNITS\\tank.dat");
    root.place(3, "s_rock");
    root.build()
}

fn open(files: Vec<(String, Vec<u8>)>) {
    // Either outcome is fine; what matters is that there is one.
    let _outcome = open_files(files, None);
}

#[test]
fn every_truncation_of_every_file_of_a_mission_gives_an_outcome() {
    let files = mission();
    for index in 0..files.len() {
        let length = files[index].1.len();
        for cut in (0..length).step_by((length / 200).max(1)) {
            let mut damaged = files.clone();
            damaged[index].1.truncate(cut);
            open(damaged);
        }
    }
}

#[test]
fn random_byte_flips_anywhere_in_a_mission_give_an_outcome() {
    let files = mission();
    let mut random = Random(0x5EED);
    for _ in 0..3_000 {
        let mut damaged = files.clone();
        for _ in 0..=random.below(4) {
            let index = random.below(damaged.len());
            let bytes = &mut damaged[index].1;
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        open(damaged);
    }
}
