//! Method ops become calls, as the index-space design describes it.

use scythe_lower::{to_calls, to_calls_with};
use scythe_mlir::collect_diagnostics;
use scythe_sycl_dialect::definitions::Definitions;
use scythe_sycl_dialect::other_ops::function;

use crate::support::lines::assert_lines;
use crate::support::{messages, parse};

/// The text of a module after its method ops were lowered.
#[track_caller]
fn lowered(body: &str) -> String {
    let context = scythe_sycl_dialect::context();
    let module = parse(&context, body);
    let (result, diagnostics) = collect_diagnostics(&context, || to_calls(module.op()));
    result.unwrap_or_else(|_| panic!("{}", messages(&diagnostics)));
    let (valid, diagnostics) = collect_diagnostics(&context, || module.op().verify());
    assert!(valid, "{}\n{}", messages(&diagnostics), module.op());
    module.op().to_string()
}

#[track_caller]
fn refused(body: &str) -> String {
    let context = scythe_sycl_dialect::context();
    let module = parse(&context, body);
    let before = module.op().to_string();
    let (result, diagnostics) = collect_diagnostics(&context, || to_calls(module.op()));
    assert!(result.is_err(), "{}", module.op());
    assert_eq!(module.op().to_string(), before, "a lowering that fails changes nothing");
    messages(&diagnostics)
}

#[test]
fn the_designs_example() {
    let text = lowered(
        "llvm.func @mangled(!llvm.ptr<4>, i32) -> i64 attributes {sycl.method = [!sycl_nd_item_1_, @get_global_id]}
        func.func @f(%nd: !sycl_nd_item_1_, %idx: i32) -> i64 {
          %1 = sycl.nd_item.get_global_id(%nd, %idx) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_, i32) -> i64
          return %1 : i64
        }",
    );
    assert_lines(
        &text,
        &[
            "%alloca = memref.alloca() : memref<1x!sycl_nd_item_1_>",
            "memref.store %arg0, %alloca[%c0] : memref<1x!sycl_nd_item_1_>",
            "%0 = polygeist.memref2pointer(%alloca) : (memref<1x!sycl_nd_item_1_>) -> !llvm.ptr",
            "%1 = llvm.addrspacecast %0 : !llvm.ptr to !llvm.ptr<4>",
            "%2 = polygeist.pointer2memref(%1) : (!llvm.ptr<4>) -> memref<1x!sycl_nd_item_1_, 4>",
            "%3 = sycl.cast(%2) : (memref<1x!sycl_nd_item_1_, 4>) -> !llvm.ptr<4>",
            "%4 = sycl.call(%3, %arg1) {FunctionName = @get_global_id, MangledFunctionName = @mangled, TypeName = @nd_item} : (!llvm.ptr<4>, i32) -> i64",
            "return %4 : i64",
        ],
    );
}

