//! Queries of the index space: method ops of the `sycl` dialect.

use scythe_mlir::{Op, Value as MlirValue};
use scythe_sycl_dialect::{MethodOp, methods::Spread, types};

use super::Translator;
use scythe_analysis::access::{Dimension, Symbol};
use scythe_analysis::graph::{Comparison, Integer, Operation, Query, Value};

/// A family of symbols, one per dimension.
type Family = fn(Dimension) -> Symbol;

/// The symbols for methods that return ids and ranges.
fn family(method: &str) -> Option<Family> {
    Some(match method {
        "nd_item.get_global_id" | "item.get_id" => Symbol::GlobalId,
        "nd_item.get_local_id" | "group.get_local_id" => Symbol::LocalId,
        "nd_item.get_group" | "group.get_group_id" => Symbol::GroupId,
        "nd_item.get_global_range" | "item.get_range" => Symbol::GlobalRange,
        "nd_item.get_local_range" | "group.get_local_range" | "group.get_max_local_range" => {
            Symbol::LocalRange
        }
        "nd_item.get_group_range" | "group.get_group_range" => Symbol::GroupRange,
        "nd_item.get_offset" | "item.get_offset" => Symbol::GlobalOffset,
        _ => return None,
    })
}

/// The symbols for linear ids: the id, and the range that it is a position in.
fn linear(method: &str) -> Option<(Family, Family)> {
    Some(match method {
        "nd_item.get_global_linear_id" | "item.get_linear_id" => {
            (Symbol::GlobalId, Symbol::GlobalRange)
        }
        "nd_item.get_local_linear_id" | "group.get_local_linear_id" => {
            (Symbol::LocalId, Symbol::LocalRange)
        }
        "nd_item.get_group_linear_id" | "group.get_group_linear_id" => {
            (Symbol::GroupId, Symbol::GroupRange)
        }
        _ => return None,
    })
}

impl<'c> Translator<'c> {
    /// A method op.
    pub(super) fn method(&mut self, method: MethodOp<'c>) -> Value {
        let name = method.method.name;
        let dimensions = self.dimensions(method);
        if let Some((id, range)) = linear(name) {
            return self.linear_id(id, range, dimensions);
        }
        let known = match name {
            "group.leader" => {
                let id = self.linear_id(Symbol::LocalId, Symbol::LocalRange, dimensions);
                let zero = self.number(0);
                Some(self.add(Operation::Compare(Comparison::Equal, id, zero)))
            }
            "group.get_group_linear_range" => Some(self.size(Symbol::GroupRange, dimensions)),
            "group.get_local_linear_range" => Some(self.size(Symbol::LocalRange, dimensions)),
            "sub_group.get_group_id" | "sub_group.get_group_linear_id" => {
                Some(self.add(Operation::Query(Query::SubGroupId)))
            }
            "sub_group.get_local_id" | "sub_group.get_local_linear_id" => {
                Some(self.add(Operation::Query(Query::SubGroupLocalId)))
            }
            "sub_group.get_local_range" | "sub_group.get_local_linear_range" => {
                Some(self.add(Operation::Query(Query::SubGroupSize)))
            }
            "sub_group.get_max_local_range" => {
                Some(self.add(Operation::Query(Query::MaxSubGroupSize)))
            }
            "sub_group.leader" => {
                let id = self.add(Operation::Query(Query::SubGroupLocalId));
                let zero = self.number(0);
                Some(self.add(Operation::Compare(Comparison::Equal, id, zero)))
            }
            "accessor.subscript" | "local_accessor.subscript" => self.subscript(method.op),
            "accessor.get_pointer" | "local_accessor.get_pointer" => {
                method.op.operand(0).map(|accessor| self.accessor(accessor))
            }
            _ => self.component(method),
        };
        known.unwrap_or_else(|| self.by_spread(method))
    }

