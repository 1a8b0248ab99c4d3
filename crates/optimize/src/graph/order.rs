//! Orders of control flow: dominators, loops, and which branch decides about what.

use std::collections::{BTreeSet, HashSet};

use super::{BlockId, Graph};

/// A loop with one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalLoop {
    /// Where it is entered.
    pub header: BlockId,
    /// All its blocks.
    pub blocks: BTreeSet<BlockId>,
    /// Blocks from which it starts over.
    pub latches: Vec<BlockId>,
    /// Its blocks that have a way out.
    pub exits: Vec<BlockId>,
}

/// Control flow of a kernel. Blocks that cannot be reached have no part in it.
#[derive(Clone, Debug)]
pub struct Flow {
    order: Vec<BlockId>,
    predecessors: Vec<Vec<BlockId>>,
    dominator: Vec<Option<BlockId>>,
    /// Outer loops before the loops in them.
    loops: Vec<NaturalLoop>,
    /// For each block, branches after which some work-items may come by and others not, or later.
    deciders: Vec<BTreeSet<BlockId>>,
    /// For each block, branches whose ways may meet again in it.
    merges: Vec<BTreeSet<BlockId>>,
}

impl Flow {
    /// Control flow of a kernel.
    pub fn of(graph: &Graph) -> Self {
        let count = graph.blocks().count();
        let successors: Vec<Vec<BlockId>> = graph
            .blocks()
            .map(|b| graph.terminator(b).edges.iter().map(|edge| edge.to).collect())
            .collect();
        let order = reverse_postorder(&successors, BlockId(0));
        let mut predecessors = vec![Vec::new(); count];
        for &block in &order {
            for next in &successors[block.index()] {
                predecessors[next.index()].push(block);
            }
        }
        let dominator = dominators(&order, &predecessors, count);
        let mut flow = Self {
            order,
            predecessors,
            dominator,
            loops: Vec::new(),
            deciders: vec![BTreeSet::new(); count],
            merges: vec![BTreeSet::new(); count],
        };
        flow.find_loops(&successors);
        flow.find_influence(&successors);
        flow
    }

    /// Blocks that can be reached, each before its successors except along back edges.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// Loops, outer ones before the ones in them.
    pub fn loops(&self) -> &[NaturalLoop] {
        &self.loops
    }

    /// The loops around a block, the outermost first.
    pub fn loops_around(&self, block: BlockId) -> impl Iterator<Item = usize> {
        (0..self.loops.len()).filter(move |&l| self.loops[l].blocks.contains(&block))
    }

    /// The loop that starts at a block.
    pub fn loop_at(&self, header: BlockId) -> Option<usize> {
        self.loops.iter().position(|l| l.header == header)
    }

    /// Blocks from which a block is reached.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// Branches that decide whether, or how often, a block runs.
    pub fn deciders(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.deciders[block.index()].iter().copied()
    }

    /// Branches whose ways may meet again in a block, so that they decide about its arguments.
    pub fn merges(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.merges[block.index()].iter().copied()
    }

    /// Whether each way to a block leads through another one.
    pub fn dominates(&self, above: BlockId, mut block: BlockId) -> bool {
        loop {
            if above == block {
                return true;
            }
            match self.dominator[block.index()] {
                Some(next) if next != block => block = next,
                _ => return false,
            }
        }
    }

    fn find_loops(&mut self, successors: &[Vec<BlockId>]) {
        for &header in &self.order {
            let latches: Vec<BlockId> = self.predecessors[header.index()]
                .iter()
                .copied()
                .filter(|&from| self.dominates(header, from))
                .collect();
            if latches.is_empty() {
                continue;
            }
            let mut blocks = BTreeSet::from([header]);
            let mut open = latches.clone();
            while let Some(block) = open.pop() {
                if blocks.insert(block) {
                    open.extend(&self.predecessors[block.index()]);
                }
            }
            let leaves = |b: &BlockId| successors[b.index()].iter().any(|s| !blocks.contains(s));
            let exits = blocks.iter().copied().filter(leaves).collect();
            self.loops.push(NaturalLoop { header, blocks, latches, exits });
        }
        // Headers of outer loops come first in the order already; this is for readers.
        self.loops.sort_by_key(|l| std::cmp::Reverse(l.blocks.len()));
    }

