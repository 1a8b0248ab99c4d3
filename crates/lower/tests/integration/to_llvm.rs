//! Calls and objects become operations of the LLVM dialect.

use scythe_lower::{register_passes, to_llvm};
use scythe_mlir::{collect_diagnostics, run_passes};

use crate::support::lines::assert_lines;
use crate::support::{messages, parse};

const ATTRIBUTES: &str = "FunctionName = @m, TypeName = @t, MangledFunctionName = @callee";

#[track_caller]
fn converted(body: &str) -> String {
    let context = scythe_sycl_dialect::context();
    let module = parse(&context, body);
    let (result, diagnostics) = collect_diagnostics(&context, || to_llvm(module.op()));
    result.unwrap_or_else(|_| panic!("{}\n{}", messages(&diagnostics), module.op()));
    let text = module.op().to_string();
    for left in ["sycl.mlir", "sycl.call", "memref", "unrealized", "func.func"] {
        assert!(!text.contains(left), "{text}");
    }
    text
}

#[track_caller]
fn refused(body: &str) -> String {
    let context = scythe_sycl_dialect::context();
    let module = parse(&context, body);
    let (result, diagnostics) = collect_diagnostics(&context, || to_llvm(module.op()));
    assert!(result.is_err(), "{}", module.op());
    messages(&diagnostics)
}

/// A function of the LLVM dialect that calls `@callee`, which is declared as `callee`.
fn caller(callee: &str, call: &str) -> String {
    format!(
        "{callee}
        llvm.func @f(%p: !llvm.ptr, %i: i32, %bytes: !llvm.struct<(i64, i64)>) -> i64 {{
          llvm.br ^next
        ^next:
          {call}
        }}"
    )
}

#[test]
fn a_result_in_memory_gets_a_place_at_the_start_of_the_function() {
    let text = converted(&caller(
        "llvm.func spir_funccc @callee(!llvm.ptr {llvm.noalias, llvm.sret = !llvm.struct<(array<2 x i64>)>, llvm.align = 8 : i64}, !llvm.ptr {llvm.noundef})",
        &format!(
            "%0 = sycl.call(%p) {{{ATTRIBUTES}}} : (!llvm.ptr) -> !sycl_id_2_
            %1 = sycl.mlir.unwrap %0 : !sycl_id_2_ to !llvm.struct<(i64, i64)>
            %2 = llvm.extractvalue %1[1] : !llvm.struct<(i64, i64)>
            llvm.return %2 : i64"
        ),
    ));
    assert_lines(
        &text,
        &[
            "llvm.func @f(",
            "x !llvm.struct<(array<2 x i64>)> {alignment = ",
            "llvm.br ^bb1",
            "llvm.call spir_funccc @callee(%1, %arg0) : (!llvm.ptr {llvm.align = 8 : i64, llvm.noalias, llvm.sret = !llvm.struct<(array<2 x i64>)>}, !llvm.ptr {llvm.noundef}) -> ()",
            "llvm.load %1 : !llvm.ptr -> !llvm.struct<(struct<(array<2 x i64>)>)>",
            "llvm.extractvalue",
        ],
    );
}

#[test]
fn a_result_in_pieces_is_put_together() {
    let text = converted(&caller(
        "llvm.func @callee(!llvm.ptr) -> !llvm.struct<(i64, i64)>",
        &format!(
            "%0 = sycl.call(%p) {{{ATTRIBUTES}}} : (!llvm.ptr) -> !sycl_id_2_
            %1 = sycl.mlir.unwrap %0 : !sycl_id_2_ to !llvm.array<2 x i64>
            %2 = llvm.extractvalue %1[1] : !llvm.array<2 x i64>
            llvm.return %2 : i64"
        ),
    ));
    assert_lines(
        &text,
        &[
            "llvm.call @callee(%arg0) : (!llvm.ptr) -> !llvm.struct<(i64, i64)>",
            "llvm.extractvalue %0[0] : !llvm.struct<(i64, i64)>",
            "llvm.insertvalue %2, %1[0, 0, 0] : !llvm.struct<(struct<(array<2 x i64>)>)>",
            "llvm.insertvalue %4, %3[0, 0, 1] : !llvm.struct<(struct<(array<2 x i64>)>)>",
        ],
    );
    // Parts of different types go through memory, at the start of the function.
    let text = converted(&caller(
        "llvm.func @callee(!llvm.ptr) -> !llvm.struct<(i64, i32)>",
        &format!(
            "%0 = sycl.call(%p) {{{ATTRIBUTES}}} : (!llvm.ptr) -> !sycl.vec<[i32, 3], (vector<3xi32>)>
            %1 = sycl.mlir.unwrap %0 : !sycl.vec<[i32, 3], (vector<3xi32>)> to !llvm.struct<(i64, i32)>
            %2 = llvm.extractvalue %1[0] : !llvm.struct<(i64, i32)>
            llvm.return %2 : i64"
        ),
    ));
    assert_lines(
        &text,
        &["llvm.alloca", "llvm.br", "llvm.store", "-> !llvm.struct<(vector<3xi32>)>"],
    );
}

