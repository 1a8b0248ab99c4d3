//! The variables of a kernel that is split: where they are live, and how they are stored.

use std::collections::HashMap;

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    Among, access_bytes, accessed_pointer, instructions, is_declared, is_uniform, lane_unit,
    successors, users, variable_layout,
};

use super::cuts::{Cut, Level};
use super::scalable;
use crate::kernel::original_name;
use crate::{Builtin, CollectiveOp, MuxError};

/// The storage of a variable between regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Once: its value is the same for all work-items that synchronise.
    Uniform,
    /// Once per work-item.
    PerItem,
    /// Once per work-item, at a fixed address: its address is taken, or parts are accessed.
    Memory,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable<'c> {
    /// Its declaration in the kernel.
    pub alloca: InstructionValue<'c>,
    /// Whether its address is taken or parts are accessed, also by a debugger.
    pub addressed: bool,
    /// Whether it is uniform in a work-group, and in a sub-group.
    uniform: [bool; 2],
    /// Its type.
    pub ty: BasicTypeEnum<'c>,
    /// Bytes from one work-item's to the next; per unit of `vscale`, if it is scalable.
    pub bytes: u64,
    /// Whether its size depends on `vscale`. Such variables have a fixed address.
    pub scalable: bool,
    /// Its alignment.
    pub align: u64,
    /// Bytes from one lane's part to the next, if it holds the variables of a whole vector of lanes (`lane_arrays`).
    pub lane_unit: Option<u64>,
}

impl Variable<'_> {
    /// Whether its address points to a work-item's private memory that may be shared with others. Lanes of an
    /// interleaved array never overlap.
    pub fn is_private(&self) -> bool {
        self.addressed && self.lane_unit.is_none()
    }

    /// Its storage across cuts of a level.
    pub fn kind(&self, level: Level) -> Kind {
        let uniform = match level {
            Level::Group => self.uniform[0],
            Level::SubGroup => self.uniform[1],
        };
        match (self.addressed, uniform) {
            (true, _) => Kind::Memory,
            (_, true) => Kind::Uniform,
            _ => Kind::PerItem,
        }
    }
}

/// All variables of a kernel: all are declared in its entry block.
pub fn declared<'c>(entry: BasicBlock<'c>) -> Vec<InstructionValue<'c>> {
    entry.get_instructions().filter(|i| i.get_opcode() == InstructionOpcode::Alloca).collect()
}

/// Describes the variables of a kernel whose values have been moved to memory. If work-items do not run
/// `together`, each has all variables to itself: those that are ahead may have changed theirs.
pub fn describe<'c>(
    kernel: FunctionValue<'c>,
    cuts: &[Cut<'c>],
    together: bool,
) -> Result<Vec<Variable<'c>>, MuxError> {
    let malformed = |reason: &str| MuxError::malformed(original_name(kernel), reason);
    let entry = kernel.get_first_basic_block().ok_or_else(|| malformed("has no body"))?;
    let strange = instructions(kernel)
        .into_iter()
        .any(|i| i.get_opcode() == InstructionOpcode::Alloca && i.get_parent() != Some(entry));
    if strange {
        return Err(malformed("has a variable of dynamic size and a barrier"));
    }
    let uniform = uniform_in_exchanges(cuts);
    declared(entry)
        .into_iter()
        .map(|alloca| {
            let fixed = variable_layout(alloca);
            let (bytes, align) = fixed
                .or_else(|| scalable::layout(alloca))
                .ok_or_else(|| malformed("has a variable of unknown size and a barrier"))?;
            let scalable = fixed.is_none();
            let ty = alloca.get_allocated_type().map_err(|_| malformed("has an odd variable"))?;
            let exchanged = uniform.contains(&alloca);
            let uniform = [Among::WorkGroup, Among::SubGroup]
                .map(|a| together && (exchanged || is_uniform(alloca, a)));
            let lane_unit = lane_unit(alloca);
            // A debugger expects a variable in one place, with its value, in all regions.
            let stays = scalable || lane_unit.is_some() || is_declared(alloca);
            let addressed = stays || !is_simple(alloca, bytes);
            let bytes = bytes.next_multiple_of(align);
            Ok(Variable { alloca, addressed, uniform, ty, bytes, scalable, align, lane_unit })
        })
        .collect()
}

