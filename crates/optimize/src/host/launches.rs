//! Reads the launches in a module of raised host code.

use std::collections::HashMap;

use scythe_mlir::{Attribute, Block, Op, Value};
use scythe_sycl_dialect::host_ops::{Argument, CAPTURES, INDEX, Launch, Space, find_kernel};

use super::accessors::Accessor;
use super::constants::Constants;
use super::facts::{CaptureFact, KernelLaunches, LaunchSite, LaunchSpace, Numbers};
use super::flow::Flow;
use super::objects::Objects;
use crate::memory_access::place;

/// The largest number of dimensions of a launch.
const MOST_DIMENSIONS: usize = 3;
/// The size of a pointer.
const POINTER_BYTES: u64 = 8;

/// The launches of each kernel in a module of host code, in order.
#[must_use]
pub fn launches(module: Op<'_>) -> Vec<KernelLaunches> {
    let mut found: Vec<KernelLaunches> = Vec::new();
    for (_, kernel, site) in sites(module) {
        match found.iter_mut().find(|known| known.kernel == kernel) {
            Some(known) => known.sites.push(site),
            None => found.push(KernelLaunches { kernel, sites: vec![site] }),
        }
    }
    found
}

/// All launches of a module: the operation, the kernel's symbol, and the facts.
pub(super) fn sites(module: Op<'_>) -> Vec<(Op<'_>, String, LaunchSite)> {
    let constants = Constants::of(module);
    let functions: HashMap<&str, Op<'_>> = module
        .functions()
        .into_iter()
        .filter_map(|function| Some((function.symbol_name()?, function)))
        .collect();
    let mut found = Vec::new();
    for function in module.functions() {
        let ops: Vec<_> = function.body().into_iter().flat_map(Block::operations).collect();
        let launches: Vec<_> = ops.iter().filter_map(|&op| Some((op, Launch::of(op)?))).collect();
        if launches.is_empty() {
            continue;
        }
        let objects = Objects {
            flow: Flow::of(function, &functions, &constants),
            constants: &constants,
            captures: captures(&ops),
            spaces: spaces(&ops),
        };
        for (op, launch) in launches {
            let Some(kernel) = launch.kernel.as_symbol_path().and_then(|path| path.last().copied())
            else {
                continue;
            };
            let site = site(&objects, op, &launch, find_kernel(module, launch.kernel));
            found.push((op, kernel.to_owned(), site));
        }
    }
    found
}

/// The `set_captured` operations, by object and position of the member.
fn captures<'c>(ops: &[Op<'c>]) -> HashMap<(Value<'c>, usize), Vec<Op<'c>>> {
    let mut found: HashMap<_, Vec<Op<'c>>> = HashMap::new();
    for &op in ops.iter().filter(|op| op.name() == "sycl.host.set_captured") {
        let index = op.attribute(INDEX).and_then(Attribute::as_integer);
        let index = index.and_then(|index| usize::try_from(index).ok());
        if let (Some(value), Some(index)) = (op.operand(1), index) {
            found.entry((value, index)).or_default().push(op);
        }
    }
    found
}

/// The operations that set the index space, by handler.
fn spaces<'c>(ops: &[Op<'c>]) -> HashMap<Value<'c>, Vec<Op<'c>>> {
    let mut found: HashMap<_, Vec<Op<'c>>> = HashMap::new();
    for &op in ops.iter().filter(|op| op.name() == "sycl.host.handler.set_nd_range") {
        for value in op.operands().into_iter().skip(1) {
            found.entry(value).or_default().push(op);
        }
    }
    found
}

