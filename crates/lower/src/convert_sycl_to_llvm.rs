//! Converts `sycl.call` and everything around it to operations of the LLVM dialect.
//!
//! Before: `%i = sycl.call(%p) {MangledFunctionName = @f, …} : (!llvm.ptr) -> !sycl_id_1_`
//! After:  `%0 = llvm.call @f(%p) : (!llvm.ptr) -> i64`, which is stored and loaded as an id
//!
//! Requires that no method op is left (`sycl-lower-to-call`), and bodies of types whose layout is not known
//! otherwise. Establishes a module of the LLVM dialect. Functions of the LLVM dialect are kept; only
//! operations in them change.

use std::collections::HashMap;

use scythe_mlir::{
    Block, Conversion, Op, PassDefinition, PassFailed, Rewriter, Type, Value, VerifyError,
    convert_to_llvm, report_error, walk,
};
use scythe_sycl_dialect::MethodOp;
use scythe_sycl_dialect::assembly::MANGLED_NAME;

use crate::callee::Callee;
use crate::functions;
use crate::layout::Layouts;
use crate::memory::{Converted, Emit, unknown_layout};

/// The pass.
pub(crate) struct Pass;

impl PassDefinition for Pass {
    fn argument(&self) -> &str {
        "convert-sycl-to-llvm"
    }

    fn description(&self) -> &str {
        "Make operations of the LLVM dialect of calls of SYCL's functions and of objects"
    }

    fn run(&self, op: Op<'_>) -> Result<(), PassFailed> {
        // The pass manager decides whether modules are verified.
        convert(op)
    }
}

/// Converts a module with calls and objects to the LLVM dialect.
///
/// # Errors
/// When something in it cannot be converted. It has been reported, and the module must be discarded.
pub fn to_llvm(module: Op<'_>) -> Result<(), PassFailed> {
    convert(module)?;
    if module.verify() {
        Ok(())
    } else {
        Err(PassFailed("the conversion to the LLVM dialect made an invalid module".into()))
    }
}

fn convert(module: Op<'_>) -> Result<(), PassFailed> {
    // Unused operations are removed, so that they need no layout. In backward order, whole chains are
    // removed.
    for op in walk(module).into_iter().rev() {
        if matches!(op.name(), "sycl.mlir.wrap" | "sycl.mlir.unwrap")
            && !op.results().into_iter().any(Value::is_used)
        {
            op.erase();
        }
    }
    let ops = walk(module);
    let functions = functions(module);
    let mut layouts = Layouts::of(module, &ops);
    let mut callees = HashMap::new();
    for &op in &ops {
        let Some(name) = called(op) else { continue };
        let Some(callee) = functions.get(name).and_then(|&function| Callee::of(function)) else {
            return Err(report(op, format!("'@{name}' is not a function of this module")));
        };
        if let (Some(object), Some(bytes)) = (op.result(0), callee.returned()) {
            layouts.see(object.ty(), bytes);
        }
        callees.insert(name, callee);
    }
    check(&ops, &layouts)?;
    let conversion = ToLlvm { layouts, callees };
    if convert_to_llvm(module, &conversion) {
        Ok(())
    } else {
        Err(PassFailed("cannot convert the module to the LLVM dialect".into()))
    }
}

/// The name of the called function.
fn called(op: Op<'_>) -> Option<&str> {
    matches!(op.name(), "sycl.call" | "sycl.constructor")
        .then(|| op.attribute(MANGLED_NAME)?.as_symbol())?
}

fn report(op: Op<'_>, text: String) -> PassFailed {
    let error = VerifyError(text);
    report_error(op, &error);
    PassFailed(error.0)
}

/// Checks that everything has been lowered, and that layouts are known.
fn check<'c>(ops: &[Op<'c>], layouts: &Layouts<'c>) -> Result<(), PassFailed> {
    let mut failed = Ok(());
    for &op in ops {
        if MethodOp::of(op).is_some() {
            let text = "is a method op, which must be lowered to a call first: run \
                        'sycl-lower-to-call' before 'convert-sycl-to-llvm'";
            failed = Err(report(op, text.to_owned()));
        }
        let arguments = op.regions().into_iter().flat_map(|region| region.blocks());
        let arguments = arguments.flat_map(Block::arguments).map(Value::ty);
        let mut used: Vec<_> = op.results().into_iter().map(Value::ty).chain(arguments).collect();
        if matches!(op.name(), "memref.alloca" | "memref.load" | "memref.store") {
            let values = op.operands().into_iter().chain(op.results());
            used.extend(values.filter_map(|v| v.ty().memref_parts()).map(|(element, _)| element));
        }
        for ty in layouts.unknown(used) {
            failed = Err(report(op, unknown_layout(ty)));
        }
    }
    failed
}

struct ToLlvm<'c> {
    layouts: Layouts<'c>,
    callees: HashMap<&'c str, Callee<'c>>,
}

impl<'c> Conversion<'c> for ToLlvm<'c> {
    fn ops(&self) -> Vec<String> {
        [
            "sycl.call",
            "sycl.cast",
            "sycl.constructor",
            "sycl.id.constructor",
            "sycl.range.constructor",
            "sycl.nd_range.constructor",
            "sycl.mlir.wrap",
            "sycl.mlir.unwrap",
            "polygeist.memref2pointer",
            "polygeist.pointer2memref",
            "memref.alloca",
            "memref.cast",
            "memref.load",
            "memref.store",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn convert_type(&self, ty: Type<'c>) -> Option<Type<'c>> {
        let ours = ty.defined_name().is_some() || ty.memref_parts().is_some();
        self.layouts.llvm_type(ty).filter(|&to| ours && to != ty)
    }

    fn convert(&self, op: Op<'c>, operands: &[Value<'c>], rewriter: &mut Rewriter<'c>) -> bool {
        let mut emit = Emit { layouts: &self.layouts, op, rewriter };
        match self.converted(&mut emit, operands) {
            Ok(values) if values.is_empty() => rewriter.erase(op),
            Ok(values) => rewriter.replace(op, &values),
            Err(error) => {
                report_error(op, &error);
                return false;
            }
        }
        true
    }
}

impl<'c> ToLlvm<'c> {
    fn converted(&self, emit: &mut Emit<'_, '_, 'c>, operands: &[Value<'c>]) -> Converted<'c> {
        let first = operands.first().copied().ok_or("needs an operand");
        match emit.op.name() {
            "sycl.call" | "sycl.constructor" => {
                let callee = called(emit.op).and_then(|name| self.callees.get(name));
                emit.call(callee.ok_or("calls no function of this module")?, operands)
            }
            "sycl.id.constructor" | "sycl.range.constructor" => emit.construct_components(operands),
            "sycl.nd_range.constructor" => emit.construct_nd_range(operands),
            "memref.alloca" => emit.memref_alloca(),
            "memref.load" => emit.memref_load(operands),
            "memref.store" => emit.memref_store(operands),
            "sycl.cast" => emit.cast_to_base(first?),
            "sycl.mlir.wrap" | "sycl.mlir.unwrap" => {
                let to = emit.llvm_type(emit.op.results()[0].ty())?;
                Ok(vec![emit.reinterpret(first?, to)?])
            }
            // The remaining operations cast between pointers and memrefs, which are pointers.
            _ => {
                let to = emit.llvm_type(emit.op.results()[0].ty())?;
                let value = first?;
                if value.ty() == to {
                    Ok(vec![value])
                } else {
                    Err(format!("cannot make '{to}' of '{}'", value.ty()).into())
                }
            }
        }
    }
}
