//! Byte ranges of a file.

use std::ops::Range;

/// The parts of `region` that no range of `used` covers, in order. Ranges of `used` may overlap
/// and reach out of the region.
pub(crate) fn gaps_between(region: Range<usize>, mut used: Vec<Range<usize>>) -> Vec<Range<usize>> {
    used.push(region.end..region.end);
    used.sort_by_key(|range| range.start);
    let mut gaps = Vec::new();
    let mut end = region.start;
    for range in used {
        let start = range.start.min(region.end);
        if start > end {
            gaps.push(end..start);
        }
        end = end.max(range.end);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_stand_between_ranges_in_any_order() {
        let used = vec![15..20, 4..12, 10..13, 2..3];
        assert_eq!(gaps_between(10..25, used), [13..15, 20..25]);
    }

    #[test]
    fn ranges_outside_and_empty_regions_leave_nothing_over() {
        assert!(gaps_between(10..20, vec![5..12, 12..40, 30..50]).is_empty());
        assert!(gaps_between(4..4, Vec::new()).is_empty());
    }
}
