//! Group operations on NVIDIA GPUs: shuffles and votes of a warp, and for work-groups local memory between its warps.
//!
//! All work-items of a group reach a group operation, so the instructions name all lanes; hardware ignores
//! lanes that do not exist. Results for the last sub-group of a work-group, which may be smaller, are correct
//! because values of missing lanes are never used.

use scythe_llvm::array_element;
use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::types::BasicType;
use scythe_llvm::inkwell::values::{BasicValueEnum, IntValue, PointerValue};
use scythe_mux::{Builtin, Collective, CollectiveOp, Element, GroupScope, Lanes, MuxError, Op};

use super::builtins::{ALL_LANES, PtxBody, call, int, lane, local_linear_id, sub_group_id};
use super::schedule::SUB_GROUP_SIZE;
use super::space;

/// The first architecture where warps reduce integers in one instruction.
const WITH_REDUX: u32 = 80;

/// The bound of shuffles: the whole warp.
const WHOLE_WARP: u32 = 31;

/// Half, quarter and so on of a warp.
const DISTANCES: [u32; 5] = [16, 8, 4, 2, 1];

/// Writes the body of a group operation.
pub(super) fn define(body: &PtxBody<'_, '_>, collective: Collective) -> Result<(), MuxError> {
    if collective.ty.lanes != Lanes::Scalar {
        return Err(
            body.unsupported("vectors, which group operations of this target do not support")
        );
    }
    let group = Group { body, element: collective.ty.element };
    let value = body.argument(collective.value_argument())?;
    let result = match collective.scope {
        GroupScope::WorkGroup => group.of_work_group(collective, value)?,
        _ => group.of_sub_group(collective, value)?,
    };
    body.ret(result)
}

struct Group<'a, 'b, 'c> {
    body: &'a PtxBody<'b, 'c>,
    element: Element,
}

/// Memory of a work-group for a value of each of its sub-groups, and for results computed from these.
struct Scratch<'c> {
    memory: PointerValue<'c>,
}

type Value<'c> = BasicValueEnum<'c>;

