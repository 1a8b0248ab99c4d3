//! Calls of methods become operations.
//!
//! The importer keeps LLVM's string attributes in `passthrough`, so a method is an `llvm.func` with
//! `["scythe-method", "!sycl.nd_item<[1]> get_global_id"]` there. A call of one,
//!
//! Before: `%r = llvm.call @get(%object, %d) : (!llvm.ptr, i32) -> i64`
//! After:  `%v = llvm.load %object`, `%o = sycl.mlir.wrap %v`, `%r = sycl.nd_item.get_global_id(%o, %d)`
//!
//! Results that a method returns in pieces or in memory go there through `sycl.mlir.unwrap`. The function
//! itself gets an attribute `sycl.method` with the method that it implements, for the register of
//! definitions.

use std::collections::{HashMap, HashSet};

use scythe_mlir::{Attribute, Build, Location, Op, Type, Value, walk};
use scythe_sycl_dialect::assembly::{ARGUMENT_TYPES, FUNCTION_NAME, TYPE_NAME};
use scythe_sycl_dialect::definitions::{METHOD, argument_attribute, returned_in_memory};
use scythe_sycl_dialect::methods::{CONVERSION, Method, find_method};
use scythe_sycl_dialect::types;

use crate::methods::{ATTR_METHOD, parse};

/// A function of the LLVM dialect that is a method.
struct Callee<'c> {
    method: &'static Method,
    /// The object's type, with a body of the object's size.
    object: Type<'c>,
    name: &'c str,
    /// The arguments' types, without the address of a result.
    arguments: Vec<Type<'c>>,
    result: Returned<'c>,
}

/// How a method returns its result.
#[derive(Clone, Copy)]
enum Returned<'c> {
    /// As a value.
    Value(Type<'c>),
    /// An object, in pieces that LLVM returns as a value of the second type.
    Pieces(Type<'c>, Type<'c>),
    /// An object, at the address in the first argument.
    Memory(Type<'c>),
}

/// Raises all calls of methods in a module.
pub fn raise(module: Op<'_>) {
    let mut functions = module.functions();
    functions.retain(|function| function.name() == "llvm.func");
    let mut callees = HashMap::new();
    let mut implemented = HashSet::new();
    for &function in &functions {
        if let (Some(symbol), Some(callee)) = (function.symbol_name(), callee(function)) {
            let at = function.location();
            // The dialect has one type where C++ has several, such as accessors of int and of unsigned int.
            // Their methods are equivalent, so one function is enough.
            if implemented.insert((callee.object, callee.name, callee.arguments.clone())) {
                let method = [Attribute::ty(callee.object), Attribute::symbol(at, callee.name)];
                function.set_attribute(METHOD, Attribute::array(at, &method));
            }
            callees.insert(symbol, callee);
        }
    }
    let is_method =
        |function: Op<'_>| function.symbol_name().is_some_and(|s| callees.contains_key(s));
    // Calls in methods are not raised: operations are lowered to these functions.
    for &function in functions.iter().filter(|f| !is_method(**f)) {
        for call in walk(function).into_iter().filter(|op| op.name() == "llvm.call") {
            let symbol = call.attribute("callee").and_then(Attribute::as_symbol);
            if let Some(callee) = symbol.and_then(|symbol| callees.get(symbol)) {
                raise_call(call, callee);
            }
        }
    }
}

/// The value of an LLVM string attribute of a function.
pub(crate) fn passthrough<'c>(function: Op<'c>, name: &str) -> Option<&'c str> {
    function.attribute("passthrough")?.as_array()?.into_iter().find_map(|entry| {
        match entry.as_array()?[..] {
            [key, value] if key.as_string() == Some(name) => value.as_string(),
            _ => None,
        }
    })
}

