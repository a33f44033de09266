//! Baking the light of a building's rooms into one page.
//!
//! Every lightmapped face becomes a rectangle of the page (a chart); light is gathered at the centre of
//! each of its texels from the lamps, from what little the walls throw back, and from the sky where
//! one can see it. The sun takes no part: the original never relights these faces either.

mod charts;
mod light;
mod rays;

use charts::{Chart, Page};
use light::Light;

use super::kit::{Face, Model, Pose};
use crate::textures::Image;

/// Fills in the secondary texture coordinates of all lightmapped faces and returns their page,
/// `size` texels square.
pub(super) fn bake(model: &mut Model, size: usize) -> Image {
    let mut charts = Vec::new();
    for_each_face(model, |face, pose| charts.push(Chart::new(face, pose)));
    let page = Page::pack(&mut charts, size);
    let light = Light::new(model);
    let mut pixels = vec![[0.0, 0.0, 0.0, 1.0]; size * size];
    for chart in &charts {
        for (x, y, point) in chart.texels(&page) {
            let [r, g, b] = light.at(point, chart.normal).map(soft);
            pixels[y * size + x] = [r, g, b, 1.0];
        }
    }
    let mut index = 0;
    for_each_face(model, |face, pose| {
        let chart = &charts[index];
        for corner in &mut face.corners {
            corner.uv1 = chart.uv(&page, pose.apply(corner.position));
        }
        index += 1;
    });
    Image {
        width: size,
        height: size,
        pixels,
    }
}

/// Calls `visit` with every lightmapped face and its node's pose in the model, always in one order.
fn for_each_face(model: &mut Model, mut visit: impl FnMut(&mut Face, Pose)) {
    let poses: Vec<Pose> = (0..model.nodes.len())
        .map(|node| model.rest(node))
        .collect();
    for (node, pose) in model.nodes.iter_mut().zip(poses) {
        for mesh in node.meshes.iter_mut().flatten().flatten() {
            for face in mesh.faces.iter_mut().filter(|f| f.paint.lightmapped) {
                visit(face, pose);
            }
        }
    }
}

/// Bends light above 1 into what a page can hold; 2.5 is white.
fn soft(light: f32) -> f32 {
    (light * (1.0 + light / 6.25) / (1.0 + light)).min(1.0)
}
