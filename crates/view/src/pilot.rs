//! Flies the camera through a scene: what keys ask for, limited by ground and buildings. No
//! window; time comes from outside.
//!
//! Spec: `07-collision.md` (camera).

#[cfg(test)]
mod tests;

use std::time::Duration;

use msh_scene::camera::Camera;
use msh_scene::collision::{Records, Surroundings};
use msh_scene::draw_list::Detail;
use msh_scene::glam::Vec3;
use msh_scene::problems::Problem;
use msh_scene::scene::Scene;

use crate::flight::{Flight, Wish};

/// The longest time between two frames that is flown: after a pause the camera does not jump.
const LONGEST_FLIGHT: Duration = Duration::from_millis(250);
/// A longer time is flown in several steps, so that how near the camera comes to a wall does not
/// depend on the frame rate. Seconds.
const LONGEST_STEP: f32 = 1.0 / 60.0;

/// A camera's flight from frame to frame.
#[derive(Debug)]
pub(crate) struct Pilot {
    flight: Flight,
    records: Records,
    /// Ground and buildings limit the flight.
    collides: bool,
    /// The step of the frame that is not shown yet was made; whether the camera goes on moving.
    pending: Option<bool>,
    /// When the camera was last moved, while it moves.
    moved: Option<Duration>,
    /// The record that blocked the last step, while the keys want on.
    blocked_by: Option<usize>,
    /// The record that was logged since the camera was last at rest.
    logged: Option<usize>,
    /// How many problems of the records were handed out.
    told: usize,
}

impl Pilot {
    /// At rest; `speed` in world units per second.
    pub(crate) fn new(scene: &Scene, detail: Detail, speed: f32, collides: bool) -> Self {
        Self {
            flight: Flight::new(speed),
            records: Records::of_scene(scene, detail),
            collides,
            pending: None,
            moved: None,
            blocked_by: None,
            logged: None,
            told: 0,
        }
    }

    /// Moves the camera by the time since the last frame that was shown. Until this frame is
    /// shown too, or given up, further calls change nothing. True while the camera goes on
    /// moving. `now` is a time since any one moment.
    pub(crate) fn fly(
        &mut self,
        scene: &Scene,
        camera: &mut Camera,
        wish: Wish,
        now: Duration,
    ) -> bool {
        if let Some(moving) = self.pending {
            return moving;
        }
        let passed = self
            .moved
            .map_or(Duration::ZERO, |then| now.saturating_sub(then));
        let seconds = passed.min(LONGEST_FLIGHT).as_secs_f32();
        self.records.follow(scene);
        // At most 16 steps: `LONGEST_FLIGHT` bounds them.
        let steps = (seconds / LONGEST_STEP).ceil().max(1.0);
        for _ in 0..steps as u32 {
            let way = self.flight.step(camera, wish, seconds / steps);
            if way != Vec3::ZERO && !self.step(scene, camera, way) {
                break;
            }
        }
        let moving = wish.moves() || self.flight.is_moving();
        if !moving {
            self.blocked_by = None;
            self.logged = None;
        }
        self.moved = moving.then_some(now);
        self.pending = Some(moving);
        moving
    }

    /// One step of the spec. False if something blocked it.
    fn step(&mut self, scene: &Scene, camera: &mut Camera, way: Vec3) -> bool {
        let wish = camera.position + way;
        if !self.collides {
            camera.position = wish;
            return true;
        }
        let step = self.surroundings(scene).step(camera.position, wish);
        camera.position = step.position;
        self.records.note(&step.failures);
        self.blocked_by = step.blocked_by.map(|strike| strike.record);
        let Some(label) = self.blocked_by() else {
            return true;
        };
        // From rest a camera makes small steps towards what blocks it, again and again.
        if self.blocked_by != self.logged {
            tracing::info!("blocked by {label}");
            self.logged = self.blocked_by;
        }
        self.flight.stop();
        false
    }

    fn surroundings<'a>(&'a self, scene: &'a Scene) -> Surroundings<'a> {
        Surroundings {
            ground: scene.terrain.as_ref().map(|terrain| &terrain.heights),
            records: &self.records,
        }
    }

    /// The frame of the last step is on the screen: the next one may be made.
    pub(crate) fn frame_shown(&mut self) {
        self.pending = None;
    }

    /// Nothing can be shown: no frame is pending, and the time until the next one is not flown.
    pub(crate) fn pause(&mut self) {
        self.pending = None;
        self.moved = None;
    }

    /// Stands still at once: the camera was put somewhere else.
    pub(crate) fn stop(&mut self) {
        self.flight.stop();
        self.blocked_by = None;
    }

    /// Speed with one direction held, world units per second.
    pub(crate) fn speed(&self) -> f32 {
        self.flight.speed()
    }

    /// Changes the speed by `notches` of the wheel, positive is faster.
    pub(crate) fn change_speed(&mut self, notches: f32) {
        self.flight.change_speed(notches);
    }

    /// Lets the camera pass through ground and buildings, or stops it there again. Gives which.
    pub(crate) fn toggle_collision(&mut self) -> bool {
        self.collides = !self.collides;
        self.blocked_by = None;
        self.collides
    }

    /// What keeps the camera from where the keys want it to go: name and resource.
    pub(crate) fn blocked_by(&self) -> Option<&str> {
        let record = self.records.list().get(self.blocked_by?)?;
        Some(&record.label)
    }

    /// What was found to be wrong with the buildings since the last call.
    pub(crate) fn take_problems(&mut self) -> &[Problem] {
        let all = self.records.problems();
        let told = if self.collides { all.len() } else { self.told };
        &all[std::mem::replace(&mut self.told, told)..told]
    }
}
