//! Running the frame maps of all models on one clock.
//!
//! Spec: `02-msh.md` 5, `02b-msh-facts.md` 9. What starts and stops a movement in the game is its
//! controllers; this shows every movement that the models hold, one after the other.

use msh_format::msh::Msh;

use crate::pose::{Hierarchy, Moment, Pose, hierarchy};
use crate::scene::Scene;

/// How fast a frame map runs.
pub const FRAMES_PER_SECOND: f64 = 15.0;

/// No run is shorter than this, seconds: a door has two frames and would clap.
const SHORTEST_RUN: f64 = 1.0;

/// Poses closer than this are the same, world units and quaternion components.
const SAME_POSE: f32 = 1e-3;

/// The components of a scene that can move.
#[derive(Debug, Clone, Default)]
pub struct Animation {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy)]
struct Part {
    object: usize,
    component: usize,
    nodes: usize,
    run: Run,
}

impl Animation {
    /// Every drawn component whose model has more than one frame.
    #[must_use]
    pub fn of_scene(scene: &Scene) -> Self {
        let runs: Vec<Option<Run>> = scene
            .library
            .models
            .iter()
            .map(|m| Run::of(&m.msh))
            .collect();
        let mut parts = Vec::new();
        for (object, placed) in scene.objects.iter().enumerate() {
            for (component, part) in placed.components.iter().enumerate() {
                let model = part.model.filter(|_| part.drawn);
                let Some(id) = model else { continue };
                // Ids are given out by the library that holds the models.
                if let Some(run) = runs[id.0 as usize] {
                    parts.push(Part {
                        object,
                        component,
                        nodes: scene.library.model(id).msh.nodes.len(),
                        run,
                    });
                }
            }
        }
        Self { parts }
    }

    /// True if nothing can move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Stands every part of `scene`, which this was made of, as the clock says.
    pub fn pose(&self, scene: &mut Scene, clock_ms: u32) {
        // The parts of an object follow each other.
        for parts in self.parts.chunk_by(|a, b| a.object == b.object) {
            let moment = |part: &Part| {
                let times = vec![Some(part.run.time(clock_ms)); part.nodes];
                (part.component, Moment::Times(times))
            };
            // `Run::of` has posed their models: nothing depends on the time but the keys.
            scene.pose_components(parts[0].object, parts.iter().map(moment));
        }
    }
}

/// How the frame map of a model runs.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Run {
    /// From the first frame to the last, frames.
    length: f64,
    /// The last frame does not stand as the first: the map runs back again instead of starting
    /// over with a jump.
    returns: bool,
}

impl Run {
    /// `None` for a model that cannot move or has no hierarchy.
    fn of(msh: &Msh) -> Option<Self> {
        let frames = msh.frame_map.as_ref()?.frame_count;
        let last = frames.checked_sub(1).filter(|last| *last > 0)?;
        let at = |time: f32| {
            let times = vec![Some(time); msh.nodes.len()];
            hierarchy(msh, &Moment::Times(times)).ok()
        };
        let (first_pose, last_pose) = (at(0.0)?, at(last as f32)?);
        Some(Self {
            length: f64::from(last),
            returns: !same(&first_pose, &last_pose),
        })
    }

    /// The time in frames that the clock shows.
    fn time(&self, clock_ms: u32) -> f32 {
        let speed = FRAMES_PER_SECOND.min(self.length / SHORTEST_RUN);
        let frames = f64::from(clock_ms) / 1000.0 * speed;
        let time = if self.returns {
            let there_and_back = frames % (2.0 * self.length);
            there_and_back.min(2.0 * self.length - there_and_back)
        } else {
            frames % self.length
        };
        time as f32
    }
}

fn same(a: &Hierarchy, b: &Hierarchy) -> bool {
    let close = |(a, b): (&Pose, &Pose)| {
        let rotations = a.rotation.dot(b.rotation).abs();
        a.translation.abs_diff_eq(b.translation, SAME_POSE) && rotations > 1.0 - SAME_POSE
    };
    a.local.iter().zip(&b.local).all(close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_that_ends_as_it_began_starts_over() {
        let rotor = Run {
            length: 24.0,
            returns: false,
        };
        assert_eq!(rotor.time(0), 0.0);
        assert_eq!(rotor.time(1000), 15.0);
        // 2 s are 30 frames: 6 into the second turn.
        assert_eq!(rotor.time(2000), 6.0);
    }

    #[test]
    fn a_run_that_ends_elsewhere_comes_back() {
        let turret = Run {
            length: 30.0,
            returns: true,
        };
        assert_eq!(turret.time(2000), 30.0);
        assert_eq!(turret.time(3000), 15.0);
        assert_eq!(turret.time(4000), 0.0);
    }

    #[test]
    fn a_door_takes_a_second_to_open() {
        let door = Run {
            length: 1.0,
            returns: true,
        };
        assert_eq!(door.time(500), 0.5);
        assert_eq!(door.time(1000), 1.0);
        assert_eq!(door.time(1750), 0.25);
    }

    #[test]
    fn the_time_stays_within_the_map_for_ever() {
        for returns in [false, true] {
            let run = Run {
                length: 57.0,
                returns,
            };
            let time = run.time(u32::MAX);
            assert!((0.0..=57.0).contains(&time), "{time}");
        }
    }
}