#[test]
fn memrefs_get_the_shape_and_the_space_of_the_argument() {
    let text = lowered(
        "func.func private @here(memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_ attributes {sycl.method = [!sycl_nd_item_1_, @get_global_id]}
        func.func private @there(memref<?x!sycl_nd_item_1_, 4>) -> !sycl_id_1_ attributes {sycl.method = [!sycl_nd_item_1_, @get_local_id]}
        func.func private @one(memref<1x!sycl_nd_item_1_>) -> i64 attributes {sycl.method = [!sycl_nd_item_1_, @get_local_linear_id]}
        func.func @f(%nd: !sycl_nd_item_1_) -> (!sycl_id_1_, !sycl_id_1_, i64) {
          %0 = sycl.nd_item.get_global_id(%nd) : (!sycl_nd_item_1_) -> !sycl_id_1_
          %1 = sycl.nd_item.get_local_id(%nd) {FunctionArgTypes = {memref<?x!sycl_nd_item_1_, 4>}} : (!sycl_nd_item_1_) -> !sycl_id_1_
          %2 = sycl.nd_item.get_local_linear_id(%nd) {FunctionArgTypes = {memref<1x!sycl_nd_item_1_>}} : (!sycl_nd_item_1_) -> i64
          return %0, %1, %2 : !sycl_id_1_, !sycl_id_1_, i64
        }",
    );
    assert_lines(
        &text,
        &[
            "%alloca = memref.alloca() : memref<1x!sycl_nd_item_1_>",
            "%cast = memref.cast %alloca : memref<1x!sycl_nd_item_1_> to memref<?x!sycl_nd_item_1_>",
            "sycl.call(%cast) {FunctionName = @get_global_id, MangledFunctionName = @here, TypeName = @nd_item} : (memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_",
            "%cast_2 = memref.cast %alloca_0 : memref<1x!sycl_nd_item_1_> to memref<?x!sycl_nd_item_1_>",
            "polygeist.memref2pointer(%cast_2) : (memref<?x!sycl_nd_item_1_>) -> !llvm.ptr",
            "llvm.addrspacecast",
            "polygeist.pointer2memref(%2) : (!llvm.ptr<4>) -> memref<?x!sycl_nd_item_1_, 4>",
            "MangledFunctionName = @there, TypeName = @nd_item} : (memref<?x!sycl_nd_item_1_, 4>) -> !sycl_id_1_",
            "sycl.call(%alloca_3) {FunctionName = @get_local_linear_id, MangledFunctionName = @one, TypeName = @nd_item} : (memref<1x!sycl_nd_item_1_>) -> i64",
        ],
    );
}

#[test]
fn a_function_of_a_base_class_gets_the_base_class() {
    let text = lowered(
        "func.func private @get(memref<?x!sycl_array_1_, 4>, i32) -> i64 attributes {sycl.method = [!sycl_id_1_, @get]}
        func.func @f(%id: !sycl_id_1_, %i: i32) -> i64 {
          %0 = sycl.id.get(%id, %i) {FunctionArgTypes = {memref<?x!sycl_array_1_, 4>, i32}, FunctionName = @get, TypeName = @array} : (!sycl_id_1_, i32) -> i64
          return %0 : i64
        }",
    );
    assert_lines(
        &text,
        &[
            "polygeist.pointer2memref(%1) : (!llvm.ptr<4>) -> memref<?x!sycl_id_1_, 4>",
            "%3 = sycl.cast(%2) : (memref<?x!sycl_id_1_, 4>) -> memref<?x!sycl_array_1_, 4>",
            "sycl.call(%3, %arg1) {FunctionName = @get, MangledFunctionName = @get, TypeName = @array}",
        ],
    );
}

#[test]
fn temporaries_of_loops_are_allocated_before_them() {
    let text = lowered(
        "llvm.func @get(!llvm.ptr, i32) -> i64 attributes {sycl.method = [!sycl_id_1_, @get]}
        func.func @f(%id: !sycl_id_1_, %i: i32) {
          cf.br ^loop
        ^loop:
          %0 = sycl.id.get(%id, %i) {FunctionArgTypes = {!llvm.ptr, i32}} : (!sycl_id_1_, i32) -> i64
          %1 = arith.trunci %0 : i64 to i1
          cf.cond_br %1, ^loop, ^end
        ^end:
          return
        }",
    );
    assert_lines(&text, &["memref.alloca", "cf.br ^bb1", "memref.store", "sycl.call"]);
}

