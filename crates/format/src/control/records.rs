//! The records of fixed size: contacts, bindings, commands.

use crate::error::Result;
use crate::reader::{Reader, WriteLe};
use crate::record::Record;
use crate::text::FixedStr;

/// A contact of a state, 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// Control point.
    pub point: i32,
    /// Flag bits.
    pub flags: u32,
    /// Command list.
    pub command_list: i32,
    /// Zero in shipped files.
    pub unk_0c: i32,
}

impl Record for Contact {
    const SIZE: usize = 16;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            point: reader.i32()?,
            flags: reader.u32()?,
            command_list: reader.i32()?,
            unk_0c: reader.i32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_i32(self.point);
        out.put_u32(self.flags);
        out.put_i32(self.command_list);
        out.put_i32(self.unk_0c);
    }
}

/// Bits of [`Binding::flags`].
pub mod binding_flags {
    /// One wrap by one unit instead of a clamp.
    pub const WRAP: u32 = 0x01;
    /// The blend value becomes `1 - v`.
    pub const INVERT: u32 = 0x02;
    /// The row is passed over.
    pub const SKIP: u32 = 0x04;
}

/// A node animation binding, 36 bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Binding {
    /// Node of the mesh that the same prototype names.
    pub node: i32,
    /// Frame played at value 0.
    pub frame_a: f32,
    /// Frame played at value 1.
    pub frame_b: f32,
    /// Initial blend value.
    pub initial: f32,
    /// Second control point or -1.
    pub origin_point: i32,
    /// Control point or -1.
    pub point: i32,
    /// Largest change of the value per second.
    pub rate: f32,
    /// What the range 0..1 stands for, radians.
    pub span: f32,
    /// Flag bits, see [`binding_flags`].
    pub flags: u32,
}

impl Binding {
    /// A row that stands at `frame_a`, names no control point and carries no flag.
    #[must_use]
    pub fn new(node: i32, frame_a: f32, frame_b: f32) -> Self {
        Self {
            node,
            frame_a,
            frame_b,
            initial: 0.0,
            origin_point: -1,
            point: -1,
            rate: 0.0,
            span: 1.0,
            flags: 0,
        }
    }

    /// True if any of these bits is set.
    #[must_use]
    pub fn has(&self, flags: u32) -> bool {
        self.flags & flags != 0
    }
}

impl Record for Binding {
    const SIZE: usize = 36;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            node: reader.i32()?,
            frame_a: reader.f32()?,
            frame_b: reader.f32()?,
            initial: reader.f32()?,
            origin_point: reader.i32()?,
            point: reader.i32()?,
            rate: reader.f32()?,
            span: reader.f32()?,
            flags: reader.u32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_i32(self.node);
        out.put_f32s(&[self.frame_a, self.frame_b, self.initial]);
        out.put_i32(self.origin_point);
        out.put_i32(self.point);
        out.put_f32s(&[self.rate, self.span]);
        out.put_u32(self.flags);
    }
}

/// A command, 100 bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Condition word.
    pub condition: u32,
    /// Condition mask.
    pub mask: u32,
    /// Inversion mask.
    pub invert: u32,
    /// Action, 0 to 27.
    pub action: i32,
    /// Arguments, integers or float bits.
    pub arguments: [u32; 4],
    /// Not read by the game.
    pub unk_20: u32,
    /// Archive.
    pub archive: FixedStr<32>,
    /// Member.
    pub member: FixedStr<32>,
}

impl Record for Command {
    const SIZE: usize = 100;

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            condition: reader.u32()?,
            mask: reader.u32()?,
            invert: reader.u32()?,
            action: reader.i32()?,
            arguments: reader.u32s()?,
            unk_20: reader.u32()?,
            archive: Record::read(reader)?,
            member: Record::read(reader)?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u32s(&[self.condition, self.mask, self.invert]);
        out.put_i32(self.action);
        out.put_u32s(&self.arguments);
        out.put_u32(self.unk_20);
        out.put(&self.archive.0);
        out.put(&self.member.0);
    }
}
