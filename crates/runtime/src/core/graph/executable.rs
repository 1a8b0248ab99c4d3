//! Finalized graphs.

use std::sync::{Arc, Mutex, MutexGuard};

use super::replay::{Replay, Step};
use super::{Graph, NativeGraph, NativeStep, NodeKind, NodeOf, Recipe, invalid};
use crate::backend::Device;
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::process;
use crate::core::queue::{Access, Queue};
use crate::core::work::{Relocation, Work};

/// A command of the graph. The list of them is in an order in which they can run.
#[derive(Clone)]
struct Planned {
    recipe: Arc<dyn Recipe>,
    accesses: Arc<[Access]>,
    /// Its predecessors: earlier elements of the list.
    before: Vec<usize>,
    /// The node that it comes from, unless it is part of a nested graph.
    node: Option<usize>,
    is_last: bool,
}

/// A finalized graph.
pub struct Executable {
    device: &'static dyn Device,
    /// The graph that it was made from: its nodes may be named in an update.
    graph: NodeOf,
    nodes: usize,
    updatable: bool,
    inner: Mutex<Inner>,
}

/// How the graph is submitted.
enum Submission {
    /// As one command, for a device that leaves the order to the runtime.
    Replay(Arc<Replay>),
    /// As one command, for a device that orders commands itself, created for these locations of buffer
    /// contents.
    Native(Arc<dyn NativeGraph>, Vec<Option<Relocation>>),
    /// As single commands.
    Each,
}

struct Inner {
    plan: Arc<Vec<Planned>>,
    /// The accesses of all commands to buffers.
    accesses: Vec<Access>,
    submission: Submission,
    /// The last submission: submissions of one graph never overlap.
    last: Option<Arc<Command>>,
    /// Whether the work was made after the kernels had run once: devices choose better then.
    is_made_after_run: bool,
}

impl Executable {
    /// Finalizes a graph.
    ///
    /// # Errors
    /// When there is a cycle, or a command cannot be made.
    pub fn new(graph: &Arc<Graph>, updatable: bool) -> Result<Arc<Self>, RtError> {
        let device = graph.device();
        let plan = plan(graph)?;
        let nodes = graph.len();
        let inner = Mutex::new(Inner::new(plan, device)?);
        let graph = NodeOf { graph: Arc::downgrade(graph), index: 0 };
        Ok(Arc::new(Self { device, graph, nodes, updatable, inner }))
    }

