//! Raised kernels as MLIR text, and the remarks about them.

use scythe_mlir::{Module, Severity, collect_diagnostics, register_all_passes, run_passes};
use scythe_optimize::memory_access::{
    Argument, KernelArguments, kernels, remarks, report_accesses,
};

const ALIASES: &str = "
!id1 = !sycl.id<[1]>
!id2 = !sycl.id<[2]>
!id3 = !sycl.id<[3]>
!range1 = !sycl.range<[1]>
!range2 = !sycl.range<[2]>
!item1 = !sycl.item<[1, true]>
!item2 = !sycl.item<[2, true]>
!nd1 = !sycl.nd_item<[1]>
!nd2 = !sycl.nd_item<[2]>
!acc1 = !sycl.accessor<[1, f32, read_write, device]>
!acc2 = !sycl.accessor<[2, f32, read_write, device]>
!acc3 = !sycl.accessor<[3, f64, read_write, device]>
!points = !sycl.accessor<[1, !llvm.struct<(f32, f32, f32, f32, f64)>, read, device]>
!local = !sycl.local_accessor<[2, f32]>
";

/// Arguments of all kernels: eight bytes each.
const NAMES: [&str; 4] = ["a", "b", "c", "n"];

fn arguments() -> KernelArguments {
    let mut all = KernelArguments { symbol: "kernel".into(), ..KernelArguments::default() };
    for (offset, name) in (0..).step_by(8).zip(NAMES) {
        all.arguments.push(Argument { offset, bytes: 8, name: name.into(), has_range: false });
    }
    all
}

