//! Where arguments lie in the block that a launch passes.

use super::plan::Plan;

/// The block of arguments of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The offset of each argument of the plan; none for arguments that are left out.
    pub offsets: Vec<Option<u64>>,
    /// Bytes.
    pub size: u64,
    /// Bytes.
    pub align: u64,
}

impl Layout {
    /// The block with all arguments, as the plan has it.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let (size, align) = plan.layout();
        let offsets = plan.arguments.iter().map(|argument| Some(argument.offset)).collect();
        Self { offsets, size, align }
    }

    /// The block without the arguments that are `dead`, and without gaps for them.
    #[must_use]
    pub fn without(plan: &Plan, dead: &[bool]) -> Self {
        let (mut end, mut align) = (0, 1);
        let is_dead = |index: usize| dead.get(index).copied().unwrap_or(false);
        let offsets = plan
            .arguments
            .iter()
            .enumerate()
            .map(|(index, argument)| {
                (!is_dead(index)).then(|| {
                    let offset = scythe_image::argument_offset(end, argument.size, argument.align);
                    end = offset + argument.size;
                    align = align.max(argument.align);
                    offset
                })
            })
            .collect();
        // An empty block still has an address.
        Self { offsets, size: end.next_multiple_of(align).max(1), align }
    }

    /// The offset of a byte of an argument, if the block contains it.
    #[must_use]
    pub fn place(&self, argument: usize, at: u64) -> Option<u64> {
        Some(self.offsets.get(argument).copied().flatten()? + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments of so many bytes, aligned to them.
    fn plan(sizes: &[u64]) -> Plan {
        let arguments: Vec<String> = sizes
            .iter()
            .map(|size| {
                format!(
                    r#"{{"path": "p", "type": "t", "passed_as": "integer", "size": {size},
                         "align": {size}, "offset": 0}}"#
                )
            })
            .collect();
        let text = format!(r#"{{"arguments": [{}], "objects": []}}"#, arguments.join(","));
        serde_json::from_str(&text).expect("this is a plan")
    }

    #[test]
    fn what_is_left_moves_up() {
        let plan = plan(&[8, 4, 8, 2]);
        let layout = Layout::without(&plan, &[true, false, false, true]);
        assert_eq!(layout.offsets, [None, Some(0), Some(8), None]);
        assert_eq!((layout.size, layout.align), (16, 8));
        assert_eq!(layout.place(2, 4), Some(12));
        assert_eq!(layout.place(0, 4), None);
        assert_eq!(layout.place(9, 0), None);
    }

    #[test]
    fn an_empty_block_has_a_size() {
        let layout = Layout::without(&plan(&[8, 8]), &[true, true]);
        assert_eq!((layout.size, layout.align), (1, 1));
    }
}
