//! Looks at the recipes: writes every texture, doubled to show that it tiles, as PNG files.
//!
//! `cargo run -p msh-demo --example contact_sheets -- /tmp/sheets [PART OF A NAME]`

use std::path::Path;

use anyhow::{Context, Result};
use msh_demo::textures::{Image, recipes};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().context("which folder?")?;
    let wanted = arguments.next().unwrap_or_default();
    std::fs::create_dir_all(&folder)?;
    for recipe in recipes().iter().filter(|r| r.name.contains(&wanted)) {
        let image = (recipe.paint)();
        write(
            &Path::new(&folder).join(format!("{}.png", recipe.name)),
            &image,
        )?;
    }
    Ok(())
}

/// Two by two repetitions over a checker that shows the alpha.
fn write(path: &Path, image: &Image) -> Result<()> {
    let (width, height) = (image.width * 2, image.height * 2);
    let mut bytes = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            let [r, g, b, a] = image.pixel(x, y);
            let checker = if (x / 8 + y / 8) % 2 == 0 { 0.75 } else { 0.6 };
            let shown = [r, g, b].map(|c| c * a + checker * (1.0 - a));
            bytes.extend(shown.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
        }
    }
    let file = std::io::BufWriter::new(std::fs::File::create(path)?);
    let mut encoder = png::Encoder::new(file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(())
}
