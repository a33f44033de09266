//! Something of every format to read: the demo game root, and what it lacks.

use std::fs;
use std::path::{Path, PathBuf};

use msh_format::base_plan::BasePlan;
use msh_format::control::Control;
use msh_format::damage::DamageTable;
use msh_format::font::{Font, GLYPHS};
use msh_format::land::Land;
use msh_format::land_map::LandMap;
use msh_format::material::Mat0;
use msh_format::mission_cfg::MissionCfg;
use msh_format::msh::Msh;
use msh_format::nres::{Entry, EntryType, Layout, Nres};
use msh_format::palette::{BLEND_SIZE, Palette};
use msh_format::points::ControlPoints;
use msh_format::prototype::Prototype;
use msh_format::rsli::{self, Member, Method, Mode, Rsli, RsliBuilder};
use msh_format::sky::Sky;
use msh_format::texm::{PixelFormat, Texm};
use msh_format::tma::Tma;
use msh_format::unit::Unit;
use msh_format::wear::Wear;
use msh_format::{Result, Warnings, text};

/// What reads some bytes, with what it needs to know beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Format {
    Archive,
    Config,
    Control,
    Damage,
    Font,
    Land,
    LandMap,
    Material { flags: u32, version: u32 },
    Mission,
    Model,
    PackedArchive,
    Palette,
    Plan,
    Points,
    Prototype(EntryType),
    Sky,
    Text,
    Texture,
    Unit,
    Wear,
}

impl Format {
    fn of_file(path: &Path) -> Self {
        let name = path.file_name().unwrap().to_str().unwrap();
        match name.rsplit_once('.').map_or(name, |(_, end)| end) {
            "rlb" | "lib" => Self::Archive,
            "cfg" => Self::Config,
            "dat" => Self::Unit,
            "descr" => Self::Text,
            "map" => Self::LandMap,
            "msh" => Self::Land,
            "ske" => Self::Sky,
            "tma" => Self::Mission,
            "wea" => Self::Wear,
            other => panic!("a new kind of file, {other}, needs a line here"),
        }
    }

    fn of_entry(entry: &Entry) -> Self {
        let [flags, version, _] = entry.attr;
        match &entry.kind.0.to_le_bytes() {
            b"BASE" => Self::Plan,
            b"CTLD" => Self::Control,
            b"CTPT" => Self::Points,
            b"MAT0" => Self::Material { flags, version },
            b"MESH" => Self::Model,
            b"NDPR" => Self::Damage,
            b"Texm" => Self::Texture,
            b"WEAR" => Self::Wear,
            b"BTLU" | b"EXTO" | b"FORT" | b"INTO" | b"STAT" => Self::Prototype(entry.kind),
            _ => panic!("a new kind of member, {}, needs a line here", entry.kind),
        }
    }

