//! Which memory a pointer may refer to.

use std::collections::{HashMap, HashSet};

use super::{Definition, Graph, Operation, Value};

/// Determines which memory pointers of a kernel may refer to, from how they are computed.
#[derive(Clone, Debug)]
pub struct Pointers<'g> {
    graph: &'g Graph,
    shared: HashMap<Value, bool>,
}

impl<'g> Pointers<'g> {
    /// For the pointers of a kernel.
    pub fn of(graph: &'g Graph) -> Self {
        Self { graph, shared: HashMap::new() }
    }

    /// Whether a pointer certainly refers to memory that work-items share: kernel arguments, which do not
    /// change while a kernel runs, global and local memory, objects of the program.
    pub fn is_shared(&mut self, pointer: Value) -> bool {
        if let Some(&known) = self.shared.get(&pointer) {
            return known;
        }
        let shared = self.sources(pointer).into_iter().all(|source| match source {
            Some(
                Operation::Parameter(_)
                | Operation::PointerParameter(_)
                | Operation::Object
                | Operation::LocalMemory,
            ) => true,
            Some(Operation::Load { is_pointer: true, .. }) => !self.graph.variables_escape(),
            _ => false,
        });
        self.shared.insert(pointer, shared);
        shared
    }

    /// Whether a pointer certainly refers to local memory.
    pub fn is_local(&self, pointer: Value) -> bool {
        let is_local = |source| matches!(source, Some(&Operation::LocalMemory));
        self.sources(pointer).into_iter().all(is_local)
    }

    /// The operations that a pointer may come from, through offsets, casts, selects and arguments of blocks;
    /// none for an argument without incoming values.
    fn sources(&self, pointer: Value) -> Vec<Option<&'g Operation>> {
        let (mut seen, mut open) = (HashSet::from([pointer]), vec![pointer]);
        let mut found = Vec::new();
        while let Some(value) = open.pop() {
            let next = match self.graph.definition(value) {
                Definition::Argument { position } => {
                    let incoming = self.graph.incoming(self.graph.block_of(value), *position);
                    if incoming.is_empty() {
                        found.push(None);
                    }
                    incoming.into_iter().map(|(_, value)| value).collect()
                }
                Definition::Result(operation) => match operation {
                    Operation::Offset { base, .. } => vec![*base],
                    Operation::Subscript { accessor, .. } => vec![*accessor],
                    Operation::Same(of) => vec![*of],
                    Operation::Select { yes, no, .. } => vec![*yes, *no],
                    source => {
                        found.push(Some(source));
                        vec![]
                    }
                },
            };
            open.extend(next.into_iter().filter(|&v| seen.insert(v)));
        }
        found
    }
}