/// Variables that are uniform by the definition of group operations: the index of a broadcast, and results
/// that are the same for all.
fn uniform_in_exchanges<'c>(cuts: &[Cut<'c>]) -> Vec<InstructionValue<'c>> {
    let mut found = Vec::new();
    for cut in cuts {
        let Builtin::Collective(collective) = cut.builtin else { continue };
        match collective.op {
            CollectiveOp::Broadcast => found.extend(cut.operands[1..].iter().chain(&cut.result)),
            CollectiveOp::Any | CollectiveOp::All | CollectiveOp::Reduce(_) => {
                found.extend(&cut.result);
            }
            _ => {}
        }
    }
    found
}

/// Whether a variable is only read and written as a whole.
fn is_simple(variable: InstructionValue<'_>, bytes: u64) -> bool {
    users(variable).into_iter().all(|user| {
        let whole = accessed_pointer(user)
            .is_some_and(|pointer| pointer.as_instruction() == Some(variable));
        let stored = user.get_opcode() == InstructionOpcode::Store
            && user.get_operand(0).and_then(|o| o.value()).is_some_and(|value| {
                value.is_pointer_value()
                    && value.into_pointer_value().as_instruction() == Some(variable)
            });
        whole && !stored && access_bytes(user) == Some(bytes)
    })
}

/// The accesses of blocks to variables.
pub struct Flow {
    /// For each block and variable: may its value on entry be read, in this region or a later one?
    live: Vec<Vec<bool>>,
    writes: Vec<Vec<bool>>,
    /// For each variable, the blocks whose instructions use it.
    mentions: Vec<Vec<usize>>,
}

impl Flow {
    /// A cut reads operands and writes results.
    pub fn of<'c>(blocks: &[BasicBlock<'c>], variables: &[Variable<'c>], cuts: &[Cut<'c>]) -> Self {
        let number: HashMap<InstructionValue<'c>, usize> = variables
            .iter()
            .enumerate()
            .filter(|(_, v)| !v.addressed)
            .map(|(i, v)| (v.alloca, i))
            .collect();
        let place: HashMap<BasicBlock<'c>, usize> =
            blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        // The variables that a block reads before it writes, and those it writes.
        let mut reads = vec![vec![false; variables.len()]; blocks.len()];
        let mut writes = vec![vec![false; variables.len()]; blocks.len()];
        for (b, block) in blocks.iter().enumerate() {
            for instruction in block.get_instructions() {
                let accessed = accessed_pointer(instruction).and_then(|p| p.as_instruction());
                let Some(&variable) = accessed.and_then(|v| number.get(&v)) else { continue };
                if instruction.get_opcode() == InstructionOpcode::Store {
                    writes[b][variable] = true;
                } else if !writes[b][variable] {
                    reads[b][variable] = true;
                }
            }
        }
        for cut in cuts {
            let Some(&b) = place.get(&cut.block) else { continue };
            for operand in &cut.operands {
                number.get(operand).into_iter().for_each(|&v| reads[b][v] = true);
            }
            if let Some(&v) = cut.result.as_ref().and_then(|result| number.get(result)) {
                writes[b][v] = true;
            }
        }
        let blocks_of = |user: InstructionValue<'c>| place.get(&user.get_parent()?).copied();
        let mentions = variables
            .iter()
            .map(|v| users(v.alloca).into_iter().filter_map(blocks_of).collect())
            .collect();
        let mut live = reads;
        let next: Vec<Vec<usize>> = blocks
            .iter()
            .map(|&b| successors(b).iter().filter_map(|n| place.get(n).copied()).collect())
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for b in (0..blocks.len()).rev() {
                for &after in &next[b] {
                    for variable in 0..variables.len() {
                        if live[after][variable] && !writes[b][variable] && !live[b][variable] {
                            live[b][variable] = true;
                            changed = true;
                        }
                    }
                }
            }
        }
        Self { live, writes, mentions }
    }

    /// The variables that are live on entry of a block.
    pub fn live_in(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        self.live[block].iter().enumerate().filter(|(_, live)| **live).map(|(v, _)| v)
    }

    /// Whether one of the blocks writes a variable.
    pub fn writes(&self, blocks: &[usize], variable: usize) -> bool {
        blocks.iter().any(|&b| self.writes[b][variable])
    }

    /// Whether one of the blocks uses a variable.
    pub fn mentions(&self, blocks: &[usize], variable: usize) -> bool {
        self.mentions[variable].iter().any(|b| blocks.contains(b))
    }
}
