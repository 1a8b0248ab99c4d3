//! Orders of control flow: dominators, loops, and control dependence.

use std::collections::{BTreeSet, HashSet};

use super::{BlockId, Graph};

/// A loop with one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalLoop {
    /// Its header.
    pub header: BlockId,
    /// All its blocks.
    pub blocks: BTreeSet<BlockId>,
    /// Blocks with a back edge.
    pub latches: Vec<BlockId>,
    /// Its blocks with an edge out of it.
    pub exits: Vec<BlockId>,
}

/// A cycle with several entries, which `goto` can make. Its iterations cannot be counted, so one divergent
/// branch makes everything in it divergent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Irreducible {
    blocks: Vec<BlockId>,
    exits: Vec<BlockId>,
}

/// The control flow of a kernel. Unreachable blocks are ignored.
#[derive(Clone, Debug)]
pub struct Flow {
    order: Vec<BlockId>,
    predecessors: Vec<Vec<BlockId>>,
    dominator: Vec<Option<BlockId>>,
    /// Outer loops before the loops in them.
    loops: Vec<NaturalLoop>,
    /// For each block, the loops around it, the outermost first.
    around: Vec<Vec<usize>>,
    /// The loop whose header is a block.
    headed: Vec<Option<usize>>,
    irreducible: Vec<Irreducible>,
    /// For each block, the branches that decide whether, or in which iteration, it runs.
    deciders: Vec<Vec<BlockId>>,
    /// For each block, the branches with paths that join in it.
    merges: Vec<Vec<BlockId>>,
}

impl Flow {
    /// Analyses the control flow of a kernel.
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
            around: vec![Vec::new(); count],
            headed: vec![None; count],
            irreducible: Vec::new(),
            deciders: vec![Vec::new(); count],
            merges: vec![Vec::new(); count],
        };
        flow.find_loops(&successors);
        flow.find_influence(&successors);
        flow.find_irreducible(&successors);
        flow
    }

    /// Reachable blocks, each before its successors except along back edges.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// Loops, outer ones before the ones in them.
    pub fn loops(&self) -> &[NaturalLoop] {
        &self.loops
    }

    /// The loops around a block, the outermost first.
    pub fn loops_around(&self, block: BlockId) -> impl Iterator<Item = usize> {
        self.around[block.index()].iter().copied()
    }

    /// The loop whose header is a block.
    pub fn loop_at(&self, header: BlockId) -> Option<usize> {
        self.headed[header.index()]
    }

    /// Whether a block is in a loop.
    pub fn is_in_loop(&self, block: BlockId, l: usize) -> bool {
        self.around[block.index()].contains(&l)
    }

    /// Branches that decide which iteration's value of `from` is seen in `to`: those that leave a cycle which
    /// contains `from` but not `to`, and those in the cycle that control such a branch.
    pub fn exits_between(&self, from: BlockId, to: BlockId) -> impl Iterator<Item = BlockId> {
        let loops = self.around[from.index()].iter().filter(move |&&l| !self.is_in_loop(to, l));
        let others = self
            .irreducible
            .iter()
            .filter(move |cycle| cycle.blocks.contains(&from) && !cycle.blocks.contains(&to));
        let leaving = loops.flat_map(move |&l| {
            let inside = move |branch: &BlockId| self.is_in_loop(*branch, l);
            self.loops[l].exits.iter().map(move |&exit| (exit, self.deciders(exit).filter(inside)))
        });
        let leaving_others = others.flat_map(move |cycle| {
            let inside = move |branch: &BlockId| cycle.blocks.contains(branch);
            cycle.exits.iter().flat_map(move |&exit| {
                std::iter::once(exit).chain(self.deciders(exit).filter(inside))
            })
        });
        let leaving = leaving.flat_map(|(exit, deciders)| std::iter::once(exit).chain(deciders));
        leaving.chain(leaving_others)
    }

    /// Predecessors of a block.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// Branches that decide whether, or how often, a block runs.
    pub fn deciders(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.deciders[block.index()].iter().copied()
    }

    /// Branches that decide through which edge a block is reached, and so the values of its arguments.
    pub fn merges(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.merges[block.index()].iter().copied()
    }

    /// Whether all paths to a block go through another one.
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
        // The order has headers of outer loops first already; sorting makes that explicit.
        self.loops.sort_by_key(|l| std::cmp::Reverse(l.blocks.len()));
        for (l, this) in self.loops.iter().enumerate() {
            self.headed[this.header.index()] = Some(l);
            for block in &this.blocks {
                self.around[block.index()].push(l);
            }
        }
    }

    /// A branch affects all blocks that can be reached before its paths have all joined. A block is a join if
    /// two disjoint paths lead from the branch to it.
    fn find_influence(&mut self, successors: &[Vec<BlockId>]) {
        let meeting = post_dominators(&self.order, successors);
        let mut place = vec![usize::MAX; successors.len()];
        for &branch in &self.order {
            // Two edges to the same block may still pass different values.
            if successors[branch.index()].len() < 2 {
                continue;
            }
            let region = Region::of(branch, meeting[branch.index()], successors, &mut place);
            for (n, &block) in region.order.iter().enumerate() {
                let again = n > 0 || !region.predecessors[n].is_empty();
                if again && Some(block) != meeting[branch.index()] {
                    self.deciders[block.index()].push(branch);
                }
                if region.is_merge(n) {
                    self.merges[block.index()].push(branch);
                }
            }
            for block in region.order {
                place[block.index()] = usize::MAX;
            }
        }
    }

    fn find_irreducible(&mut self, successors: &[Vec<BlockId>]) {
        let mut rank = vec![usize::MAX; successors.len()];
        for (i, block) in self.order.iter().enumerate() {
            rank[block.index()] = i;
        }
        let goes_back = |from: BlockId, to: BlockId| rank[to.index()] <= rank[from.index()];
        let entries: Vec<BlockId> = self
            .order
            .iter()
            .flat_map(|&from| successors[from.index()].iter().map(move |&to| (from, to)))
            .filter(|&(from, to)| goes_back(from, to) && !self.dominates(to, from))
            .map(|(_, to)| to)
            .collect();
        for entry in entries {
            if self.irreducible.iter().any(|cycle| cycle.blocks.contains(&entry)) {
                continue;
            }
            let after = reached(entry, |b| &successors[b.index()]);
            let before = reached(entry, |b| &self.predecessors[b.index()]);
            let blocks: Vec<BlockId> = self
                .order
                .iter()
                .copied()
                .filter(|b| after.contains(b) && before.contains(b))
                .collect();
            let leaves = |b: &BlockId| successors[b.index()].iter().any(|s| !blocks.contains(s));
            let exits = blocks.iter().copied().filter(leaves).collect();
            let mut branches: Vec<BlockId> =
                blocks.iter().copied().filter(|b| successors[b.index()].len() > 1).collect();
            branches.extend(blocks.iter().flat_map(|b| &self.deciders[b.index()]));
            branches.sort_unstable();
            branches.dedup();
            for block in &blocks {
                let merges = &mut self.merges[block.index()];
                merges.extend(&branches);
                merges.sort_unstable();
                merges.dedup();
            }
            self.irreducible.push(Irreducible { blocks, exits });
        }
    }
}

