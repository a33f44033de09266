//! Segment queries: what a straight way from one point to another strikes.
//!
//! Spec: `07-collision.md` (normative). The faces of one model come from its type 7 descriptors,
//! batches and node headers; a model without type 7 is never struck.
//!
//! [`CollisionShape`] is made once per model. [`CollisionShape::query_slot_segment`] asks one node
//! in its own space; [`CollisionShape::query_building_segment_world`] asks placed nodes
//! ([`NodeInstances`]) in the world and follows portals. [`Records`] are what a scene has to run
//! into, and [`Surroundings::step`] is a step of a camera among them.

mod error;
mod face;
mod flight;
mod instances;
mod near;
mod reach;
mod records;
mod search;
mod segment;
mod shape;
mod subtree;
mod tree;
mod world;

pub use error::QueryError;
pub use flight::{EYE_CLEARANCE, Step, Surroundings, WALL_CLEARANCE};
pub use instances::{NodeInstances, SelectedNode};
pub use records::{Failure, Record, Records, Strike};
pub use segment::{Hit, Masks, Segment};
pub use shape::CollisionShape;
pub use world::INTERSECTION_LIMIT;