    /// The device that it runs on.
    #[must_use]
    pub fn device(&self) -> &'static dyn Device {
        self.device
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        process::lock(&self.inner)
    }

    /// Submits the whole graph after `dependencies`; the returned command represents all of it.
    ///
    /// # Errors
    /// When a command cannot be made, or the queue is another device's.
    pub fn submit(
        &self,
        queue: &Queue,
        dependencies: &[Arc<Command>],
    ) -> Result<Arc<Command>, RtError> {
        if !std::ptr::addr_eq(queue.device(), self.device) {
            return Err(invalid("the graph and the queue are for different devices"));
        }
        let mut inner = self.inner();
        inner.make_after_run(self.device)?;
        inner.relocate(self.device)?;
        let mut after = dependencies.to_vec();
        after.extend(inner.last.take().filter(|last| !last.is_complete()));
        let command = match &inner.submission {
            Submission::Replay(replay) => {
                let work = Work::Replay(Arc::clone(replay));
                queue.submit(work, &after, inner.accesses.clone(), None)
            }
            Submission::Native(graph, _) => {
                let work = Arc::clone(graph).work();
                let command = queue.submit(work, &after, inner.accesses.clone(), None);
                // The recipes own what the work uses.
                command.hold(Arc::clone(&inner.plan) as Arc<dyn Send + Sync>);
                command
            }
            Submission::Each => submit_each(&inner.plan, queue, &after)?,
        };
        inner.last = Some(Arc::clone(&command));
        Ok(command)
    }

    /// Updates nodes to what the graph's nodes do now.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn update_nodes(&self, graph: &Arc<Graph>, nodes: &[usize]) -> Result<(), RtError> {
        self.check_updatable()?;
        let is_origin = self.graph.graph.upgrade().is_some_and(|own| Arc::ptr_eq(&own, graph));
        if !is_origin || nodes.iter().any(|&node| node >= self.nodes) {
            return Err(invalid("update: a node is not part of the executable graph"));
        }
        let mut changes = Vec::new();
        for &node in nodes {
            let recipe = graph.recipe(node)?;
            if !matches!(recipe.kind(), NodeKind::Kernel | NodeKind::Host) {
                return Err(invalid("update: only kernels and host tasks can be updated"));
            }
            changes.push((node, recipe));
        }
        self.change(&changes)
    }

    /// Updates all nodes from another graph with the same edges.
    ///
    /// # Errors
    /// When the graphs differ.
    pub fn update_all(&self, source: &Arc<Graph>) -> Result<(), RtError> {
        self.check_updatable()?;
        if !std::ptr::addr_eq(source.device(), self.device) {
            return Err(invalid("update: the graphs are for different devices"));
        }
        if source.len() != self.nodes {
            return Err(invalid("update: the graphs have different numbers of nodes"));
        }
        let mut changes = Vec::new();
        for node in 0..self.nodes {
            let recipe = source.recipe(node)?;
            match recipe.kind() {
                NodeKind::Empty | NodeKind::Barrier => {}
                NodeKind::Kernel | NodeKind::Host => changes.push((node, recipe)),
                _ => {
                    return Err(invalid(
                        "update: the graph has nodes other than kernels, host tasks, barriers and \
                         empty ones",
                    ));
                }
            }
        }
        {
            let inner = self.inner();
            for planned in inner.plan.iter() {
                let Some(node) = planned.node else { continue };
                if source.recipe(node)?.kind() != planned.recipe.kind() {
                    return Err(invalid("update: nodes of the graphs are of different types"));
                }
            }
        }
        self.change(&changes)
    }

    fn check_updatable(&self) -> Result<(), RtError> {
        if self.updatable {
            return Ok(());
        }
        Err(invalid("update: the graph was finalized without property::graph::updatable"))
    }

    fn change(&self, changes: &[(usize, Arc<dyn Recipe>)]) -> Result<(), RtError> {
        // Earlier submissions run with what they were submitted with.
        let last = self.inner().last.clone();
        if let Some(last) = last {
            last.wait()?;
        }
        let mut inner = self.inner();
        let mut plan = Vec::clone(&inner.plan);
        for planned in &mut plan {
            let change = changes.iter().find(|(node, _)| planned.node == Some(*node));
            if let Some((_, recipe)) = change {
                planned.recipe = Arc::clone(recipe);
            }
        }
        let last = inner.last.take();
        if let Submission::Native(graph, places) = &inner.submission
            && let Some(steps) = native_steps(&plan, self.device)?
            && *places == relocations(&inner.accesses, self.device)
            && graph.update(&steps)
        {
            drop(steps);
            (inner.plan, inner.last) = (Arc::new(plan), last);
            return Ok(());
        }
        *inner = Inner { last, ..Inner::new(plan, self.device)? };
        Ok(())
    }
}

impl Inner {
    fn new(plan: Vec<Planned>, device: &'static dyn Device) -> Result<Self, RtError> {
        let accesses = joined(&plan);
        let submission = submission(&plan, &accesses, device)?;
        Ok(Self {
            plan: Arc::new(plan),
            accesses,
            submission,
            last: None,
            is_made_after_run: false,
        })
    }

    /// Makes the work again if contents of buffers have moved since.
    fn relocate(&mut self, device: &'static dyn Device) -> Result<(), RtError> {
        let Submission::Native(graph, places) = &mut self.submission else { return Ok(()) };
        if self.accesses.is_empty() {
            return Ok(());
        }
        let now = relocations(&self.accesses, device);
        if *places == now {
            return Ok(());
        }
        // A submission that is still running keeps its own work.
        let is_idle = self.last.as_ref().is_none_or(|last| last.is_complete());
        if is_idle
            && let Some(steps) = native_steps(&self.plan, device)?
            && graph.update(&steps)
        {
            *places = now;
            return Ok(());
        }
        self.submission = submission(&self.plan, &self.accesses, device)?;
        Ok(())
    }

