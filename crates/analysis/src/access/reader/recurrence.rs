//! Values that loops carry from one iteration to the next.
//!
//! A value that grows by the same amount in each iteration is `start + amount * iteration`. To determine the
//! amount, all arguments of the loop's header become unknowns, the loop's body is evaluated, and the values
//! on its back edges are compared with them.

use super::super::Symbol;
use super::super::symbol::{Cause, Varying};
use super::Reader;
use super::expression::{Expression, Facts};
use crate::graph::BlockId;

/// The number of rounds; facts only grow, and there are few of them.
const ROUNDS: usize = 8;

/// The facts about one argument.
struct Carried {
    start: Expression,
    facts: Facts,
    unknown: Symbol,
}

impl Reader<'_> {
    /// Analyses an argument of a loop's header; the other arguments become known as well.
    pub(super) fn header_argument(&mut self, l: usize, position: usize) -> Expression {
        let header = self.flow.loops()[l].header;
        self.solving.insert(l);
        let results = self.solve(l, header);
        self.solving.remove(&l);
        let arguments = self.graph.arguments(header).to_vec();
        for (&argument, result) in arguments.iter().zip(&results) {
            if argument != arguments[position] {
                self.remember(argument, result.clone());
            }
        }
        results[position].clone()
    }

    fn solve(&mut self, l: usize, header: BlockId) -> Vec<Expression> {
        let arguments = self.graph.arguments(header).to_vec();
        let mut carried: Vec<Carried> =
            (0..arguments.len()).map(|position| self.carried(l, header, position)).collect();
        for round in 1.. {
            let mark = self.log.len();
            for (argument, c) in arguments.iter().zip(&mut carried) {
                c.unknown = self.placeholder(&c.facts);
                let value = Expression { value: c.unknown.into(), ..without_value(&c.start) };
                self.remember(*argument, value);
            }
            let next: Vec<Option<Expression>> =
                (0..arguments.len()).map(|position| self.next(l, header, position)).collect();
            let steps: Vec<Option<Expression>> = (0..arguments.len())
                .map(|i| self.growing(l, &carried, i, next[i].as_ref()?))
                .collect();
            let all_facts: Vec<Facts> = carried
                .iter()
                .zip(&next)
                .map(|(c, next)| match next {
                    Some(next) => c.facts.clone().join(next.facts(&self.symbols)),
                    None => Facts::anything(&self.loops),
                })
                .collect();
            self.forget(mark);
            let mut changed = false;
            for ((c, facts), step) in carried.iter_mut().zip(all_facts).zip(&steps) {
                // A value that grows by a constant is known exactly, whatever its facts.
                if step.is_none() && facts != c.facts {
                    c.facts = facts;
                    changed = true;
                }
            }
            if !changed || round == ROUNDS {
                let give_up = changed;
                return self.finish(l, carried, steps, give_up);
            }
        }
        Vec::new()
    }

    fn finish(
        &mut self,
        l: usize,
        carried: Vec<Carried>,
        steps: Vec<Option<Expression>>,
        give_up: bool,
    ) -> Vec<Expression> {
        let id = self.loops[l];
        let mut results = Vec::new();
        for (c, step) in carried.into_iter().zip(steps) {
            results.push(match step {
                Some(grown) if !give_up => grown,
                _ => {
                    let mut facts = if give_up { Facts::anything(&self.loops) } else { c.facts };
                    facts = facts.join(Facts { changes_in: vec![id], ..Facts::default() });
                    Expression { base: c.start.base, ..self.unknown(facts) }
                }
            });
        }
        results
    }

    /// An argument before the first iteration.
    fn carried(&mut self, l: usize, header: BlockId, position: usize) -> Carried {
        let argument = self.graph.arguments(header)[position];
        let mut starts = Vec::new();
        for (from, value) in self.graph.incoming(header, position) {
            if !self.flow.is_in_loop(from, l) {
                starts.push(self.seen_from(value, header));
            }
        }
        let start = self.merged(argument, &starts);
        let in_loop = Facts { changes_in: vec![self.loops[l]], ..Facts::default() };
        let facts = start.facts(&self.symbols).join(in_loop);
        // A placeholder until the first round.
        Carried { start, facts, unknown: Symbol::Loop(self.loops[l]) }
    }

    fn placeholder(&mut self, facts: &Facts) -> Symbol {
        // A varying value even if it is uniform: it must not be taken for a coefficient.
        let cause = match &facts.loaded {
            Some(from) => Cause::Loaded { from: from.clone() },
            None => Cause::Computed,
        };
        let (along, changes_in) = (facts.along, facts.changes_in.clone());
        self.symbols.add_varying(Varying { cause, along, changes_in })
    }

    /// An argument in the next iteration, if all back edges agree.
    fn next(&mut self, l: usize, header: BlockId, position: usize) -> Option<Expression> {
        let mut all: Vec<Expression> = Vec::new();
        for (from, value) in self.graph.incoming(header, position) {
            if self.flow.is_in_loop(from, l) {
                all.push(self.seen_from(value, header));
            }
        }
        if all.is_empty() {
            return None;
        }
        Some(self.merged(self.graph.arguments(header)[position], &all))
    }

    /// The value in any iteration, for an argument that grows by a constant.
    fn growing(
        &mut self,
        l: usize,
        carried: &[Carried],
        position: usize,
        next: &Expression,
    ) -> Option<Expression> {
        let id = self.loops[l];
        let this = &carried[position];
        if next.base != this.start.base || next.subscripts.is_some() {
            return None;
        }
        let step = &next.value - &this.unknown.into();
        let is_steady =
            |s: Symbol| !carried.iter().any(|c| c.unknown == s) && !self.symbols.changes_in(s, id);
        if !step.symbols().all(is_steady) {
            return None;
        }
        let moved = step.times(&Symbol::Loop(id).into())?;
        let value = &this.start.value + &moved;
        let mut grown = Expression { value, ..without_value(&this.start) };
        grown.join_borders(next);
        Some(grown)
    }

    /// Drops results that depend on placeholders.
    fn forget(&mut self, mark: usize) {
        for value in self.log.split_off(mark) {
            self.known.remove(&value);
        }
    }
}

fn without_value(expression: &Expression) -> Expression {
    Expression { value: Default::default(), ..expression.clone() }
}
