//! Posing components anew: nodes, and the mounts of everything that hangs on them.
//!
//! Spec: `02-msh.md` 5, `04-mission-objects.md` 6.3, `07-collision.md` (camera: poses are read
//! live).

use std::sync::Arc;

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
        global_poses(msh, &moment, &mut components[component].nodes)?;
        components[component].moment = moment;
        self.pose_changes += 1;
        hang_again(components, component, self.pose_changes);
        Ok(())
    }
}

/// Renews the mount of component `first`, whose nodes have changed, and of all that it carries.
fn hang_again(components: &mut [Component], first: usize, change: u64) {
    for index in first..components.len() {
        // Components come after their carriers.
        let (before, rest) = components.split_at_mut(index);
        let carrier = rest[0].parent.map(|parent| &before[parent]);
        if index == first || carrier.is_some_and(|carrier| carrier.changed == change) {
            rest[0].pose = rest[0].pose_on(carrier);
            rest[0].changed = change;
        }
    }
}

impl Component {
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
