use scythe_mlir::{Module, run_passes};

use super::*;
use crate::host::PIPELINE;

const MODULE: &str = r##"
gpu.module @device_functions {
  gpu.func @k() kernel attributes {sycl.captures = []} { gpu.return }
  gpu.func @other() kernel attributes {sycl.captures = []} { gpu.return }
}
llvm.mlir.global private constant @word("kernel\00")
llvm.mlir.global private constant @k.name("k\00")
llvm.mlir.global private constant @other.name("other\00")
llvm.func @__scythe_kernel_record__compile_this_file_with_scythe__(!llvm.ptr) -> !llvm.ptr
llvm.func @main(%h: !llvm.ptr, %lambda: !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i32) : i32
  %word = llvm.mlir.addressof @word : !llvm.ptr
  %k = llvm.mlir.addressof @k.name : !llvm.ptr
  "llvm.intr.var.annotation"(%lambda, %word, %0, %1, %h) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  %r = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%k) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %r, %h : !llvm.ptr, !llvm.ptr
  llvm.return
}
llvm.func @elsewhere(%h: !llvm.ptr, %name: !llvm.ptr) -> !llvm.ptr {
  %other = llvm.mlir.addressof @other.name : !llvm.ptr
  %r0 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%other) : (!llvm.ptr) -> !llvm.ptr loc("app.cpp":12:3)
  llvm.store %r0, %h : !llvm.ptr, !llvm.ptr
  %r1 = llvm.call @__scythe_kernel_record__compile_this_file_with_scythe__(%name) : (!llvm.ptr) -> !llvm.ptr
  llvm.return %r1 : !llvm.ptr
}
"##;

#[test]
fn unraised_launches_have_locations() {
    crate::register_passes();
    let context = scythe_sycl_dialect::context();
    let module = Module::parse(&context, MODULE).expect("this is a module");
    run_passes(module.op(), PIPELINE, true).expect("raising never fails");
    let found = unraised(module.op());
    let [inlined, named] = &found[..] else { panic!("{found:?}") };
    assert_eq!(inlined.kernel.as_deref(), Some("other"));
    assert_eq!(inlined.function, "elsewhere");
    assert_eq!(inlined.places, [("app.cpp".to_owned(), 12, 3)]);
    assert_eq!(inlined.why, Reason::NotInlined.to_string());
    assert_eq!(named.kernel, None);
    assert_eq!(named.why, Reason::NoHandler.to_string());
}
