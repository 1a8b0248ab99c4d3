//! Gives group operations of work-groups bodies that use local memory and barriers.
//!
//! Before: `declare i32 @__mux_work_group_reduce_add_i32(i32 %id, i32 %x)`
//! After:  a definition around `@__mux_work_group_reduce_add_i32.accumulator = addrspace(3) global`
//!
//! For targets without a pass that runs the operations of a group together, such as ones whose work-items are
//! threads: work-items of a sub-group combine their values first, then sub-groups update the accumulator one
//! after the other. An attribute of barriers defines how the code after them has to be run
//! (`"mux-barrier-schedule"`): by one work-item (`once`), or by all in the order of their ids (`linear`).
//!
//! Requires: barriers not yet prepared; the bodies are inlined and numbered with the rest.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, GlobalValue, IntValue,
};
use scythe_llvm::{Repeated, call_like_callee};

use crate::collective::{Collective, CollectiveOp, GroupScope};
use crate::op::Op;
use crate::software::Body;
use crate::target::MuxTarget;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "replace-wgc",
    summary: "define group operations of work-groups with local memory and barriers",
    run,
};

/// SPIR's address space of local memory.
const LOCAL: u16 = 3;
/// A barrier for the work-group, sequentially consistent over local memory.
const SCOPE: u32 = 2;
const SEMANTICS: u32 = 0x110;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    let functions: Vec<FunctionValue<'_>> = cx.module.get_functions().collect();
    for function in functions.into_iter().filter(|f| f.count_basic_blocks() == 0) {
        if let Some(Builtin::Collective(collective)) = Builtin::of(function)
            && collective.scope == GroupScope::WorkGroup
        {
            Writer::new(cx, function, collective).write()?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// How the code after a barrier is run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Schedule {
    Any,
    Once,
    Linear,
}

/// Writes the body of one operation.
struct Writer<'a, 'c> {
    body: Body<'a, 'c, dyn MuxTarget + 'a>,
    collective: Collective,
    accumulator: GlobalValue<'c>,
}

impl<'a, 'c> Writer<'a, 'c> {
    fn new(cx: &PassCx<'a, 'c>, function: FunctionValue<'c>, collective: Collective) -> Self {
        let ty = collective.ty.llvm(cx.module.get_context());
        let name = format!("{collective}.accumulator");
        let accumulator = cx.module.add_global(ty, Some(LOCAL.into()), &name);
        accumulator.set_linkage(Linkage::Internal);
        let poison: BasicValueEnum<'c> = scythe_llvm::poison(ty);
        accumulator.set_initializer(&poison);
        Self { body: Body::new(cx.target, cx.module, function, "entry"), collective, accumulator }
    }

    fn write(&self) -> Result<(), MuxError> {
        let value = self.body.argument(self.collective.value_argument())?;
        let result = match self.collective.op {
            CollectiveOp::Any => self.reduce(value, Op::Or)?,
            CollectiveOp::All => self.reduce(value, Op::And)?,
            CollectiveOp::Reduce(op) => self.reduce(value, op)?,
            CollectiveOp::ScanInclusive(op) => self.scan(value, op, true)?,
            CollectiveOp::ScanExclusive(op) => self.scan(value, op, false)?,
            CollectiveOp::Broadcast => self.broadcast(value)?,
            // Shuffles are for sub-groups: no name of a work-group operation parses to one.
            _ => return Err(self.body.unsupported("an operation that work-groups do not have")),
        };
        self.body.ret(result)
    }

    fn reduce(&self, value: BasicValueEnum<'c>, op: Op) -> Result<BasicValueEnum<'c>, MuxError> {
        let part = self.sub_group(self.collective.op, &[value])?;
        self.barrier(Schedule::Once)?;
        self.store(op.neutral(self.body.module.get_context(), self.collective.ty)?)?;
        self.barrier(Schedule::Any)?;
        let before = self.load()?;
        self.store(self.combine(op, before, part)?)?;
        self.barrier(Schedule::Any)?;
        self.load()
    }

    fn scan(
        &self,
        value: BasicValueEnum<'c>,
        op: Op,
        inclusive: bool,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let context = self.body.module.get_context();
        let neutral = op.neutral(context, self.collective.ty)?;
        let identity = op.identity(context, self.collective.ty)?;
        self.barrier(Schedule::Once)?;
        self.store(neutral)?;
        self.barrier(Schedule::Linear)?;
        let before = self.load()?;
        let mut part = self.sub_group(self.collective.op, &[value])?;
        // The identity for a sub-group's first work-item would change the others' results.
        let corrects = !inclusive && neutral != identity;
        if corrects {
            let lane = self.body.call(Builtin::SubGroupLocalId, &[])?;
            let first = self.is_zero(lane)?;
            part = self.body.builder.build_select(first, neutral, part, "")?;
        }
        let result = self.combine(op, before, part)?;
        let size = self.body.call(Builtin::SubGroupSize, &[])?;
        let one = size.get_type().const_int(1, false);
        let last = self.body.builder.build_int_nuw_sub(size, one, "")?;
        let of_last = |value| self.sub_group(CollectiveOp::Broadcast, &[value, last.into()]);
        let mut total = of_last(part)?;
        if !inclusive {
            total = self.combine(op, total, of_last(value)?)?;
        }
        self.store(self.combine(op, before, total)?)?;
        self.barrier(Schedule::Any)?;
        if !corrects {
            return Ok(result);
        }
        let first = self.is_work_item([None; 3])?;
        Ok(self.body.builder.build_select(first, identity, result, "")?)
    }

    fn broadcast(&self, value: BasicValueEnum<'c>) -> Result<BasicValueEnum<'c>, MuxError> {
        let context = self.body.module.get_context();
        let ids = [self.body.int(2)?, self.body.int(3)?, self.body.int(4)?];
        let chosen = self.is_work_item(ids.map(Some))?;
        let [store, exit] =
            ["broadcast", "exit"].map(|name| context.append_basic_block(self.body.function, name));
        self.body.builder.build_conditional_branch(chosen, store, exit)?;
        self.body.builder.position_at_end(store);
        self.store(value)?;
        self.body.builder.build_unconditional_branch(exit)?;
        self.body.builder.position_at_end(exit);
        self.barrier(Schedule::Any)?;
        let result = self.load()?;
        // No store before all have read.
        self.barrier(Schedule::Any)?;
        Ok(result)
    }

    fn combine(
        &self,
        op: Op,
        a: BasicValueEnum<'c>,
        b: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        op.combine(self.body.module, &self.body.builder, a, b)
    }

    fn is_zero(&self, value: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let zero = value.get_type().const_zero();
        Ok(self.body.builder.build_int_compare(IntPredicate::EQ, value, zero, "")?)
    }

    /// Whether this is the work-item with the given local ids, where missing ones are 0.
    fn is_work_item(&self, ids: [Option<IntValue<'c>>; 3]) -> Result<IntValue<'c>, MuxError> {
        let builder = &self.body.builder;
        let mut all: Option<IntValue<'c>> = None;
        for (dimension, wanted) in (0..3).zip(ids) {
            let id = self.body.query(Builtin::LocalId, dimension)?;
            let wanted = wanted.unwrap_or(id.get_type().const_zero());
            let here = builder.build_int_compare(IntPredicate::EQ, id, wanted, "")?;
            all = Some(match all {
                Some(before) => builder.build_and(before, here, "")?,
                None => here,
            });
        }
        all.ok_or_else(|| self.body.unsupported("no dimensions"))
    }

    fn load(&self) -> Result<BasicValueEnum<'c>, MuxError> {
        let ty = self.collective.ty.llvm(self.body.module.get_context());
        let address = self.accumulator.as_pointer_value();
        Ok(self.body.builder.build_load(ty, address, "")?)
    }

    fn store(&self, value: BasicValueEnum<'c>) -> Result<(), MuxError> {
        self.body.builder.build_store(self.accumulator.as_pointer_value(), value)?;
        Ok(())
    }

    /// Calls the sub-group's operation on values of the same type.
    fn sub_group(
        &self,
        op: CollectiveOp,
        arguments: &[BasicValueEnum<'c>],
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let collective = Collective { scope: GroupScope::SubGroup, op, ..self.collective };
        let arguments: Vec<_> = arguments.iter().map(|&argument| argument.into()).collect();
        self.call(collective.into(), &arguments)?
            .try_as_basic_value()
            .basic()
            .ok_or_else(|| MuxError::malformed(collective.to_string(), "has no result"))
    }

    fn call(
        &self,
        builtin: Builtin,
        arguments: &[BasicMetadataValueEnum<'c>],
    ) -> Result<CallSiteValue<'c>, MuxError> {
        let callee = self.body.target.declare_builtin(self.body.module, builtin);
        let call = self.body.builder.build_call(callee, arguments, "")?;
        call_like_callee(call, Repeated::Parameters);
        Ok(call)
    }

    fn barrier(&self, schedule: Schedule) -> Result<(), MuxError> {
        let number = |n: u32| BasicMetadataValueEnum::from(self.body.number(n));
        let arguments = [number(0), number(SCOPE), number(SEMANTICS)];
        let call = self.call(Builtin::WorkGroupBarrier, &arguments)?;
        let name = match schedule {
            Schedule::Any => return Ok(()),
            Schedule::Once => "once",
            Schedule::Linear => "linear",
        };
        let context = self.body.module.get_context();
        let attribute = context.create_string_attribute("mux-barrier-schedule", name);
        call.add_attribute(AttributeLoc::Function, attribute);
        Ok(())
    }
}
