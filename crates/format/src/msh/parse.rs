//! Reading a model: container, streams, then the rules between them.

use super::labels::read_labels;
use super::streams::{Stream, Streams, label};
use super::{
    Batch20, FrameMap, HallWay, Key24, LightRecord, ModelHeader, Msh, Node38, Nodes, Placement,
    Slot68, StreamEntry, TriangleDescriptor, stream, validate,
};
use crate::error::{Error, Result, Warnings};
use crate::nres::{Layout, Nres};
use crate::reader::Reader;
use crate::record::{Record, read_table};
use crate::text::FixedStr;

/// Stride of the nodes of one shipped file (`02b-msh-facts.md` 10).
const RAW_NODE_SIZE: u32 = 24;

impl Msh {
    /// Reads and validates a model.
    ///
    /// # Errors
    /// Those of the container; a missing or doubled stream 1, 2, 3, 6 or 13; a stream that is no
    /// whole number of records; an index or range that drawing would follow out of its table; a
    /// number that is not finite in a position or key (`02b-msh-facts.md` 11.3). Everything else
    /// that is unusual is a warning.
    pub fn parse(data: &[u8], warnings: &mut Warnings) -> Result<Self> {
        let nres = Nres::parse(data, warnings)?;
        let streams = Streams::collect(&nres, warnings)?;
        let nodes = read_nodes(streams.required(stream::NODES)?, warnings)?;
        let (header, slots) = read_slots(streams.required(stream::SLOTS)?, warnings)?;
        let labels = read_node_labels(&streams, &nodes, warnings)?;
        let (entries, placement) = split_layout(nres.layout()?);
        let msh = Self {
            streams: entries,
            header,
            slots,
            positions: read_positions(streams.required(stream::POSITIONS)?, warnings)?,
            normals: read_optional(&streams, stream::NORMALS, &[4], warnings)?,
            uv0: read_optional(&streams, stream::UV0, &[4], warnings)?,
            uv1: read_uv1(&streams)?,
            indices: streams.required(stream::INDICES)?.table(&[2], warnings)?,
            batches: streams
                .required(stream::BATCHES)?
                .table::<Batch20>(&[20], warnings)?,
            descriptors: read_optional::<TriangleDescriptor>(
                &streams,
                stream::DESCRIPTORS,
                &[16],
                warnings,
            )?,
            // Shipped files have 4, not the size of a key; both are accepted.
            keys: read_optional::<Key24>(&streams, stream::KEYS, &[4, 24], warnings)?
                .unwrap_or_default(),
            frame_map: read_frame_map(&streams, warnings)?,
            node_names: read_node_names(&streams, nodes.len(), warnings),
            labels,
            hall_way: read_hall_way(&streams, warnings),
            lights: read_lights(&streams, warnings),
            type16_present: streams.get(stream::COLOURS).is_some(),
            nodes,
            placement,
        };
        validate::check(&msh, &streams, warnings)?;
        Ok(msh)
    }
}

fn split_layout(layout: Layout) -> (Vec<StreamEntry>, Placement) {
    let streams = layout
        .entries
        .iter()
        .zip(layout.payloads)
        .map(|(entry, payload)| StreamEntry {
            kind: entry.kind,
            attr: entry.attr,
            name: entry.name,
            payload,
        })
        .collect();
    let placement = Placement {
        directory: layout.entries,
        region: layout.region,
    };
    (streams, placement)
}

fn read_nodes(stream: &Stream<'_>, warnings: &mut Warnings) -> Result<Nodes> {
    let [_, _, stride] = stream.attr;
    match stride {
        38 => Ok(Nodes::Node38(stream.table::<Node38>(&[stride], warnings)?)),
        RAW_NODE_SIZE => {
            let message = "24-byte nodes: kept as they are, no hierarchy, no slot selection";
            warnings.in_stream(label(stream::NODES), message);
            Ok(Nodes::Raw24(stream.table(&[stride], warnings)?))
        }
        other => Err(stream.locate(Error::unsupported(format!(
            "attr3 (bytes per node) is {other}, not 38 or 24"
        )))),
    }
}

fn read_slots(stream: &Stream<'_>, warnings: &mut Warnings) -> Result<(ModelHeader, Vec<Slot68>)> {
    let located = |error| stream.locate(error);
    let mut reader = Reader::new(stream.data);
    let header = ModelHeader::read(&mut reader).map_err(|_| {
        let rule = format!(
            "{} bytes, the header before the slots has {}",
            stream.data.len(),
            ModelHeader::SIZE
        );
        located(Error::truncated(rule).at(0))
    })?;
    let slots: Vec<Slot68> = read_table(reader.bytes(reader.remaining())?)
        .map_err(|e| located(e.at(ModelHeader::SIZE)))?;
    stream.check_attributes(slots.len(), &[68], warnings);
    Ok((header, slots))
}

