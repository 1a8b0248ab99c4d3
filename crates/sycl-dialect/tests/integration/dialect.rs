//! The dialect's textual syntax and canonicalisation.

use scythe_mlir::{Module, collect_diagnostics, register_all_passes, run_passes};

const ALIASES: &str = "
!sycl_array_1_ = !sycl.array<[1], (memref<1xi64>)>
!sycl_id_1_ = !sycl.id<[1], (!sycl_array_1_)>
!sycl_range_1_ = !sycl.range<[1], (!sycl_array_1_)>
!sycl_group_1_ = !sycl.group<[1], (!sycl_range_1_, !sycl_range_1_, !sycl_range_1_, !sycl_id_1_)>
!sycl_nd_item_1_ = !sycl.nd_item<[1], (!sycl_id_1_, !sycl_group_1_)>
";

fn round_trip(body: &str) -> String {
    let context = scythe_sycl_dialect::context();
    let text = format!("{ALIASES}{body}");
    let (module, diagnostics) = collect_diagnostics(&context, || Module::parse(&context, &text));
    let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let printed = module.op().to_string();
    let again = Module::parse(&context, &printed).expect("what is printed can be parsed");
    assert_eq!(again.op().to_string(), printed);
    printed
}

#[test]
fn the_designs_examples_are_printed_as_written() {
    let line = "%1 = sycl.nd_item.get_global_id(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_, i32) -> i64";
    let printed = round_trip(&format!(
        "func.func @f(%arg0: !sycl_nd_item_1_, %arg1: i32) -> i64 {{\n{line}\nreturn %1 : i64 }}"
    ));
    assert!(printed.contains(&line["%1 = ".len()..]), "{printed}");
    assert!(
        printed.contains("!sycl_nd_item_1_ = !sycl.nd_item<[1], (!sycl_id_1_, !sycl_group_1_)>")
    );
}

#[test]
fn a_component_of_a_query_is_the_query_with_a_dimension() {
    register_all_passes();
    let context = scythe_sycl_dialect::context();
    let text = format!(
        "{ALIASES}
        func.func @f(%nd: !sycl_nd_item_1_, %i: i32) -> i64 {{
          %0 = sycl.nd_item.get_global_id(%nd) {{FunctionArgTypes = {{!llvm.ptr<4>}}, FunctionName = @get_global_id, TypeName = @nd_item}} : (!sycl_nd_item_1_) -> !sycl_id_1_
          %1 = sycl.id.get(%0, %i) {{FunctionArgTypes = {{memref<?x!sycl_id_1_, 4>, i32}}, FunctionName = @get, TypeName = @id}} : (!sycl_id_1_, i32) -> i64
          return %1 : i64
        }}"
    );
    let module = Module::parse(&context, &text).unwrap();
    run_passes(module.op(), "canonicalize,cse", true).unwrap();
    let printed = module.op().to_string();
    assert!(printed.contains("sycl.nd_item.get_global_id(%arg0, %arg1) {FunctionArgTypes = {!llvm.ptr<4>, i32}, FunctionName = @get_global_id, TypeName = @nd_item} : (!sycl_nd_item_1_, i32) -> i64"), "{printed}");
    assert!(!printed.contains("sycl.id.get"));
}
