//! Which indirect commands a frame has: its ranges in their order, neighbours grouped that have
//! everything in common that cannot change within one indirect call.

use ash::vk;
use bytemuck::{Pod, Zeroable};
use msh_format::material::BlendMode;
use msh_scene::draw_list::{Cull, DrawList, DrawRange, FrameDraws, FrameRange, Queue};

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

/// Everything that one indirect call has in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroupKey {
    pub(crate) queue: Queue,
    pub(crate) blend: BlendMode,
    pub(crate) cull: Cull,
    pub(crate) textures: TexturePair,
}

impl GroupKey {
    fn of(range: &DrawRange, frame: &FrameRange) -> Self {
        Self {
            queue: frame.queue,
            blend: frame.surface.blend,
            cull: range.cull,
            textures: (frame.surface.texture, range.lightmap),
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

/// What a range draws, whatever the frame.
struct PlannedRange {
    index_count: u32,
    arena: ArenaRange,
}

/// All ranges of a draw list, ready to be written into a frame's buffers.
#[derive(Default)]
pub(crate) struct DrawPlan {
    ranges: Vec<PlannedRange>,
}

impl DrawPlan {
    /// `arena` has one entry per range.
    pub(crate) fn new(ranges: &[DrawRange], arena: &[ArenaRange]) -> Self {
        let ranges = ranges.iter().zip(arena);
        Self {
            ranges: ranges
                .map(|(range, &arena)| PlannedRange {
                    index_count: range.index_count,
                    arena,
                })
                .collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Writes the draw records and indirect commands of the ranges that emit something, in the
    /// order of the frame, and lists the calls. `records` has one place per range and `commands`
    /// at least as many.
    ///
    /// # Errors
    ///
    /// The frame's draws are not those of this plan's draw list, or name a texture that there is
    /// not.
    pub(crate) fn write(
        &self,
        list: &DrawList,
        draws: &FrameDraws,
        records: &mut [DrawRecord],
        commands: &mut [IndirectCommand],
        groups: &mut Vec<Group>,
        mut textures: impl FnMut(TexturePair) -> Result<vk::DescriptorSet>,
    ) -> Result<()> {
        groups.clear();
        let count = self.ranges.len();
        if [list.ranges.len(), draws.ranges.len(), draws.order.len()] != [count; 3] {
            return Err(another_list());
        }
        let mut commands = (0u32..).zip(commands);
        for &number in &draws.order {
            let index = number as usize;
            let range = list.ranges.get(index).zip(draws.ranges.get(index));
            let planned = self.ranges.get(index).zip(records.get_mut(index));
            let ((range, frame), (planned, record)) =
                range.zip(planned).ok_or_else(another_list)?;
            if frame.emitted_index_count == 0 {
                continue;
            }
            let (place, command) = commands.next().ok_or_else(another_list)?;
            *record = DrawRecord::new(range, &frame.surface);
            *command = IndirectCommand {
                index_count: frame.emitted_index_count.min(planned.index_count),
                instance_count: 1,
                first_index: planned.arena.first_index,
                vertex_offset: planned.arena.vertex_offset,
                first_instance: number,
            };
            let key = GroupKey::of(range, frame);
            match groups.last_mut() {
                Some(group) if group.key == key => group.command_count += 1,
                _ => groups.push(Group {
                    key,
                    textures: textures(key.textures)?,
                    first_command: place,
                    command_count: 1,
                }),
            }
        }
        Ok(())
    }
}

fn another_list() -> RendererError {
    RendererError::Scene("the frame was evaluated for another draw list".into())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytemuck::Zeroable;
    use msh_scene::camera::Camera;
    use msh_scene::draw_list::{FrameInput, Sides};
    use msh_scene::glam::{Mat4, Vec3};
    use msh_scene::library::{Material, ModelId, Surface, TextureId};

    use super::*;

    fn range(surface: Surface) -> DrawRange {
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
            see_through: false,
            material: Arc::new(Material::still("M", surface)),
            lightmap: None,
            portal: None,
            first_face: None,
            tests_first_face: false,
            corners: [Vec3::Y * 10.0; 8],
        }
    }

    fn textured(texture: u32) -> DrawRange {
        range(Surface {
            texture: Some(TextureId(texture)),
            ..Surface::PLAIN
        })
    }

    /// See-through, so far away.
    fn glass(texture: u32, distance: f32) -> DrawRange {
        DrawRange {
            see_through: true,
            corners: [Vec3::Y * distance; 8],
            ..textured(texture)
        }
    }

    fn list(ranges: Vec<DrawRange>) -> DrawList {
        DrawList {
            ranges,
            ..DrawList::default()
        }
    }

    fn draws(list: &DrawList) -> FrameDraws {
        list.frame(&FrameInput {
            camera: Camera::looking_at(Vec3::ZERO, Vec3::Y, 1.3),
            aspect: 1.0,
            clock_ms: 0,
            portals: true,
            sides: Sides::Game,
        })
    }

    /// Range numbers in the order of drawing, one list per indirect call, and the commands.
    fn written(
        uploaded: &DrawList,
        list: &DrawList,
        draws: &FrameDraws,
    ) -> Result<(Vec<Vec<u32>>, Vec<IndirectCommand>)> {
        let arena = ArenaRange {
            first_index: 100,
            vertex_offset: 50,
        };
        let count = uploaded.ranges.len();
        let plan = DrawPlan::new(&uploaded.ranges, &vec![arena; count]);
        let mut records = vec![DrawRecord::zeroed(); count];
        let mut commands = vec![IndirectCommand::zeroed(); count];
        let mut groups = Vec::new();
        plan.write(
            list,
            draws,
            &mut records,
            &mut commands,
            &mut groups,
            |_| Ok(vk::DescriptorSet::null()),
        )?;
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

    fn calls(list: &DrawList) -> Vec<Vec<u32>> {
        written(list, list, &draws(list)).unwrap().0
    }

    #[test]
    fn ranges_with_everything_in_common_share_a_call_in_the_order_of_the_list() {
        let list = list([0, 1, 0, 1, 0].map(textured).to_vec());
        assert_eq!(calls(&list), [vec![0, 2, 4], vec![1, 3]]);
    }

    #[test]
    fn cull_mode_blend_mode_and_lightmap_each_need_a_call_of_their_own() {
        let back = DrawRange {
            cull: Cull::Back,
            ..textured(0)
        };
        let additive = range(Surface {
            texture: Some(TextureId(0)),
            blend: BlendMode::Additive,
            ..Surface::PLAIN
        });
        let lightmapped = DrawRange {
            lightmap: Some(TextureId(1)),
            ..textured(0)
        };
        let list = list(vec![textured(0), back, additive, lightmapped]);
        assert_eq!(calls(&list).len(), 4);
    }

    #[test]
    fn see_through_ranges_share_calls_with_neighbours_only() {
        let list = list(vec![
            glass(0, 10.0),
            glass(1, 20.0),
            glass(0, 30.0),
            glass(0, 40.0),
        ]);
        assert_eq!(calls(&list), [vec![3, 2], vec![1], vec![0]]);
    }

    #[test]
    fn a_range_that_emits_nothing_has_no_command() {
        let list = list([0, 0].map(textured).to_vec());
        let mut draws = draws(&list);
        draws.ranges[0].emitted_index_count = 0;
        let (calls, commands) = written(&list, &list, &draws).unwrap();
        assert_eq!(calls, [[1]]);
        let drawn = IndirectCommand {
            index_count: 6,
            instance_count: 1,
            first_index: 100,
            vertex_offset: 50,
            first_instance: 1,
        };
        assert_eq!(commands[0], drawn);
    }

    #[test]
    fn no_more_indices_are_drawn_than_were_uploaded() {
        let list = list(vec![textured(0)]);
        let mut draws = draws(&list);
        draws.ranges[0].emitted_index_count = 60;
        let (_, commands) = written(&list, &list, &draws).unwrap();
        assert_eq!(commands[0].index_count, 6);
    }

    #[test]
    fn draws_that_do_not_fit_the_list_are_refused() {
        let two = list([0, 1].map(textured).to_vec());
        let one = list(vec![textured(0)]);
        let fitting = draws(&two);
        assert!(written(&two, &two, &fitting).is_ok());
        assert!(written(&one, &two, &fitting).is_err());
        assert!(written(&two, &one, &fitting).is_err());
        assert!(written(&two, &two, &draws(&one)).is_err());
        for order in [vec![0], vec![0, 2]] {
            let unfitting = FrameDraws {
                order,
                ..fitting.clone()
            };
            assert!(written(&two, &two, &unfitting).is_err());
        }
    }
}
