//! Poses of nodes: choosing and interpolating animation keys, and composing the hierarchy.
//!
//! Spec: `02-msh.md` 5 (normative), `02b-msh-facts.md` 9.

use glam::{Mat4, Quat, Vec3};
use msh_format::msh::{Key24, Msh, Node38, Nodes};

/// A rigid pose: rotate, then translate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Translation.
    pub translation: Vec3,
    /// Unit quaternion.
    pub rotation: Quat,
}

impl Pose {
    /// Neither turned nor moved.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
    };

    /// `self * child`: the rotation of `self` turns the child's translation.
    #[must_use]
    pub fn compose(self, child: Self) -> Self {
        Self {
            translation: self.translation + self.rotation * child.translation,
            rotation: self.rotation * child.rotation,
        }
    }

    /// The pose that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.conjugate();
        Self {
            translation: -(rotation * self.translation),
            rotation,
        }
    }

    /// A point of the posed space in the outer space.
    #[must_use]
    pub fn apply(self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }

    /// The pose as a matrix.
    #[must_use]
    pub fn matrix(self) -> Mat4 {
        Mat4::from_rotation_translation(self.rotation, self.translation)
    }
}

/// Which moment the nodes of a model stand at.
#[derive(Debug, Clone, PartialEq)]
pub enum Moment {
    /// Every node at its fallback key.
    Fallback,
    /// Every node at one frame of the map.
    Frame(u16),
    /// One time per node; `None` = fallback key.
    Times(Vec<Option<f32>>),
}

/// Local and global poses of all nodes of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Hierarchy {
    /// Relative to the parent, conjugated.
    pub local: Vec<Pose>,
    /// Relative to the model.
    pub global: Vec<Pose>,
}

/// Why a model cannot be posed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PoseError {
    /// The nodes make no hierarchy; none is invented.
    #[error("no hierarchy: {0}")]
    NoHierarchy(String),
    /// The times cannot be sampled.
    #[error("{0}")]
    BadTimes(String),
    /// A scene has no such component, or the component has no model.
    #[error("object {object} has no component {component} with a model")]
    NoModel {
        /// Index of the object.
        object: usize,
        /// Index of the component.
        component: usize,
    },
}

/// Poses every node of `msh` at `moment`.
///
/// # Errors
/// [`PoseError::NoHierarchy`] if a parent does not come before its child, a fallback key is
/// outside type 8, or the nodes have the 24-byte layout; [`PoseError::BadTimes`] for a negative
/// or non-finite time or a wrong number of times.
pub fn hierarchy(msh: &Msh, moment: &Moment) -> Result<Hierarchy, PoseError> {
    let local: Vec<Pose> = local_poses(msh, moment)?.collect();
    let mut global = Vec::with_capacity(local.len());
    compose_all(msh, local.iter().copied(), &mut global);
    Ok(Hierarchy { local, global })
}

/// The global poses of [`hierarchy`], put in place of what `global` holds; on an error it is left
/// as it is.
///
/// # Errors
/// As [`hierarchy`].
pub fn global_poses(msh: &Msh, moment: &Moment, global: &mut Vec<Pose>) -> Result<(), PoseError> {
    let local = local_poses(msh, moment)?;
    global.clear();
    compose_all(msh, local, global);
    Ok(())
}

fn local_poses<'a>(
    msh: &'a Msh,
    moment: &'a Moment,
) -> Result<impl Iterator<Item = Pose> + 'a, PoseError> {
    check_hierarchy(msh)?;
    if let Moment::Times(times) = moment {
        check_times(times, msh.nodes.len())?;
    }
    let at = |(index, node)| match moment {
        Moment::Fallback => fallback_pose(msh, node),
        Moment::Frame(frame) => sample(msh, node, u64::from(*frame), f32::from(*frame)),
        // `check_times`: there is an entry for every node.
        Moment::Times(times) => match times[index] {
            Some(time) => sample(msh, node, frame_at(time), time),
            None => fallback_pose(msh, node),
        },
    };
    Ok(msh.nodes.as_slice().iter().enumerate().map(at))
}

/// Appends the global poses to `global`, which is empty.
fn compose_all(msh: &Msh, local: impl Iterator<Item = Pose>, global: &mut Vec<Pose>) {
    for (node, local) in msh.nodes.as_slice().iter().zip(local) {
        // `check_hierarchy`: a parent is smaller than its child, so its pose is there.
        let pose = node
            .parent()
            .map_or(local, |parent| global[parent].compose(local));
        global.push(pose);
    }
}