/// The method that a function implements; none if it cannot be raised.
fn callee(function: Op<'_>) -> Option<Callee<'_>> {
    let at = function.location();
    let (object, name) = parse(passthrough(function, ATTR_METHOD)?)?;
    let bare = types::parts(Type::parse(at, object)?)?;
    let method = find_method(bare.definition.name, name)?;
    let (mut arguments, returned) =
        function.attribute("function_type")?.as_type()?.llvm_function_parts()?;
    let in_memory = returned_in_memory(function);
    let this = usize::from(in_memory.is_some());
    let object = with_body(function, &bare, this)?;
    if in_memory.is_some() {
        arguments.remove(0);
    }
    let is_number = method.takes_dimension() && (arguments.len() > 1 || name == CONVERSION);
    let class = method.shape.object().filter(|_| !is_number);
    let dimensions = bare.index_dimensions();
    let result = match (class, in_memory) {
        (None, None) => Returned::Value(returned?),
        (None, Some(_)) => return None,
        (Some(class @ ("id" | "range")), _) => {
            let object = types::index_type(at, class, dimensions?)?;
            match in_memory {
                Some(_) => Returned::Memory(object),
                None => Returned::Pieces(object, returned?),
            }
        }
        // Only the function's own type knows the layout.
        (Some(class), Some(layout)) => {
            let dimensions = Attribute::integer(Type::integer(at, 64), dimensions?.into());
            let body = body(at, function.size_of(layout)?);
            Returned::Memory(types::make(at, class, &[dimensions], &body)?)
        }
        // An empty class, of which nothing is returned.
        (Some(_), None) => return None,
    };
    Some(Callee { method, object, name, arguments, result })
}

/// The object's type with a body as large as what the argument points to. The compiler knows only the size of
/// a class, not its layout.
fn with_body<'c>(function: Op<'c>, bare: &types::Parts<'c>, this: usize) -> Option<Type<'c>> {
    let at = function.location();
    let name = bare.definition.name;
    if let ("id" | "range", Some(dimensions)) = (name, bare.dimensions()) {
        return types::index_type(at, name, dimensions);
    }
    let bytes = argument_attribute(function, this, "llvm.dereferenceable")?.as_integer()?;
    types::make(at, name, &bare.parameters, &body(at, bytes.try_into().ok()?))
}

fn body(at: Location<'_>, bytes: u64) -> Vec<Type<'_>> {
    let (bits, count) = if bytes.is_multiple_of(8) { (64, bytes / 8) } else { (8, bytes) };
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    vec![Type::llvm_array(Type::integer(at, bits), count)]
}

fn raise_call<'c>(call: Op<'c>, callee: &Callee<'c>) -> Option<()> {
    let at = call.location();
    let mut operands = call.operands();
    let place = match callee.result {
        Returned::Memory(_) => Some(operands.remove(0)),
        _ => None,
    };
    let object = load(call, *operands.first()?, callee.object)?;
    let mut values = vec![object];
    for (&operand, &ty) in operands.iter().zip(&callee.arguments).skip(1) {
        // The only objects among the parameters of methods are ids, with the object's dimensions.
        let is_object = ty.llvm_pointer_space().is_some();
        values.push(if is_object {
            let dimensions = types::parts(callee.object)?.dimensions()?;
            load(call, operand, types::index_type(at, "id", dimensions)?)?
        } else {
            operand
        });
    }
    let result = match callee.result {
        Returned::Value(ty) | Returned::Pieces(ty, _) | Returned::Memory(ty) => ty,
    };
    let arguments: Vec<_> = callee.arguments.iter().map(|&ty| Attribute::ty(ty)).collect();
    let name = callee.method.full_name();
    let value = Build::new(&name, at)
        .operands(&values)
        .results(&[result])
        .attribute(ARGUMENT_TYPES, Attribute::array(at, &arguments))
        .attribute(FUNCTION_NAME, Attribute::symbol(at, callee.name))
        .attribute(TYPE_NAME, Attribute::symbol(at, callee.method.object))
        .value_before(call);
    match callee.result {
        Returned::Value(_) => call.result(0)?.replace_uses(value),
        Returned::Pieces(_, pieces) => {
            let bytes = Build::new("sycl.mlir.unwrap", at).operands(&[value]).results(&[pieces]);
            call.result(0)?.replace_uses(bytes.value_before(call));
        }
        Returned::Memory(ty) => {
            let layout = types::layout(at, ty)?;
            let bytes = Build::new("sycl.mlir.unwrap", at)
                .operands(&[value])
                .results(&[layout])
                .value_before(call);
            Build::new("llvm.store", at).operands(&[bytes, place?]).before(call);
        }
    }
    call.erase();
    Some(())
}

/// The object at an address, before an operation.
fn load<'c>(anchor: Op<'c>, place: Value<'c>, ty: Type<'c>) -> Option<Value<'c>> {
    let at = anchor.location();
    let layout = types::layout(at, ty)?;
    let bytes = Build::new("llvm.load", at).operands(&[place]).results(&[layout]);
    let bytes = bytes.value_before(anchor);
    Some(Build::new("sycl.mlir.wrap", at).operands(&[bytes]).results(&[ty]).value_before(anchor))
}