    /// One component, for a constant dimension or in one dimension.
    fn component(&mut self, method: MethodOp<'c>) -> Option<Value> {
        let is_number = types::parts(method.op.result(0)?.ty()).is_none();
        if !is_number {
            return None;
        }
        let sizes = ["accessor.size", "local_accessor.size", "range.size"];
        if sizes.contains(&method.method.name) {
            let count = u8::try_from(types::shape(method.object_type()?)?.1?).ok()?;
            let mut all = (0..count).map(|d| self.query(method, d)).collect::<Option<Vec<_>>>()?;
            let first = all.remove(0);
            return Some(all.into_iter().fold(first, |product, factor| {
                self.add(Operation::Integer(Integer::Multiply, product, factor))
            }));
        }
        let dimension = match method.op.operand_count() {
            1 => 0,
            _ => self.dimension(method.op)?,
        };
        self.query(method, dimension)
    }

    /// The value of a method that returns an id or a range, in one dimension.
    pub(super) fn query(&mut self, method: MethodOp<'c>, d: Dimension) -> Option<Value> {
        if let Some(family) = family(method.method.name) {
            return Some(self.add(Operation::Query(Query::Index(family(d)))));
        }
        match method.method.name {
            "id.get" | "range.get" | "range.size" => {
                let components = self.components(method.op.operand(0)?)?;
                components.get(usize::from(d)).copied()
            }
            "accessor.get_range"
            | "local_accessor.get_range"
            | "accessor.size"
            | "local_accessor.size" => {
                let accessor = self.accessor(method.op.operand(0)?);
                Some(self.add(Operation::Extent { accessor, dimension: d }))
            }
            _ => None,
        }
    }

    /// A result of which the table states only for which work-items it is the same.
    fn by_spread(&mut self, method: MethodOp<'c>) -> Value {
        let operation = match method.method.spread {
            Spread::WorkItem => Operation::Query(Query::WorkItem),
            Spread::SubGroup => Operation::Query(Query::SubGroup),
            // The linear id of a group stands for any such value.
            Spread::WorkGroup => Operation::Query(Query::Index(Symbol::GroupId(0))),
            Spread::Launch => Operation::Function(Vec::new()),
            Spread::Operands => {
                let operands = method.op.operands().into_iter().map(|v| self.value(v)).collect();
                Operation::Function(operands)
            }
        };
        let value = self.add(operation);
        match method.method.spread {
            // Another value of groups.
            Spread::WorkGroup => self.add(Operation::Function(vec![value])),
            _ => value,
        }
    }

    fn dimensions(&self, method: MethodOp<'c>) -> Dimension {
        let of_object = method.object_type().and_then(types::shape).and_then(|shape| shape.1);
        of_object.and_then(|d| u8::try_from(d).ok()).unwrap_or(self.launch.dimensions)
    }

    fn index(&mut self, symbol: Symbol) -> Value {
        self.add(Operation::Query(Query::Index(symbol)))
    }

    /// A position in a range as one number.
    pub(super) fn linear_id(&mut self, id: Family, range: Family, dimensions: u8) -> Value {
        self.graph.add_linear_id(self.block, [id, range], dimensions)
    }

    fn size(&mut self, range: Family, dimensions: u8) -> Value {
        let first = self.index(range(0));
        (1..dimensions.max(1)).fold(first, |product, d| {
            let factor = self.index(range(d));
            self.add(Operation::Integer(Integer::Multiply, product, factor))
        })
    }

    /// The memory behind an accessor. Local accessors have separate memory.
    fn accessor(&mut self, accessor: MlirValue<'c>) -> Value {
        if !matches!(types::shape(accessor.ty()), Some(("local_accessor", _))) {
            return self.value(accessor);
        }
        if let Some(&known) = self.local.get(&accessor) {
            return known;
        }
        let memory = self.add(Operation::LocalMemory);
        self.local.insert(accessor, memory);
        memory
    }

    fn subscript(&mut self, op: Op<'c>) -> Option<Value> {
        let (object, index) = (op.operand(0)?, op.operand(1)?);
        // A slice is not an element.
        if op.result(0)?.ty().defined_name() == Some("accessor_subscript") {
            return None;
        }
        let element = types::parts(object.ty())?.element()?;
        let element_bytes = op.size_of(element)?;
        let indices = match self.components(index) {
            Some(components) => components,
            None => vec![self.value(index)],
        };
        let accessor = self.accessor(object);
        Some(self.add(Operation::Subscript { accessor, indices, element_bytes }))
    }
}