#[test]
fn an_id_by_reference_is_put_into_memory_as_well() {
    let text = lowered(
        "llvm.func @at(!llvm.ptr, !llvm.ptr) -> !llvm.ptr<1> attributes {sycl.method = [!sycl_accessor_1_f32_rw_dev, @\"operator[]\"]}
        func.func @f(%a: !sycl_accessor_1_f32_rw_dev, %i: !sycl_id_1_) -> !llvm.ptr<1> {
          %0 = sycl.accessor.subscript(%a, %i) {FunctionArgTypes = {!llvm.ptr, !llvm.ptr}} : (!sycl_accessor_1_f32_rw_dev, !sycl_id_1_) -> !llvm.ptr<1>
          return %0 : !llvm.ptr<1>
        }",
    );
    assert_lines(
        &text,
        &[
            "memref.alloca() : memref<1x!sycl_accessor_1_f32_rw_dev>",
            "memref.alloca() : memref<1x!sycl_id_1_>",
            "%1 = sycl.cast(%alloca_0) : (memref<1x!sycl_id_1_>) -> !llvm.ptr",
            "sycl.call(%0, %1) {FunctionName = @\"operator[]\", MangledFunctionName = @at, TypeName = @accessor}",
        ],
    );
}

/// A function that loads an object, does `between`, and queries its global id.
fn loaded(between: &str) -> String {
    format!(
        "llvm.func @get(!llvm.ptr) -> i64 attributes {{sycl.method = [!sycl_nd_item_1_, @get_global_id]}}
        llvm.func @other()
        llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr) -> i64 {{
          %0 = llvm.load %p : !llvm.ptr -> !llvm.array<48 x i8>
          %1 = sycl.mlir.wrap %0 : !llvm.array<48 x i8> to !sycl_nd_item_1_
          {between}
          %2 = sycl.nd_item.get_global_id(%1) {{FunctionArgTypes = {{!llvm.ptr}}}} : (!sycl_nd_item_1_) -> !sycl_id_1_
          %3 = sycl.mlir.unwrap %2 : !sycl_id_1_ to i64
          llvm.return %3 : i64
        }}"
    )
}

#[test]
fn an_object_that_is_in_memory_stays_there() {
    let text = lowered(&loaded("%x = llvm.load %q : !llvm.ptr -> i32"));
    assert_lines(&text, &["llvm.func @f(%arg0", "sycl.call(%arg0) {FunctionName = @get_global_id"]);
    assert!(!text.contains("sycl.mlir.wrap") && !text.contains("array<48"), "{text}");
}

#[test]
fn an_object_whose_place_is_written_to_is_copied() {
    for between in [
        "%x = llvm.mlir.constant(1 : i8) : i8 llvm.store %x, %q : i8, !llvm.ptr",
        "llvm.call @other() : () -> ()",
    ] {
        let text = lowered(&loaded(between));
        assert_lines(&text, &["llvm.load %arg0", "memref.store %1, %alloca", "sycl.call(%"]);
    }
    let volatile = loaded("").replace("llvm.load %p", "llvm.load volatile %p");
    assert_lines(&lowered(&volatile), &["llvm.load volatile %arg0", "memref.store %1"]);
}

#[test]
fn a_pointer_becomes_what_the_function_takes() {
    let body = loaded("")
        .replace("@get(!llvm.ptr)", "@get(!llvm.ptr<4>)")
        .replace("{!llvm.ptr}", "{!llvm.ptr<4>}");
    assert_lines(&lowered(&body), &["llvm.addrspacecast %arg0", "sycl.call(%0)"]);
    let body = loaded("")
        .replace(
            "llvm.func @get(!llvm.ptr) -> i64",
            "func.func private @get(memref<?x!sycl_nd_item_1_>) -> !sycl_id_1_",
        )
        .replace("{!llvm.ptr}", "{memref<?x!sycl_nd_item_1_>}");
    let pieces = [
        "polygeist.pointer2memref(%arg0) : (!llvm.ptr) -> memref<?x!sycl_nd_item_1_>",
        "sycl.call(%0)",
    ];
    assert_lines(&lowered(&body), &pieces);
}

#[test]
fn an_unused_op_is_not_called() {
    let text = lowered(
        "llvm.func @get(!llvm.ptr, i32) -> i64 attributes {sycl.method = [!sycl_id_1_, @get]}
        func.func @f(%id: !sycl_id_1_, %i: i32) {
          %0 = sycl.id.get(%id, %i) {FunctionArgTypes = {!llvm.ptr, i32}} : (!sycl_id_1_, i32) -> i64
          return
        }",
    );
    assert!(!text.contains("sycl.call"), "{text}");
}

