//! A graph as one command of a device that orders commands itself.

use std::sync::Arc;

use crate::core::work::Work;

/// A command of a graph.
pub struct NativeStep<'a> {
    /// What it does.
    pub work: Work,
    /// The indices of its direct predecessors, which are earlier.
    pub before: &'a [usize],
}

/// A device's own object for the commands of a graph, such as a CUDA graph.
pub trait NativeGraph: Send + Sync {
    /// The work of one submission.
    fn work(self: Arc<Self>) -> Work;

    /// Changes the work of later submissions, in the same order, while none is running; false where the
    /// device needs a new graph instead. Part of the graph may have changed then.
    fn update(&self, steps: &[NativeStep<'_>]) -> bool;
}
