//! Which memory a kernel writes.

use std::collections::HashSet;

use super::expression::BaseKey;
use crate::graph::{Definition, Flow, Graph, Operation, Value};

/// Objects that a kernel writes to.
pub(super) struct Written {
    objects: HashSet<BaseKey>,
    /// Whether it writes to unknown memory.
    anything: bool,
}

impl Written {
    pub(super) fn of(graph: &Graph, flow: &Flow) -> Self {
        let mut written = Self { objects: HashSet::new(), anything: false };
        for &block in flow.order() {
            for (_, operation) in graph.operations(block) {
                match operation {
                    Operation::Store { address, .. } | Operation::Atomic { address, .. } => {
                        written.add(graph, *address);
                    }
                    Operation::Opaque { writes: true } => written.anything = true,
                    _ => {}
                }
            }
        }
        written
    }

    /// Whether the memory behind a pointer may change.
    pub(super) fn changes(&self, base: Option<&BaseKey>) -> bool {
        match base {
            // Its address is passed only to functions that are inlined.
            Some(key @ BaseKey::Parameter(_)) => self.objects.contains(key),
            Some(BaseKey::Value(_)) | None => self.anything || !self.objects.is_empty(),
            Some(key) => self.anything || self.objects.contains(key),
        }
    }

    /// Determines which memory an address may refer to, from how it is computed.
    fn add(&mut self, graph: &Graph, address: Value) {
        let mut seen = HashSet::new();
        let mut open = vec![address];
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match graph.definition(value) {
                Definition::Argument { position } => {
                    let incoming = graph.incoming(graph.block_of(value), *position);
                    open.extend(incoming.into_iter().map(|(_, value)| value));
                }
                Definition::Result(operation) => match operation {
                    Operation::Offset { base, .. } | Operation::Same(base) => open.push(*base),
                    Operation::Subscript { accessor, .. } => open.push(*accessor),
                    Operation::Select { yes, no, .. } => open.extend([*yes, *no]),
                    Operation::Load { address, .. } => match in_arguments(graph, *address) {
                        Some((parameter, offset)) => {
                            self.objects.insert(BaseKey::Argument(parameter, offset));
                        }
                        None => self.anything = true,
                    },
                    Operation::Parameter(index) => {
                        self.objects.insert(BaseKey::Parameter(*index));
                    }
                    Operation::PointerParameter(index) => {
                        self.objects.insert(BaseKey::Argument(*index, 0));
                    }
                    Operation::LocalMemory => {
                        self.objects.insert(BaseKey::Local(value));
                    }
                    Operation::Variable => {
                        self.objects.insert(BaseKey::Variable(value));
                    }
                    _ => self.anything = true,
                },
            }
        }
    }
}

/// The offset in a parameter's memory for an address.
fn in_arguments(graph: &Graph, mut address: Value) -> Option<(u32, i64)> {
    let mut sum = 0_i64;
    loop {
        match graph.operation(address)? {
            Operation::Parameter(index) => return Some((*index, sum)),
            Operation::Offset { base, bytes, terms, .. } if terms.is_empty() => {
                sum = sum.wrapping_add(*bytes);
                address = *base;
            }
            Operation::Same(of) => address = *of,
            _ => return None,
        }
    }
}