#[test]
fn a_function_that_was_erased_is_put_back() {
    let context = scythe_sycl_dialect::context();
    let module = parse(
        &context,
        "llvm.func @get(%this: !llvm.ptr, %i: i32) -> i64 attributes {sycl.method = [!sycl_id_1_, @get]} {
          %0 = llvm.load %this : !llvm.ptr -> i64
          llvm.return %0 : i64
        }
        func.func @f(%id: !sycl_id_1_, %i: i32) -> i64 {
          %0 = sycl.id.get(%id, %i) {FunctionArgTypes = {!llvm.ptr, i32}} : (!sycl_id_1_, i32) -> i64
          return %0 : i64
        }",
    );
    let definitions = Definitions::of(module.op()).unwrap();
    function(module.op(), "get").unwrap().erase();
    to_calls_with(module.op(), &definitions).unwrap();
    assert!(module.op().verify());
    assert_lines(&module.op().to_string(), &["sycl.call", "llvm.func @get(", "llvm.load"]);
}

/// Lowers `op`, whose functions are `definitions`: names in C++, objects and types.
fn with(definitions: &[(&str, &str, &str)], op: &str) -> String {
    let mut body = String::new();
    for (index, (object, name, ty)) in definitions.iter().enumerate() {
        body.push_str(&format!(
            "llvm.func @f{index}{ty} attributes {{sycl.method = [{object}, @\"{name}\"]}}\n"
        ));
    }
    body + &format!(
        "func.func @user(%nd: !sycl_nd_item_1_, %g: !sycl_group_1_, %id: !sycl_id_1_, %r: !sycl_range_1_, %i: i32) -> i64 {{
          %zero = arith.constant 0 : i32
          %0 = {op}
          return %0 : i64
        }}"
    )
}

/// The calls of a lowered module, by the names of the functions in C++.
#[track_caller]
fn calls(definitions: &[(&str, &str, &str)], op: &str) -> Vec<String> {
    let text = lowered(&with(definitions, op));
    let name =
        |line: &str| line.split("FunctionName = @").nth(1)?.split(',').next().map(str::to_owned);
    text.lines().filter(|line| line.contains("sycl.call(")).filter_map(name).collect()
}

const ND: &str = "!sycl_nd_item_1_";
const GROUP: &str = "!sycl_group_1_";
const ID: &str = "!sycl_id_1_";
const RANGE: &str = "!sycl_range_1_";

#[test]
fn canonicalised_ops_are_split() {
    let whole = "(!llvm.ptr) -> i64";
    let component = "(!llvm.ptr, i32) -> i64";
    let query = "sycl.nd_item.get_global_id(%nd, %i) {FunctionArgTypes = {!llvm.ptr, i32}} : (!sycl_nd_item_1_, i32) -> i64";
    assert_eq!(
        calls(&[(ND, "get_global_id", whole), (ID, "get", component)], query),
        ["get_global_id", "get"]
    );
    // Any name of the op that extracts components is accepted.
    assert_eq!(
        calls(&[(ND, "get_global_id", whole), (ID, "operator[]", component)], query),
        ["get_global_id", "\"operator[]\""]
    );
    // A group's id can be queried in two ways.
    let group = "sycl.nd_item.get_group(%nd, %i) : (!sycl_nd_item_1_, i32) -> i64";
    let functions = [(ND, "get_group", whole), (GROUP, "get_id", component)];
    assert_eq!(calls(&functions, group), ["get_group", "get_id"]);
    let functions = [(ND, "get_group", whole), (GROUP, "get_id", whole), (ID, "get", component)];
    assert_eq!(calls(&functions, group), ["get_group", "get_id", "get"]);
}

