//! The initial static pose: times of nodes from a controller's bindings.
//!
//! Spec: `02-msh.md` 6 (normative), `06-control.md` 10.

use msh_format::control::{Binding, Control, binding_flags};

/// A control row whose initial value gives a negative time or no number.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "binding row {row} of node {node} gives time {time}: frames {frame_a} to {frame_b}, initial \
     {initial}, flags {flags:#x}"
)]
pub struct RowError {
    /// Index of the row.
    pub row: usize,
    /// Its node.
    pub node: i32,
    /// The time it gives.
    pub time: f32,
    /// Frame at value 0.
    pub frame_a: f32,
    /// Frame at value 1.
    pub frame_b: f32,
    /// Initial value.
    pub initial: f32,
    /// Flag bits.
    pub flags: u32,
}

/// Times of all nodes, and the rows that name no node of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct InitialTimes {
    /// One time per node; a node without a binding stands at time 0.
    pub times: Vec<Option<f32>>,
    /// Rows that were passed over because their node is outside the model.
    pub foreign_rows: Vec<usize>,
}

/// Evaluates the bindings of `control` for one component whose model has `nodes` nodes.
///
/// # Errors
/// An enabled row of a node of the model gives a negative or non-finite time.
pub fn initial_times(control: Option<&Control>, nodes: usize) -> Result<InitialTimes, RowError> {
    let mut times = vec![Some(0.0); nodes];
    let mut foreign_rows = Vec::new();
    for (row, binding) in control.map_or(&[][..], |c| &c.bindings).iter().enumerate() {
        if binding.flags & binding_flags::SKIP != 0 {
            continue;
        }
        let Some(time) = usize::try_from(binding.node)
            .ok()
            .and_then(|node| times.get_mut(node))
        else {
            foreign_rows.push(row);
            continue;
        };
        *time = Some(initial_time(row, binding)?);
    }
    Ok(InitialTimes {
        times,
        foreign_rows,
    })
}

fn initial_time(row: usize, binding: &Binding) -> Result<f32, RowError> {
    let mut blend = binding.initial;
    if binding.flags & binding_flags::WRAP != 0 {
        if blend > 1.0 {
            blend -= 1.0;
        } else if blend < 0.0 {
            blend += 1.0;
        }
    } else {
        blend = blend.clamp(0.0, 1.0);
    }
    if binding.flags & binding_flags::INVERT != 0 {
        blend = 1.0 - blend;
    }
    let time = (1.0 - blend) * binding.frame_a + blend * binding.frame_b;
    if !(time.is_finite() && time >= 0.0) {
        return Err(RowError {
            row,
            node: binding.node,
            time,
            frame_a: binding.frame_a,
            frame_b: binding.frame_b,
            initial: binding.initial,
            flags: binding.flags,
        });
    }
    // Minus zero counts as zero.
    Ok(time + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(frame_a: f32, frame_b: f32, initial: f32, flags: u32) -> Binding {
        Binding {
            node: 0,
            frame_a,
            frame_b,
            initial,
            origin_point: -1,
            point: -1,
            rate: 0.25,
            span: 1.0,
            flags,
        }
    }

    fn time_of(frame_a: f32, frame_b: f32, initial: f32, flags: u32) -> Result<f32, RowError> {
        initial_time(0, &row(frame_a, frame_b, initial, flags))
    }

    /// The table of `06-control.md` 10.1 and the line under it.
    #[test]
    fn the_worked_cases_give_the_times_of_the_page() {
        let cases = [
            (0.0, 1.0, 0.0, 0x00, 0.0),
            (0.0, 1.0, 0.25, 0x00, 0.25),
            (10.0, 20.0, 1.5, 0x00, 20.0),
            (10.0, 20.0, 1.5, 0x01, 15.0),
            (0.0, 4.0, -0.25, 0x01, 3.0),
            (0.0, 4.0, -0.25, 0x00, 0.0),
            (49.0, 53.0, 0.5, 0x03, 51.0),
            (1.0, 2.0, 0.0, 0x02, 2.0),
            (10.0, 20.0, 2.5, 0x01, 25.0),
            (10.0, 20.0, 2.5, 0x03, 5.0),
            (3.0, 0.0, 0.9, 0x00, 0.300_000_07),
            (0.0, 4.0, 1.0, 0x01, 4.0),
        ];
        for (frame_a, frame_b, initial, flags, time) in cases {
            assert_eq!(
                time_of(frame_a, frame_b, initial, flags),
                Ok(time),
                "{frame_a} {initial}"
            );
        }
    }

    #[test]
    fn one_wrap_may_leave_a_negative_time_which_is_an_error() {
        let error = time_of(0.0, 4.0, -2.5, 0x01).unwrap_err();
        assert_eq!(error.time, -6.0);
    }

    #[test]
    fn a_time_that_is_no_number_is_an_error() {
        assert!(time_of(0.0, 8.0, f32::NAN, 0x00).is_err());
        assert!(time_of(f32::INFINITY, 8.0, 0.0, 0x00).is_err());
    }

    fn control(bindings: Vec<Binding>) -> Control {
        Control {
            contact_count: 0,
            parameters: [0; 27],
            states: Vec::new(),
            costs: Vec::new(),
            bindings,
            components: Vec::new(),
            hooks: [-1; 21],
            command_lists: Vec::new(),
        }
    }

    #[test]
    fn nodes_without_a_binding_stand_at_time_zero() {
        let got = initial_times(Some(&control(vec![row(2.0, 3.0, 0.0, 0)])), 3).unwrap();
        assert_eq!(got.times, [Some(2.0), Some(0.0), Some(0.0)]);
        assert_eq!(
            initial_times(None, 2).unwrap().times,
            [Some(0.0), Some(0.0)]
        );
    }

    #[test]
    fn the_last_enabled_row_of_a_node_wins() {
        let rows = vec![
            row(1.0, 1.0, 0.0, 0),
            row(2.0, 2.0, 0.0, 0),
            row(9.0, 9.0, 0.0, 0x04),
        ];
        assert_eq!(
            initial_times(Some(&control(rows)), 1).unwrap().times,
            [Some(2.0)]
        );
    }

    #[test]
    fn a_skipped_row_cannot_raise_an_error() {
        let rows = vec![row(-1.0, -1.0, 0.0, 0x15)];
        assert_eq!(
            initial_times(Some(&control(rows)), 1).unwrap().times,
            [Some(0.0)]
        );
        let rows = vec![row(-1.0, -1.0, 0.0, 0x11)];
        assert!(initial_times(Some(&control(rows)), 1).is_err());
    }

    #[test]
    fn a_bad_row_is_an_error_even_if_a_later_one_replaces_it() {
        let rows = vec![row(-1.0, -1.0, 0.0, 0), row(1.0, 1.0, 0.0, 0)];
        assert_eq!(initial_times(Some(&control(rows)), 1).unwrap_err().row, 0);
    }

    #[test]
    fn a_row_of_a_node_outside_the_model_is_passed_over_and_named() {
        let mut foreign = row(5.0, 5.0, 0.0, 0);
        foreign.node = 7;
        let got = initial_times(Some(&control(vec![foreign, row(1.0, 1.0, 0.0, 0)])), 1).unwrap();
        assert_eq!(got.times, [Some(1.0)]);
        assert_eq!(got.foreign_rows, [0]);
    }
}
