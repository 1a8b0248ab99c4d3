//! Finds the functions that implement a method op.
//!
//! One function, if the register has it. Otherwise the op is split, which reverses canonicalisation, until
//! the register has functions for all parts: `get_global_id(x, i)` becomes `get(get_global_id(x), i)`. Every
//! part takes the result of the one before it, so the result is a list.

use scythe_mlir::{Location, Type};
use scythe_sycl_dialect::MethodOp;
use scythe_sycl_dialect::assembly::ARGUMENT_TYPES;
use scythe_sycl_dialect::canonicalize::constant;
use scythe_sycl_dialect::definitions::{Definition, Definitions};
use scythe_sycl_dialect::method_op::is_size;
use scythe_sycl_dialect::methods::{COMPOSITIONS, CONVERSION, LINEAR, Method, Shape, named};
use scythe_sycl_dialect::types;

use crate::arguments;

/// The largest number of splits: a linear id of a group may become a component, the group and a component of
/// its id, the id and its component, and a conversion.
const MOST_SPLITS: u32 = 4;

/// The arguments of a call after the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    Nothing,
    /// The dimension 0.
    Zero,
    /// The operands of the op.
    Given,
}

/// A call of a function, on the object or on the result of the call before it.
#[derive(Clone, Debug)]
pub struct Step<'c> {
    /// The method op that the call implements.
    pub method: &'static Method,
    /// The name of the function in C++.
    pub name: String,
    /// The function.
    pub symbol: String,
    /// The types of its arguments.
    pub arguments: Vec<Type<'c>>,
    /// The further arguments.
    pub rest: Rest,
    /// The type of the result.
    pub result: Type<'c>,
}

/// A method op to implement.
#[derive(Clone, Copy)]
struct Query<'c> {
    method: &'static Method,
    object: Type<'c>,
    rest: Rest,
    result: Type<'c>,
}

/// An equivalent sequence of two method ops.
struct Split {
    /// The first one, without further operands.
    inner: Option<&'static Method>,
    /// The second one.
    outer: &'static Method,
    rest: Rest,
}

/// The register, indexed for searches.
pub struct Register<'a, 'c> {
    definitions: &'a Definitions<'c>,
    /// The types with methods.
    objects: Vec<Type<'c>>,
}

impl<'a, 'c> Register<'a, 'c> {
    /// For these definitions.
    pub fn new(definitions: &'a Definitions<'c>) -> Self {
        Self { definitions, objects: definitions.objects() }
    }
}

/// A search for the functions that implement an op.
pub struct Search<'a, 'c> {
    register: &'a Register<'a, 'c>,
    op: MethodOp<'c>,
    arguments: Vec<Type<'c>>,
    given: Vec<Type<'c>>,
    /// Whether the op's dimension is 0.
    at_zero: bool,
}

impl<'a, 'c> Search<'a, 'c> {
    /// A search for functions that implement `op`.
    pub fn new(register: &'a Register<'a, 'c>, op: MethodOp<'c>) -> Self {
        let given: Vec<_> = op.op.operands().iter().skip(1).map(|v| v.ty()).collect();
        let at_zero = op.method.takes_dimension() && op.op.operand(1).and_then(constant) == Some(0);
        Self { register, op, arguments: op.function_argument_types(), given, at_zero }
    }

