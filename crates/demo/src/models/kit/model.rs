//! A model under construction: nodes with poses in time, and meshes for their states and levels.

use msh_format::msh::{HallWay, Lod, State};

use super::mesh::Mesh;
use super::space::{Pose, Vec3};

/// A lamp of a lightmapped building: baked, and written as a light record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lamp {
    /// Node in whose frame it hangs.
    pub node: usize,
    /// Where, in that frame.
    pub at: Vec3,
    /// Red, green, blue at distance 1.
    pub color: [f32; 3],
    /// Distance at which it fades out.
    pub range: f32,
}

/// A node: a pose that may change with time, and geometry in its own space.
#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    /// Name of stream 9: `o01_m1o1`, `i02_m1o1`, `Base_TM`.
    pub name: String,
    /// Label of stream 10: what a socket takes.
    pub label: String,
    /// Parent node.
    pub parent: Option<usize>,
    /// `hdr0`.
    pub flags: u16,
    /// Local poses: frame (0 first, rising) and pose in the parent's space.
    pub keys: Vec<(u16, Pose)>,
    /// Geometry by state and level.
    pub meshes: [[Option<Mesh>; Lod::COUNT]; State::COUNT],
}

/// A model.
#[derive(Debug, Clone, Default)]
pub(crate) struct Model {
    /// Nodes, parents first.
    pub nodes: Vec<Node>,
    /// Graph of doors and docks.
    pub hall: HallWay,
    /// Lamps of a lightmapped building.
    pub lamps: Vec<Lamp>,
}

impl Model {
    /// A model whose only node is a root at the origin.
    pub(crate) fn new(root: &str) -> Self {
        let mut model = Self::default();
        model.add(root, None, Pose::NONE);
        model
    }

    /// Appends a node whose pose is given in the parent's space.
    pub(crate) fn add(&mut self, name: &str, parent: Option<usize>, local: Pose) -> usize {
        self.nodes.push(Node {
            name: name.to_owned(),
            parent,
            keys: vec![(0, local)],
            ..Node::default()
        });
        self.nodes.len() - 1
    }

    /// Appends a child of `parent` whose pose is given in model space.
    pub(crate) fn node(&mut self, name: &str, parent: usize, pose: Pose) -> usize {
        let local = self.rest(parent).inverse().after(pose);
        self.add(name, Some(parent), local)
    }

    /// Sets the header bits of a node.
    pub(crate) fn flag(&mut self, node: usize, flags: u16) {
        self.nodes[node].flags |= flags;
    }

    /// Names what a socket takes.
    pub(crate) fn label(&mut self, node: usize, label: &str) {
        label.clone_into(&mut self.nodes[node].label);
    }

    /// Gives a node the geometry of the intact state: one mesh per level, finest first.
    pub(crate) fn shape<const N: usize>(&mut self, node: usize, levels: [Mesh; N]) {
        for (slot, mesh) in self.nodes[node].meshes[0].iter_mut().zip(levels) {
            *slot = Some(mesh);
        }
    }

    /// Gives a node geometry for one state and column.
    pub(crate) fn column(&mut self, node: usize, state: usize, lod: usize, mesh: Mesh) {
        self.nodes[node].meshes[state][lod] = Some(mesh);
    }

    /// Replaces a node's pose by a track of model-space poses; the parent is at rest.
    pub(crate) fn animate(&mut self, node: usize, track: &[(u16, Pose)]) {
        let to_local = self.nodes[node]
            .parent
            .map_or(Pose::NONE, |parent| self.rest(parent).inverse());
        self.nodes[node].keys = track
            .iter()
            .map(|(frame, pose)| (*frame, to_local.after(*pose)))
            .collect();
    }

    /// Model-space pose of a node at frame 0.
    pub(crate) fn rest(&self, node: usize) -> Pose {
        let node = &self.nodes[node];
        let local = node.keys.first().map_or(Pose::NONE, |(_, pose)| *pose);
        node.parent
            .map_or(local, |parent| self.rest(parent).after(local))
    }

    /// Number of frames: the last key's frame and one more.
    pub(crate) fn frame_count(&self) -> u16 {
        let last = |node: &Node| node.keys.last().map_or(0, |(frame, _)| *frame);
        self.nodes.iter().map(last).max().unwrap_or(0) + 1
    }
}
