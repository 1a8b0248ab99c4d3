//! Canonicalisation of method ops.
//!
//! No rule creates more operations than it removes: a rule does not apply if another operation uses the inner
//! one.

use scythe_mlir::{Attribute, Build, Constants, Folded, Op, Pattern, Rewriter, Type, Value};

use crate::assembly::{ARGUMENT_TYPES, FUNCTION_NAME, TYPE_NAME};
use crate::method_op::{MethodOp, is_size};
use crate::methods::{COMPOSITIONS, LINEAR, METHODS, Method, Shape, named};
use crate::types;

/// The value of a constant operand.
#[must_use]
pub fn constant(value: Value<'_>) -> Option<i64> {
    let op = value.defining_op()?;
    matches!(op.name(), "arith.constant" | "llvm.mlir.constant")
        .then(|| op.attribute("value")?.as_integer())
        .flatten()
}

/// The operands of the constructor that made a value; a default constructor has none.
fn constructor<'c>(value: Value<'c>, name: &str) -> Option<Vec<Value<'c>>> {
    let op = value.defining_op().filter(|op| op.name() == name)?;
    Some(op.operands())
}

/// Folds a method op.
pub(crate) fn fold<'c>(this: MethodOp<'c>, constants: Constants<'_, 'c>) -> Option<Folded<'c>> {
    let object = this.op.operand(0)?;
    let result = this.op.result(0)?.ty();
    match this.method.name {
        // The only range that such a component can be is the range itself.
        "range.get" if object.ty() == result => Some(Folded::Value(object)),
        "id.get" | "range.get" => {
            let components = components(object)?;
            let dimension = match this.op.operand_count() {
                1 => 0,
                _ => constants.get(1).copied().flatten()?.as_integer()?,
            };
            if components.is_empty() {
                return Some(Folded::Constant(Attribute::integer(result, 0)));
            }
            let component = *components.get(usize::try_from(dimension).ok()?)?;
            (component.ty() == result).then_some(Folded::Value(component))
        }
        "range.size" => {
            let components = components(object)?;
            if let [only] = components[..]
                && only.ty() == result
            {
                return Some(Folded::Value(only));
            }
            let product = components
                .into_iter()
                .map(constant)
                .try_fold(1i64, |product, factor| Some(product.wrapping_mul(factor?)))?;
            Some(Folded::Constant(Attribute::integer(result, product)))
        }
        "nd_range.get_global_range" => nd_range_part(this, 0),
        "nd_range.get_local_range" => nd_range_part(this, 1),
        "nd_range.get_offset" => nd_range_part(this, 2),
        _ => None,
    }
}

/// The components with which an id or a range was constructed; none for a default constructor.
fn components(object: Value<'_>) -> Option<Vec<Value<'_>>> {
    let components = constructor(object, "sycl.id.constructor")
        .or_else(|| constructor(object, "sycl.range.constructor"))?;
    components.iter().all(|c| is_size(c.ty())).then_some(components)
}

fn nd_range_part(this: MethodOp<'_>, part: usize) -> Option<Folded<'_>> {
    let parts = constructor(this.op.operand(0)?, "sycl.nd_range.constructor")?;
    let part = *parts.get(part)?;
    let whole = this.op.operand_count() == 1 && this.op.result(0)?.ty() == part.ty();
    whole.then_some(Folded::Value(part))
}

/// The patterns for a method op.
pub(crate) fn patterns(method: &Method) -> Vec<&'static dyn Pattern> {
    let mut found: Vec<&'static dyn Pattern> = Vec::new();
    for pattern in patterns_of_table() {
        if pattern.root().strip_prefix("sycl.") == Some(method.name) {
            found.push(*pattern);
        }
    }
    found
}

fn patterns_of_table() -> &'static [&'static dyn Pattern] {
    static ALL: std::sync::OnceLock<Vec<&'static dyn Pattern>> = std::sync::OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: Vec<&'static dyn Pattern> = Vec::new();
        for c in COMPOSITIONS {
            if let (Some(inner), Some(whole)) = (named(c.inner), named(c.whole)) {
                add(&mut all, Composed { root: format!("sycl.{}", c.outer), inner, whole });
            }
        }
        for query in METHODS {
            let Some(outer) = query.shape.component() else { continue };
            let root = format!("sycl.{outer}");
            if query.shape != Shape::Group {
                add(&mut all, LineOfQuery { root: root.clone(), query });
            }
            add(&mut all, ComponentOfQuery { root, query });
            if query.shape == Shape::Range {
                add(&mut all, LineOfQuery { root: "sycl.range.size".into(), query });
            }
        }
        for (whole, linear) in LINEAR {
            if let Some(linear) = named(linear) {
                add(&mut all, OnlyComponent { root: format!("sycl.{whole}"), linear });
            }
        }
        all
    })
}

fn add(all: &mut Vec<&'static dyn Pattern>, pattern: impl Pattern + 'static) {
    all.push(Box::leak(Box::new(pattern)));
}

/// The inner operation of a pair, if it will be removed with the outer one or costs nothing.
fn inner_of<'c>(op: Op<'c>, inner: &Method) -> Option<MethodOp<'c>> {
    let found = MethodOp::of(op.operand(0)?.defining_op()?)?;
    (found.method.name == inner.name && found.op.operand_count() == 1).then_some(found)
}

