//! Materials, textures and lightmaps: the chain from a name in a wear to pixels.
//!
//! Spec: `03-materials-textures.md` 1, 6.5, 7, 8, 13. Every name is loaded once; textures are
//! decoded in parallel. Whatever is missing has a fallback and a problem.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use msh_format::material::{Mat0, Phase};
use msh_format::nres::EntryType;
use msh_format::texm::{CellTransform, Texm};
use msh_format::wear::Wear;
use msh_format::{Warnings, text};
use rayon::prelude::*;

use crate::archive::{Archive, Archives};
use crate::error::Result;
use crate::library::{MISSING_TEXTURE, MaterialId, Texture, TextureId, WearTable};
use crate::material::{Material, Surface};
use crate::problems::Problems;
use crate::requests::{Request, Requests};
use crate::root::GameRoot;

pub(crate) const MATERIALS: &str = "Material.lib";
pub(crate) const TEXTURES: &str = "Textures.lib";
pub(crate) const LIGHTMAPS: &str = "LightMap.lib";
const DEFAULT_MATERIAL: &[u8] = b"DEFAULT";
const MAT0: EntryType = EntryType::tag(*b"MAT0");

/// A wear whose lightmaps are not loaded yet.
#[derive(Debug, Clone, Default)]
pub(crate) struct WearRequest {
    materials: Vec<MaterialId>,
    lightmaps: Vec<usize>,
}

/// Names of materials and lightmaps to load.
#[derive(Debug, Default)]
pub(crate) struct PaintRequests {
    materials: Requests<Vec<u8>>,
    lightmaps: Requests<Vec<u8>>,
    /// Textures beside those that the materials show.
    textures: Requests<Vec<u8>>,
}

impl PaintRequests {
    pub(crate) fn texture(&mut self, name: &[u8], place: &str) {
        self.textures.add(text::fold(name), &name.to_vec(), place);
    }

    pub(crate) fn lightmap(&mut self, name: &[u8], place: &str) -> usize {
        self.lightmaps.add(text::fold(name), &name.to_vec(), place)
    }

    /// How many materials and lightmaps were asked for.
    pub(crate) fn counts(&self) -> [usize; 2] {
        [&self.materials, &self.lightmaps].map(|requests| requests.list().len())
    }

    /// Asks for everything a wear names. `used_rows` is how many material rows its model
    /// addresses; rows that the wear lacks become `DEFAULT`.
    pub(crate) fn wear(&mut self, wear: &Wear, used_rows: usize, place: &str) -> WearRequest {
        let mut materials: Vec<MaterialId> = wear
            .materials
            .iter()
            .map(|row| self.material(&row.name, place))
            .collect();
        while materials.len() < used_rows {
            materials.push(self.material(DEFAULT_MATERIAL, place));
        }
        let lightmaps = wear.lightmaps.iter();
        let lightmaps = lightmaps.map(|row| self.lightmap(&row.name, place));
        WearRequest {
            materials,
            lightmaps: lightmaps.collect(),
        }
    }

    /// Ids are given out in order, so that they are indices of the loaded list.
    pub(crate) fn material(&mut self, name: &[u8], place: &str) -> MaterialId {
        let index = self.materials.add(text::fold(name), &name.to_vec(), place);
        // A mission cannot name four billion materials: each takes several bytes of a file.
        MaterialId(index as u32)
    }
}

/// Everything that was asked for.
#[derive(Debug)]
pub(crate) struct Paint {
    pub(crate) materials: Vec<Arc<Material>>,
    pub(crate) textures: Vec<Texture>,
    lightmaps: Vec<Option<TextureId>>,
}

impl Paint {
    /// The rows of a wear that was asked for.
    pub(crate) fn wear_table(&self, request: WearRequest) -> WearTable {
        let lightmaps = request.lightmaps.into_iter().map(|row| self.lightmaps[row]);
        WearTable {
            materials: request.materials,
            lightmaps: lightmaps.collect(),
        }
    }

    /// How many textures could be read, lightmaps and the checker aside.
    pub(crate) fn texture_count(&self) -> usize {
        self.textures.len() - 1 - self.lightmaps.iter().flatten().count()
    }

    /// What was asked for, plain: for a model without a game root.
    pub(crate) fn plain(requests: &PaintRequests) -> Self {
        let plain =
            |request: &Request<Vec<u8>>| Arc::new(Material::plain(&text::decode(&request.name)));
        Self {
            materials: requests.materials.list().iter().map(plain).collect(),
            textures: vec![Texture::missing()],
            lightmaps: vec![None; requests.lightmaps.list().len()],
        }
    }