    /// Makes the work again after the first submission, when the device has seen its kernels run.
    fn make_after_run(&mut self, device: &'static dyn Device) -> Result<(), RtError> {
        let has_run = self.last.as_ref().is_some_and(|last| last.is_complete());
        if self.is_made_after_run || !matches!(self.submission, Submission::Replay(_)) || !has_run {
            return Ok(());
        }
        *self = Self { is_made_after_run: true, ..Self::new(Vec::clone(&self.plan), device)? };
        Ok(())
    }
}

/// How to submit a graph.
fn submission(
    plan: &[Planned],
    accesses: &[Access],
    device: &'static dyn Device,
) -> Result<Submission, RtError> {
    if let Some(steps) = steps(plan, device)? {
        let threads = u64::from(device.info().compute_units);
        return Ok(Submission::Replay(Arc::new(Replay::new(steps, threads))));
    }
    let places = relocations(accesses, device);
    let native = native_steps(plan, device)?.and_then(|steps| device.make_graph(&steps));
    Ok(native.map_or(Submission::Each, |graph| Submission::Native(graph, places)))
}

/// Where the contents of buffers are on the device.
fn relocations(accesses: &[Access], device: &'static dyn Device) -> Vec<Option<Relocation>> {
    let place = device.place();
    accesses.iter().map(|access| access.buffer.relocation_to(place)).collect()
}

/// The steps for a native graph of the device; none if it makes none.
fn native_steps<'a>(
    plan: &'a [Planned],
    device: &'static dyn Device,
) -> Result<Option<Vec<NativeStep<'a>>>, RtError> {
    let is_host = |planned: &Planned| {
        planned.recipe.kind() == NodeKind::Host || planned.accesses.iter().any(|a| a.on_host)
    };
    if !device.makes_graphs() || plan.iter().any(is_host) {
        return Ok(None);
    }
    let step = |planned: &'a Planned| {
        let work = planned.recipe.work(device, &planned.accesses)?;
        Ok(NativeStep { work, before: &planned.before })
    };
    plan.iter().map(step).collect::<Result<_, RtError>>().map(Some)
}

/// The steps of a replay; none if the device does not replay, or a command may block the thread that runs it.
fn steps(plan: &[Planned], device: &'static dyn Device) -> Result<Option<Vec<Step>>, RtError> {
    if !device.replays() {
        return Ok(None);
    }
    let mut steps = Vec::with_capacity(plan.len());
    for planned in plan {
        if planned.recipe.kind() == NodeKind::Host {
            return Ok(None);
        }
        let work = planned.recipe.work(device, &planned.accesses)?;
        if work.may_block() {
            return Ok(None);
        }
        steps.push(Step::new(work, &planned.before, Arc::clone(&planned.recipe)));
    }
    Ok(Some(steps))
}

/// Submits the commands of a graph one by one.
fn submit_each(
    plan: &[Planned],
    queue: &Queue,
    dependencies: &[Arc<Command>],
) -> Result<Arc<Command>, RtError> {
    // Everything that can fail comes first.
    let mut works = Vec::with_capacity(plan.len());
    for planned in plan {
        works.push(planned.recipe.work(queue.device(), &planned.accesses)?);
    }
    let mut made: Vec<Arc<Command>> = Vec::with_capacity(plan.len());
    let mut ends: Vec<Arc<Command>> = Vec::new();
    for (planned, work) in plan.iter().zip(works) {
        let mut after: Vec<_> =
            planned.before.iter().map(|&index| Arc::clone(&made[index])).collect();
        if after.is_empty() {
            after.extend_from_slice(dependencies);
        }
        // The recipe owns what the work uses, and may be replaced before the command is complete.
        let recipe: Arc<dyn Send + Sync> = Arc::new(Arc::clone(&planned.recipe));
        let command = queue.submit(work, &after, planned.accesses.to_vec(), None);
        command.hold(recipe);
        if planned.is_last {
            ends.push(Arc::clone(&command));
        }
        made.push(command);
    }
    if ends.is_empty() {
        ends.extend_from_slice(dependencies);
    }
    Ok(match &ends[..] {
        [only] if !made.is_empty() => Arc::clone(only),
        ends => queue.submit(Work::Empty, ends, Vec::new(), None),
    })
}

