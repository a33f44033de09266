//! What is drawn of the sky, as plain vertices.
//!
//! Spec: `05-terrain-sky.md` 12.6. Order: nebula, coloured dome, sun or moon, clouds; each over
//! the last one, none with depth. Stars, flare, rain and snow are not drawn.

use glam::{Vec2, Vec3, Vec4};
use msh_format::sky::slots;

use super::body::{Body, BodyKind};
use super::dome;
use super::moment::SkyMoment;
use super::paint::SkyPaint;
use crate::camera::Camera;
use crate::library::{Library, MISSING_TEXTURE, MaterialId, TextureId};
use crate::lighting::Fog;
use crate::material::Surface;

/// How much lower than the dome the clouds hang, world units.
const CLOUDS_BELOW: f32 = 5000.0;
/// How often the cloud texture repeats where the nebula does once.
const CLOUD_REPEAT: f32 = 3.0;
/// The clouds' own fog, world units.
const CLOUD_FOG: (f32, f32) = (5000.0, 11_380.7);
/// How far away a body is drawn, world units; any distance looks the same.
const BODY_DISTANCE: f32 = 10_000.0;

/// A vertex of the sky. A pixel is `texel * color + added`, channel by channel, blended over what
/// is there by its alpha.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SkyVertex {
    /// Place relative to the eye, world axes.
    pub offset: [f32; 3],
    /// Texture coordinates.
    pub uv: [f32; 2],
    /// Multiplies the texel: red, green, blue, alpha.
    pub color: [f32; 4],
    /// Is added afterwards: red, green, blue, alpha.
    pub added: [f32; 4],
}

/// Triangles with one texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkyLayer {
    /// Texture, `None` = white.
    pub texture: Option<TextureId>,
    /// First of [`SkyDraw::indices`].
    pub first_index: u32,
    /// How many of them.
    pub index_count: u32,
}

/// The sky of a frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SkyDraw {
    /// Vertices of all layers.
    pub vertices: Vec<SkyVertex>,
    /// Triangles, as indices of `vertices`.
    pub indices: Vec<u16>,
    /// In the order of drawing.
    pub layers: Vec<SkyLayer>,
    /// Colour of the dome's rim, and of everything below it.
    pub rim: Vec3,
}

impl SkyDraw {
    /// The sky at a moment as `camera` sees it. `paint` names materials of `library`.
    #[must_use]
    pub fn new(
        moment: &SkyMoment<'_>,
        paint: &SkyPaint,
        library: &Library,
        camera: &Camera,
    ) -> Self {
        let turns = camera.heading() / std::f32::consts::TAU;
        let rim = dome::round_the_compass(moment.horizon(), turns);
        let mut sky = Self {
            rim,
            ..Self::default()
        };
        let painted = |material: Option<MaterialId>| textured(library, material?);
        let colours = dome::colours(moment, rim);
        let covers = colours.iter().all(|c| c.w >= 1.0);
        if let Some((texture, surface)) = painted(paint.nebula).filter(|_| !covers) {
            sky.nebula(texture, &surface);
        }
        sky.dome(&colours);
        if let Some(body) = moment.body() {
            let material = match body.kind {
                BodyKind::Sun => paint.sun,
                BodyKind::Moon => paint.moon,
            };
            if let Some((texture, surface)) = painted(material) {
                sky.body(&body, texture, &surface, camera);
            }
        }
        if let Some((texture, surface)) = painted(paint.clouds) {
            sky.clouds(moment, texture, &surface);
        }
        sky
    }

    fn nebula(&mut self, texture: TextureId, surface: &Surface) {
        let (color, added) = glow(surface);
        self.cap(Some(texture), |_, vertex| SkyVertex {
            offset: vertex.offset.into(),
            uv: cell(surface, vertex.uv),
            color,
            added,
        });
    }

    fn dome(&mut self, colours: &[Vec4; dome::VERTICES]) {
        self.cap(None, |i, vertex| SkyVertex {
            offset: vertex.offset.into(),
            uv: [0.0; 2],
            color: colours[i].into(),
            added: [0.0; 4],
        });
    }