/// Replaces `op` by a method op: `method` on the object of `like`, implemented by a function with the same
/// kind of first argument.
fn replace<'c>(
    op: Op<'c>,
    method: &Method,
    like: MethodOp<'c>,
    rest: &[Value<'c>],
    rewriter: &mut Rewriter<'c>,
) -> bool {
    let Some(object) = like.op.operand(0) else { return false };
    let Some(result) = op.result(0) else { return false };
    let made = method_op(op, method, like, object, rest, result.ty());
    let Some(value) = rewriter.insert(made).result(0) else { return false };
    rewriter.replace(op, &[value]);
    true
}

/// A method op before `op`. Its function is like that of `like`, a method of the same object.
#[must_use]
pub fn method_op<'c>(
    op: Op<'c>,
    method: &Method,
    like: MethodOp<'c>,
    object: Value<'c>,
    rest: &[Value<'c>],
    result: Type<'c>,
) -> Op<'c> {
    let at = op.location();
    let mut operands = vec![object];
    operands.extend(rest);
    let name = method.full_name();
    let mut build = Build::new(&name, at).operands(&operands).results(&[result]);
    if like.op.attribute(ARGUMENT_TYPES).is_some() {
        let this = like.function_argument_types().into_iter().next();
        let types = this.into_iter().chain(rest.iter().map(|v| v.ty()));
        let types: Vec<_> = types.map(Attribute::ty).collect();
        build = build.attribute(ARGUMENT_TYPES, Attribute::array(at, &types));
    }
    build = build.attribute(FUNCTION_NAME, Attribute::symbol(at, method.methods[0]));
    build = build.attribute(TYPE_NAME, Attribute::symbol(at, like.type_name()));
    build.create()
}

/// `outer(inner(x))` is `whole(x)`.
struct Composed {
    root: String,
    inner: &'static Method,
    whole: &'static Method,
}

impl Pattern for Composed {
    fn root(&self) -> &str {
        &self.root
    }

    fn rewrite<'c>(&self, op: Op<'c>, rewriter: &mut Rewriter<'c>) -> bool {
        let Some(inner) = inner_of(op, self.inner) else { return false };
        let rest = op.operands().split_off(1);
        replace(op, self.whole, inner, &rest, rewriter)
    }
}

/// A component of the result of a query is that query with a dimension.
struct ComponentOfQuery {
    root: String,
    query: &'static Method,
}

impl Pattern for ComponentOfQuery {
    fn root(&self) -> &str {
        &self.root
    }

    fn rewrite<'c>(&self, op: Op<'c>, rewriter: &mut Rewriter<'c>) -> bool {
        let Some(inner) = inner_of(op, self.query) else { return false };
        let rest = op.operands().split_off(1);
        let number = op.result(0).is_some_and(|result| is_size(result.ty()));
        number && rest.len() == 1 && replace(op, self.query, inner, &rest, rewriter)
    }
}

/// A one-dimensional id or range as a number, and the size of such a range, is the only component of the
/// query's result.
struct LineOfQuery {
    root: String,
    query: &'static Method,
}

impl Pattern for LineOfQuery {
    fn root(&self) -> &str {
        &self.root
    }

    fn rewrite<'c>(&self, op: Op<'c>, rewriter: &mut Rewriter<'c>) -> bool {
        let Some(inner) = inner_of(op, self.query) else { return false };
        let number = op.result(0).is_some_and(|result| is_size(result.ty()));
        let line = op
            .operand(0)
            .and_then(|whole| types::shape(whole.ty()))
            .is_some_and(|(_, dimensions)| dimensions == Some(1));
        // The constant is an additional operation, so the inner one must be removed.
        let alone = inner.op.result(0).is_some_and(|whole| whole.uses().len() == 1);
        if op.operand_count() != 1 || !number || !line || !alone {
            return false;
        }
        let zero = rewriter.insert(zero(op));
        let Some(zero) = zero.result(0) else { return false };
        replace(op, self.query, inner, &[zero], rewriter)
    }
}

/// The constant 0 as a dimension, in the dialect of the function that contains `op`.
#[must_use]
pub fn zero(op: Op<'_>) -> Op<'_> {
    let at = op.location();
    let number = Type::integer(at, 32);
    let function = op.enclosing(|op| op.name().ends_with(".func"));
    let in_llvm = function.is_some_and(|function| function.name() == "llvm.func");
    let name = if in_llvm { "llvm.mlir.constant" } else { "arith.constant" };
    Build::new(name, at)
        .results(&[number])
        .attribute("value", Attribute::integer(number, 0))
        .create()
}

/// In one dimension, component 0 is the linear form.
struct OnlyComponent {
    root: String,
    linear: &'static Method,
}

impl Pattern for OnlyComponent {
    fn root(&self) -> &str {
        &self.root
    }

    fn rewrite<'c>(&self, op: Op<'c>, rewriter: &mut Rewriter<'c>) -> bool {
        let Some(this) = MethodOp::of(op) else { return false };
        let Some(object) = op.operand(0) else { return false };
        let line = types::shape(object.ty()).is_some_and(|(_, dimensions)| dimensions == Some(1));
        let first = op.operand(1).and_then(constant) == Some(0);
        line && first && replace(op, self.linear, this, &[], rewriter)
    }
}