    /// Reads bytes; what comes back holds the value and writes it.
    pub(crate) fn read(self, bytes: &[u8], warnings: &mut Warnings) -> Result<Writer> {
        Ok(match self {
            Self::Archive => held(Nres::parse(bytes, warnings)?.layout()?, Layout::to_bytes),
            Self::Config => held(MissionCfg::parse(bytes, warnings), MissionCfg::to_bytes),
            Self::Control => held(Control::parse(bytes, warnings)?, Control::to_bytes),
            Self::Damage => held(DamageTable::parse(bytes, warnings)?, DamageTable::to_bytes),
            Self::Font => held(Font::parse(bytes, warnings)?, Font::to_bytes),
            Self::Land => held(Land::parse(bytes, warnings)?, Land::to_bytes),
            Self::LandMap => held(LandMap::parse(bytes, warnings)?, LandMap::to_bytes),
            Self::Material { flags, version } => held(
                Mat0::parse(bytes, flags, version, warnings)?,
                Mat0::to_bytes,
            ),
            Self::Mission => held(Tma::parse(bytes, warnings)?, Tma::to_bytes),
            Self::Model => held(Msh::parse(bytes, warnings)?, Msh::to_bytes),
            Self::PackedArchive => {
                let archive = Rsli::parse(bytes, Mode::Compatible, warnings)?;
                held(archive.layout(), rsli::Layout::to_bytes)
            }
            Self::Palette => held(Palette::parse(bytes, warnings)?, Palette::to_bytes),
            Self::Plan => held(BasePlan::parse(bytes, warnings)?, BasePlan::to_bytes),
            Self::Points => held(
                ControlPoints::parse(bytes, warnings)?,
                ControlPoints::to_bytes,
            ),
            Self::Prototype(tag) => {
                held(Prototype::parse(tag, bytes, warnings)?, Prototype::to_bytes)
            }
            Self::Sky => held(Sky::parse(bytes, warnings)?, Sky::to_bytes),
            Self::Text => held(text::decode(bytes), |text| text::encode(text)),
            Self::Texture => held(Texm::parse(bytes, warnings)?, Texm::to_bytes),
            Self::Unit => held(Unit::parse(bytes, warnings)?, Unit::to_bytes),
            Self::Wear => held(Wear::parse(bytes, warnings)?, Wear::to_bytes),
        })
    }
}

/// A value that was read, and how it is written.
pub(crate) type Writer = Box<dyn FnOnce() -> Result<Vec<u8>>>;

fn held<T: 'static>(value: T, write: fn(&T) -> Result<Vec<u8>>) -> Writer {
    Box::new(move || write(&value))
}

/// A file, or a member of an archive.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) bytes: Vec<u8>,
}

/// Every file and member of the demo, and one each of the formats that it has none of.
pub(crate) fn samples() -> Vec<Sample> {
    let mut samples = vec![font(), palette(), packed_archive()];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demo");
    for path in files(&root) {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        let (format, bytes) = (Format::of_file(&path), fs::read(&path).unwrap());
        if format == Format::Archive {
            let archive = Nres::parse(&bytes, &mut Warnings::new()).unwrap();
            let members = archive.entries().iter().enumerate();
            samples.extend(members.map(|(index, entry)| Sample {
                name: format!("{name}::{}", entry.name),
                format: Format::of_entry(entry),
                bytes: archive.payload(index).unwrap().to_vec(),
            }));
        }
        samples.push(Sample {
            name,
            format,
            bytes,
        });
    }
    samples
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let inner = |path: PathBuf| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    };
    paths.into_iter().flat_map(inner).collect()
}

fn font() -> Sample {
    let rgba: Vec<u8> = (0..16 * 8 * 4).map(|i| (i % 251) as u8).collect();
    let font = Font {
        unk_04: [4; 16],
        glyphs: [[7; 16]; GLYPHS],
        texture: Texm::encode(16, 8, &rgba, PixelFormat::Argb4444, 1).unwrap(),
    };
    sample("a font", Format::Font, font.to_bytes())
}

fn palette() -> Sample {
    let palette = Palette {
        colours: std::array::from_fn(|i| [i as u8, 1, 2, 0]),
        blend: (0..BLEND_SIZE).map(|i| (i % 253) as u8).collect(),
    };
    sample("a palette", Format::Palette, palette.to_bytes())
}

/// Members of every method that a member can be packed with.
fn packed_archive() -> Sample {
    let mut builder = RsliBuilder::new(0xC35A);
    let text: Vec<u8> = b"Parkan ".repeat(50);
    for method in [
        Method::Stored,
        Method::StoredXor,
        Method::Lzss,
        Method::LzssXor,
        Method::Deflate,
    ] {
        builder.add(Member::new(&format!("{method:?}"), method, &text).unwrap());
    }
    sample(
        "a packed archive",
        Format::PackedArchive,
        builder.to_bytes(),
    )
}

fn sample(name: &str, format: Format, bytes: Result<Vec<u8>>) -> Sample {
    Sample {
        name: name.to_owned(),
        format,
        bytes: bytes.unwrap(),
    }
}
