//! SYCL's objects in host code: the numbers in ranges and ids, the sizes of buffers, and their memory.

use std::collections::HashMap;

use scythe_mlir::{Attribute, Op, Value};
use scythe_sycl_dialect::host_ops::CONSTRUCTED;
use scythe_sycl_dialect::types::{self, Parts};

use super::constants::Constants;
use super::facts::{Numbers, join_numbers};
use super::flow::Flow;
use super::pointers::Pointer;
use super::region::Bounds;

/// The number of copies and sub-buffers that are followed, since loops may copy in cycles.
const DEPTH: u32 = 8;

/// The class of the object that a constructor makes.
pub(super) fn constructed(constructor: Op<'_>) -> Option<Parts<'_>> {
    types::parts(constructor.attribute(CONSTRUCTED)?.as_type()?)
}

fn makes(constructor: Op<'_>, class: &str) -> bool {
    constructed(constructor).is_some_and(|parts| parts.definition.name == class)
}

/// Whether an object is constructed as a range.
pub(super) fn is_range(object: Value<'_>) -> bool {
    object.uses().into_iter().any(|(op, operand)| {
        operand == 0 && op.name() == "sycl.host.constructor" && makes(op, "range")
    })
}

/// How a buffer is constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// With separate memory, of the size in this operand.
    Own(Option<usize>),
    /// As a sub-buffer.
    Part,
    /// As a copy, which shares the memory.
    Copy,
}

fn made(constructor: Op<'_>, parts: &Parts<'_>) -> Option<Made> {
    if parts.definition.name != "buffer" {
        return None;
    }
    if parts.parameters.get(2).copied().and_then(Attribute::as_boolean) == Some(true) {
        return (constructor.operand_count() >= 4).then_some(Made::Part);
    }
    let range = size_operand(constructor);
    // All other constructors have at least a list of properties.
    if range.is_none() && constructor.operand_count() <= 2 {
        return Some(Made::Copy);
    }
    Some(Made::Own(range))
}

/// The operand of a buffer's constructor that is its range: the first one, or the one after the host memory.
fn size_operand(constructor: Op<'_>) -> Option<usize> {
    let [_, first, rest @ ..] = &constructor.operands()[..] else { return None };
    let second = rest.first();
    if second.is_some_and(|second| is_range(*second)) {
        return Some(2);
    }
    // Host memory may contain ranges, and the operand of the range may be any pointer.
    let cannot_be_a_range = |value: &Value<'_>| {
        value
            .defining_op()
            .is_some_and(|op| op.name() == "llvm.alloca" || op.name().starts_with("llvm.mlir."))
            || value.ty().llvm_pointer_space().is_none()
    };
    (is_range(*first) && second.is_none_or(cannot_be_a_range)).then_some(1)
}

/// Whether an operand of a constructor may be the host memory of a buffer.
pub(super) fn buffer_data(constructor: Op<'_>, operand: usize) -> bool {
    let Some(parts) = constructed(constructor) else { return true };
    match made(constructor, &parts) {
        Some(Made::Own(range)) => Some(operand) != range,
        _ => false,
    }
}

/// Elements of a buffer, which is identified by the location of its object.
#[derive(Clone, Debug)]
pub(super) struct Memory<'c> {
    /// The object of the buffer that owns the memory.
    pub root: Pointer<'c>,
    /// Whether that buffer was constructed here, with memory that no other buffer has.
    pub own: bool,
    /// Whether the object is not written until the launch.
    pub pinned: bool,
    /// The elements.
    pub bounds: Bounds,
    /// Whether these are all elements, even if their number is unknown.
    pub whole: bool,
}

impl Memory<'_> {
    /// A part, with this offset and range.
    pub(super) fn part(self, offset: &[Option<u64>], sizes: &[Option<u64>]) -> Self {
        Self { bounds: self.bounds.part(offset, sizes), whole: false, ..self }
    }
}

/// The objects of a function.
pub(super) struct Objects<'a, 'c> {
    pub flow: Flow<'c>,
    pub constants: &'a Constants<'c>,
    pub captures: HashMap<(Value<'c>, usize), Vec<Op<'c>>>,
    pub spaces: HashMap<Value<'c>, Vec<Op<'c>>>,
}

impl<'c> Objects<'_, 'c> {
    pub(super) fn pointer(&self, value: Value<'c>) -> Pointer<'c> {
        Pointer::of(value, self.constants)
    }

    fn constructors(&self, object: Value<'c>, at: Op<'c>) -> Option<Vec<Op<'c>>> {
        self.flow.constructors(&self.pointer(object), at)
    }

    /// The numbers in a range or id when an operation runs.
    pub(super) fn numbers(&self, object: Value<'c>, at: Op<'c>) -> Numbers {
        self.numbers_within(object, at, 0)
    }

    fn numbers_within(&self, object: Value<'c>, at: Op<'c>, depth: u32) -> Numbers {
        let constructors = self.constructors(object, at).filter(|_| depth < DEPTH);
        let each = constructors.into_iter().flatten().map(|op| self.made_numbers(op, depth));
        each.reduce(|one, other| join_numbers(&one, &other)).unwrap_or_default()
    }

