//! Which indirect commands a frame has, and in what order: ranges grouped by everything that
//! cannot change within one indirect call.

use ash::vk;
use bytemuck::{Pod, Zeroable};
use msh_format::material::BlendMode;
use msh_scene::draw_list::{Cull, DrawRange, FrameDraws, Queue};

use crate::descriptors::TexturePair;
use crate::error::{RendererError, Result};
use crate::meshes::ArenaRange;
use crate::pipelines::WorldPipeline;
use crate::records::DrawRecord;

/// `VkDrawIndexedIndirectCommand`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct IndirectCommand {
    pub(crate) index_count: u32,
    pub(crate) instance_count: u32,
    pub(crate) first_index: u32,
    pub(crate) vertex_offset: i32,
    /// Number of the draw record.
    pub(crate) first_instance: u32,
}

/// Distance of two commands in their buffer.
pub(crate) const COMMAND_STRIDE: u32 = size_of::<IndirectCommand>() as u32;

/// Everything that one indirect call has in common. The order of the fields is the order of
/// drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct GroupKey {
    pub(crate) queue: Queue,
    pub(crate) blend: BlendMode,
    pub(crate) cull: Cull,
    pub(crate) textures: TexturePair,
}

impl GroupKey {
    fn of(range: &DrawRange) -> Self {
        Self {
            queue: range.queue,
            blend: range.surface.blend,
            cull: range.cull,
            textures: (range.surface.texture, range.lightmap),
        }
    }

    pub(crate) fn pipeline(&self) -> WorldPipeline {
        match self.textures {
            (_, Some(_)) => WorldPipeline::Lightmapped,
            (_, None) => WorldPipeline::Lit(self.blend),
        }
    }

    /// See-through surfaces hide nothing.
    pub(crate) fn writes_depth(&self) -> bool {
        self.queue != Queue::Transparent
    }

    pub(crate) fn cull_mode(&self) -> vk::CullModeFlags {
        match self.cull {
            Cull::Front => vk::CullModeFlags::FRONT,
            Cull::Back => vk::CullModeFlags::BACK,
            Cull::None => vk::CullModeFlags::NONE,
        }
    }
}

/// One indirect call: commands that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) key: GroupKey,
    pub(crate) textures: vk::DescriptorSet,
    pub(crate) first_command: u32,
    pub(crate) command_count: u32,
}

/// The part of a range that a frame does not change.
struct PlannedRange {
    key: GroupKey,
    index_count: u32,
    arena: ArenaRange,
    record: DrawRecord,
}

/// All ranges of a draw list, ready to be written into a frame's buffers.
#[derive(Default)]
pub(crate) struct DrawPlan {
    ranges: Vec<PlannedRange>,
    /// Ranges that write depth, by key, then in the list's order.
    depth_order: Vec<u32>,
}