#[test]
fn an_operand_is_passed_in_the_pieces_that_the_function_takes() {
    let call = format!(
        "%0 = sycl.mlir.wrap %bytes : !llvm.struct<(i64, i64)> to !sycl_id_2_
        %1 = sycl.call(%p, %0, %i) {{{ATTRIBUTES}}} : (!llvm.ptr, !sycl_id_2_, i32) -> i64
        llvm.return %1 : i64"
    );
    let text = converted(&caller("llvm.func @callee(!llvm.ptr, i64, i64, i32) -> i64", &call));
    assert_lines(
        &text,
        &[
            "llvm.getelementptr %1[8] : (!llvm.ptr) -> !llvm.ptr, i8",
            "(!llvm.ptr, i64, i64, i32) -> i64",
        ],
    );
    let text = converted(&caller(
        "llvm.func @callee(!llvm.ptr, !llvm.ptr {llvm.byval = !llvm.array<2 x i64>}, i32) -> i64",
        &call,
    ));
    assert_lines(
        &text,
        &["(!llvm.ptr, !llvm.ptr {llvm.byval = !llvm.array<2 x i64>}, i32) -> i64"],
    );
}

#[test]
fn an_empty_object_is_neither_passed_nor_returned() {
    let text = converted(
        "llvm.func @make(!llvm.ptr)
        llvm.func @callee(i32) -> i32
        llvm.func @f(%p: !llvm.ptr, %i: i32) -> i32 {
          %0 = sycl.call(%p) {FunctionName = @m, MangledFunctionName = @make} : (!llvm.ptr) -> !sycl.sub_group
          %1 = sycl.call(%0, %i) {FunctionName = @m, MangledFunctionName = @callee} : (!sycl.sub_group, i32) -> i32
          llvm.return %1 : i32
        }",
    );
    assert_lines(&text, &["llvm.call @make(%arg0)", "llvm.call @callee(%arg1) : (i32) -> i32"]);
}

#[test]
fn a_call_that_does_not_go_with_its_function_is_an_error() {
    let text = refused(&caller(
        "llvm.func @callee(!llvm.ptr, f32) -> i64",
        &format!(
            "%0 = sycl.call(%p, %i) {{{ATTRIBUTES}}} : (!llvm.ptr, i32) -> i64
            llvm.return %0 : i64"
        ),
    ));
    let wanted = "'sycl.call' op does not match '@callee', which takes ('!llvm.ptr', 'f32') and returns 'i64'";
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn wrapped_bytes_of_an_object_are_the_object() {
    let text = converted(
        "llvm.func @f(%x: !llvm.struct<(struct<(array<1 x i64>)>)>) -> !llvm.struct<(struct<(array<1 x i64>)>)> {
          %0 = sycl.mlir.wrap %x : !llvm.struct<(struct<(array<1 x i64>)>)> to !sycl_id_1_
          cf.br ^next(%0 : !sycl_id_1_)
        ^next(%1: !sycl_id_1_):
          %2 = sycl.mlir.unwrap %1 : !sycl_id_1_ to !llvm.struct<(struct<(array<1 x i64>)>)>
          llvm.return %2 : !llvm.struct<(struct<(array<1 x i64>)>)>
        }",
    );
    assert!(!text.contains("alloca"), "{text}");
    assert_lines(&text, &["llvm.br ^bb1(%arg0 :", "^bb1(%0:", "llvm.return %0"]);
}