/// Pointers, a number and what a body does with them.
fn kernel(object: &str, body: &str) -> String {
    format!(
        "{ALIASES}
llvm.func @kernel(%args: !llvm.ptr {{llvm.byval = !llvm.array<32 x i8>}}) {{
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %d0 = llvm.mlir.constant(0 : i32) : i32
  %d1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.load %args : !llvm.ptr -> !llvm.ptr
  %pb = llvm.getelementptr %args[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %b = llvm.load %pb : !llvm.ptr -> !llvm.ptr
  %pc = llvm.getelementptr %args[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %c = llvm.load %pc : !llvm.ptr -> !llvm.ptr
  %pn = llvm.getelementptr %args[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %n = llvm.load %pn : !llvm.ptr -> i64
  %object = llvm.mlir.zero : !llvm.struct<(array<8 x i64>)>
  %it = sycl.mlir.wrap %object : !llvm.struct<(array<8 x i64>)> to {object}
  {body}
  llvm.return
}}"
    )
}

fn said(text: &str) -> Vec<String> {
    let context = scythe_sycl_dialect::context();
    let (module, diagnostics) = collect_diagnostics(&context, || Module::parse(&context, text));
    let module = module.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let names = arguments();
    let all = kernels(module.op());
    all.into_iter().flat_map(|kernel| report_accesses(kernel, &names)).map(|j| j.message).collect()
}

/// The first words of each remark, up to the colon.
fn classes(text: &str) -> Vec<String> {
    said(text).iter().map(|m| m.split(':').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn vector_addition() {
    let text = kernel(
        "!item1",
        "%i = sycl.item.get_id(%it, %d0) : (!item1, i32) -> i64
         %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         %x = llvm.load %p : !llvm.ptr -> f32
         %q = llvm.getelementptr %c[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         llvm.store %x, %q : f32, !llvm.ptr",
    );
    assert_eq!(classes(&text), ["load from 'a' is linear", "store to 'c' is linear"]);
}

/// A matrix product; rows and columns by dimension.
fn product(row: &str, col: &str) -> String {
    kernel(
        "!nd2",
        &format!(
            "%row = sycl.nd_item.get_global_id(%it, %{row}) : (!nd2, i32) -> i64
             %col = sycl.nd_item.get_global_id(%it, %{col}) : (!nd2, i32) -> i64
             %start = llvm.mul %row, %n : i64
             %f0 = llvm.mlir.constant(0.0 : f32) : f32
             llvm.br ^header(%zero, %f0 : i64, f32)
           ^header(%k: i64, %sum: f32):
             %on = llvm.icmp \"ult\" %k, %n : i64
             llvm.cond_br %on, ^body, ^after
           ^body:
             %ia = llvm.add %start, %k : i64
             %qa = llvm.getelementptr %a[%ia] : (!llvm.ptr, i64) -> !llvm.ptr, f32
             %x = llvm.load %qa : !llvm.ptr -> f32
             %below = llvm.mul %k, %n : i64
             %ib = llvm.add %below, %col : i64
             %qb = llvm.getelementptr %b[%ib] : (!llvm.ptr, i64) -> !llvm.ptr, f32
             %y = llvm.load %qb : !llvm.ptr -> f32
             %xy = llvm.fmul %x, %y : f32
             %more = llvm.fadd %sum, %xy : f32
             %next = llvm.add %k, %one : i64
             llvm.br ^header(%next, %more : i64, f32)
           ^after:
             %ic = llvm.add %start, %col : i64
             %qc = llvm.getelementptr %c[%ic] : (!llvm.ptr, i64) -> !llvm.ptr, f32
             llvm.store %sum, %qc : f32, !llvm.ptr"
        ),
    )
}

#[test]
fn matrix_products() {
    assert_eq!(
        classes(&product("d0", "d1")),
        ["load from 'a' is a broadcast", "load from 'b' is linear", "store to 'c' is linear"]
    );
    let wrong = said(&product("d1", "d0"));
    assert!(wrong[0].contains("'n' elements of 4 bytes apart"), "{}", wrong[0]);
    assert!(wrong[0].contains("fix: swap dimensions 0 and 1"), "{}", wrong[0]);
    assert!(wrong[2].contains("fix: swap dimensions 0 and 1"), "{}", wrong[2]);
}

#[test]
fn subscripts_of_accessors() {
    let text = kernel(
        "!item2",
        "%acc = sycl.mlir.wrap %object : !llvm.struct<(array<8 x i64>)> to !acc2
         %raw = llvm.load %pb : !llvm.ptr -> !llvm.struct<(array<7 x i64>)>
         %out = sycl.mlir.wrap %raw : !llvm.struct<(array<7 x i64>)> to !acc2
         %i = sycl.item.get_id(%it) : (!item2) -> !id2
         %p = sycl.accessor.subscript(%out, %i) : (!acc2, !id2) -> !llvm.ptr
         %x = llvm.load %p : !llvm.ptr -> f32
         %x0 = sycl.item.get_id(%it, %d0) : (!item2, i32) -> i64
         %x1 = sycl.item.get_id(%it, %d1) : (!item2, i32) -> i64
         %t = sycl.id.constructor(%x1, %x0) : (i64, i64) -> !id2
         %q = sycl.accessor.subscript(%out, %t) : (!acc2, !id2) -> !llvm.ptr
         llvm.store %x, %q : f32, !llvm.ptr",
    );
    let said = said(&text);
    assert!(said[0].starts_with("load from 'b' is linear"), "{}", said[0]);
    assert!(said[1].contains("'b.get_range()[1]' elements of 4 bytes apart"), "{}", said[1]);
    assert!(said[1].contains("fix: copy a tile into local memory"), "{}", said[1]);
}

#[test]
fn members_of_structures() {
    let text = kernel(
        "!nd1",
        "%raw = llvm.load %pb : !llvm.ptr -> !llvm.struct<(array<4 x i64>)>
         %acc = sycl.mlir.wrap %raw : !llvm.struct<(array<4 x i64>)> to !points
         %i = sycl.nd_item.get_global_id(%it) : (!nd1) -> !id1
         %p = sycl.accessor.subscript(%acc, %i) : (!points, !id1) -> !llvm.ptr
         %y = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, f32, f32, f32, f64)>
         %x = llvm.load %y : !llvm.ptr -> f32",
    );
    assert_eq!(
        said(&text),
        [
            "load from 'b' is strided: neighbouring work-items are 24 bytes apart, and each accesses 4 \
          bytes of an element of 24; fix: keep each member in an array of its own (structure of arrays)"
        ]
    );
}

#[test]
fn work_groups_and_linear_ids() {
    let text = kernel(
        "!nd1",
        "%g = sycl.nd_item.get_group_linear_id(%it) : (!nd1) -> i64
         %l = sycl.nd_item.get_local_linear_id(%it) : (!nd1) -> i64
         %r = sycl.nd_item.get_local_range(%it, %d0) : (!nd1, i32) -> i64
         %s = llvm.mul %g, %r : i64
         %i = llvm.add %s, %l : i64
         %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
         %x = llvm.load %p : !llvm.ptr -> f64
         %first = llvm.icmp \"eq\" %l, %zero : i64
         llvm.cond_br %first, ^yes, ^no
       ^yes:
         %q = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
         llvm.store %x, %q : f64, !llvm.ptr
         llvm.br ^no
       ^no:
         %gl = sycl.nd_item.get_global_linear_id(%it) : (!nd1) -> i64
         %z = llvm.getelementptr %c[%gl] : (!llvm.ptr, i64) -> !llvm.ptr, f64
         llvm.store %x, %z : f64, !llvm.ptr",
    );
    let said = said(&text);
    assert!(said[0].starts_with("load from 'a' is linear"), "{}", said[0]);
    assert!(said[1].ends_with("only some work-items get here"), "{}", said[1]);
    assert!(said[2].starts_with("store to 'c' is linear"), "{}", said[2]);
}

#[test]
fn indices_from_memory() {
    let text = kernel(
        "!item1",
        "%i = sycl.item.get_linear_id(%it) : (!item1) -> i64
         %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
         %x = llvm.load %p : !llvm.ptr -> i32
         %wide = llvm.sext %x : i32 to i64
         %q = llvm.getelementptr %b[%wide] : (!llvm.ptr, i64) -> !llvm.ptr, i32
         %y = llvm.load %q : !llvm.ptr -> i32",
    );
    assert_eq!(classes(&text), ["load from 'a' is linear", "load from 'b' is indirect"]);
    assert!(said(&text)[1].contains("data loaded from 'a'"));
}

#[test]
fn reversed_shifted_and_clamped() {
    let text = kernel(
        "!item1",
        "%i = sycl.item.get_id(%it, %d0) : (!item1, i32) -> i64
         %ones = llvm.mlir.constant(-1 : i64) : i64
         %not = llvm.xor %i, %ones : i64
         %j = llvm.add %not, %n : i64
         %p = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i16
         %x = llvm.load %p : !llvm.ptr -> i16
         %up = llvm.add %i, %one : i64
         %q = llvm.getelementptr %b[%up] : (!llvm.ptr, i64) -> !llvm.ptr, i16
         %y = llvm.load %q : !llvm.ptr -> i16
         %down = llvm.intr.usub.sat(%i, %one) : (i64, i64) -> i64
         %z = llvm.getelementptr %c[%down] : (!llvm.ptr, i64) -> !llvm.ptr, i16
         %w = llvm.load %z : !llvm.ptr -> i16",
    );
    let said = said(&text);
    assert!(said[0].starts_with("load from 'a' is reverse-linear"), "{}", said[0]);
    assert!(said[1].starts_with("load from 'b' is shifted"), "{}", said[1]);
    assert!(said[2].ends_with("(except at borders, where the index is clamped)"), "{}", said[2]);
}

#[test]
fn builtins_that_were_not_raised_count_from_the_fastest_dimension() {
    let text = format!(
        "llvm.func @__mux_get_global_id(i32) -> i64
         {}",
        kernel(
            "!sycl.sub_group",
            "%x = llvm.call @__mux_get_global_id(%d0) : (i32) -> i64
             %y = llvm.call @__mux_get_global_id(%d1) : (i32) -> i64
             %rows = llvm.mul %y, %n : i64
             %i = llvm.add %rows, %x : i64
             %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
             %v = llvm.load %p : !llvm.ptr -> f32
             %cols = llvm.mul %x, %n : i64
             %j = llvm.add %cols, %y : i64
             %q = llvm.getelementptr %b[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
             llvm.store %v, %q : f32, !llvm.ptr"
        )
        .replace(ALIASES, "")
    );
    let text = format!("{ALIASES}{text}");
    assert_eq!(classes(&text), ["load from 'a' is linear", "store to 'b' is strided"]);
}

#[test]
fn sub_groups_take_rows() {
    let text = kernel(
        "!sycl.sub_group",
        "%l = sycl.sub_group.get_local_linear_id(%it) : (!sycl.sub_group) -> i32
         %lane = llvm.zext %l : i32 to i64
         %p = llvm.getelementptr %a[%lane] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         %v = llvm.load %p : !llvm.ptr -> f32
         %x = sycl.nd_item.get_global_id(%nd, %d0) : (!nd1, i32) -> i64",
    )
    .replace(
        "%zero =",
        "%nd = sycl.mlir.wrap %raw0 : !llvm.struct<(array<7 x i64>)> to !nd1\n  %zero =",
    )
    .replace("  %nd =", "  %raw0 = llvm.mlir.zero : !llvm.struct<(array<7 x i64>)>\n  %nd =");
    assert_eq!(
        said(&text),
        [
            "load from 'a' is linear: neighbouring work-items access neighbouring addresses (in runs of \
          'get_max_local_range()' work-items)"
        ]
    );
}

#[test]
fn stored_values_are_forwarded_through_private_variables() {
    // An id that is stored as a whole and loaded in parts.
    let text = kernel(
        "!item2",
        "%size = llvm.mlir.constant(1 : i32) : i32
         %var = llvm.alloca %size x !llvm.array<2 x i64> : (i32) -> !llvm.ptr
         %id = sycl.item.get_id(%it) : (!item2) -> !id2
         %bytes = sycl.mlir.unwrap %id : !id2 to !llvm.struct<(struct<(array<2 x i64>)>)>
         llvm.store %bytes, %var : !llvm.struct<(struct<(array<2 x i64>)>)>, !llvm.ptr
         %row = llvm.load %var : !llvm.ptr -> i64
         %second = llvm.getelementptr %var[8] : (!llvm.ptr) -> !llvm.ptr, i8
         %col = llvm.load %second : !llvm.ptr -> i64
         %start = llvm.mul %row, %n : i64
         %i = llvm.add %start, %col : i64
         %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         %x = llvm.load %p : !llvm.ptr -> f32",
    );
    assert_eq!(classes(&text), ["load from 'a' is linear"]);
}

#[test]
fn tiles_in_local_memory() {
    let text = kernel(
        "!nd2",
        "%raw = llvm.load %pb : !llvm.ptr -> !llvm.struct<(array<4 x i64>)>
         %tile = sycl.mlir.wrap %raw : !llvm.struct<(array<4 x i64>)> to !local
         %id = sycl.nd_item.get_local_id(%it) : (!nd2) -> !id2
         %p = sycl.local_accessor.subscript(%tile, %id) : (!local, !id2) -> !llvm.ptr
         %x = llvm.load %p : !llvm.ptr -> f32",
    );
    assert_eq!(classes(&text), ["load from local memory is linear"]);
}

#[test]
fn remarks_have_locations_in_the_program() {
    let text = kernel(
        "!item1",
        "%i = sycl.item.get_id(%it, %d0) : (!item1, i32) -> i64
         %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         %x = llvm.load %p : !llvm.ptr -> f32 loc(callsite(\"include/sycl/vec.hpp\":7:3 at \"user.cpp\":12:34))
         %j = llvm.add %i, %one : i64
         %q = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         %y = llvm.load %q : !llvm.ptr -> f32 loc(\"user.cpp\":12:34)
         %z = llvm.load %p : !llvm.ptr -> f32 loc(\"user.cpp\":3:1)
         %w = llvm.load %p : !llvm.ptr -> f32 loc(unknown)",
    );
    let context = scythe_sycl_dialect::context();
    let module = Module::parse(&context, &text).expect("valid");
    let found = remarks(module.op(), &[arguments()]);
    let places: Vec<(&str, u32, u32)> =
        found.iter().map(|r| (r.file.as_str(), r.line, r.column)).collect();
    // Two copies of one access get one remark, the more important one.
    assert_eq!(places, [("user.cpp", 3, 1), ("user.cpp", 12, 34)]);
    assert!(found[1].message.starts_with("load from 'a' is shifted"), "{}", found[1].message);
    assert!(remarks(module.op(), &[]).is_empty());
}

#[test]
fn passes_print_what_is_found() {
    register_all_passes();
    scythe_optimize::register_passes();
    let text = kernel(
        "!nd1",
        "%g = sycl.nd_item.get_group_linear_id(%it) : (!nd1) -> i64 loc(\"group\")
         %i = sycl.nd_item.get_global_id(%it, %d0) : (!nd1, i32) -> i64 loc(\"item\")
         %m = llvm.add %n, %g : i64 loc(\"sum\")
         %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
         %x = llvm.load %p : !llvm.ptr -> f32 loc(\"load\")
         %less = llvm.icmp \"ult\" %i, %n : i64 loc(\"less\")
         llvm.cond_br %less, ^yes, ^no loc(\"branch\")
       ^yes:
         llvm.br ^no
       ^no:",
    );
    let context = scythe_sycl_dialect::context();
    let module = Module::parse(&context, &text).expect("valid");
    let print = |pass: &str| {
        let (result, found) = collect_diagnostics(&context, || run_passes(module.op(), pass, true));
        result.expect("the pass runs");
        assert!(found.iter().all(|d| d.severity == Severity::Remark));
        found
    };
    let access = print("sycl-print-memory-access");
    assert_eq!(access.len(), 1);
    assert!(access[0].message.starts_with("load from global memory is linear"));

    let uniformity = print("sycl-print-uniformity");
    let at = |place: &str| {
        let found = uniformity.iter().find(|d| d.location.contains(&format!("\"{place}\"")));
        found.map_or("nothing", |d| d.message.as_str())
    };
    assert_eq!(at("group"), "the same for all work-items of a work-group");
    assert_eq!(at("item"), "different for each work-item");
    assert_eq!(at("sum"), "the same for all work-items of a work-group");
    assert_eq!(at("branch"), "branch: different for each work-item");
    assert_eq!(at("load"), "different for each work-item");
}