fn site<'c>(
    objects: &Objects<'_, 'c>,
    op: Op<'c>,
    launch: &Launch<'c>,
    kernel: Option<Op<'c>>,
) -> LaunchSite {
    let accessors: Vec<Option<Accessor<'c>>> = launch
        .arguments
        .iter()
        .enumerate()
        .map(|(index, argument)| accessor(objects, op, index, argument))
        .collect();
    let sizes = sizes(kernel);
    let capture = |(index, accessor): (usize, &Option<Accessor<'c>>)| match accessor {
        Some(accessor) => CaptureFact::Accessor(accessor.fact.clone()),
        None => bytes(objects, &launch.arguments[index], sizes.get(index).copied().flatten()),
    };
    let mut alias = Vec::new();
    for (first, one) in accessors.iter().enumerate() {
        for (second, other) in accessors.iter().enumerate().skip(first + 1) {
            if let (Some(one), Some(other)) = (one, other) {
                alias.push(((first, second), one.alias(other)));
            }
        }
    }
    LaunchSite {
        space: space(objects, op, launch.space),
        captures: accessors.iter().enumerate().map(capture).collect(),
        alias,
        place: place(op),
    }
}

/// The sizes of the members of a kernel's function object, from its declaration.
fn sizes(kernel: Option<Op<'_>>) -> Vec<Option<u64>> {
    let list = kernel.and_then(|kernel| kernel.attribute(CAPTURES)?.as_array());
    let size = |member: Attribute<'_>| u64::try_from(member.entry("size")?.as_integer()?).ok();
    list.into_iter().flatten().map(size).collect()
}

fn accessor<'c>(
    objects: &Objects<'_, 'c>,
    op: Op<'c>,
    index: usize,
    argument: &Argument<'c>,
) -> Option<Accessor<'c>> {
    let object = objects.pointer(argument.value);
    // The kernel gets the value from the time of the capture. If the object was written since then, it is
    // unknown.
    let known = objects
        .captures
        .get(&(argument.value, index))
        .is_none_or(|captured| objects.flow.is_unchanged(&object, captured, op));
    let constructors = known.then(|| objects.flow.constructors(&object, op)).flatten();
    Accessor::of(objects, argument.ty?, object, constructors, op)
}

/// The bytes of a capture that is not an object of SYCL.
fn bytes<'c>(objects: &Objects<'_, 'c>, argument: &Argument<'c>, size: Option<u64>) -> CaptureFact {
    if argument.ty.is_some() {
        return CaptureFact::Unknown;
    }
    let found = if argument.value.ty().llvm_pointer_space().is_some() {
        // The address of a constant stands for the constant, unless the capture may be a pointer.
        match size {
            None | Some(POINTER_BYTES) => objects.constants.bytes(argument.value),
            Some(_) => objects.constants.object(argument.value),
        }
    } else {
        objects.constants.bytes(argument.value)
    };
    let fits = |bytes: &Vec<u8>| size.is_none_or(|size| bytes.len() as u64 == size);
    found.filter(fits).map_or(CaptureFact::Unknown, CaptureFact::Bytes)
}

fn space<'c>(objects: &Objects<'_, 'c>, op: Op<'c>, space: Space<'c>) -> LaunchSpace {
    // The handler has an earlier value; if the object was written since then, it is unknown.
    let unchanged = |object: Value<'c>| {
        objects
            .spaces
            .get(&object)
            .is_none_or(|given| objects.flow.is_unchanged(&objects.pointer(object), given, op))
    };
    let numbers = |object: Value<'c>| -> Numbers {
        if unchanged(object) { objects.numbers(object, op) } else { Vec::new() }
    };
    match space {
        Space::SingleTask => LaunchSpace::SingleTask,
        Space::Range(range, offset) => {
            let global = numbers(range);
            let zeros = if global.is_empty() { MOST_DIMENSIONS } else { global.len() };
            let offset = offset.map_or_else(|| vec![Some(0); zeros], numbers);
            LaunchSpace::Range { global, offset }
        }
        Space::NdRange(object) => {
            let known = unchanged(object);
            let [global, local, offset] =
                if known { objects.nd_range(object, op) } else { Default::default() };
            LaunchSpace::NdRange { global, local, offset }
        }
    }
}