#[test]
fn an_object_without_a_body_has_llvms_type() {
    let body = |get: &str| {
        format!(
            "llvm.func @callee(!llvm.ptr) -> i64
            llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr) -> i64 {{
              %0 = llvm.load %p : !llvm.ptr -> !llvm.array<24 x i8>
              %1 = sycl.mlir.wrap %0 : !llvm.array<24 x i8> to !sycl.nd_item<[1]>
              %2 = memref.alloca() : memref<1x!sycl.nd_item<[1]>>
              %c0 = arith.constant 0 : index
              memref.store %1, %2[%c0] : memref<1x!sycl.nd_item<[1]>>
              %3 = sycl.cast(%2) : (memref<1x!sycl.nd_item<[1]>>) -> !llvm.ptr
              %4 = sycl.call(%3) {{{ATTRIBUTES}}} : (!llvm.ptr) -> !sycl.id<[1]>
              {get}
            }}"
        )
    };
    let get = "%5 = sycl.mlir.unwrap %4 : !sycl.id<[1]> to i64 llvm.return %5 : i64";
    let text = converted(&body(get));
    assert_lines(
        &text,
        &["x !llvm.array<24 x i8>", "%4 = llvm.call @callee(%2)", "llvm.return %4"],
    );
}

#[test]
fn an_object_of_unknown_layout_is_an_error() {
    let text = refused("func.func @f(%x: !sycl.nd_item<[1]>) { return }");
    assert!(
        text.contains("'func.func' op needs the layout of '!sycl.nd_item<[1]>', which has no body"),
        "{text}"
    );
    let text = refused("func.func @f() { %0 = memref.alloca() : memref<1x!sycl.stream> return }");
    assert!(text.contains("'memref.alloca' op needs the layout of '!sycl.stream'"), "{text}");
    // Its address is an ordinary pointer.
    converted("func.func @f(%x: memref<?x!sycl.nd_item<[1]>>) { return }");
}

#[test]
fn method_ops_are_lowered_to_calls_first() {
    let text = refused(
        "func.func @f(%x: !sycl_id_1_) -> i64 {
          %0 = sycl.id.get(%x) : (!sycl_id_1_) -> i64
          return %0 : i64
        }",
    );
    assert!(text.contains("run 'sycl-lower-to-call' before 'convert-sycl-to-llvm'"), "{text}");
}

#[test]
fn constructors_fill_structs() {
    let text = converted(
        "!nd = !sycl.nd_range<[2], (!sycl_range_2_, !sycl_range_2_, !sycl_id_2_)>
        !item = !sycl.item<[2, false], (!sycl.item_base<[2, false], (!sycl_range_2_, !sycl_id_2_)>)>
        func.func @f(%x: i64, %y: i64, %item: !item) -> (!nd, !sycl_id_2_, !sycl_id_2_) {
          %0 = sycl.range.constructor(%x, %y) : (i64, i64) -> !sycl_range_2_
          %1 = sycl.nd_range.constructor(%0, %0) : (!sycl_range_2_, !sycl_range_2_) -> !nd
          %2 = sycl.id.constructor(%item) : (!item) -> !sycl_id_2_
          %3 = sycl.id.constructor() : () -> !sycl_id_2_
          return %1, %2, %3 : !nd, !sycl_id_2_, !sycl_id_2_
        }",
    );
    assert_lines(
        &text,
        &[
            "llvm.insertvalue %arg0, %0[0, 0, 0]",
            "llvm.insertvalue %arg1, %1[0, 0, 1]",
            "llvm.insertvalue %2, %3[0]",
            "llvm.insertvalue %2, %4[1]",
            "llvm.extractvalue %arg2[0, 1]",
            "llvm.mlir.zero : !llvm.struct<(struct<(array<2 x i64>)>)>",
        ],
    );
}

