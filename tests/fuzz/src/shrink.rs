//! Reduces failing cases.
//!
//! Statements are removed and expressions simplified as long as the case still fails in the same way. Invalid
//! cases are not tried: without a barrier there may be a race, which is not a finding.

use std::time::{Duration, Instant};

use crate::check::Case;
use crate::interpret::interpret;
use crate::kernel::{Argument, Expr, Kernel, Launch, Node, Operation, Stmt};

/// Shrinks a case as long as `fails` holds, for at most `limit`.
pub fn shrink(case: &Case, limit: Duration, mut fails: impl FnMut(&Case) -> bool) -> Case {
    let deadline = Instant::now() + limit;
    let mut best = case.clone();
    let mut accept = |candidate: &Case| {
        let size = candidate.kernel.sub_group_size.unwrap_or(8);
        Instant::now() < deadline && interpret(&candidate.kernel, size).is_ok() && fails(candidate)
    };
    for setting in &case.settings {
        let candidate = Case { settings: vec![setting.clone()], ..best.clone() };
        if accept(&candidate) {
            best = candidate;
            break;
        }
    }
    loop {
        let before = best.clone();
        shrink_statements(&mut best, &mut accept);
        shrink_launch(&mut best, &mut accept);
        shrink_expressions(&mut best, &mut accept);
        if best == before || Instant::now() >= deadline {
            return best;
        }
    }
}

fn shrink_launch(best: &mut Case, accept: &mut impl FnMut(&Case) -> bool) {
    let mut attempt = |change: &dyn Fn(&mut Launch)| {
        let mut candidate = best.clone();
        change(&mut candidate.kernel.launch);
        if candidate != *best && accept(&candidate) {
            *best = candidate;
        }
    };
    attempt(&|launch| launch.offset = [0; 3]);
    for d in 0..3 {
        attempt(&|launch| launch.global[d] = launch.local[d].min(launch.global[d]));
        for size in [1, 2, 3, 4, 5, 8, 9, 16, 17] {
            attempt(&|launch| {
                if size < launch.local[d] {
                    let groups = launch.global[d].div_ceil(launch.local[d]);
                    launch.local[d] = size;
                    launch.global[d] = size * groups;
                }
            });
        }
    }
    attempt(&|launch| launch.span = launch.group_count());
    attempt(&|launch| {
        let used = (0..3).rev().find(|&d| launch.global[d] > 1).unwrap_or(0);
        launch.dimensions = used as u32 + 1;
    });
}

/// All functions of a kernel, helpers first.
fn bodies(kernel: &mut Kernel) -> Vec<&mut Vec<Stmt>> {
    let helpers = kernel.helpers.iter_mut().map(|helper| &mut helper.body);
    helpers.chain([&mut kernel.body.body]).collect()
}

/// A rewrite of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rewrite {
    /// Removes it, and the following ones up to this many.
    Remove(usize),
    /// Replaces it by its first branch or its body.
    First,
    /// Replaces it by its last branch.
    Last,
    /// Removes a branch of a switch, or an iteration of a loop.
    Fewer,
    /// No change.
    Keep,
}

/// Rewrites in the order in which they are tried: the largest reductions first.
const REWRITES: [Rewrite; 9] = [
    Rewrite::Remove(32),
    Rewrite::Remove(16),
    Rewrite::Remove(8),
    Rewrite::Remove(4),
    Rewrite::Remove(2),
    Rewrite::First,
    Rewrite::Last,
    Rewrite::Fewer,
    Rewrite::Remove(1),
];

/// Applies a rewrite to the statement with this number, counted through the whole kernel;
/// `None` when there is no such statement, `Some(false)` when the rewrite does not apply.
fn rewrite_statement(kernel: &mut Kernel, number: usize, which: Rewrite) -> Option<bool> {
    let mut left = number;
    for body in bodies(kernel) {
        if let Some(done) = rewrite_in(body, &mut left, which) {
            return Some(done);
        }
    }
    None
}

fn rewrite_in(block: &mut Vec<Stmt>, left: &mut usize, which: Rewrite) -> Option<bool> {
    let mut at = 0;
    while at < block.len() {
        if *left == 0 {
            return Some(rewrite_at(block, at, which));
        }
        *left -= 1;
        for inner in inner_blocks(&mut block[at]) {
            if let Some(done) = rewrite_in(inner, left, which) {
                return Some(done);
            }
        }
        at += 1;
    }
    None
}