    /// Slot 18 stands in for the material's self-light; no light reaches the clouds, and the
    /// scene colour is their floor.
    fn clouds(&mut self, moment: &SkyMoment<'_>, texture: TextureId, surface: &Surface) {
        let slot = moment.rgba(slots::CLOUDS);
        let scene = moment.rgba(slots::SCENE).truncate();
        // Neither is above 1, where the light of a surface would bend.
        let lit = slot.truncate().max(scene);
        let (color_alpha, added_alpha) = alpha(surface, slot.w);
        let (start, end) = CLOUD_FOG;
        let fog = Fog::new(start, end, [self.rim; 4]);
        let rim = self.rim;
        self.cap(Some(texture), |_, vertex| {
            let offset = vertex.offset - Vec3::Z * CLOUDS_BELOW;
            let kept = fog.map_or(1.0, |fog| fog.kept(offset.length()));
            let added = rim * (1.0 - kept);
            SkyVertex {
                offset: offset.into(),
                uv: cell(surface, vertex.uv * CLOUD_REPEAT),
                color: (lit * kept).extend(color_alpha).into(),
                added: added.extend(added_alpha).into(),
            }
        });
    }

    /// A sprite that faces the eye and stands upright in the picture.
    fn body(&mut self, body: &Body, texture: TextureId, surface: &Surface, camera: &Camera) {
        let across = body.towards.cross(camera.up());
        let across = across.try_normalize().unwrap_or(camera.right());
        let up = across.cross(body.towards);
        let [half_across, half_up] = body.half_angles.map(|angle| angle.tan());
        let (color, added) = glow(surface);
        let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
        let vertices = corners.map(|(x, y)| {
            let offset = body.towards + across * (x * half_across) + up * (y * half_up);
            SkyVertex {
                offset: (offset * BODY_DISTANCE).into(),
                uv: cell(surface, Vec2::new(0.5 + 0.5 * x, 0.5 - 0.5 * y)),
                color,
                added,
            }
        });
        self.layer(Some(texture), &vertices, &[0, 1, 2, 0, 2, 3]);
    }

    fn cap(
        &mut self,
        texture: Option<TextureId>,
        vertex: impl Fn(usize, &dome::CapVertex) -> SkyVertex,
    ) {
        let cap = dome::cap();
        let vertices: Vec<_> = cap.iter().enumerate().map(|(i, v)| vertex(i, v)).collect();
        self.layer(texture, &vertices, &dome::cap_indices());
    }

    fn layer(&mut self, texture: Option<TextureId>, vertices: &[SkyVertex], indices: &[u16]) {
        // Three caps and a quad have 247 vertices.
        let base = self.vertices.len() as u16;
        self.layers.push(SkyLayer {
            texture,
            first_index: self.indices.len() as u32,
            index_count: indices.len() as u32,
        });
        self.vertices.extend_from_slice(vertices);
        self.indices.extend(indices.iter().map(|i| base + i));
    }
}

/// Texture and surface of a material; `None` if it has no texture that could be loaded, for a sky
/// painted with the stand-in would hide the colours.
fn textured(library: &Library, material: MaterialId) -> Option<(TextureId, Surface)> {
    let surface = library.materials.get(material.0 as usize)?.sample(0, 0);
    let texture = surface.texture.filter(|id| *id != MISSING_TEXTURE)?;
    Some((texture, surface))
}

/// What multiplies the texel and what is added for a surface that shows its self-light alone.
fn glow(surface: &Surface) -> ([f32; 4], [f32; 4]) {
    let (color_alpha, added_alpha) = alpha(surface, surface.opacity);
    let color = surface.ambient.extend(color_alpha);
    (color.into(), Vec3::ZERO.extend(added_alpha).into())
}

/// An opacity as factor of the texture's alpha or, where that is ignored, alone.
fn alpha(surface: &Surface, opacity: f32) -> (f32, f32) {
    if surface.ignore_texture_alpha {
        (0.0, opacity)
    } else {
        (opacity, 0.0)
    }
}

/// Coordinates within the surface's cell of its sheet.
fn cell(surface: &Surface, uv: Vec2) -> [f32; 2] {
    (surface.uv_offset + uv * surface.uv_scale).into()
}
