//! A step of the free camera: where it may go.
//!
//! Spec: `07-collision.md` (camera), `05-terrain-sky.md` 9.

use glam::Vec3;

use super::{Failure, Records, Segment, Strike};
use crate::terrain::HeightField;

/// How far above the ground the eye stays, world units.
pub const EYE_CLEARANCE: f32 = 0.8;

/// How far in front of what it heads for the eye stops: the near plane of the widest picture
/// reaches as far, and what is nearer would be cut open in the picture.
pub const WALL_CLEARANCE: f32 = 0.3;

/// How often a step over uneven ground is halved at most.
const HALVINGS: u32 = 10;

/// What limits a camera.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// The ground; `None` does not limit.
    pub ground: Option<&'a HeightField>,
    /// The buildings.
    pub records: &'a Records,
}

/// What a step came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Where the eye is now, world space.
    pub position: Vec3,
    /// What blocked the step; the eye is then where it was.
    pub blocked_by: Option<Strike>,
    /// The ground has lifted the eye above where it wanted to go.
    pub lifted: bool,
    /// Records that could not be asked. They do not block.
    pub failures: Vec<Failure>,
}

impl Surroundings<'_> {
    /// The step of an eye from `from` to where it wants to go, which is first limited by the
    /// ground; then a hit on the way keeps the eye where it is. Only the position is limited: how
    /// the camera turns is its own affair.
    ///
    /// Liquid does not limit, and neither does anything beside the ground. A step over a ridge
    /// climbs it, however long it is.
    #[must_use]
    pub fn step(&self, from: Vec3, wish: Vec3) -> Step {
        let mut step = Step {
            position: from,
            blocked_by: None,
            lifted: false,
            failures: Vec::new(),
        };
        if from.is_finite() && wish.is_finite() {
            match self.walk(self.emerge(from), wish, HALVINGS, &mut step.failures) {
                Ok(position) => {
                    step.lifted = position.z > wish.z;
                    step.position = position;
                }
                Err(strike) => step.blocked_by = Some(strike),
            }
        }
        step
    }

    /// The end of a way that is halved where it would lead through the ground.
    ///
    /// # Errors
    /// What is struck on the way.
    fn walk(
        &self,
        from: Vec3,
        wish: Vec3,
        halvings: u32,
        failures: &mut Vec<Failure>,
    ) -> Result<Vec3, Strike> {
        let target = self.lift(wish);
        if halvings > 0 && self.leads_through_ground(from, target) {
            let half = (wish - from) * 0.5;
            let middle = self.walk(from, from + half, halvings - 1, failures)?;
            return self.walk(middle, middle + half, halvings - 1, failures);
        }
        let ahead = (target - from).normalize_or_zero() * WALL_CLEARANCE;
        let segment = Segment::new(from, target + ahead);
        match self.records.strike(&segment, failures) {
            Some(strike) => Err(strike),
            None => Ok(target),
        }
    }

    /// Where an eye under the ground comes out of it; nothing above it holds it back.
    fn emerge(&self, from: Vec3) -> Vec3 {
        let ground = self.ground.and_then(|g| g.dry_height(from.x, from.y));
        if ground.is_some_and(|ground| ground > from.z) {
            self.lift(from)
        } else {
            from
        }
    }

    /// The point, or the one above it at which the eye is clear of the ground.
    fn lift(&self, point: Vec3) -> Vec3 {
        let ground = self.ground.and_then(|g| g.floor_height(point.x, point.y));
        let lowest = ground.map_or(f32::NEG_INFINITY, |ground| ground + EYE_CLEARANCE);
        point.with_z(point.z.max(lowest))
    }

    /// True if a straight way goes below the ground. One that begins or ends in a building's hole
    /// in the ground is let through.
    fn leads_through_ground(&self, from: Vec3, to: Vec3) -> bool {
        self.ground.is_some_and(|ground| {
            let is_cut = |point: Vec3| ground.is_cut(point.x, point.y);
            !is_cut(from) && !is_cut(to) && ground.covers_way(from, to)
        })
    }
}