fn inner_blocks(statement: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match statement {
        Stmt::If(_, then, otherwise) => vec![then, otherwise],
        Stmt::Switch(_, branches) => branches.iter_mut().collect(),
        Stmt::Loop(shape) => vec![&mut shape.body],
        Stmt::TwoEntries(two) => vec![&mut two.first, &mut two.shape.body],
        _ => vec![],
    }
}

fn rewrite_at(block: &mut Vec<Stmt>, at: usize, which: Rewrite) -> bool {
    let replacement = match (which, &mut block[at]) {
        (Rewrite::Remove(count), _) => {
            // Otherwise every statement of a long block would start a long piece.
            if !at.is_multiple_of(count) || count / 2 >= block.len() {
                return false;
            }
            block.drain(at..(at + count).min(block.len()));
            return true;
        }
        (Rewrite::First, Stmt::If(_, then, _)) => std::mem::take(then),
        (Rewrite::Last, Stmt::If(_, _, otherwise)) => std::mem::take(otherwise),
        (Rewrite::First, Stmt::Switch(_, branches)) if !branches.is_empty() => {
            branches.swap_remove(0)
        }
        (Rewrite::Last, Stmt::Switch(_, branches)) => branches.pop().unwrap_or_default(),
        (Rewrite::Fewer, Stmt::Switch(_, branches)) if branches.len() > 1 => {
            branches.remove(0);
            return true;
        }
        (Rewrite::First, Stmt::Loop(shape)) => std::mem::take(&mut shape.body),
        // A loop with one entry, and with one part.
        (Rewrite::First, Stmt::TwoEntries(two)) => {
            let mut shape = two.shape.clone();
            shape.body.splice(0..0, std::mem::take(&mut two.first));
            vec![Stmt::Loop(shape)]
        }
        (Rewrite::Last, Stmt::TwoEntries(two)) => vec![Stmt::Loop(two.shape.clone())],
        (Rewrite::Fewer, Stmt::TwoEntries(two)) if two.shape.most > 1 => {
            two.shape.most -= 1;
            return true;
        }
        (Rewrite::Fewer, Stmt::Loop(shape)) if shape.most > 1 => {
            shape.most -= 1;
            return true;
        }
        _ => return false,
    };
    block.splice(at..=at, replacement);
    true
}

fn shrink_statements(best: &mut Case, accept: &mut impl FnMut(&Case) -> bool) {
    for which in REWRITES {
        let mut number = 0;
        loop {
            let mut candidate = best.clone();
            match rewrite_statement(&mut candidate.kernel, number, which) {
                None => break,
                Some(true) if accept(&candidate) => *best = candidate,
                Some(_) => number += 1,
            }
        }
    }
}

/// Visits every expression that belongs to a statement directly.
fn each_expression<'a>(block: &'a mut [Stmt], visit: &mut dyn FnMut(&'a mut Expr)) {
    for statement in block {
        match statement {
            Stmt::Assign(_, a)
            | Stmt::AssignParameter(_, a)
            | Stmt::GuardedInput(_, _, a)
            | Stmt::SharedWrite(_, a)
            | Stmt::SharedRead(_, _, a)
            | Stmt::BreakIf(a)
            | Stmt::ContinueIf(a) => visit(a),
            Stmt::AssignElement(_, a, b)
            | Stmt::Output(_, a, b)
            | Stmt::GuardedDivide(_, a, b)
            | Stmt::Count(_, _, a, b) => {
                visit(a);
                visit(b);
            }
            Stmt::If(a, then, otherwise) => {
                visit(a);
                each_expression(then, visit);
                each_expression(otherwise, visit);
            }
            Stmt::Switch(a, branches) => {
                visit(a);
                for branch in branches {
                    each_expression(branch, visit);
                }
            }
            Stmt::Loop(shape) => {
                visit(&mut shape.trips);
                each_expression(&mut shape.body, visit);
            }
            Stmt::TwoEntries(two) => {
                visit(&mut two.shape.trips);
                visit(&mut two.skip);
                each_expression(&mut two.first, visit);
                each_expression(&mut two.shape.body, visit);
            }
            Stmt::Collective(collective) => {
                visit(&mut collective.value);
                match &mut collective.operation {
                    Operation::Broadcast(numbers) => numbers.iter_mut().for_each(&mut *visit),
                    Operation::Shuffle(a) | Operation::ShuffleXor(a) => visit(a),
                    Operation::ShuffleUp(a, b) | Operation::ShuffleDown(a, b) => {
                        visit(a);
                        visit(b);
                    }
                    _ => {}
                }
            }
            Stmt::Call(call) => {
                for argument in &mut call.arguments {
                    if let Argument::Value(a) = argument {
                        visit(a);
                    }
                }
            }
            Stmt::Return | Stmt::Barrier(_) | Stmt::Fence(_) => {}
        }
    }
}

