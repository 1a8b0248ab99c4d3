//! Calls: work-item builtins that were not raised, and functions of which only attributes are known.

use scythe_mlir::{Attribute, Op};
use scythe_sycl_dialect::canonicalize::constant;
use scythe_sycl_dialect::other_ops::function;

use super::Translator;
use scythe_analysis::access::{Dimension, Symbol};
use scythe_analysis::graph::{Group, Operation, Query, Value};

/// The name of the function that an operation calls.
fn callee(op: Op<'_>) -> Option<&str> {
    let name = match op.name() {
        "llvm.call" | "func.call" => "callee",
        "sycl.call" => "MangledFunctionName",
        _ => return None,
    };
    op.attribute(name)?.as_symbol()
}

/// Builtins with a dimension.
fn ranked(name: &str) -> Option<fn(Dimension) -> Symbol> {
    Some(match name.strip_prefix("__mux_get_")? {
        "global_id" => Symbol::GlobalId,
        "local_id" => Symbol::LocalId,
        "group_id" => Symbol::GroupId,
        "global_size" => Symbol::GlobalRange,
        "local_size" | "enqueued_local_size" => Symbol::LocalRange,
        "num_groups" => Symbol::GroupRange,
        "global_offset" => Symbol::GlobalOffset,
        _ => return None,
    })
}

/// Whether an operation queries a builtin for a dimension.
pub(super) fn is_ranked_query(op: Op<'_>) -> bool {
    callee(op).and_then(ranked).is_some()
}

impl<'c> Translator<'c> {
    pub(super) fn call(&mut self, op: Op<'c>) -> Option<Value> {
        let name = callee(op)?;
        if let Some(operation) = self.builtin(op, name) {
            return Some(operation);
        }
        let operation = match self.effects(op, name) {
            Effects::None => {
                let operands = op.operands().into_iter().map(|v| self.value(v)).collect();
                Operation::Function(operands)
            }
            Effects::Reads => Operation::Opaque { writes: false },
            Effects::Writes => Operation::Opaque { writes: true },
        };
        Some(self.add(operation))
    }

    fn builtin(&mut self, op: Op<'c>, name: &str) -> Option<Value> {
        if let Some(family) = ranked(name) {
            let dimension = op.operand(0).and_then(constant).and_then(|d| u8::try_from(d).ok());
            // Builtins number dimensions from the fastest, SYCL from the slowest.
            let last = self.launch.dimensions.saturating_sub(1);
            let symbol = dimension.and_then(|d| last.checked_sub(d)).map(family);
            return Some(match symbol {
                Some(symbol) => self.add(Operation::Query(Query::Index(symbol))),
                None => self.add(Operation::Query(Query::WorkItem)),
            });
        }
        let rest = name.strip_prefix("__mux_")?;
        let dimensions = self.launch.dimensions;
        let operation = match rest {
            "get_global_linear_id" => {
                return Some(self.linear_id(Symbol::GlobalId, Symbol::GlobalRange, dimensions));
            }
            "get_local_linear_id" => {
                return Some(self.linear_id(Symbol::LocalId, Symbol::LocalRange, dimensions));
            }
            "get_sub_group_local_id" => Operation::Query(Query::SubGroupLocalId),
            "get_sub_group_id" => Operation::Query(Query::SubGroupId),
            "get_sub_group_size" => Operation::Query(Query::SubGroupSize),
            "get_max_sub_group_size" => Operation::Query(Query::MaxSubGroupSize),
            "get_num_sub_groups" | "get_work_dim" => Operation::Function(Vec::new()),
            "local_memory" => Operation::LocalMemory,
            _ if rest.ends_with("barrier") => Operation::Opaque { writes: false },
            _ => {
                let (group, what) = match rest.split_once("_group_") {
                    Some(("work", what)) => (Group::WorkGroup, what),
                    Some(("sub", what)) => (Group::SubGroup, what),
                    _ => return None,
                };
                let shared = ["all_", "any_", "broadcast_", "reduce_"];
                match shared.iter().any(|prefix| what.starts_with(prefix)) {
                    true => Operation::GroupResult(group, Vec::new()),
                    // Scans and shuffles have a result for each work-item.
                    false => Operation::Query(Query::WorkItem),
                }
            }
        };
        Some(self.add(operation))
    }

    /// The memory effects of a call, according to its own attributes or those of the function.
    fn effects(&self, op: Op<'c>, name: &str) -> Effects {
        let of_call = op.attribute("memory_effects").map(|a| Effects::of(a));
        let module = self.function.parent();
        let of_function = || {
            let function = module.and_then(|module| function(module, name))?;
            function.attribute("memory_effects").map(|a| Effects::of(a))
        };
        of_call.or_else(of_function).unwrap_or(Effects::Writes)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effects {
    None,
    Reads,
    Writes,
}

impl Effects {
    /// Of `#llvm.memory_effects<other = none, argMem = read, ...>`.
    fn of(attribute: Attribute<'_>) -> Self {
        let text = attribute.to_string();
        if text.contains("write") {
            return Self::Writes;
        }
        if text.contains("read") { Self::Reads } else { Self::None }
    }
}
