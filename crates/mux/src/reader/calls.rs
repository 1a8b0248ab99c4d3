//! Calls: builtins, intrinsics, and functions with known effects.

use scythe_analysis::access::{Dimension, Symbol};
use scythe_analysis::graph::{Group, Integer, Operation, Query, Value};
use scythe_llvm::inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue,
};
use scythe_llvm::{called_function, operands, touches_no_memory};

use super::LAST;
use super::translate::Translator;
use crate::passes::reaches_call;
use crate::{Builtin, Collective, GroupScope};

/// The kind of a called function.
#[derive(Clone, Copy)]
pub(super) enum Callee {
    Builtin(Builtin),
    /// Arithmetic of integers.
    Integer(Integer),
    /// A difference that saturates at 0.
    SaturatingDifference,
    /// A copy or a fill: writes to what its first argument points to.
    Fill,
    /// A hint without effect.
    Hint,
    /// A function of its arguments alone.
    Function,
    /// Anything.
    Opaque,
}

impl Callee {
    fn of(function: FunctionValue<'_>) -> Self {
        if let Some(builtin) = Builtin::of(function) {
            return Self::Builtin(builtin);
        }
        let name = function.get_name().to_string_lossy();
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            let base = intrinsic.split('.').next().unwrap_or_default();
            match base {
                "umin" | "smin" => return Self::Integer(Integer::Minimum),
                "umax" | "smax" => return Self::Integer(Integer::Maximum),
                "usub" if intrinsic.starts_with("usub.sat") => return Self::SaturatingDifference,
                "memcpy" | "memmove" | "memset" => return Self::Fill,
                "lifetime" | "assume" | "dbg" => return Self::Hint,
                "experimental" if intrinsic.contains("noalias.scope") => return Self::Hint,
                _ => {}
            }
        }
        // Intrinsics and pure functions depend on their arguments alone, and on the work-item if they query
        // it.
        let asks = |call: CallSiteValue<'_>| {
            call.get_called_fn_value().is_none_or(|callee| Builtin::of(callee).is_some())
        };
        match touches_no_memory(function) && !reaches_call(function, asks) {
            true => Self::Function,
            false => Self::Opaque,
        }
    }
}

/// The symbols of ids and ranges that builtins return by dimension.
fn family(builtin: Builtin) -> Option<fn(Dimension) -> Symbol> {
    Some(match builtin {
        Builtin::GlobalId => Symbol::GlobalId,
        Builtin::LocalId => Symbol::LocalId,
        Builtin::GroupId => Symbol::GroupId,
        Builtin::GlobalSize => Symbol::GlobalRange,
        Builtin::LocalSize | Builtin::EnqueuedLocalSize => Symbol::LocalRange,
        Builtin::NumGroups => Symbol::GroupRange,
        Builtin::GlobalOffset => Symbol::GlobalOffset,
        _ => return None,
    })
}

impl<'c> Translator<'c> {
    pub(super) fn call(&mut self, call: InstructionValue<'c>) -> Value {
        let Some(function) = called_function(call) else {
            return self.add(Operation::Opaque { writes: true });
        };
        let callee = *self.callees.entry(function).or_insert_with(|| Callee::of(function));
        if let Callee::Builtin(builtin) = callee {
            return self.builtin(call, builtin);
        }
        let arguments = operands(call);
        let all: Vec<Value> = arguments.iter().map(|&argument| self.value(argument)).collect();
        let is_integer = matches!(arguments.first(), Some(BasicValueEnum::IntValue(_)));
        let operation = match (callee, all.as_slice()) {
            (Callee::Integer(integer), &[a, b]) if is_integer => Operation::Integer(integer, a, b),
            (Callee::SaturatingDifference, &[a, b]) if is_integer => {
                return self.graph.add_saturating_difference(self.block, a, b);
            }
            (Callee::Fill, &[address, ..]) => Operation::Store { address, bytes: 0 },
            (Callee::Hint, _) => Operation::Opaque { writes: false },
            (Callee::Opaque, _) => Operation::Opaque { writes: true },
            // Vectors of integers are not integers.
            _ => Operation::Function(all),
        };
        self.add(operation)
    }