    /// Loads what was asked for.
    pub(crate) fn load(
        root: &GameRoot,
        archives: &Archives,
        requests: &PaintRequests,
        problems: &mut Problems,
    ) -> Self {
        let sources = Sources::load(root, archives, requests.materials.list(), problems);
        let mut wanted = Requests::default();
        for (source, request) in &sources.list {
            let request = &requests.materials.list()[*request];
            let place = format!("{} -> {}", request.place, text::decode(&request.name));
            for phase in shown_phases(source) {
                let name = phase.texture.as_bytes();
                if !name.is_empty() {
                    let known = wanted.list().len();
                    wanted.add(text::fold(name), &name.to_vec(), &place);
                    if wanted.list().len() > known {
                        check_suffix(name, &place, problems);
                    }
                }
            }
        }
        for request in requests.textures.list() {
            let name = &request.name;
            wanted.add(text::fold(name), name, &request.place);
        }
        let mut textures = vec![Texture::missing()];
        let ids = load_textures(
            root,
            archives,
            TEXTURES,
            wanted.list(),
            &mut textures,
            problems,
        );
        let lightmaps = requests.lightmaps.list();
        let lightmaps = load_textures(
            root,
            archives,
            LIGHTMAPS,
            lightmaps,
            &mut textures,
            problems,
        );
        let texture = |name: &[u8]| {
            let index = wanted.find(&text::fold(name))?;
            Some(ids[index].unwrap_or(MISSING_TEXTURE))
        };
        let built = sources.list.iter().map(|(source, request)| {
            let request = &requests.materials.list()[*request];
            build_material(source, request, &textures, &texture, problems)
        });
        let built: Vec<Material> = built.collect();
        let named = sources.of_request.iter().zip(requests.materials.list());
        let materials = named.map(|(source, request)| {
            let name = text::decode(&request.name);
            Arc::new(match source {
                Some(source) => built[*source].named(&name),
                None => Material::plain(&name),
            })
        });
        let materials = materials.collect();
        Self {
            materials,
            textures,
            lightmaps,
        }
    }
}

/// The materials of the library that were asked for.
struct Sources {
    /// Each once, with the first request that shows it.
    list: Vec<(Mat0, usize)>,
    /// What each request shows, `None` if nothing can be shown.
    of_request: Vec<Option<usize>>,
}

impl Sources {
    /// Parses the named materials; a name that is missing becomes `DEFAULT`, then the first entry
    /// of the library, then nothing.
    fn load(
        root: &GameRoot,
        archives: &Archives,
        requests: &[Request<Vec<u8>>],
        problems: &mut Problems,
    ) -> Self {
        let mut sources = Self {
            list: Vec::new(),
            of_request: vec![None; requests.len()],
        };
        let library = match archives.require(root, MATERIALS) {
            Ok(library) => library,
            Err(error) => {
                problems.error(MATERIALS, format!("{error}; everything is drawn plain"));
                return sources;
            }
        };
        // Every name that is missing stands for the same entry.
        let mut known: HashMap<usize, std::result::Result<usize, String>> = HashMap::new();
        for (number, request) in requests.iter().enumerate() {
            let Some(index) = find_material(&library, request, problems) else {
                continue;
            };
            let source = known.entry(index).or_insert_with(|| {
                let parsed = parse_material(&library, index, &request.place, problems);
                let parsed = parsed.map_err(|error| format!("{error}; drawn plain"));
                parsed.map(|material| {
                    sources.list.push((material, number));
                    sources.list.len() - 1
                })
            });
            match source {
                Ok(source) => sources.of_request[number] = Some(*source),
                Err(message) => problems.error(&*request.place, message),
            }
        }
        sources
    }
}

/// Index of a material or of what stands in for it, `None` in an empty library.
fn find_material(
    library: &Archive,
    request: &Request<Vec<u8>>,
    problems: &mut Problems,
) -> Option<usize> {
    let found = library.find(&request.name);
    if found.is_none() {
        let name = text::decode(&request.name);
        let message = format!("material {name} is not in {MATERIALS}; DEFAULT stands in for it");
        problems.error(&*request.place, message);
    }
    let fallback = || {
        library
            .find(DEFAULT_MATERIAL)
            .or((!library.entries().is_empty()).then_some(0))
    };
    found.or_else(fallback)
}

fn parse_material(
    library: &Archive,
    index: usize,
    place: &str,
    problems: &mut Problems,
) -> Result<Mat0> {
    let entry = &library.entries()[index];
    let name = library.member_name(index);
    let mut warnings = Warnings::new();
    if entry.kind != MAT0 {
        warnings.note(format!("the entry has type {}, not MAT0", entry.kind));
    }
    let [flags, version, _] = entry.attr;
    let material =
        Mat0::parse(library.payload(index)?, flags, version, &mut warnings).map_err(|e| {
            e.in_file(&*library.name)
                .in_entry(text::decode(&name.member))
        })?;
    problems.reader(&format!("{place} -> {name}"), &warnings);
    Ok(material)
}

/// Reports a texture name that the game does not take, or not for what it says.
fn check_suffix(name: &[u8], place: &str, problems: &mut Problems) {
    let shown = text::decode(name);
    let mut suffix = name.iter().skip_while(|byte| **byte != b'.').skip(1);
    if !name.contains(&b'.') {
        let message = format!("texture {shown}: the game takes no name without a dot");
        problems.warning(place, message);
    } else if suffix.next().is_some_and(u8::is_ascii_alphabetic) {
        let message =
            format!("texture {shown}: the palette that its suffix names is not looked for");
        problems.warning(place, message);
    }
}

