//! The memory of accessors in host code, and which accessors are disjoint.

use scythe_mlir::{Attribute, Op, Type, Value};
use scythe_sycl_dialect::types::{self, Parts};

use super::facts::{AccessorFact, Alias};
use super::objects::{Memory, Objects, constructed, is_range};
use super::pointers::Pointer;

/// An accessor at a launch, and the memory that it may refer to.
pub(super) struct Accessor<'c> {
    pub fact: AccessorFact,
    object: Pointer<'c>,
    /// The memory according to each constructor that may have made it.
    memory: Vec<Elements<'c>>,
}

/// The memory of an accessor.
enum Elements<'c> {
    /// Any memory.
    Any,
    /// Local memory of its own.
    Local,
    /// Elements of a buffer.
    Global(Memory<'c>),
}

/// Whether accessors of this type never write.
fn is_read_only(accessor: &Parts<'_>) -> bool {
    let word =
        |index: usize| accessor.parameters.get(index).copied().and_then(Attribute::as_string);
    word(2) == Some("read") || word(3) == Some("constant_buffer")
}

impl<'c> Accessor<'c> {
    /// The accessor at a pointer, for types of accessors.
    pub(super) fn of(
        objects: &Objects<'_, 'c>,
        ty: Type<'c>,
        object: Pointer<'c>,
        constructors: Option<Vec<Op<'c>>>,
        launch: Op<'c>,
    ) -> Option<Self> {
        let parts = types::parts(ty)?;
        let local = match parts.definition.name {
            "accessor" => false,
            "local_accessor" => true,
            _ => return None,
        };
        let dims = parts.dimensions()?;
        let unknown = AccessorFact {
            dims,
            memory: vec![None; dims as usize],
            access_range: vec![None; dims as usize],
            offset: vec![None; dims as usize],
            read_only: !local && is_read_only(&parts),
            local,
        };
        let made: Option<Vec<_>> = constructors
            .into_iter()
            .flatten()
            .map(|constructor| made(objects, constructor, &unknown, launch))
            .collect();
        let made = made
            .filter(|made| !made.is_empty())
            .unwrap_or_else(|| vec![(unknown.clone(), Elements::Any)]);
        let fact = made
            .iter()
            .map(|(fact, _)| Some(fact.clone()))
            .reduce(|one, other| one?.join(&other?))
            .flatten()
            .unwrap_or(unknown);
        let memory = made.into_iter().map(|(_, memory)| memory).collect();
        Some(Self { fact, object, memory })
    }

    /// Whether the elements of two accessors overlap.
    pub(super) fn alias(&self, other: &Self) -> Alias {
        if self.fact.local != other.fact.local {
            return Alias::No;
        }
        let same_object = self.object.is_same(&other.object);
        let pairs =
            self.memory.iter().flat_map(|one| other.memory.iter().map(move |two| (one, two)));
        pairs
            .map(|pair| match pair {
                // Every constructed local accessor has separate memory.
                (Elements::Local, Elements::Local) if same_object => Alias::Must,
                (Elements::Local, Elements::Local) => Alias::No,
                (Elements::Global(one), Elements::Global(two)) => alias(one, two),
                _ => Alias::May,
            })
            .reduce(Alias::join)
            .unwrap_or(Alias::May)
    }
}

/// The accessor that a constructor makes; none for other objects.
fn made<'c>(
    objects: &Objects<'_, 'c>,
    constructor: Op<'c>,
    unknown: &AccessorFact,
    launch: Op<'c>,
) -> Option<(AccessorFact, Elements<'c>)> {
    let parts = constructed(constructor)?;
    let class = if unknown.local { "local_accessor" } else { "accessor" };
    if parts.definition.name != class || parts.dimensions() != Some(unknown.dims) {
        return None;
    }
    let dims = unknown.dims as usize;
    let sized = |object: Option<Value<'c>>| {
        let mut numbers =
            object.map(|object| objects.numbers(object, constructor)).unwrap_or_default();
        numbers.resize(dims, None);
        numbers
    };
    let mut fact = AccessorFact { offset: vec![Some(0); dims], ..unknown.clone() };
    let arguments = &constructor.operands()[1..];
    let range = arguments.iter().position(|&value| is_range(value));
    // A copy constructor has one argument; all others have at least a list of properties.
    let is_copy = arguments.len() < 2;
    if unknown.local {
        if is_copy && range.is_none() {
            return Some((unknown.clone(), Elements::Any));
        }
        fact.memory = sized(range.map(|index| arguments[index]));
        fact.access_range.clone_from(&fact.memory);
        return Some((fact, Elements::Local));
    }
    let buffer = *arguments.first()?;
    if !objects.is_buffer(buffer, constructor, !is_copy) {
        return Some((unknown.clone(), Elements::Any));
    }
    fact.memory = objects.buffer_range(buffer, constructor, dims);
    // A zero-dimensional accessor refers to the first element of a one-dimensional buffer.
    let mut memory = objects.memory(buffer, constructor, launch, dims.max(1));
    let shapes: Vec<_> = parts.body.iter().filter_map(|part| types::shape(*part)).collect();
    fact.access_range.clone_from(&fact.memory);
    if let [_, rest @ ..] = &shapes[..] {
        fact.access_range = sized(range.map(|index| arguments[index]));
        if !rest.is_empty() {
            fact.offset = sized(range.and_then(|index| arguments.get(index + 1).copied()));
        }
        memory = memory.part(&fact.offset, &fact.access_range);
    } else if dims == 0 {
        memory = memory.part(&[Some(0)], &[Some(1)]);
    }
    Some((fact, Elements::Global(memory)))
}

fn alias(one: &Memory<'_>, two: &Memory<'_>) -> Alias {
    if !one.root.is_same(&two.root) {
        // A buffer owns the memory that it is made for (SYCL 2020 §4.7.2).
        let disjoint = one.own && two.own && one.root.base != two.root.base;
        return if disjoint { Alias::No } else { Alias::May };
    }
    let same_buffer = one.pinned && two.pinned;
    match one.bounds.alias(&two.bounds) {
        // If they belong to two buffers, of which one was made after the other, they do not overlap either.
        Alias::No if same_buffer || (one.own && two.own) => Alias::No,
        Alias::Must if same_buffer => Alias::Must,
        _ if same_buffer && one.whole && two.whole => Alias::Must,
        _ => Alias::May,
    }
}
