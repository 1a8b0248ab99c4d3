//! Which functions run on the device, and the shortest path to each.

use std::collections::{HashSet, VecDeque};

use super::graph::{Call, CallKind, DeviceCode, RootKind};

/// How a function was first reached.
#[derive(Clone, Copy, Debug)]
enum From {
    Root(usize),
    Call { caller: usize, index: usize },
}

/// The functions that kernels reach.
pub struct Reach {
    from: Vec<Option<From>>,
    order: Vec<usize>,
}

/// A call on the path to a function.
#[derive(Clone, Copy, Debug)]
pub struct Step<'c> {
    /// The function that calls.
    pub caller: usize,
    /// The call.
    pub call: &'c Call,
}

impl Reach {
    /// Traverses the graph. If several roots reach a function, the path from the first counts.
    pub fn new(code: &DeviceCode) -> Self {
        let mut reach = Self { from: vec![None; code.functions.len()], order: Vec::new() };
        for (number, root) in code.roots.iter().enumerate() {
            let mut open = VecDeque::new();
            if reach.meet(root.function, From::Root(number)) {
                open.push_back(root.function);
            }
            while let Some(caller) = open.pop_front() {
                for (index, call) in code.functions[caller].calls.iter().enumerate() {
                    let runs = call.how != CallKind::Address;
                    if runs && reach.meet(call.callee, From::Call { caller, index }) {
                        open.push_back(call.callee);
                    }
                }
            }
        }
        reach
    }

    fn meet(&mut self, function: usize, from: From) -> bool {
        if self.from[function].is_some() {
            return false;
        }
        self.from[function] = Some(from);
        self.order.push(function);
        true
    }

    /// The functions that run, by distance from a root.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The calls on the path to a function, the last one first, and the root where the path starts.
    pub fn path<'c>(
        &self,
        code: &'c DeviceCode,
        function: usize,
    ) -> (Vec<Step<'c>>, Option<usize>) {
        let mut steps = Vec::new();
        let mut at = function;
        loop {
            match self.from[at] {
                Some(From::Call { caller, index }) => {
                    steps.push(Step { caller, call: &code.functions[caller].calls[index] });
                    at = caller;
                }
                Some(From::Root(root)) => return (steps, Some(root)),
                None => return (steps, None),
            }
        }
    }

    /// The number of kernels that reach any of the given functions.
    pub fn kernels(code: &DeviceCode, functions: &[usize]) -> usize {
        let mut callers = vec![Vec::new(); code.functions.len()];
        for caller in 0..code.functions.len() {
            for call in code.callees(caller) {
                callers[call.callee].push(caller);
            }
        }
        let mut seen: HashSet<usize> = functions.iter().copied().collect();
        let mut open = functions.to_vec();
        while let Some(at) = open.pop() {
            open.extend(callers[at].iter().copied().filter(|&caller| seen.insert(caller)));
        }
        let is_kernel = |kind| kind == RootKind::Kernel;
        code.roots.iter().filter(|r| is_kernel(r.kind) && seen.contains(&r.function)).count()
    }
}