impl<'c> Group<'_, '_, 'c> {
    fn of_sub_group(
        &self,
        collective: Collective,
        value: Value<'c>,
    ) -> Result<Value<'c>, MuxError> {
        let argument = |index| self.body.int(index);
        match collective.op {
            CollectiveOp::Any => self.vote("any", value),
            CollectiveOp::All => self.vote("all", value),
            CollectiveOp::Broadcast | CollectiveOp::Shuffle => {
                self.shuffle("idx", value, argument(1)?)
            }
            CollectiveOp::ShuffleXor => self.shuffle("bfly", value, argument(1)?),
            CollectiveOp::ShuffleUp => self.shuffle_up(argument(2)?),
            CollectiveOp::ShuffleDown => self.shuffle_down(argument(2)?),
            CollectiveOp::Reduce(op) => self.reduce(op, value),
            CollectiveOp::ScanInclusive(op) => self.inclusive_scan(op, value),
            CollectiveOp::ScanExclusive(op) => self.exclusive_scan(op, value),
        }
    }

    /// The size of the sub-group, which may be known for a kernel.
    fn size(&self) -> Result<IntValue<'c>, MuxError> {
        self.body.call(Builtin::SubGroupSize, &[])
    }

    fn number(&self, value: u32) -> IntValue<'c> {
        self.body.number(value)
    }

    fn select(
        &self,
        condition: IntValue<'c>,
        then: Value<'c>,
        otherwise: Value<'c>,
    ) -> Result<Value<'c>, MuxError> {
        Ok(self.body.builder.build_select(condition, then, otherwise, "")?)
    }

    fn compare(
        &self,
        predicate: IntPredicate,
        a: IntValue<'c>,
        b: IntValue<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        Ok(self.body.builder.build_int_compare(predicate, a, b, "")?)
    }

    fn combine(&self, op: Op, a: Value<'c>, b: Value<'c>) -> Result<Value<'c>, MuxError> {
        op.combine(self.body.module, &self.body.builder, a, b)
    }

    fn vote(&self, name: &str, value: Value<'c>) -> Result<Value<'c>, MuxError> {
        let arguments = [self.number(ALL_LANES).into(), value.into()];
        Ok(int(self.body, &format!("llvm.nvvm.vote.{name}.sync"), &arguments)?.into())
    }

    /// Another lane's value, in words of 32 bits.
    fn shuffle(
        &self,
        mode: &str,
        value: Value<'c>,
        which: IntValue<'c>,
    ) -> Result<Value<'c>, MuxError> {
        let builder = &self.body.builder;
        let context = self.body.module.get_context();
        let bits = self.element.bits();
        let own = context.custom_width_int_type(
            std::num::NonZeroU32::new(bits)
                .ok_or_else(|| self.body.unsupported("a value of no bits"))?,
        );
        let own = own.map_err(|_| self.body.unsupported("a value of too many bits"))?;
        let word = context.i32_type();
        let raw = builder.build_bit_cast(value, own, "")?.into_int_value();
        // For shuffles up, the bound is a lower one.
        let bound = if mode == "up" { 0 } else { WHOLE_WARP };
        let name = format!("llvm.nvvm.shfl.sync.{mode}.i32");
        let moved = |part: IntValue<'c>| {
            let arguments = [self.number(ALL_LANES), part, which, self.number(bound)];
            int(self.body, &name, &arguments.map(Into::into))
        };
        let result = if bits <= 32 {
            let part = builder.build_int_z_extend_or_bit_cast(raw, word, "")?;
            builder.build_int_truncate_or_bit_cast(moved(part)?, own, "")?
        } else {
            let shift = own.const_int(32, false);
            let low = moved(builder.build_int_truncate(raw, word, "")?)?;
            let high = builder.build_right_shift(raw, shift, false, "")?;
            let high = moved(builder.build_int_truncate(high, word, "")?)?;
            let low = builder.build_int_z_extend(low, own, "")?;
            let high = builder.build_int_z_extend(high, own, "")?;
            builder.build_or(builder.build_left_shift(high, shift, "")?, low, "")?
        };
        Ok(builder.build_bit_cast(result, value.get_type(), "")?)
    }

    /// The values of the first argument precede those of the second.
    fn shuffle_up(&self, delta: IntValue<'c>) -> Result<Value<'c>, MuxError> {
        let builder = &self.body.builder;
        let (previous, current) = (self.body.argument(0)?, self.body.argument(1)?);
        let lane = lane(self.body)?;
        let near = builder.build_int_sub(lane, delta, "")?;
        let far = builder.build_int_add(near, self.size()?, "")?;
        let near = self.shuffle("idx", current, near)?;
        let far = self.shuffle("idx", previous, far)?;
        self.select(self.compare(IntPredicate::UGE, lane, delta)?, near, far)
    }

    /// The values of the second argument follow those of the first.
    fn shuffle_down(&self, delta: IntValue<'c>) -> Result<Value<'c>, MuxError> {
        let builder = &self.body.builder;
        let (current, next) = (self.body.argument(0)?, self.body.argument(1)?);
        let size = self.size()?;
        let near = builder.build_int_add(lane(self.body)?, delta, "")?;
        let far = builder.build_int_sub(near, size, "")?;
        let is_near = self.compare(IntPredicate::ULT, near, size)?;
        let near = self.shuffle("idx", current, near)?;
        let far = self.shuffle("idx", next, far)?;
        self.select(is_near, near, far)
    }

    fn reduce(&self, op: Op, value: Value<'c>) -> Result<Value<'c>, MuxError> {
        if let Some(name) = self.redux(op) {
            // Unlike shuffles, these must not name a missing lane.
            let missing = self.body.builder.build_int_sub(self.number(32), self.size()?, "")?;
            let present =
                self.body.builder.build_right_shift(self.number(ALL_LANES), missing, false, "")?;
            let name = format!("llvm.nvvm.redux.sync.{name}");
            return Ok(int(self.body, &name, &[value.into(), present.into()])?.into());
        }
        let size = self.size()?;
        let is_whole = self.compare(
            IntPredicate::EQ,
            size,
            self.number(u32::try_from(SUB_GROUP_SIZE).unwrap_or(0)),
        )?;
        let [whole, short, exit] = self.blocks(["whole", "short", "exit"]);
        self.body.builder.build_conditional_branch(is_whole, whole, short)?;
        self.body.builder.position_at_end(whole);
        let all = self.butterfly(op, value)?;
        let whole = self.leave(exit)?;
        self.body.builder.position_at_end(short);
        let some = self.fold_down(op, value, size)?;
        let short = self.leave(exit)?;
        self.body.builder.position_at_end(exit);
        let result = self.body.builder.build_phi(value.get_type(), "")?;
        result.add_incoming(&[(&all, whole), (&some, short)]);
        Ok(result.as_basic_value())
    }

    /// The instruction that reduces values of all lanes, if it exists.
    fn redux(&self, op: Op) -> Option<&'static str> {
        if self.element != Element::I32 || self.body.target.architecture < WITH_REDUX {
            return None;
        }
        match op {
            Op::Add => Some("add"),
            Op::SMin => Some("min"),
            Op::SMax => Some("max"),
            Op::UMin => Some("umin"),
            Op::UMax => Some("umax"),
            Op::And => Some("and"),
            Op::Or => Some("or"),
            Op::Xor => Some("xor"),
            _ => None,
        }
    }

    /// Pairs, then pairs of pairs: every lane has the result at the end.
    fn butterfly(&self, op: Op, mut value: Value<'c>) -> Result<Value<'c>, MuxError> {
        for distance in DISTANCES {
            let other = self.shuffle("bfly", value, self.number(distance))?;
            value = self.combine(op, value, other)?;
        }
        Ok(value)
    }

    /// Lanes take values from existing lanes above them; the first one has the result.
    fn fold_down(
        &self,
        op: Op,
        mut value: Value<'c>,
        size: IntValue<'c>,
    ) -> Result<Value<'c>, MuxError> {
        let lane = lane(self.body)?;
        for distance in DISTANCES {
            let distance = self.number(distance);
            let other = self.shuffle("down", value, distance)?;
            let source = self.body.builder.build_int_nuw_add(lane, distance, "")?;
            let is_there = self.compare(IntPredicate::ULT, source, size)?;
            value = self.select(is_there, self.combine(op, value, other)?, value)?;
        }
        self.shuffle("idx", value, self.number(0))
    }

    fn inclusive_scan(&self, op: Op, mut value: Value<'c>) -> Result<Value<'c>, MuxError> {
        let lane = lane(self.body)?;
        for distance in DISTANCES.into_iter().rev() {
            let distance = self.number(distance);
            let before = self.shuffle("up", value, distance)?;
            let has_one = self.compare(IntPredicate::UGE, lane, distance)?;
            value = self.select(has_one, self.combine(op, before, value)?, value)?;
        }
        Ok(value)
    }

    fn exclusive_scan(&self, op: Op, value: Value<'c>) -> Result<Value<'c>, MuxError> {
        let all = self.inclusive_scan(op, value)?;
        let before = self.shuffle("up", all, self.number(1))?;
        let is_first = self.compare(IntPredicate::EQ, lane(self.body)?, self.number(0))?;
        let identity = op.identity(self.body.module.get_context(), self.element.into())?;
        self.select(is_first, identity, before)
    }

    fn of_work_group(
        &self,
        collective: Collective,
        value: Value<'c>,
    ) -> Result<Value<'c>, MuxError> {
        match collective.op {
            CollectiveOp::Any => self.vote_of_work_group("or", value),
            CollectiveOp::All => self.vote_of_work_group("and", value),
            CollectiveOp::Reduce(op) => self.reduce_work_group(op, value),
            CollectiveOp::ScanInclusive(op) => self.scan_work_group(op, value, true),
            CollectiveOp::ScanExclusive(op) => self.scan_work_group(op, value, false),
            CollectiveOp::Broadcast => self.broadcast_in_work_group(value),
            _ => Err(self.body.unsupported("an operation that work-groups do not have")),
        }
    }

    fn vote_of_work_group(&self, name: &str, value: Value<'c>) -> Result<Value<'c>, MuxError> {
        let name = format!("llvm.nvvm.barrier.cta.red.{name}.aligned.all");
        Ok(int(self.body, &name, &[self.number(0).into(), value.into()])?.into())
    }

    /// Sub-groups store their results, and the first one, which is complete if there is a second, reduces
    /// these. The barriers of the next operation come before its writes, so the result of this one has been
    /// read by then.
    fn reduce_work_group(&self, op: Op, value: Value<'c>) -> Result<Value<'c>, MuxError> {
        let neutral = op.neutral(self.body.module.get_context(), self.element.into())?;
        let part = self.reduce(op, value)?;
        let scratch = self.scratch();
        let (lane, number) = (lane(self.body)?, sub_group_id(self.body)?);
        let is_first = self.compare(IntPredicate::EQ, lane, self.number(0))?;
        self.when(is_first, || self.store(&scratch, number, part))?;
        self.meet()?;
        let is_leader = self.compare(IntPredicate::EQ, number, self.number(0))?;
        self.when(is_leader, || {
            let parts = self.parts(&scratch, lane, neutral)?;
            let all = self.fold_down(op, parts, self.size()?)?;
            let is_first = self.compare(IntPredicate::EQ, lane, self.number(0))?;
            self.when(is_first, || self.store(&scratch, self.made(self.number(0))?, all))
        })?;
        self.meet()?;
        self.load(&scratch, self.made(self.number(0))?)
    }

    fn scan_work_group(
        &self,
        op: Op,
        value: Value<'c>,
        inclusive: bool,
    ) -> Result<Value<'c>, MuxError> {
        let context = self.body.module.get_context();
        let builder = &self.body.builder;
        let neutral = op.neutral(context, self.element.into())?;
        let scan = self.inclusive_scan(op, value)?;
        let scratch = self.scratch();
        let (lane, number) = (lane(self.body)?, sub_group_id(self.body)?);
        let size = self.size()?;
        let last = builder.build_int_nuw_sub(size, self.number(1), "")?;
        let is_last = self.compare(IntPredicate::EQ, lane, last)?;
        self.when(is_last, || self.store(&scratch, number, scan))?;
        self.meet()?;
        let is_leader = self.compare(IntPredicate::EQ, number, self.number(0))?;
        self.when(is_leader, || {
            let parts = self.parts(&scratch, lane, neutral)?;
            let sums = self.inclusive_scan(op, parts)?;
            self.store(&scratch, self.made(lane)?, sums)
        })?;
        self.meet()?;
        // The first sub-group has no predecessor, and reads a value that it does not use.
        let before = builder.build_int_sub(number, self.number(1), "")?;
        let before = self.select(is_leader, self.number(0).into(), before.into())?;
        let before = self.load(&scratch, self.made(before.into_int_value())?)?;
        let own = if inclusive { scan } else { self.shuffle("up", scan, self.number(1))? };
        let both = self.combine(op, before, own)?;
        if inclusive {
            return self.select(is_leader, own, both);
        }
        let is_first = self.compare(IntPredicate::EQ, lane, self.number(0))?;
        let identity = op.identity(context, self.element.into())?;
        let of_leader = self.select(is_first, identity, own)?;
        let of_others = self.select(is_first, before, both)?;
        self.select(is_leader, of_leader, of_others)
    }

    fn broadcast_in_work_group(&self, value: Value<'c>) -> Result<Value<'c>, MuxError> {
        let scratch = self.scratch();
        let builder = &self.body.builder;
        let [x, y, z] = [2, 3, 4].map(|index| self.body.int(index));
        let word = self.body.module.get_context().i32_type();
        let narrow = |id: IntValue<'c>| builder.build_int_truncate_or_bit_cast(id, word, "");
        let (x, y, z) = (narrow(x?)?, narrow(y?)?, narrow(z?)?);
        let [size_x, size_y] = ["x", "y"].map(|dimension| {
            int(self.body, &format!("llvm.nvvm.read.ptx.sreg.ntid.{dimension}"), &[])
        });
        let row = builder.build_int_add(builder.build_int_mul(z, size_y?, "")?, y, "")?;
        let chosen = builder.build_int_add(builder.build_int_mul(row, size_x?, "")?, x, "")?;
        let is_chosen = self.compare(IntPredicate::EQ, local_linear_id(self.body)?, chosen)?;
        // Not a slot of results: others may not yet have read that of the previous operation.
        let slot = self.number(0);
        self.when(is_chosen, || self.store(&scratch, slot, value))?;
        self.meet()?;
        let result = self.load(&scratch, slot)?;
        // No store before all have read.
        self.meet()?;
        Ok(result)
    }

    /// The values of the sub-groups, one for each lane; `neutral` beyond the last.
    fn parts(
        &self,
        scratch: &Scratch<'c>,
        lane: IntValue<'c>,
        neutral: Value<'c>,
    ) -> Result<Value<'c>, MuxError> {
        let is_one =
            self.compare(IntPredicate::ULT, lane, self.body.call(Builtin::NumSubGroups, &[])?)?;
        let part = self.load(scratch, lane)?;
        self.select(is_one, part, neutral)
    }

    /// The work-group's memory for values of this type: one for each sub-group, then as many results.
    fn scratch(&self) -> Scratch<'c> {
        let module = self.body.module;
        let name = format!("__scythe_group_scratch_{}", self.element.name());
        let global = module.get_global(&name).unwrap_or_else(|| {
            let ty = self.slot_type().array_type(2 * u32::try_from(SUB_GROUP_SIZE).unwrap_or(0));
            let global = module.add_global(ty, Some(space::SHARED.into()), &name);
            global.set_linkage(Linkage::Internal);
            global.set_initializer(&ty.get_undef());
            global
        });
        Scratch { memory: global.as_pointer_value() }
    }

    /// Booleans have a byte each.
    fn slot_type(&self) -> scythe_llvm::inkwell::types::BasicTypeEnum<'c> {
        let context = self.body.module.get_context();
        match self.element {
            Element::I1 => context.i8_type().into(),
            element => element.llvm(context),
        }
    }

    /// The slot of a result.
    fn made(&self, index: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let first = self.number(u32::try_from(SUB_GROUP_SIZE).unwrap_or(0));
        Ok(self.body.builder.build_int_add(index, first, "")?)
    }

    fn slot(
        &self,
        scratch: &Scratch<'c>,
        index: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let ty = self.slot_type().array_type(2 * u32::try_from(SUB_GROUP_SIZE).unwrap_or(0));
        Ok(array_element(&self.body.builder, ty, scratch.memory, index, "")?)
    }

    fn store(
        &self,
        scratch: &Scratch<'c>,
        index: IntValue<'c>,
        value: Value<'c>,
    ) -> Result<(), MuxError> {
        let builder = &self.body.builder;
        let value = match (self.element, self.slot_type()) {
            (Element::I1, ty) => {
                builder.build_int_z_extend(value.into_int_value(), ty.into_int_type(), "")?.into()
            }
            _ => value,
        };
        builder.build_store(self.slot(scratch, index)?, value)?;
        Ok(())
    }

    fn load(&self, scratch: &Scratch<'c>, index: IntValue<'c>) -> Result<Value<'c>, MuxError> {
        let builder = &self.body.builder;
        let value = builder.build_load(self.slot_type(), self.slot(scratch, index)?, "")?;
        Ok(match self.element {
            Element::I1 => {
                let truth = self.body.module.get_context().bool_type();
                builder.build_int_truncate(value.into_int_value(), truth, "")?.into()
            }
            _ => value,
        })
    }

    /// A barrier for the work-group.
    fn meet(&self) -> Result<(), MuxError> {
        let name = "llvm.nvvm.barrier.cta.sync.aligned.all";
        call(self.body, name, &[self.number(0).into()]).map(|_| ())
    }

    /// Emits code under a condition.
    fn when(
        &self,
        condition: IntValue<'c>,
        emit: impl FnOnce() -> Result<(), MuxError>,
    ) -> Result<(), MuxError> {
        let [then, exit] = self.blocks(["then", "exit"]);
        self.body.builder.build_conditional_branch(condition, then, exit)?;
        self.body.builder.position_at_end(then);
        emit()?;
        self.leave(exit)?;
        self.body.builder.position_at_end(exit);
        Ok(())
    }

    fn blocks<const COUNT: usize>(&self, names: [&str; COUNT]) -> [BasicBlock<'c>; COUNT] {
        let context = self.body.module.get_context();
        names.map(|name| context.append_basic_block(self.body.function, name))
    }

    /// Continues at `exit`; returns the block that branched there.
    fn leave(&self, exit: BasicBlock<'c>) -> Result<BasicBlock<'c>, MuxError> {
        let from = self.body.builder.get_insert_block();
        self.body.builder.build_unconditional_branch(exit)?;
        from.ok_or_else(|| self.body.unsupported("no block to continue from"))
    }
}