/// The expression with this number, counted through the whole kernel.
fn nth_expression(kernel: &mut Kernel, number: usize) -> Option<&mut Expr> {
    let mut roots = Vec::new();
    for helper in &mut kernel.helpers {
        each_expression(&mut helper.body, &mut |expression| roots.push(expression));
        roots.extend(helper.result.as_mut());
    }
    each_expression(&mut kernel.body.body, &mut |expression| roots.push(expression));
    let mut left = number;
    roots.into_iter().find_map(|root| nth_within(root, &mut left))
}

fn nth_within<'a>(expression: &'a mut Expr, left: &mut usize) -> Option<&'a mut Expr> {
    if *left == 0 {
        return Some(expression);
    }
    *left -= 1;
    expression.operands_mut().into_iter().find_map(|operand| nth_within(operand, left))
}

/// Simpler expressions of the same type.
fn simpler(expression: &Expr) -> Vec<Expr> {
    if matches!(expression.node, Node::Constant(0)) {
        return vec![];
    }
    let one = if expression.ty.scalar.is_float() { 0 } else { 1 };
    let mut found = vec![Expr::constant(expression.ty, 0)];
    if !matches!(expression.node, Node::Constant(_)) {
        found.push(Expr::constant(expression.ty, one));
    }
    let operands = expression.operands().into_iter();
    found.extend(operands.filter(|operand| operand.ty == expression.ty).cloned());
    found
}

fn shrink_expressions(best: &mut Case, accept: &mut impl FnMut(&Case) -> bool) {
    let mut number = 0;
    loop {
        let Some(expression) = nth_expression(&mut best.kernel, number).map(|e| e.clone()) else {
            return;
        };
        let smaller = simpler(&expression).into_iter().find_map(|replacement| {
            let mut candidate = best.clone();
            *nth_expression(&mut candidate.kernel, number)? = replacement;
            accept(&candidate).then_some(candidate)
        });
        match smaller {
            // The replacement is tried again, for it may be simplified further.
            Some(candidate) if candidate != *best => *best = candidate,
            _ => number += 1,
        }
    }
}

/// How many statements a kernel has.
#[must_use]
pub fn statements(kernel: &Kernel) -> usize {
    let mut copy = kernel.clone();
    (0..)
        .take_while(|&number| rewrite_statement(&mut copy, number, Rewrite::Keep).is_some())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::generate;
    use crate::setting::Features;

    /// Whether a kernel contains a sub-group barrier.
    fn suspicious(kernel: &Kernel) -> bool {
        format!("{:?}", kernel.body).contains("Barrier(SubGroup)")
    }

    #[test]
    fn shrinking_keeps_the_failure_and_nothing_else() {
        let seed = (0..)
            .find(|&seed| {
                let kernel = generate(seed, Features::ALL);
                suspicious(&kernel) && statements(&kernel) > 20
            })
            .expect("there are such kernels");
        let case = Case { kernel: generate(seed, Features::ALL), settings: vec![] };
        let small =
            shrink(&case, Duration::from_secs(60), |candidate| suspicious(&candidate.kernel));
        assert!(suspicious(&small.kernel));
        assert_eq!(statements(&small.kernel), 1, "{:#?}", small.kernel.body.body);
        assert_eq!(small.kernel.launch.items(), 1);
    }
}