    /// A branch has to do with all blocks that can be reached before its ways have surely met again.
    fn find_influence(&mut self, successors: &[Vec<BlockId>]) {
        let meeting = post_dominators(&self.order, successors);
        for &branch in &self.order {
            // Two edges to the same block may still bring different values.
            if successors[branch.index()].len() < 2 {
                continue;
            }
            let end = meeting[branch.index()];
            let mut seen: HashSet<BlockId> = HashSet::new();
            let mut open = successors[branch.index()].clone();
            while let Some(block) = open.pop() {
                if !seen.insert(block) {
                    continue;
                }
                if self.is_merge(branch, block) {
                    self.merges[block.index()].insert(branch);
                }
                if Some(block) != end {
                    self.deciders[block.index()].insert(branch);
                    open.extend(&successors[block.index()]);
                }
            }
        }
    }

    /// Whether different ways from a branch may bring different values to a block in the same iteration.
    /// At the header of a loop around the branch they bring the next iteration's, and from a single
    /// latch the same ones.
    fn is_merge(&self, branch: BlockId, block: BlockId) -> bool {
        let around = self.loops.iter().find(|l| l.header == block && l.blocks.contains(&branch));
        match around {
            Some(around) => around.latches.len() > 1,
            None => self.predecessors[block.index()].len() > 1,
        }
    }
}

fn reverse_postorder(successors: &[Vec<BlockId>], entry: BlockId) -> Vec<BlockId> {
    if successors.is_empty() {
        return Vec::new();
    }
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut open = vec![(entry, 0)];
    seen[entry.index()] = true;
    while let Some((block, next)) = open.last_mut() {
        match successors[block.index()].get(*next) {
            Some(&successor) => {
                *next += 1;
                if !std::mem::replace(&mut seen[successor.index()], true) {
                    open.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Immediate dominators (the iterative algorithm of Cooper, Harvey and Kennedy); the entry's is itself.
fn dominators(
    order: &[BlockId],
    predecessors: &[Vec<BlockId>],
    count: usize,
) -> Vec<Option<BlockId>> {
    let mut rank = vec![usize::MAX; count];
    for (i, block) in order.iter().enumerate() {
        rank[block.index()] = i;
    }
    let mut dominator: Vec<Option<BlockId>> = vec![None; count];
    let Some(&entry) = order.first() else { return dominator };
    dominator[entry.index()] = Some(entry);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order[1..] {
            let mut best: Option<BlockId> = None;
            for &from in &predecessors[block.index()] {
                if dominator[from.index()].is_none() {
                    continue;
                }
                best = Some(match best {
                    None => from,
                    Some(other) => meet(&dominator, &rank, from, other),
                });
            }
            if dominator[block.index()] != best {
                dominator[block.index()] = best;
                changed = true;
            }
        }
    }
    dominator
}

fn meet(dominator: &[Option<BlockId>], rank: &[usize], mut a: BlockId, mut b: BlockId) -> BlockId {
    while a != b {
        let deeper = if rank[a.index()] > rank[b.index()] { &mut a } else { &mut b };
        match dominator[deeper.index()] {
            Some(next) => *deeper = next,
            None => return *deeper,
        }
    }
    a
}

/// For each block the first one that all ways from it to the end lead through. None where that is the
/// end itself, or where some way never ends.
fn post_dominators(order: &[BlockId], successors: &[Vec<BlockId>]) -> Vec<Option<BlockId>> {
    let count = successors.len();
    let end = BlockId(super::number(count));
    // The graph upside down, with one end.
    let mut down: Vec<Vec<BlockId>> = vec![Vec::new(); count + 1];
    let mut up: Vec<Vec<BlockId>> = vec![Vec::new(); count + 1];
    for &block in order {
        let ways = &successors[block.index()];
        let ways = if ways.is_empty() { std::slice::from_ref(&end) } else { ways.as_slice() };
        for &next in ways {
            down[next.index()].push(block);
            up[block.index()].push(next);
        }
    }
    let upwards = reverse_postorder(&down, end);
    let mut result = dominators(&upwards, &up, count + 1);
    result.truncate(count);
    result.into_iter().map(|d| d.filter(|&d| d != end)).collect()
}