/// The phases that some key of some track shows. A key whose phase does not exist shows the
/// first, and so does a track without keys.
fn shown_phases(material: &Mat0) -> impl Iterator<Item = &Phase> {
    let (tracks, phases) = (&material.tracks, &material.phases);
    let keys = tracks.iter().flat_map(|track| &track.keys);
    let phase = |index: usize| if index < phases.len() { index } else { 0 };
    let mut shown: BTreeSet<usize> = keys.map(|key| phase(key.phase.into())).collect();
    if tracks.is_empty() || tracks.iter().any(|track| track.keys.is_empty()) {
        shown.insert(0);
    }
    shown.into_iter().filter_map(|index| phases.get(index))
}

fn build_material(
    source: &Mat0,
    request: &Request<Vec<u8>>,
    textures: &[Texture],
    texture: &dyn Fn(&[u8]) -> Option<TextureId>,
    problems: &mut Problems,
) -> Material {
    let name = text::decode(&request.name);
    let mut missing_cells = BTreeSet::new();
    let phases = source.phases.iter().map(|phase| {
        let texture = texture(phase.texture.as_bytes());
        let cell = match (texture, phase.page()) {
            (Some(id), Some(page)) if id != MISSING_TEXTURE => {
                // Ids come from this very list.
                let pages = &textures[id.0 as usize].pages;
                pages.get(page).copied().unwrap_or_else(|| {
                    missing_cells.insert((id, page));
                    CellTransform::IDENTITY
                })
            }
            _ => CellTransform::IDENTITY,
        };
        surface(source, phase, texture, cell)
    });
    let material = Material::new(&name, phases.collect(), source.tracks.clone());
    for (id, page) in missing_cells {
        let texture = &textures[id.0 as usize];
        let message = format!(
            "material {name}: cell {page} of {} in {}; the whole texture is used",
            texture.pages.len(),
            texture.name
        );
        problems.warning(&*request.place, message);
    }
    material
}

fn surface(
    source: &Mat0,
    phase: &Phase,
    texture: Option<TextureId>,
    cell: CellTransform,
) -> Surface {
    Surface {
        texture,
        ambient: phase.ambient_rgb().into(),
        diffuse: phase.diffuse_rgb().into(),
        specular: phase.specular_rgb().into(),
        power: phase.power,
        opacity: phase.opacity().min(1.0),
        uv_offset: cell.offset.into(),
        uv_scale: cell.scale.into(),
        blend: source.blend_mode(),
        ignore_texture_alpha: source.ignores_texture_alpha(),
    }
}

/// Decodes the named members of a texture library and appends them to `textures`. Gives one id
/// per request, `None` for what is missing or broken.
fn load_textures(
    root: &GameRoot,
    archives: &Archives,
    library: &str,
    requests: &[Request<Vec<u8>>],
    textures: &mut Vec<Texture>,
    problems: &mut Problems,
) -> Vec<Option<TextureId>> {
    if requests.is_empty() {
        return Vec::new();
    }
    let archive = archives.require(root, library);
    let loaded: Vec<(Result<Option<Texture>>, Warnings)> = requests
        .par_iter()
        .map(|request| {
            let mut warnings = Warnings::new();
            let texture = match &archive {
                Ok(archive) => load_texture(archive, &request.name, &mut warnings),
                Err(error) => Err(error.clone()),
            };
            (texture, warnings)
        })
        .collect();
    let mut ids = Vec::with_capacity(requests.len());
    for ((result, warnings), request) in loaded.into_iter().zip(requests) {
        let name = format!("{library}::{}", text::decode(&request.name));
        problems.reader(&format!("{} -> {name}", request.place), &warnings);
        let id = match result {
            Ok(Some(texture)) => {
                textures.push(texture);
                u32::try_from(textures.len() - 1).ok().map(TextureId)
            }
            Ok(None) => {
                problems.error(&*request.place, format!("texture {name} does not exist"));
                None
            }
            Err(error) if archive.is_err() => {
                problems.error(&*request.place, format!("{error}; no texture {name}"));
                None
            }
            Err(error) => {
                problems.error(&*request.place, error);
                None
            }
        };
        ids.push(id);
    }
    ids
}

fn load_texture(
    archive: &Archive,
    name: &[u8],
    warnings: &mut Warnings,
) -> Result<Option<Texture>> {
    let Some(index) = archive.find(name) else {
        return Ok(None);
    };
    let texm = Texm::parse(archive.payload(index)?, warnings)
        .map_err(|e| e.in_file(&*archive.name).in_entry(text::decode(name)))?;
    let levels = (0..texm.levels.len()).map(|level| texm.decode_level(level));
    Ok(Some(Texture {
        name: text::decode(archive.entries()[index].name.as_bytes()),
        width: texm.width,
        height: texm.height,
        levels: levels.collect::<msh_format::Result<_>>()?,
        pages: (0..texm.pages.as_ref().map_or(0, Vec::len))
            .map(|page| texm.cell_transform(Some(page)))
            .collect(),
    }))
}