fn check_hierarchy(msh: &Msh) -> Result<(), PoseError> {
    let refuse = |rule: String| Err(PoseError::NoHierarchy(rule));
    if matches!(msh.nodes, Nodes::Raw24(_)) {
        return refuse("type 1 has 24-byte records, which say nothing of parents".to_owned());
    }
    for (index, node) in msh.nodes.as_slice().iter().enumerate() {
        if node.parent().is_some_and(|parent| parent >= index) {
            return refuse(format!(
                "type 1 (nodes), record {index}: parent {} does not come before it",
                node.parent_or_link
            ));
        }
        if usize::from(node.fallback_key) >= msh.keys.len() {
            return refuse(format!(
                "type 1 (nodes), record {index}: fallback key {} of {}",
                node.fallback_key,
                msh.keys.len()
            ));
        }
    }
    Ok(())
}

fn check_times(times: &[Option<f32>], nodes: usize) -> Result<(), PoseError> {
    if times.len() != nodes {
        let rule = format!("{} times for {nodes} nodes", times.len());
        return Err(PoseError::BadTimes(rule));
    }
    for (node, time) in times.iter().enumerate() {
        if let Some(time) = time
            && !(time.is_finite() && *time >= 0.0)
        {
            let rule = format!("node {node}: time {time} is negative or not a number");
            return Err(PoseError::BadTimes(rule));
        }
    }
    Ok(())
}

/// The frame that a time looks up: `time - 0.5` to the nearest integer, ties to even.
fn frame_at(time: f32) -> u64 {
    // -0.0 (time 0) becomes 0; a cast saturates.
    (time - 0.5).round_ties_even() as u64
}

fn fallback_pose(msh: &Msh, node: &Node38) -> Pose {
    // `check_hierarchy`: the key exists.
    key_pose(&msh.keys[usize::from(node.fallback_key)])
}

fn sample(msh: &Msh, node: &Node38, frame: u64, time: f32) -> Pose {
    match mapped_key(msh, node, frame) {
        // The mapped key is below the fallback key, so the next one exists too.
        Some(key) => interpolate(&msh.keys[key], &msh.keys[key + 1], time),
        None => fallback_pose(msh, node),
    }
}

/// The key that the frame map names for a node, unless the fallback key stands in for it.
fn mapped_key(msh: &Msh, node: &Node38, frame: u64) -> Option<usize> {
    let map = msh.frame_map.as_ref()?;
    if node.anim_map_start == 0xFFFF || frame >= u64::from(map.frame_count) {
        return None;
    }
    let word = usize::from(node.anim_map_start).checked_add(usize::try_from(frame).ok()?)?;
    let key = *map.words.get(word)?;
    (key < node.fallback_key).then_some(usize::from(key))
}

fn interpolate(k0: &Key24, k1: &Key24, time: f32) -> Pose {
    if k1.time <= k0.time || time == k0.time {
        return key_pose(k0);
    }
    if time == k1.time {
        return key_pose(k1);
    }
    let factor = ((time - k0.time) / (k1.time - k0.time)).clamp(0.0, 1.0);
    let (q0, q1) = (key_rotation(k0), key_rotation(k1));
    let q1 = if q0.dot(q1) < 0.0 { -q1 } else { q1 };
    let position = Vec3::from(k0.position).lerp(Vec3::from(k1.position), factor);
    pose(position, normalise(q0 * (1.0 - factor) + q1 * factor))
}

fn key_pose(key: &Key24) -> Pose {
    pose(Vec3::from(key.position), key_rotation(key))
}

/// The one place where the source-local quaternion is conjugated.
fn pose(translation: Vec3, rotation: Quat) -> Pose {
    Pose {
        translation,
        rotation: rotation.conjugate(),
    }
}

fn key_rotation(key: &Key24) -> Quat {
    normalise(Quat::from_array(key.quaternion_xyzw()))
}

/// A unit quaternion; all zeros become the identity.
fn normalise(q: Quat) -> Quat {
    let length = q.length();
    if length > 0.0 {
        q * (1.0 / length)
    } else {
        Quat::IDENTITY
    }
}

#[cfg(test)]
mod tests;