impl DrawPlan {
    /// `arena` has one entry per range.
    pub(crate) fn new(ranges: &[DrawRange], arena: &[ArenaRange]) -> Self {
        let ranges: Vec<PlannedRange> = ranges
            .iter()
            .zip(arena)
            .map(|(range, &arena)| PlannedRange {
                key: GroupKey::of(range),
                index_count: range.index_count,
                arena,
                record: DrawRecord::new(range),
            })
            .collect();
        let mut by_key: Vec<(GroupKey, u32)> = (0u32..)
            .zip(&ranges)
            .filter(|(_, range)| range.key.writes_depth())
            .map(|(number, range)| (range.key, number))
            .collect();
        by_key.sort_unstable();
        Self {
            ranges,
            depth_order: by_key.into_iter().map(|(_, number)| number).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Writes a frame's draw records, one per range, and its indirect commands, at most one per
    /// range, and lists the calls in the order of drawing. A range that emits nothing keeps its
    /// command, with an index count of 0.
    ///
    /// # Errors
    ///
    /// The frame's draws are not those of this plan's draw list.
    pub(crate) fn write(
        &self,
        draws: &FrameDraws,
        records: &mut [DrawRecord],
        commands: &mut [IndirectCommand],
        groups: &mut Vec<Group>,
        mut textures: impl FnMut(TexturePair) -> Result<vk::DescriptorSet>,
    ) -> Result<()> {
        groups.clear();
        self.check(draws)?;
        for ((record, planned), frame) in records.iter_mut().zip(&self.ranges).zip(&draws.ranges) {
            *record = planned.record;
            record.surface.opacity = frame.opacity;
        }
        let order = self.depth_order.iter().chain(&draws.transparent);
        for ((place, command), &number) in (0u32..).zip(commands).zip(order) {
            let planned = self.ranges.get(number as usize);
            let frame = draws.ranges.get(number as usize);
            // `check` found every number of the order.
            let (Some(planned), Some(frame)) = (planned, frame) else {
                continue;
            };
            *command = IndirectCommand {
                index_count: frame.emitted_index_count.min(planned.index_count),
                instance_count: 1,
                first_index: planned.arena.first_index,
                vertex_offset: planned.arena.vertex_offset,
                first_instance: number,
            };
            match groups.last_mut() {
                Some(group) if group.key == planned.key => group.command_count += 1,
                _ => groups.push(Group {
                    key: planned.key,
                    textures: textures(planned.key.textures)?,
                    first_command: place,
                    command_count: 1,
                }),
            }
        }
        Ok(())
    }

    fn check(&self, draws: &FrameDraws) -> Result<()> {
        let transparent = |&number: &u32| {
            self.ranges
                .get(number as usize)
                .is_some_and(|range| !range.key.writes_depth())
        };
        if draws.ranges.len() == self.ranges.len()
            && draws.transparent.len() + self.depth_order.len() <= self.ranges.len()
            && draws.transparent.iter().all(transparent)
        {
            return Ok(());
        }
        Err(RendererError::Scene(
            "the frame was evaluated for another draw list".into(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::Zeroable;
    use msh_scene::draw_list::{FirstFaceTest, FrameRange};
    use msh_scene::glam::{Mat4, Vec3};
    use msh_scene::library::{ModelId, Surface, TextureId};

    fn range(queue: Queue, texture: u32) -> DrawRange {
        DrawRange {
            object: 0,
            component: 0,
            node: 0,
            batch: 0,
            model: ModelId(0),
            first_index: 0,
            index_count: 6,
            base_vertex: 0,
            transform: Mat4::IDENTITY,
            det_sign: 1,
            cull: Cull::Front,
            queue,
            material: "M".into(),
            surface: Surface {
                texture: Some(TextureId(texture)),
                ..Surface::PLAIN
            },
            lightmap: None,
            portal: None,
            first_face: None,
            tests_first_face: false,
            corners: [Vec3::ZERO; 8],
        }
    }

    fn draws(ranges: &[DrawRange], transparent: &[u32]) -> FrameDraws {
        FrameDraws {
            ranges: ranges
                .iter()
                .map(|range| FrameRange {
                    emitted_index_count: range.index_count,
                    first_face_test: FirstFaceTest::NotApplicable,
                    culled_by: None,
                    opacity: 1.0,
                })
                .collect(),
            transparent: transparent.to_vec(),
            ground: Vec::new(),
        }
    }

    /// Range numbers in the order of drawing, one list per indirect call, and the commands.
    fn written(
        ranges: &[DrawRange],
        draws: &FrameDraws,
    ) -> Result<(Vec<Vec<u32>>, Vec<IndirectCommand>)> {
        let arena = ArenaRange {
            first_index: 100,
            vertex_offset: 50,
        };
        let plan = DrawPlan::new(ranges, &vec![arena; ranges.len()]);
        let mut records = vec![DrawRecord::zeroed(); ranges.len()];
        let mut commands = vec![IndirectCommand::zeroed(); ranges.len()];
        let mut groups = Vec::new();
        plan.write(draws, &mut records, &mut commands, &mut groups, |_| {
            Ok(vk::DescriptorSet::null())
        })?;
        let calls = groups
            .iter()
            .map(|group| {
                let first = group.first_command as usize;
                commands[first..first + group.command_count as usize]
                    .iter()
                    .map(|command| command.first_instance)
                    .collect()
            })
            .collect();
        Ok((calls, commands))
    }

    #[test]
    fn ranges_with_everything_in_common_share_a_call_in_the_order_of_the_list() {
        let ranges = [0, 1, 0, 1, 0].map(|texture| range(Queue::Opaque, texture));
        let (calls, _) = written(&ranges, &draws(&ranges, &[])).unwrap();
        assert_eq!(calls, [vec![0, 2, 4], vec![1, 3]]);
    }

    #[test]
    fn queues_follow_each_other_whatever_the_order_of_the_list() {
        let ranges = [Queue::Transparent, Queue::AlphaTest, Queue::Opaque].map(|q| range(q, 0));
        let (calls, _) = written(&ranges, &draws(&ranges, &[0])).unwrap();
        assert_eq!(calls, [[2], [1], [0]]);
    }

    #[test]
    fn cull_mode_blend_mode_and_lightmap_each_need_a_call_of_their_own() {
        let mut ranges = [(); 4].map(|()| range(Queue::Opaque, 0));
        ranges[1].cull = Cull::Back;
        ranges[2].surface.blend = BlendMode::Additive;
        ranges[3].lightmap = Some(TextureId(1));
        let (calls, _) = written(&ranges, &draws(&ranges, &[])).unwrap();
        assert_eq!(calls.len(), 4);
    }

    #[test]
    fn see_through_ranges_keep_the_order_of_the_frame_and_share_calls_with_neighbours_only() {
        let ranges = [0, 1, 0, 0].map(|texture| range(Queue::Transparent, texture));
        let (calls, _) = written(&ranges, &draws(&ranges, &[3, 2, 1, 0])).unwrap();
        assert_eq!(calls, [vec![3, 2], vec![1], vec![0]]);
    }

    #[test]
    fn a_see_through_range_that_the_frame_leaves_out_has_no_command() {
        let ranges = [0, 0].map(|texture| range(Queue::Transparent, texture));
        let (calls, _) = written(&ranges, &draws(&ranges, &[1])).unwrap();
        assert_eq!(calls, [[1]]);
    }

    #[test]
    fn a_rejected_range_keeps_its_command_with_a_count_of_0() {
        let ranges = [0, 0].map(|texture| range(Queue::Opaque, texture));
        let mut draws = draws(&ranges, &[]);
        draws.ranges[0].emitted_index_count = 0;
        let (calls, commands) = written(&ranges, &draws).unwrap();
        assert_eq!(calls, [[0, 1]]);
        assert_eq!(commands[0].index_count, 0);
        let drawn = IndirectCommand {
            index_count: 6,
            instance_count: 1,
            first_index: 100,
            vertex_offset: 50,
            first_instance: 1,
        };
        assert_eq!(commands[1], drawn);
    }

    #[test]
    fn draws_that_do_not_fit_the_list_are_refused() {
        let ranges = [Queue::Opaque, Queue::Transparent].map(|queue| range(queue, 0));
        let fitting = draws(&ranges, &[1]);
        assert!(written(&ranges, &fitting).is_ok());
        assert!(written(&ranges[..1], &fitting).is_err());
        for transparent in [vec![0], vec![2], vec![1, 1]] {
            let unfitting = FrameDraws {
                transparent,
                ..fitting.clone()
            };
            assert!(written(&ranges, &unfitting).is_err());
        }
    }
}
