//! A graph as one command of a device that orders commands itself.

use std::sync::Arc;

use crate::core::work::Work;

/// A command of a graph.
pub struct NativeStep<'a> {
    /// What it does.
    pub work: Work,
    /// The numbers of earlier ones that it comes right after.
    pub before: &'a [usize],
}

/// The commands of a graph as a device has them, such as a CUDA graph.
pub trait NativeGraph: Send + Sync {
    /// The work of one submission.
    fn work(self: Arc<Self>) -> Work;

    /// Has later submissions do other work in the same order, while none is under way; false where the device would
    /// rather make the graph anew. It may have changed in part then.
    fn update(&self, steps: &[NativeStep<'_>]) -> bool;
}