#[test]
fn linear_ids_and_sizes_are_split() {
    let whole = "(!llvm.ptr) -> i64";
    let component = "(!llvm.ptr, i32) -> i64";
    let linear = "sycl.nd_item.get_local_linear_id(%nd) : (!sycl_nd_item_1_) -> i64";
    assert_eq!(calls(&[(ND, "get_local_id", component)], linear), ["get_local_id"]);
    let functions = [(ND, "get_local_id", whole), (ID, "get", component)];
    assert_eq!(calls(&functions, linear), ["get_local_id", "get"]);
    let functions = [(ND, "get_group", whole), (GROUP, "get_local_linear_id", whole)];
    assert_eq!(calls(&functions, linear), ["get_group", "get_local_linear_id"]);
    let size = "sycl.group.get_local_linear_range(%g) : (!sycl_group_1_) -> i64";
    let functions = [(GROUP, "get_local_range", whole), (RANGE, "size", whole)];
    assert_eq!(calls(&functions, size), ["get_local_range", "size"]);
    let first = "sycl.nd_item.get_global_range(%nd, %zero) : (!sycl_nd_item_1_, i32) -> i64";
    let functions = [(ND, "get_global_range", whole), (RANGE, "size", whole)];
    assert_eq!(calls(&functions, first), ["get_global_range", "size"]);
    // Any other dimension is not the size.
    let text = refused(&with(&functions, &first.replace("%zero", "%i")));
    assert!(text.contains("no definition of method 'get_global_range'"), "{text}");
}

#[test]
fn a_lone_component_needs_no_dimension() {
    let lone = "sycl.id.get(%id) : (!sycl_id_1_) -> i64";
    let conversion = (ID, "operator size_t", "(!llvm.ptr) -> i64");
    let component = (ID, "get", "(!llvm.ptr, i32) -> i64");
    assert_eq!(calls(&[conversion, component], lone), ["\"operator size_t\""]);
    assert_eq!(calls(&[component], lone), ["get"]);
    // A method without further arguments that returns the object itself is something else.
    let text = refused(&with(&[(ID, "get", "(!llvm.ptr) -> i64")], lone));
    assert!(text.contains("no definition of method 'get'"), "{text}");
}

#[test]
fn an_op_without_a_function_is_an_error_that_names_it() {
    let text = refused(
        "func.func @f(%nd: !sycl_nd_item_1_) -> !sycl_id_1_ {
          %0 = sycl.nd_item.get_global_id(%nd) {FunctionArgTypes = {!llvm.ptr<4>}} : (!sycl_nd_item_1_) -> !sycl_id_1_
          return %0 : !sycl_id_1_
        }",
    );
    assert_eq!(
        text,
        "'sycl.nd_item.get_global_id' op no definition of method 'get_global_id' of \
         '!sycl.nd_item<[1]>' taking ('!llvm.ptr<4>'), and it cannot be split into operations that \
         have one\n"
    );
}

#[test]
fn the_types_that_an_op_says_its_function_takes_are_binding() {
    let text = refused(&with(
        &[(ID, "get", "(!llvm.ptr, i32) -> i64")],
        "sycl.id.get(%id, %i) {FunctionArgTypes = {!llvm.ptr<4>, i32}} : (!sycl_id_1_, i32) -> i64",
    ));
    assert!(text.contains("taking ('!llvm.ptr<4>', 'i32')"), "{text}");
}

#[test]
fn two_definitions_of_a_method_are_an_error_at_the_second() {
    let one = |name: &str| {
        format!(
            "llvm.func @{name}(%p: !llvm.ptr, %i: i32) -> i64 attributes {{sycl.method = [!sycl_id_1_, @get]}} {{
              %0 = llvm.load %p : !llvm.ptr -> i64
              llvm.return %0 : i64
            }}\n"
        )
    };
    let text = refused(&(one("first") + &one("second")));
    assert_eq!(
        text,
        "'llvm.func' op '@second' defines method 'get' of '!sycl.id<[1]>', which '@first' defines \
         already; only declarations can be overridden\n"
    );
}
