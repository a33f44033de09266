//! Posing components anew: nodes, and the mounts of everything that hangs on them.
//!
//! Spec: `02-msh.md` 5, `04-mission-objects.md` 6.3, `07-collision.md` (camera: poses are read
//! live).

use std::sync::Arc;

use msh_format::msh::Msh;

use crate::placement::mount;
use crate::pose::{Moment, Pose, PoseError, global_poses};
use crate::scene::{Component, Scene};

impl Scene {
    /// Poses one component of one object at `moment`, and hangs what it carries on its new
    /// sockets. Other objects of the same assembly stay as they are: the first change gives the
    /// object components of its own.
    ///
    /// # Errors
    /// There is no such component or it has no model; or as [`crate::pose::hierarchy`]. Nothing
    /// has changed then.
    pub fn pose_component(
        &mut self,
        object: usize,
        component: usize,
        moment: Moment,
    ) -> Result<(), PoseError> {
        let missing = || PoseError::NoModel { object, component };
        let Some(posed) = self.objects.get_mut(object) else {
            return Err(missing());
        };
        let model = posed.components.get(component).and_then(|c| c.model);
        let msh = &self.library.model(model.ok_or_else(missing)?).msh;
        let components = Arc::make_mut(&mut posed.components);
        components[component].pose_nodes(msh, moment, self.pose_changes + 1)?;
        self.pose_changes += 1;
        hang_again(components, component, self.pose_changes);
        Ok(())
    }

    /// Poses components of one object, in their order, as [`Self::pose_component`] does each; what
    /// they carry is hung again once for all. One that cannot be posed stays as it is.
    pub(crate) fn pose_components(
        &mut self,
        object: usize,
        moments: impl IntoIterator<Item = (usize, Moment)>,
    ) {
        let Some(posed) = self.objects.get_mut(object) else {
            return;
        };
        let components = Arc::make_mut(&mut posed.components);
        let change = self.pose_changes + 1;
        let mut first = None;
        for (number, moment) in moments {
            let Some(component) = components.get_mut(number) else {
                continue;
            };
            let model = component.model.map(|id| self.library.model(id));
            let result = model.map(|model| component.pose_nodes(&model.msh, moment, change));
            if let Some(Ok(())) = result {
                first.get_or_insert(number);
            }
        }
        if let Some(first) = first {
            self.pose_changes = change;
            hang_again(components, first, change);
        }
    }
}

/// Renews the mounts of the components whose nodes were changed by `change`, the first of which is
/// `first`, and of all that they carry.
fn hang_again(components: &mut [Component], first: usize, change: u64) {
    for index in first..components.len() {
        // Components come after their carriers.
        let (before, rest) = components.split_at_mut(index);
        let carrier = rest[0].parent.map(|parent| &before[parent]);
        let has_changed = |component: &Component| component.changed == change;
        if has_changed(&rest[0]) || carrier.is_some_and(has_changed) {
            rest[0].pose = rest[0].pose_on(carrier);
            rest[0].changed = change;
        }
    }
}

impl Component {
    /// # Errors
    /// As [`crate::pose::hierarchy`]. Nothing has changed then.
    fn pose_nodes(&mut self, msh: &Msh, moment: Moment, change: u64) -> Result<(), PoseError> {
        global_poses(msh, &moment, &mut self.nodes)?;
        self.moment = moment;
        self.changed = change;
        Ok(())
    }

    /// Component space to object space, as `carrier` stands now.
    pub(crate) fn pose_on(&self, carrier: Option<&Self>) -> Pose {
        let Some(carrier) = carrier else {
            return Pose::IDENTITY;
        };
        let at = |socket| carrier.nodes.get(socket).copied();
        let Some((socket, node)) = self.socket.and_then(|s| Some((s, at(s.node)?))) else {
            return carrier.pose;
        };
        // A root's global pose is its local one.
        let root = socket.root.and_then(|root| self.nodes.get(root));
        let root = root.copied().unwrap_or(Pose::IDENTITY);
        carrier.pose.compose(mount(node, root))
    }
}
