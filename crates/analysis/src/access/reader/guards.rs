//! Conditions: which work-items execute an access, and how often loops run.

use super::super::{Executed, Polynomial, Stride, Symbol};
use super::Reader;
use super::expression::Expression;
use crate::graph::{BlockId, Comparison, Edge, Operation};

/// The largest trip count that is determined.
const LONGEST: i64 = 1024;

impl Reader<'_> {
    /// Whether a test for equality keeps most neighbours from executing a block.
    pub(super) fn executed(&mut self, block: BlockId) -> Executed {
        let branches: Vec<BlockId> = self.flow.deciders(block).collect();
        for branch in branches {
            if self.picks_few(branch, block) {
                return Executed::ByFew;
            }
        }
        Executed::ByMost
    }

    fn picks_few(&mut self, branch: BlockId, block: BlockId) -> bool {
        let terminator = self.graph.terminator(branch);
        let (Some(condition), [yes, no]) = (terminator.condition, terminator.edges.as_slice())
        else {
            return false;
        };
        let Some(Operation::Compare(comparison, a, b)) = self.graph.operation(condition) else {
            return false;
        };
        let way: &Edge = match comparison {
            Comparison::Equal => yes,
            Comparison::NotEqual => no,
            _ => return false,
        };
        let only_from_here = self.flow.predecessors(way.to) == [branch];
        if !only_from_here || !self.flow.dominates(way.to, block) {
            return false;
        }
        let (a, b) = (*a, *b);
        let difference = &self.seen_from(a, branch).value - &self.seen_from(b, branch).value;
        let Some(fastest) = self.launch.fastest() else { return false };
        !Stride::between_work_items(&difference, fastest, &self.symbols).is_zero()
    }

    /// Of two merged values, the one of which the other is a special case: LLVM knows that `row * n` is 0 if
    /// `n` is, and skips the multiplication.
    pub(super) fn general_case(
        &mut self,
        block: BlockId,
        from: [BlockId; 2],
        incoming: &[Expression],
    ) -> Option<Expression> {
        let [first, second] = incoming else { return None };
        for branch in self.flow.merges(block).collect::<Vec<_>>() {
            let Some((special, symbol, number)) = self.special_edge(branch, block) else {
                continue;
            };
            let is_special = from.map(|from| match from == branch {
                // An edge of the branch itself.
                true => special == block,
                false => self.flow.dominates(special, from),
            });
            let (special, general) = match is_special {
                [true, false] => (first, second),
                [false, true] => (second, first),
                _ => continue,
            };
            let same = general.value.substitute(symbol, &number.into());
            if special.base == general.base
                && special.subscripts == general.subscripts
                && same.as_ref() == Some(&special.value)
            {
                return Some(general.clone());
            }
        }
        None
    }

    /// The direction of a branch that is taken only if a symbol has a certain value, on the path to a block.
    fn special_edge(&mut self, branch: BlockId, block: BlockId) -> Option<(BlockId, Symbol, i64)> {
        let terminator = self.graph.terminator(branch);
        let [yes, no] = terminator.edges.as_slice() else { return None };
        let Some(Operation::Compare(comparison, a, b)) =
            self.graph.operation(terminator.condition?)
        else {
            return None;
        };
        let way = match comparison {
            Comparison::Equal => yes.to,
            Comparison::NotEqual => no.to,
            _ => return None,
        };
        if yes.to == no.to || (way != block && self.flow.predecessors(way) != [branch]) {
            return None;
        }
        let (a, b) = (*a, *b);
        let difference = &self.seen_from(a, branch).value - &self.seen_from(b, branch).value;
        let symbol = difference.symbols().next()?;
        let (factor, rest) = difference.factor_of(symbol)?;
        let number = rest.as_constant()?;
        (factor == Polynomial::from(1)).then_some((way, symbol, number.wrapping_neg()))
    }

    /// Determines trip counts by evaluating exit conditions.
    pub(super) fn find_trip_counts(&mut self) {
        for l in 0..self.flow.loops().len() {
            let trips = self.trip_count(l);
            let id = self.loops[l];
            self.symbols.set_trips(id, trips);
        }
    }

    fn trip_count(&mut self, l: usize) -> Option<u64> {
        let around = &self.flow.loops()[l];
        let [exit] = around.exits.as_slice() else { return None };
        let exit = *exit;
        let (at_header, at_latch) = (exit == around.header, around.latches == [exit]);
        if !at_header && !at_latch {
            return None;
        }
        let terminator = self.graph.terminator(exit);
        let (Some(condition), [yes, _]) = (terminator.condition, terminator.edges.as_slice())
        else {
            return None;
        };
        let stays_if = around.blocks.contains(&yes.to);
        let Some(Operation::Compare(comparison, a, b)) = self.graph.operation(condition) else {
            return None;
        };
        let (comparison, a, b) = (*comparison, *a, *b);
        let (a, b) = (self.seen_from(a, exit), self.seen_from(b, exit));
        let difference = &a.value - &b.value;
        if a.borders.is_some() || b.borders.is_some() {
            return None;
        }
        let id = Symbol::Loop(self.loops[l]);
        if difference.symbols().any(|s| s != id) {
            return None;
        }
        let leaves = |k: &i64| {
            let sign = difference.evaluate(|_| *k);
            holds(comparison, sign) != stays_if
        };
        let last = (0..LONGEST).find(leaves)?;
        // A loop that tests at its end has run once more.
        u64::try_from(if at_latch { last + 1 } else { last }).ok()
    }
}

/// Whether a comparison holds for values with this difference.
fn holds(comparison: Comparison, difference: i64) -> bool {
    match comparison {
        Comparison::Equal => difference == 0,
        Comparison::NotEqual => difference != 0,
        Comparison::Less => difference < 0,
        Comparison::LessOrEqual => difference <= 0,
        Comparison::Greater => difference > 0,
        Comparison::GreaterOrEqual => difference >= 0,
    }
}