#[test]
fn a_constructor_is_a_call_too() {
    let text = converted(
        "llvm.func @callee(!llvm.ptr, i64)
        func.func @f(%x: i64) -> !sycl_id_1_ {
          %c0 = arith.constant 0 : index
          %0 = memref.alloca() : memref<1x!sycl_id_1_>
          %1 = memref.cast %0 : memref<1x!sycl_id_1_> to memref<?x!sycl_id_1_>
          sycl.constructor @id(%1, %x) {MangledFunctionName = @callee} : (memref<?x!sycl_id_1_>, i64) -> ()
          %2 = memref.load %0[%c0] : memref<1x!sycl_id_1_>
          return %2 : !sycl_id_1_
        }",
    );
    assert_lines(
        &text,
        &["llvm.alloca", "llvm.call @callee(%2, %arg0) : (!llvm.ptr, i64) -> ()", "llvm.load %2"],
    );
}

#[test]
fn memrefs_are_arrays() {
    let text = converted(
        "func.func @f(%m: memref<?x4xf32, 1>, %i: index, %j: index) -> f32 {
          %0 = memref.load %m[%i, %j] : memref<?x4xf32, 1>
          memref.store %0, %m[%j, %i] : memref<?x4xf32, 1>
          return %0 : f32
        }",
    );
    assert_lines(
        &text,
        &[
            "%0 = llvm.mlir.constant(4 : i64) : i64",
            "%1 = llvm.mul %arg1, %0 : i64",
            "%2 = llvm.add %1, %arg2 : i64",
            "llvm.getelementptr %arg0[%2] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32",
            "llvm.store",
        ],
    );
    for (op, why) in [
        (
            "%0 = memref.load %m[%i, %i] : memref<?x?xf32>",
            "cannot find elements of 'memref<?x?xf32>'",
        ),
        ("%0 = memref.alloca(%i) : memref<?xf32>", "cannot allocate 'memref<?xf32>'"),
        ("%c = arith.constant 0 : index %0 = memref.dim %m, %c : memref<?x?xf32>", "memref.dim"),
    ] {
        let text =
            refused(&format!("func.func @f(%m: memref<?x?xf32>, %i: index) {{ {op}\nreturn }}"));
        assert!(text.contains(why), "{text}");
    }
}

#[test]
fn a_base_class_is_where_the_body_has_it() {
    let text = converted(
        "!base = !sycl.local_accessor_base<[1, f32, read_write], (!llvm.ptr<3>)>
        !acc = !sycl.local_accessor<[1, f32], (i64, !base)>
        func.func @f(%x: memref<?x!acc>) -> memref<?x!base> {
          %0 = sycl.cast(%x) : (memref<?x!acc>) -> memref<?x!base>
          return %0 : memref<?x!base>
        }",
    );
    assert_lines(
        &text,
        &[
            "llvm.getelementptr %arg0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, struct<(ptr<3>)>)>",
        ],
    );
}

#[test]
fn places_in_the_source_are_kept() {
    let context = scythe_sycl_dialect::context();
    let body = caller(
        "llvm.func @callee(!llvm.ptr) -> i64",
        &format!(
            "%0 = sycl.call(%p) {{{ATTRIBUTES}}} : (!llvm.ptr) -> i64 loc(\"kernel.cpp\":7:9)
            llvm.return %0 : i64"
        ),
    );
    let module = parse(&context, &body);
    to_llvm(module.op()).unwrap();
    let text = module.op().text_with_locations();
    let place = text.lines().find(|line| line.contains("kernel.cpp")).unwrap();
    let name = place.split(' ').next().unwrap();
    assert_lines(&text, &[&format!("llvm.call @callee(%arg0) : (!llvm.ptr) -> i64 loc({name})")]);
}

#[test]
fn the_passes_have_names() {
    register_passes();
    register_passes();
    let context = scythe_sycl_dialect::context();
    let module = parse(
        &context,
        "llvm.func @get(!llvm.ptr, i32) -> i64 attributes {sycl.method = [!sycl_id_1_, @get]}
        func.func @f(%id: !sycl_id_1_, %i: i32) -> i64 {
          %0 = sycl.id.get(%id, %i) {FunctionArgTypes = {!llvm.ptr, i32}} : (!sycl_id_1_, i32) -> i64
          return %0 : i64
        }",
    );
    run_passes(module.op(), "sycl-lower-to-call,convert-sycl-to-llvm", true).unwrap();
    assert_lines(&module.op().to_string(), &["llvm.call @get("]);
}