/// The commands of a graph, and of nested graphs, each after its predecessors.
fn plan(graph: &Arc<Graph>) -> Result<Vec<Planned>, RtError> {
    let state = graph.state();
    let count = state.nodes.len();
    let mut missing: Vec<usize> = state.nodes.iter().map(|node| node.before.len()).collect();
    let mut open: std::collections::BTreeSet<usize> =
        (0..count).filter(|&node| missing[node] == 0).collect();
    // The position in the plan of the end of each node.
    let mut places = vec![usize::MAX; count];
    let mut plan: Vec<Planned> = Vec::with_capacity(count);
    let mut done = 0;
    // The earliest ready node comes first, so that chains stay together.
    while let Some(index) = open.pop_first() {
        done += 1;
        let node = &state.nodes[index];
        let before: Vec<usize> = node.before.iter().map(|&before| places[before]).collect();
        match node.recipe().subgraph() {
            Some(inner) => inline(&mut plan, inner, before),
            None => plan.push(Planned {
                recipe: Arc::clone(node.recipe()),
                accesses: Arc::clone(&node.accesses),
                before,
                node: Some(index),
                is_last: false,
            }),
        }
        places[index] = plan.len() - 1;
        for &after in &node.after {
            missing[after] -= 1;
            if missing[after] == 0 {
                open.insert(after);
            }
        }
    }
    if done < count {
        return Err(invalid("finalize: the graph has a cycle"));
    }
    let mut followed = vec![false; plan.len()];
    for planned in &plan {
        planned.before.iter().for_each(|&before| followed[before] = true);
    }
    for (planned, followed) in plan.iter_mut().zip(followed) {
        planned.is_last = !followed;
    }
    Ok(plan)
}

/// Adds the commands of a nested graph, and a final one after all of them.
fn inline(plan: &mut Vec<Planned>, graph: &Arc<Executable>, before: Vec<usize>) {
    let first = plan.len();
    let inner = graph.inner();
    let mut ends = Vec::new();
    for (index, planned) in inner.plan.iter().enumerate() {
        let mut moved = planned.clone();
        moved.node = None;
        moved.before.iter_mut().for_each(|place| *place += first);
        if moved.before.is_empty() {
            moved.before.clone_from(&before);
        }
        if planned.is_last {
            ends.push(first + index);
        }
        plan.push(moved);
    }
    if ends.is_empty() {
        ends = before;
    }
    plan.push(Planned {
        recipe: Arc::new(Nothing),
        accesses: Arc::new([]),
        before: ends,
        node: None,
        is_last: false,
    });
}

/// The end of a nested graph.
struct Nothing;

impl Recipe for Nothing {
    fn kind(&self) -> NodeKind {
        NodeKind::Empty
    }

    fn work(&self, _: &'static dyn Device, _: &[Access]) -> Result<Work, RtError> {
        Ok(Work::Empty)
    }
}

/// All accesses of the commands, those to the same part of a buffer as one.
fn joined(plan: &[Planned]) -> Vec<Access> {
    let mut all: Vec<Access> = Vec::new();
    for access in plan.iter().flat_map(|planned| planned.accesses.iter()) {
        let same = |known: &&mut Access| {
            Arc::ptr_eq(&known.buffer, &access.buffer)
                && known.region == access.region
                && known.on_host == access.on_host
        };
        match all.iter_mut().find(same) {
            Some(known) => {
                known.write |= access.write;
                // The first command that uses it may need the old contents.
                known.discard &= access.discard;
            }
            None => all.push(access.clone()),
        }
    }
    // Whether a command reads what another one of the graph wrote is not analyzed.
    all.iter_mut().for_each(|access| access.discard = false);
    all
}
