//! Lowered modules are executed, and their output compared.

use std::process::Command;

use scythe_llvm::inkwell;
use scythe_lower::{to_calls, to_llvm};
use scythe_mlir::{collect_diagnostics, export, register_all_passes, run_passes};

use crate::support::{messages, parse};

/// Canonicalises and lowers a module, runs its `@main` and returns what it printed.
#[track_caller]
fn run(name: &str, body: &str, canonical: bool) -> String {
    register_all_passes();
    let context = scythe_sycl_dialect::context();
    let module = parse(&context, body);
    let op = module.op();
    let (result, diagnostics) = collect_diagnostics(&context, || {
        if canonical {
            run_passes(op, "canonicalize,cse", true)?;
        }
        to_calls(op)?;
        assert!(op.verify());
        to_llvm(op)
    });
    result.unwrap_or_else(|_| panic!("{}\n{op}", messages(&diagnostics)));
    let llvm = inkwell::context::Context::create();
    let home = llvm.create_module("home");
    let exported =
        export(home.get_context(), op).expect("a module of the LLVM dialect can be exported");
    exported.verify().unwrap_or_else(|why| panic!("{why}\n{exported:?}"));
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.ll"));
    exported.print_to_file(&file).unwrap();
    let lli = format!("{}/lli", scythe_llvm_config::llvm_config("--bindir"));
    let output = Command::new(&lli).arg(&file).output().expect("lli is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Prints numbers.
const PRINT: &str = r#"
llvm.mlir.global internal constant @format("%ld\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32
func.func @print(%number: i64) {
  %0 = llvm.mlir.addressof @format : !llvm.ptr
  %1 = llvm.call @printf(%0, %number) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  return
}
"#;

/// An nd_item that is two ids and a group, and methods of it that take it as a memref.
const METHODS: &str = "
!bytes = !llvm.struct<(i64, i64, array<4 x i64>)>
func.func @get_global_id(%this: memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_ attributes {sycl.method = [!sycl_nd_item_1_, @get_global_id]} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %this[%c0] : memref<?x!sycl_nd_item_1_>
  %1 = sycl.mlir.unwrap %0 : !sycl_nd_item_1_ to !bytes
  %2 = llvm.extractvalue %1[0] : !bytes
  %3 = sycl.id.constructor(%2) : (i64) -> !sycl_id_1_
  return %3 : !sycl_id_1_
}
func.func @get_local_id(%this: memref<?x!sycl_nd_item_1_>, %i: i32) -> i64 attributes {sycl.method = [!sycl_nd_item_1_, @get_local_id]} {
  %0 = polygeist.memref2pointer(%this) : (memref<?x!sycl_nd_item_1_>) -> !llvm.ptr
  %1 = llvm.getelementptr %0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !bytes
  %2 = llvm.load %1 : !llvm.ptr -> i64
  return %2 : i64
}
func.func @get_group(%this: memref<?x!sycl_nd_item_1_>) -> !sycl_group_1_ attributes {sycl.method = [!sycl_nd_item_1_, @get_group]} {
  %0 = polygeist.memref2pointer(%this) : (memref<?x!sycl_nd_item_1_>) -> !llvm.ptr
  %1 = llvm.getelementptr %0[0, 2] : (!llvm.ptr) -> !llvm.ptr, !bytes
  %2 = llvm.load %1 : !llvm.ptr -> !llvm.array<4 x i64>
  %3 = sycl.mlir.wrap %2 : !llvm.array<4 x i64> to !sycl_group_1_
  return %3 : !sycl_group_1_
}
func.func @get_local_range(%this: memref<?x!sycl_group_1_>) -> !sycl_range_1_ attributes {sycl.method = [!sycl_group_1_, @get_local_range]} {
  %0 = polygeist.memref2pointer(%this) : (memref<?x!sycl_group_1_>) -> !llvm.ptr
  %1 = llvm.getelementptr %0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i64>
  %2 = llvm.load %1 : !llvm.ptr -> i64
  %3 = sycl.range.constructor(%2) : (i64) -> !sycl_range_1_
  return %3 : !sycl_range_1_
}
func.func @id_get(%this: memref<?x!sycl_array_1_>, %i: i32) -> i64 attributes {sycl.method = [!sycl_id_1_, @get]} {
  %0 = polygeist.memref2pointer(%this) : (memref<?x!sycl_array_1_>) -> !llvm.ptr
  %1 = llvm.getelementptr %0[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i64
  %2 = llvm.load %1 : !llvm.ptr -> i64
  return %2 : i64
}
func.func @range_get(%this: memref<?x!sycl_array_1_>, %i: i32) -> i64 attributes {sycl.method = [!sycl_range_1_, @get]} {
  %0 = func.call @id_get(%this, %i) : (memref<?x!sycl_array_1_>, i32) -> i64
  return %0 : i64
}
func.func @make(%global: i64, %local: i64, %size: i64) -> !sycl_nd_item_1_ {
  %0 = llvm.mlir.undef : !bytes
  %1 = llvm.insertvalue %global, %0[0] : !bytes
  %2 = llvm.insertvalue %local, %1[1] : !bytes
  %3 = llvm.insertvalue %size, %2[2, 1] : !bytes
  %4 = sycl.mlir.wrap %3 : !bytes to !sycl_nd_item_1_
  return %4 : !sycl_nd_item_1_
}
";

#[test]
fn methods_of_memrefs_are_called() {
    let text = format!(
        "{METHODS}{PRINT}
        func.func @main() -> i32 {{
          %zero = arith.constant 0 : i32
          %c0 = arith.constant 0 : i64
          %c1 = arith.constant 1 : i64
          %c3 = arith.constant 3 : i64
          %c100 = arith.constant 100 : i64
          %c7 = arith.constant 7 : i64
          cf.br ^loop(%c0 : i64)
        ^loop(%n: i64):
          %global = arith.addi %n, %c100 : i64
          %nd = func.call @make(%global, %n, %c7) : (i64, i64, i64) -> !sycl_nd_item_1_
          %id = sycl.nd_item.get_global_id(%nd) : (!sycl_nd_item_1_) -> !sycl_id_1_
          %0 = sycl.id.get(%id, %zero) {{FunctionArgTypes = {{memref<?x!sycl_array_1_>, i32}}}} : (!sycl_id_1_, i32) -> i64
          func.call @print(%0) : (i64) -> ()
          %1 = sycl.nd_item.get_local_linear_id(%nd) : (!sycl_nd_item_1_) -> i64
          func.call @print(%1) : (i64) -> ()
          %group = sycl.nd_item.get_group(%nd) : (!sycl_nd_item_1_) -> !sycl_group_1_
          %range = sycl.group.get_local_range(%group) : (!sycl_group_1_) -> !sycl_range_1_
          %2 = sycl.range.get(%range, %zero) {{FunctionArgTypes = {{memref<?x!sycl_array_1_>, i32}}}} : (!sycl_range_1_, i32) -> i64
          func.call @print(%2) : (i64) -> ()
          %next = arith.addi %n, %c1 : i64
          %more = arith.cmpi slt, %next, %c3 : i64
          cf.cond_br %more, ^loop(%next : i64), ^end
        ^end:
          return %zero : i32
        }}"
    );
    let expected: String = (0..3).map(|n| format!("{}\n{n}\n7\n", 100 + n)).collect();
    assert_eq!(run("memrefs", &text, false), expected);
    // The same after canonicalisation, which creates ops without a function.
    assert_eq!(run("memrefs-canonical", &text, true), expected);
}

/// Functions as clang compiles them for x86-64: a large object is returned in memory, an id of two
/// dimensions in two registers, and passed likewise.
#[test]
fn functions_that_clang_compiled_are_called() {
    let text = format!(
        "{PRINT}
        !group = !sycl.group<[1], (!sycl_range_1_, !sycl_range_1_, !sycl_range_1_, !sycl_id_1_)>
        llvm.func fastcc @group(%r: !llvm.ptr {{llvm.sret = !llvm.array<4 x i64>}}, %this: !llvm.ptr) attributes {{sycl.method = [!sycl_nd_item_1_, @get_group]}} {{
          %0 = llvm.getelementptr %this[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, array<4 x i64>)>
          %1 = llvm.load %0 : !llvm.ptr -> !llvm.array<4 x i64>
          llvm.store %1, %r : !llvm.array<4 x i64>, !llvm.ptr
          llvm.return
        }}
        llvm.func @group_id(%this: !llvm.ptr {{llvm.noundef, llvm.nonnull, llvm.align = 8 : i64, llvm.dereferenceable = 32 : i64}}) -> (i64 {{llvm.noundef}}) attributes {{sycl.method = [!group, @get_group_id]}} {{
          %0 = llvm.getelementptr %this[3] : (!llvm.ptr) -> !llvm.ptr, i64
          %1 = llvm.load %0 : !llvm.ptr -> i64
          llvm.return %1 : i64
        }}
        llvm.func @convert(%this: !llvm.ptr) -> i64 attributes {{sycl.method = [!sycl_id_1_, @\"operator size_t\"]}} {{
          %0 = llvm.load %this : !llvm.ptr -> i64
          llvm.return %0 : i64
        }}
        llvm.func @global(%this: !llvm.ptr) -> !llvm.struct<(i64, i64)> attributes {{sycl.method = [!sycl_nd_item_2_, @get_global_id]}} {{
          %0 = llvm.load %this : !llvm.ptr -> !llvm.struct<(i64, i64)>
          llvm.return %0 : !llvm.struct<(i64, i64)>
        }}
        llvm.func @component(%this: !llvm.ptr, %i: i32) -> i64 attributes {{sycl.method = [!sycl_id_2_, @\"operator[]\"]}} {{
          %0 = llvm.getelementptr %this[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i64
          %1 = llvm.load %0 : !llvm.ptr -> i64
          llvm.return %1 : i64
        }}
        llvm.func @linear(%x: i64, %y: i64) -> i64 {{
          %0 = llvm.mlir.constant(10 : i64) : i64
          %1 = llvm.mul %x, %0 : i64
          %2 = llvm.add %1, %y : i64
          llvm.return %2 : i64
        }}
        llvm.mlir.global internal constant @one(dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi64>) : !llvm.array<6 x i64>
        llvm.mlir.global internal constant @two(dense<[11, 12, 13, 14]> : tensor<4xi64>) : !llvm.array<4 x i64>
        llvm.func @main() -> i32 {{
          %place = llvm.mlir.addressof @one : !llvm.ptr
          %0 = llvm.load %place : !llvm.ptr -> !llvm.struct<(i64, i64, array<4 x i64>)>
          %1 = sycl.mlir.wrap %0 : !llvm.struct<(i64, i64, array<4 x i64>)> to !sycl_nd_item_1_
          %2 = sycl.nd_item.get_group_linear_id(%1) : (!sycl_nd_item_1_) -> i64
          func.call @print(%2) : (i64) -> ()
          %other = llvm.mlir.addressof @two : !llvm.ptr
          %3 = llvm.load %other : !llvm.ptr -> !llvm.array<4 x i64>
          %4 = sycl.mlir.wrap %3 : !llvm.array<4 x i64> to !sycl_nd_item_2_
          %dimension = llvm.mlir.constant(1 : i32) : i32
          %5 = sycl.nd_item.get_global_id(%4, %dimension) : (!sycl_nd_item_2_, i32) -> i64
          func.call @print(%5) : (i64) -> ()
          %6 = sycl.nd_item.get_global_id(%4) : (!sycl_nd_item_2_) -> !sycl_id_2_
          %7 = sycl.call(%6) {{FunctionName = @linear, MangledFunctionName = @linear}} : (!sycl_id_2_) -> i64
          func.call @print(%7) : (i64) -> ()
          %end = llvm.mlir.constant(0 : i32) : i32
          llvm.return %end : i32
        }}"
    );
    assert_eq!(run("clang", &text, false), "6\n12\n122\n");
    assert_eq!(run("clang-canonical", &text, true), "6\n12\n122\n");
}