/// Blocks that are reachable from one.
fn reached<'s>(from: BlockId, next: impl Fn(BlockId) -> &'s Vec<BlockId>) -> HashSet<BlockId> {
    let (mut seen, mut open) = (HashSet::from([from]), vec![from]);
    while let Some(block) = open.pop() {
        open.extend(next(block).iter().filter(|&&b| seen.insert(b)));
    }
    seen
}

/// The blocks that are reachable from a branch before its paths have all joined.
struct Region {
    /// The branch first, then each block before its successors except along back edges.
    order: Vec<BlockId>,
    /// Predecessors, by number in `order`.
    predecessors: Vec<Vec<usize>>,
    /// The immediate dominator, by number in `order`.
    dominator: Vec<usize>,
}

impl Region {
    /// `place` is a work array: all elements are `usize::MAX`, and then the blocks' numbers in `order`.
    fn of(
        branch: BlockId,
        end: Option<BlockId>,
        successors: &[Vec<BlockId>],
        place: &mut [usize],
    ) -> Self {
        let ways = |block: BlockId| match Some(block) == end {
            true => &[][..],
            false => successors[block.index()].as_slice(),
        };
        let mut order = Vec::new();
        let mut open = vec![(branch, 0)];
        // A preliminary number that marks the block as seen.
        place[branch.index()] = 0;
        while let Some((block, next)) = open.last_mut() {
            match ways(*block).get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if std::mem::replace(&mut place[successor.index()], 0) == usize::MAX {
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
        for (n, block) in order.iter().enumerate() {
            place[block.index()] = n;
        }
        let mut predecessors = vec![Vec::new(); order.len()];
        for (n, &block) in order.iter().enumerate() {
            for next in ways(block) {
                predecessors[place[next.index()]].push(n);
            }
        }
        let mut region = Self { dominator: vec![usize::MAX; order.len()], order, predecessors };
        region.find_dominators();
        region
    }

    fn find_dominators(&mut self) {
        self.dominator[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for n in 1..self.order.len() {
                let known = self.predecessors[n]
                    .iter()
                    .copied()
                    .filter(|&p| self.dominator[p] != usize::MAX);
                let Some(best) = known.reduce(|a, b| self.common(a, b)) else { continue };
                if self.dominator[n] != best {
                    self.dominator[n] = best;
                    changed = true;
                }
            }
        }
    }

    fn common(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            let deeper = if a > b { &mut a } else { &mut b };
            *deeper = self.dominator[*deeper];
        }
        a
    }

    fn dominates(&self, above: usize, mut block: usize) -> bool {
        while block > above {
            block = self.dominator[block];
        }
        block == above
    }

    /// Whether two disjoint paths lead from the branch to a block. Paths that visit the block twice do not
    /// count.
    fn is_merge(&self, n: usize) -> bool {
        let mut edges =
            self.predecessors[n].iter().copied().filter(|&p| n == 0 || !self.dominates(n, p));
        let Some(first) = edges.next() else { return false };
        let (mut common, mut several) = (first, false);
        for edge in edges {
            common = self.common(common, edge);
            several = true;
        }
        several && common == 0
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

/// The immediate post-dominator of each block. None if that is the end itself, or if a path never ends.
fn post_dominators(order: &[BlockId], successors: &[Vec<BlockId>]) -> Vec<Option<BlockId>> {
    let count = successors.len();
    let end = BlockId(super::number(count));
    // The reversed graph, with one end.
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