    fn builtin(&mut self, call: InstructionValue<'c>, builtin: Builtin) -> Value {
        if let Some(family) = family(builtin) {
            return self.ranked(call, family);
        }
        let operation = match builtin {
            Builtin::GlobalLinearId => {
                let ids = [Symbol::GlobalId as fn(_) -> _, Symbol::GlobalRange];
                return self.graph.add_linear_id(self.block, ids, LAST + 1);
            }
            Builtin::LocalLinearId => {
                let ids = [Symbol::LocalId as fn(_) -> _, Symbol::LocalRange];
                return self.graph.add_linear_id(self.block, ids, LAST + 1);
            }
            Builtin::SubGroupId => Operation::Query(Query::SubGroupId),
            Builtin::SubGroupSize => Operation::Query(Query::SubGroupSize),
            Builtin::SubGroupLocalId => Operation::Query(Query::SubGroupLocalId),
            Builtin::MaxSubGroupSize => Operation::Query(Query::MaxSubGroupSize),
            Builtin::FirstGroup | Builtin::LastGroup => {
                let group = self.graph.add_index(self.block, Symbol::GroupId(LAST));
                Operation::Function(vec![group])
            }
            Builtin::IsFtz
            | Builtin::UseFast
            | Builtin::IsEmbeddedProfile
            | Builtin::WorkDim
            | Builtin::NumSubGroups => Operation::Function(Vec::new()),
            Builtin::LocalMemory => return self.local_memory(call),
            // The launch's own memory, which is never written.
            Builtin::SpecializationConstant => Operation::Object,
            Builtin::AddressSpace => {
                let all = operands(call).into_iter().map(|v| self.value(v)).collect();
                Operation::Function(all)
            }
            Builtin::WorkGroupBarrier | Builtin::SubGroupBarrier | Builtin::MemBarrier => {
                Operation::Opaque { writes: false }
            }
            Builtin::Collective(collective) => self.collective(call, collective),
            _ => Operation::Opaque { writes: true },
        };
        self.add(operation)
    }

    /// Builtins count dimensions from the contiguous one, SYCL from the slowest.
    fn ranked(&mut self, call: InstructionValue<'c>, family: fn(Dimension) -> Symbol) -> Value {
        let dimension = operands(call).first().copied();
        let number = match dimension {
            Some(BasicValueEnum::IntValue(int)) => int.get_zero_extended_constant(),
            _ => None,
        };
        let operation = match (number, family(0)) {
            (Some(number @ 0..=2), _) => {
                Operation::Query(Query::Index(family(LAST - number as u8)))
            }
            // Missing dimensions have one work-item.
            (Some(_), _) => Operation::Function(Vec::new()),
            (None, Symbol::GlobalId(_) | Symbol::LocalId(_)) => Operation::Query(Query::WorkItem),
            (None, any) => {
                let any = self.graph.add_index(self.block, any);
                let asked = dimension.map(|dimension| self.value(dimension));
                Operation::Function(asked.into_iter().chain([any]).collect())
            }
        };
        self.add(operation)
    }

    fn local_memory(&mut self, call: InstructionValue<'c>) -> Value {
        let base = match self.local_memory {
            Some(known) => known,
            None => {
                // Defined at the start, like everything that is the same in the whole kernel.
                let made = self.graph.add(Default::default(), Operation::LocalMemory);
                self.local_memory = Some(made);
                made
            }
        };
        let terms = operands(call).into_iter().map(|offset| (self.value(offset), 1)).collect();
        self.add(Operation::Offset { base, bytes: 0, terms, element_bytes: None })
    }

    fn collective(&mut self, call: InstructionValue<'c>, collective: Collective) -> Operation {
        let shared = collective.op.is_shared();
        match collective.scope {
            // Groups of one work-item.
            GroupScope::VecGroup => {
                Operation::Function(operands(call).into_iter().map(|v| self.value(v)).collect())
            }
            GroupScope::WorkGroup if shared => Operation::GroupResult(Group::WorkGroup, vec![]),
            GroupScope::SubGroup if shared => Operation::GroupResult(Group::SubGroup, vec![]),
            // Scans and shuffles differ between work-items.
            _ => Operation::Query(Query::WorkItem),
        }
    }
}