fn read_positions(stream: &Stream<'_>, warnings: &mut Warnings) -> Result<Vec<[f32; 3]>> {
    let [_, _, record_size] = stream.attr;
    if record_size != 0 && record_size != 12 {
        return Err(stream.locate(Error::bad_value(format!(
            "attr3 (bytes per position) is {record_size}, not 12"
        ))));
    }
    stream.table(&[12], warnings)
}

fn read_optional<T: Record>(
    streams: &Streams<'_>,
    kind: u32,
    sizes: &[u32],
    warnings: &mut Warnings,
) -> Result<Option<Vec<T>>> {
    streams
        .get(kind)
        .map(|stream| stream.table(sizes, warnings))
        .transpose()
}

/// Type 18 is strict where the other streams are lenient (`02-msh.md` 1).
fn read_uv1(streams: &Streams<'_>) -> Result<Option<Vec<[u16; 2]>>> {
    let Some(stream) = streams.get(stream::UV1) else {
        return Ok(None);
    };
    let records: Vec<[u16; 2]> = read_table(stream.data).map_err(|e| stream.locate(e.at(0)))?;
    let [count, _, record_size] = stream.attr;
    if record_size != 4 {
        let rule = format!("attr3 (bytes per coordinate pair) is {record_size}, not 4");
        return Err(stream.locate(Error::bad_value(rule)));
    }
    if count as usize != records.len() {
        let rule = format!("attr1 is {count}, the stream has {} records", records.len());
        return Err(stream.locate(Error::bad_value(rule)));
    }
    Ok(Some(records))
}

fn read_frame_map(streams: &Streams<'_>, warnings: &mut Warnings) -> Result<Option<FrameMap>> {
    let Some(stream) = streams.get(stream::FRAME_MAP) else {
        return Ok(None);
    };
    let [_, frame_count, _] = stream.attr;
    Ok(Some(FrameMap {
        frame_count,
        words: stream.table(&[2], warnings)?,
    }))
}

/// The engine does not load type 9, so a wrong size costs the names only.
fn read_node_names(
    streams: &Streams<'_>,
    nodes: usize,
    warnings: &mut Warnings,
) -> Option<Vec<FixedStr<32>>> {
    let stream = streams.get(stream::NODE_NAMES)?;
    match read_table::<FixedStr<32>>(stream.data) {
        Ok(names) if names.len() == nodes => {
            stream.check_count(nodes, warnings);
            Some(names)
        }
        _ => {
            let message = format!(
                "{} bytes, not 32 for each of {nodes} nodes; the names are not used",
                stream.data.len()
            );
            warnings.in_stream(label(stream::NODE_NAMES), message);
            None
        }
    }
}

fn read_node_labels(
    streams: &Streams<'_>,
    nodes: &Nodes,
    warnings: &mut Warnings,
) -> Result<Option<Vec<Vec<u8>>>> {
    let Some(stream) = streams.get(stream::LABELS) else {
        return Ok(None);
    };
    let mut reader = Reader::new(stream.data);
    let (labels, unterminated) = match (read_labels(&mut reader, nodes.len()), nodes) {
        (Ok(labels), _) => labels,
        (Err(error), Nodes::Node38(_)) => return Err(stream.locate(error)),
        // The one file with such nodes has a single label.
        (Err(_), Nodes::Raw24(_)) => return Ok(None),
    };
    for index in unterminated {
        warnings.in_record(
            label(stream::LABELS),
            index,
            "the label does not end with a NUL",
        );
    }
    if reader.remaining() != 0 {
        let message = format!("{} bytes after the last label, kept", reader.remaining());
        warnings.in_stream(label(stream::LABELS), message);
    }
    if let Nodes::Node38(_) = nodes {
        stream.check_count(labels.len(), warnings);
    }
    Ok(Some(labels))
}

/// Only the area map of the game reads type 17: a wrong size costs the hall way only.
fn read_hall_way(streams: &Streams<'_>, warnings: &mut Warnings) -> Option<HallWay> {
    let stream = streams.get(stream::HALL_WAY)?;
    let [vertices, links, _] = stream.attr;
    let hall_way = HallWay::parse(stream.data, vertices, links);
    if hall_way.is_err() {
        let message = format!(
            "{} bytes, not 20 for each of {vertices} vertices and 40 for each of {links} links; \
             not used",
            stream.data.len()
        );
        warnings.in_stream(label(stream::HALL_WAY), message);
    }
    hall_way.ok()
}

fn read_lights(streams: &Streams<'_>, warnings: &mut Warnings) -> Option<Vec<LightRecord>> {
    let stream = streams.get(stream::LIGHTS)?;
    match stream.table(&[48], warnings) {
        Ok(lights) => Some(lights),
        Err(error) => {
            let message = format!("{}; not used", error.rule);
            warnings.in_stream(label(stream::LIGHTS), message);
            None
        }
    }
}
