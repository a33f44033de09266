//! Whether a wear has what the batches of its model ask for.
//!
//! Spec: `03-materials-textures.md` 8, 9, 13.

use msh_format::msh::{Batch20, batch_flags};
use msh_format::wear::Wear;

use crate::library::Model;

/// Warnings of batches whose material or lightmap row is missing, and of those whose flags and
/// lightmap row contradict each other.
pub(crate) fn check(model: &Model, wear: &Wear) -> Vec<String> {
    let mut warnings = Vec::new();
    let (used, rows) = (model.used_wear_rows(), wear.materials.len());
    if used > rows {
        let message = format!(
            "the model addresses {used} material rows, its wear has {rows}; DEFAULT stands in"
        );
        warnings.push(message);
    }
    let batches = model.msh.batches.iter();
    if let Some(row) = batches.filter_map(Batch20::lightmap).max() {
        let rows = wear.lightmaps.len();
        if usize::from(row) >= rows {
            let message = format!(
                "the model addresses lightmap row {row}, its wear has {rows}; drawn without"
            );
            warnings.push(message);
        }
        if model.msh.uv1.is_none() {
            let message = "the model names lightmaps without type 18 (uv1); drawn without";
            warnings.push(message.to_owned());
        }
    }
    let mut batches = model.msh.batches.iter();
    let disagrees = |b: &Batch20| b.has(batch_flags::LIGHTMAPPED) != b.lightmap().is_some();
    if let Some(batch) = batches.position(disagrees) {
        let message =
            format!("batch {batch}: flag 0x2000 and the lightmap row disagree; the row decides");
        warnings.push(message);
    }
    warnings
}
