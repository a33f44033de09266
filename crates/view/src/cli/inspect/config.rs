//! Configuration texts.

use std::fmt;

use msh_format::mission_cfg::{CfgBlock, MissionCfg};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    blocks: Vec<Block>,
}

#[derive(Debug, Serialize)]
struct Block {
    name: String,
    pairs: Vec<Pair>,
}

#[derive(Debug, Serialize)]
struct Pair {
    key: String,
    value: String,
}

impl Report {
    pub(super) fn new(config: &MissionCfg) -> Self {
        Self {
            blocks: config.blocks.iter().map(Block::new).collect(),
        }
    }
}

impl Block {
    fn new(block: &CfgBlock) -> Self {
        let pairs = block.pairs.iter().map(|(key, value)| Pair {
            key: key.clone(),
            value: value.clone(),
        });
        Self {
            name: block.name.clone(),
            pairs: pairs.collect(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, block) in self.blocks.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            writeln!(f, "{separator}{}", block.name)?;
            for pair in &block.pairs {
                writeln!(f, "  {} = {}", pair.key, pair.value)?;
            }
        }
        Ok(())
    }
}