    fn made_numbers(&self, constructor: Op<'c>, depth: u32) -> Numbers {
        let Some(parts) = constructed(constructor) else { return Vec::new() };
        let class = parts.definition.name;
        let Some(dims) = parts.dimensions().filter(|_| matches!(class, "range" | "id")) else {
            return Vec::new();
        };
        let dims = dims as usize;
        let arguments = &constructor.operands()[1..];
        match arguments {
            [] if class == "id" => vec![Some(0); dims],
            [copied] if copied.ty().llvm_pointer_space().is_some() => {
                let mut numbers = self.numbers_within(*copied, constructor, depth + 1);
                numbers.resize(dims, None);
                numbers
            }
            _ if arguments.len() == dims => {
                arguments.iter().map(|&value| self.constants.number(value)).collect()
            }
            _ => vec![None; dims],
        }
    }

    /// Global range, local range and offset of an nd_range when an operation runs.
    pub(super) fn nd_range(&self, object: Value<'c>, at: Op<'c>) -> [Numbers; 3] {
        self.nd_range_within(object, at, 0)
    }

    fn nd_range_within(&self, object: Value<'c>, at: Op<'c>, depth: u32) -> [Numbers; 3] {
        let constructors = self.constructors(object, at).filter(|_| depth < DEPTH);
        let each = constructors.into_iter().flatten().map(|op| self.made_nd_range(op, depth));
        each.reduce(|one, other| std::array::from_fn(|part| join_numbers(&one[part], &other[part])))
            .unwrap_or_default()
    }

    fn made_nd_range(&self, constructor: Op<'c>, depth: u32) -> [Numbers; 3] {
        if !makes(constructor, "nd_range") {
            return Default::default();
        }
        match constructor.operands()[1..] {
            [copied] => self.nd_range_within(copied, constructor, depth + 1),
            [global, local] => {
                let global = self.numbers(global, constructor);
                let offset = vec![Some(0); global.len()];
                [global, self.numbers(local, constructor), offset]
            }
            [global, local, offset] => {
                [global, local, offset].map(|part| self.numbers(part, constructor))
            }
            _ => Default::default(),
        }
    }

    /// Whether the source of a copy or part is a buffer: according to all constructors that reach the
    /// operation or, if they are unknown, according to `likely`.
    pub(super) fn is_buffer(&self, object: Value<'c>, at: Op<'c>, likely: bool) -> bool {
        let constructors = self.constructors(object, at);
        constructors.map_or(likely, |all| all.into_iter().all(|op| makes(op, "buffer")))
    }

    /// The range of a buffer when an operation runs.
    pub(super) fn buffer_range(&self, buffer: Value<'c>, at: Op<'c>, dims: usize) -> Numbers {
        let mut numbers = self.buffer_range_within(buffer, at, 0);
        numbers.resize(dims, None);
        numbers
    }

    fn buffer_range_within(&self, buffer: Value<'c>, at: Op<'c>, depth: u32) -> Numbers {
        let constructors = self.constructors(buffer, at).filter(|_| depth < DEPTH);
        let each = constructors.into_iter().flatten().map(|constructor| {
            let kind = constructed(constructor).and_then(|parts| made(constructor, &parts));
            let operand = |index: usize| constructor.operand(index);
            match kind {
                Some(Made::Own(Some(index))) => {
                    operand(index).map(|range| self.numbers(range, constructor)).unwrap_or_default()
                }
                Some(Made::Part) => {
                    operand(3).map(|range| self.numbers(range, constructor)).unwrap_or_default()
                }
                Some(Made::Copy) => operand(1)
                    .map(|other| self.buffer_range_within(other, constructor, depth + 1))
                    .unwrap_or_default(),
                Some(Made::Own(None)) | None => Vec::new(),
            }
        });
        each.reduce(|one, other| join_numbers(&one, &other)).unwrap_or_default()
    }

    /// The memory of a buffer when an operation runs, and as it is at a launch.
    pub(super) fn memory(
        &self,
        buffer: Value<'c>,
        at: Op<'c>,
        launch: Op<'c>,
        dims: usize,
    ) -> Memory<'c> {
        self.memory_within(buffer, at, launch, dims, 0)
    }

    fn memory_within(
        &self,
        buffer: Value<'c>,
        at: Op<'c>,
        launch: Op<'c>,
        dims: usize,
        depth: u32,
    ) -> Memory<'c> {
        let root = self.pointer(buffer);
        let pinned = self.flow.is_unchanged(&root, &[at], launch);
        let constructors = self.flow.constructors(&root, at).unwrap_or_default();
        let kinds: Vec<_> = constructors
            .iter()
            .map(|op| constructed(*op).and_then(|parts| made(*op, &parts)))
            .collect();
        if let ([op], [Some(kind @ (Made::Part | Made::Copy))]) = (&constructors[..], &kinds[..])
            && depth < DEPTH
            && let Some(parent) = op.operand(1)
        {
            let mut memory = self.memory_within(parent, *op, launch, dims, depth + 1);
            memory.pinned &= pinned;
            if let (Made::Part, Some(offset), Some(range)) = (kind, op.operand(2), op.operand(3)) {
                memory = memory.part(&self.numbers(offset, *op), &self.numbers(range, *op));
            }
            return memory;
        }
        let own = !kinds.is_empty() && kinds.iter().all(|kind| matches!(kind, Some(Made::Own(_))));
        let range = self.buffer_range(buffer, at, dims);
        Memory { root, own, pinned, bounds: Bounds::whole(&range), whole: true }
    }
}
