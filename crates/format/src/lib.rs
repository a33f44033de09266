//! Readers and writers for the binary formats of *Parkan: Iron Strategy* (Nikita, 1998).
//!
//! Every format has a raw level with the names of the game and typed values above it. Reading is
//! total: any bytes give a value or an [`Error`] that names stream, record, offset and rule.
//! Counts are checked against the bytes left before anything is allocated. What a reader does
//! not understand it keeps, so that a value can be written back as it was read.
//!
//! Each value has `parse(&[u8], &mut Warnings) -> Result<Self>` and
//! `to_bytes(&self) -> Result<Vec<u8>>`; configuration text is never refused and comes without
//! the `Result`. This crate does no I/O.

pub mod base_plan;
pub mod control;
pub mod damage;
mod error;
pub mod font;
pub mod land;
pub mod land_map;
pub mod material;
pub mod mission_cfg;
pub mod msh;
pub mod nres;
pub mod palette;
pub mod points;
pub mod prototype;
mod ranges;
mod reader;
mod record;
pub mod rsli;
pub mod sky;
pub mod texm;
pub mod text;
pub mod tma;
pub mod unit;
pub mod wear;

pub use error::{Error, ErrorKind, Place, Result, Warning, Warnings};
pub use reader::{Reader, WriteLe, len_u32};
pub use record::{Record, read_records, read_table, table_bytes};
