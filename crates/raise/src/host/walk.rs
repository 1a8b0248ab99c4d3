//! Backward traversal along all paths of control flow.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use scythe_mlir::{Block, Op};

/// Whether to continue along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// The search is over.
    Ends,
    /// The search continues.
    GoesOn,
}

/// The operations of blocks; MLIR lists them forwards only.
#[derive(Default)]
pub(super) struct Blocks<'c> {
    known: HashMap<Block<'c>, Rc<Vec<Op<'c>>>>,
}

impl<'c> Blocks<'c> {
    fn operations(&mut self, block: Block<'c>) -> Rc<Vec<Op<'c>>> {
        Rc::clone(self.known.entry(block).or_insert_with(|| Rc::new(block.operations())))
    }

    /// Visits the operations that run before `from`, the latest first, along every path until it ends; each
    /// operation once. Returns whether a path reached the start of the function.
    pub(super) fn backwards(
        &mut self,
        from: Op<'c>,
        mut visit: impl FnMut(Op<'c>) -> Path,
    ) -> bool {
        let Some(start) = from.block() else { return true };
        let mut entered = false;
        let mut seen = HashSet::new();
        let mut open = Vec::new();
        let before = self.operations(start);
        let place = before.iter().position(|&op| op == from).unwrap_or(before.len());
        if before[..place].iter().rev().all(|&op| visit(op) == Path::GoesOn) {
            open.push(start);
        }
        while let Some(block) = open.pop() {
            let predecessors = block.predecessors();
            entered |= predecessors.is_empty();
            for predecessor in predecessors {
                // A loop may lead back to the block of `from`, whose second part is visited then; its first
                // part is visited again, which does no harm.
                if !seen.insert(predecessor) {
                    continue;
                }
                let operations = self.operations(predecessor);
                if operations.iter().rev().all(|&op| visit(op) == Path::GoesOn) {
                    open.push(predecessor);
                }
            }
        }
        entered
    }
}