    /// The shortest list of calls that implement it; none if functions are missing.
    pub fn steps(&self) -> Option<Vec<Step<'c>>> {
        let query = Query {
            method: self.op.method,
            object: self.op.object_type()?,
            rest: if self.given.is_empty() { Rest::Nothing } else { Rest::Given },
            result: self.op.op.result(0)?.ty(),
        };
        if let Some(step) = self.as_it_says(query) {
            return Some(vec![step]);
        }
        (0..=MOST_SPLITS).find_map(|splits| self.within(query, splits))
    }

    /// The function that the op's own attributes name.
    fn as_it_says(&self, query: Query<'c>) -> Option<Step<'c>> {
        let name = self.op.function_name();
        let found =
            self.register.definitions.find(query.object, name, &self.arguments, &[query.result])?;
        self.accepts(&self.arguments, query)
            .then(|| step(query, name, found, self.arguments.clone()))
    }

    fn within(&self, query: Query<'c>, splits: u32) -> Option<Vec<Step<'c>>> {
        if splits == 0 {
            return self.directly(query).map(|step| vec![step]);
        }
        self.ways(query).into_iter().find_map(|split| self.split_up(query, &split, splits - 1))
    }

    /// The calls for `query` after a split, with at most this many further splits.
    fn split_up(&self, query: Query<'c>, split: &Split, splits: u32) -> Option<Vec<Step<'c>>> {
        let outer = |object| Query { method: split.outer, object, rest: split.rest, ..query };
        let Some(inner) = split.inner else {
            return self.within(outer(query.object), splits);
        };
        for between in self.made_by(inner, query.object) {
            let inner =
                Query { method: inner, object: query.object, rest: Rest::Nothing, result: between };
            for first in 0..=splits {
                let Some(mut steps) = self.within(inner, first) else { continue };
                if let Some(more) = self.within(outer(between), splits - first) {
                    steps.extend(more);
                    return Some(steps);
                }
            }
        }
        None
    }

    /// The single function that implements a query, under any name of the method op.
    fn directly(&self, query: Query<'c>) -> Option<Step<'c>> {
        // The op's attributes name a function for the op itself, which was not found.
        let itself = query.method.name == self.op.method.name
            && query.rest != Rest::Zero
            && Some(query.object) == self.op.object_type()
            && (query.rest == Rest::Given) != self.given.is_empty();
        let bound = itself && self.op.op.attribute(ARGUMENT_TYPES).is_some();
        let mut names: Vec<_> =
            query.method.methods.iter().filter(|name| means(name, query)).collect();
        names.sort_by_key(|name| **name != self.op.function_name());
        for name in names {
            let mut overloads = self.register.definitions.overloads(query.object, name);
            // Prefer the kind of pointer that the op's own function takes.
            overloads.sort_by_key(|(key, _)| key.arguments.first() != self.arguments.first());
            for (key, definition) in overloads {
                let allowed = !bound || key.arguments == self.arguments;
                if allowed
                    && self.accepts(&key.arguments, query)
                    && (key.results.is_empty() || key.results == [query.result])
                {
                    return Some(step(query, name, definition, key.arguments.clone()));
                }
            }
        }
        None
    }

    /// Whether a function accepts the operands of a query.
    fn accepts(&self, arguments: &[Type<'c>], query: Query<'c>) -> bool {
        let mut passed = vec![query.object];
        match query.rest {
            Rest::Nothing => {}
            Rest::Zero => passed.push(Type::integer(self.at(), 32)),
            Rest::Given => passed.extend(&self.given),
        }
        passed.len() == arguments.len()
            && passed.iter().zip(arguments).all(|(&from, &to)| arguments::fits(from, to))
    }

    fn at(&self) -> Location<'c> {
        self.op.op.location()
    }

    /// All sequences from which canonicalisation might have made `query`.
    fn ways(&self, query: Query<'c>) -> Vec<Split> {
        let method = query.method;
        let line = dimensions(query.object) == Some(1);
        let zero = query.rest == Rest::Zero || (query.rest == Rest::Given && self.at_zero);
        let mut ways = Vec::new();
        if query.rest != Rest::Nothing {
            let component = method.shape.component().and_then(named);
            if let Some(outer) = component {
                ways.push(Split { inner: Some(method), outer, rest: query.rest });
            }
            if line && zero {
                // The only component of a one-dimensional object is the object as a number, or its size.
                let number = component.filter(|outer| outer.shape == Shape::Component);
                let size = named("range.size").filter(|_| method.shape == Shape::Range);
                ways.extend(number.into_iter().chain(size).map(|outer| Split {
                    inner: Some(method),
                    outer,
                    rest: Rest::Nothing,
                }));
            }
        }
        for composition in COMPOSITIONS.iter().filter(|c| c.whole == method.name) {
            if let (Some(inner), Some(outer)) = (named(composition.inner), named(composition.outer))
            {
                ways.push(Split { inner: Some(inner), outer, rest: query.rest });
            }
        }
        if line && query.rest == Rest::Nothing && is_size(query.result) {
            let whole = LINEAR.iter().filter(|(_, linear)| *linear == method.name);
            let whole = whole.filter_map(|(whole, _)| named(whole));
            // The component of a one-dimensional object can be queried without a dimension, or with one,
            let itself = method.takes_dimension().then_some(method);
            let outers = whole.chain(itself);
            ways.extend(outers.map(|outer| Split { inner: None, outer, rest: Rest::Zero }));
        }
        // and the reverse.
        if line && zero && is_size(query.result) && method.methods.contains(&CONVERSION) {
            ways.push(Split { inner: None, outer: method, rest: Rest::Nothing });
        }
        ways
    }

    /// The types of objects that a method may return, among those with methods of their own.
    fn made_by(&self, method: &Method, object: Type<'c>) -> Vec<Type<'c>> {
        let made = method.shape.object();
        let fits = |ty: &Type<'c>| {
            types::shape(*ty).is_some_and(|(name, of)| {
                Some(name) == made && (of.is_none() || of == dimensions(object))
            })
        };
        self.register.objects.iter().copied().filter(fits).collect()
    }
}

fn dimensions(object: Type<'_>) -> Option<u32> {
    types::parts(object)?.index_dimensions()
}

/// Whether a method of that name implements a query: conversions return a number and take no dimension, and
/// the type of a function of the LLVM dialect does not show what it returns.
fn means(name: &str, query: Query<'_>) -> bool {
    let alone = query.rest == Rest::Nothing;
    let converts = alone && query.method.takes_dimension() && is_size(query.result);
    (name == CONVERSION) == converts
}

fn step<'c>(
    query: Query<'c>,
    name: &str,
    definition: &Definition<'c>,
    arguments: Vec<Type<'c>>,
) -> Step<'c> {
    Step {
        method: query.method,
        name: name.to_owned(),
        symbol: definition.symbol.clone(),
        arguments,
        rest: query.rest,
        result: query.result,
    }
}
