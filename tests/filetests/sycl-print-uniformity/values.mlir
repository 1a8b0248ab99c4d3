//! args = "--sycl-print-uniformity --verify-diagnostics"

// The uniformity of arguments and ranges, ids of groups, sub-groups and work-items, phis after branches, and memory
// that is written.

!nd_item = !sycl.nd_item<[1]>

func.func @kernel(%args: !llvm.ptr, %nd: !nd_item, %sg: !sycl.sub_group) {
  // expected-remark @+1 {{the same for all work-items}}
  %five = llvm.mlir.constant(5 : i64) : i64
  // expected-remark @+1 {{the same for all work-items}}
  %0 = llvm.mlir.constant(0 : i32) : i32
  // expected-remark @+1 {{the same for all work-items}}
  %range = sycl.nd_item.get_global_range(%nd, %0) : (!nd_item, i32) -> i64
  // expected-remark @+1 {{the same for all work-items of a work-group}}
  %group = sycl.nd_item.get_group_linear_id(%nd) : (!nd_item) -> i64
  // expected-remark @+1 {{the same for all work-items of a sub-group}}
  %sub = sycl.sub_group.get_group_linear_id(%sg) : (!sycl.sub_group) -> i32
  // expected-remark @+1 {{different for each work-item}}
  %id = sycl.nd_item.get_global_id(%nd, %0) : (!nd_item, i32) -> i64
  // expected-remark @+1 {{the same for all work-items of a work-group}}
  %sum = llvm.add %range, %group : i64
  // expected-remark @+1 {{different for each work-item}}
  %less = llvm.icmp "ult" %id, %sum : i64
  // expected-remark @+1 {{branch: different for each work-item}}
  cf.cond_br %less, ^meet(%five : i64), ^other
^other:
  cf.br ^meet(%range : i64)
^meet(%both: i64):
  // expected-remark @+1 {{different for each work-item}}
  %used = llvm.add %both, %five : i64
  // expected-remark @+1 {{the same for all work-items of a work-group}}
  %place = llvm.getelementptr %args[%group] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // expected-remark @+1 {{the same for all work-items of a work-group}}
  %loaded = llvm.load %place : !llvm.ptr -> i64
  llvm.store %loaded, %place : i64, !llvm.ptr
  return
}

// Work-items leave the loop at different times, although all that reach the second exit take the same branch.
func.func @leave(%nd: !nd_item) {
  // expected-remark @+1 {{the same for all work-items}}
  %one = llvm.mlir.constant(1 : i64) : i64
  // expected-remark @+1 {{the same for all work-items}}
  %0 = llvm.mlir.constant(0 : i32) : i32
  // expected-remark @+1 {{the same for all work-items}}
  %range = sycl.nd_item.get_global_range(%nd, %0) : (!nd_item, i32) -> i64
  // expected-remark @+1 {{the same for all work-items}}
  %few = llvm.icmp "ult" %range, %one : i64
  // expected-remark @+1 {{different for each work-item}}
  %id = sycl.nd_item.get_global_id(%nd, %0) : (!nd_item, i32) -> i64
  // expected-remark @+1 {{different for each work-item}}
  %first = llvm.icmp "ult" %id, %one : i64
  cf.br ^test(%one : i64)
^test(%i: i64):
  // expected-remark @+1 {{the same for all work-items}}
  %more = llvm.icmp "ult" %i, %range : i64
  // expected-remark @+1 {{branch: the same for all work-items}}
  cf.cond_br %more, ^body, ^end
^body:
  // expected-remark @+1 {{branch: different for each work-item}}
  cf.cond_br %first, ^then, ^again
^then:
  // expected-remark @+1 {{branch: the same for all work-items}}
  cf.cond_br %few, ^end, ^again
^again:
  // expected-remark @+1 {{the same for all work-items}}
  %next = llvm.add %i, %one : i64
  cf.br ^test(%next : i64)
^end:
  // expected-remark @+1 {{different for each work-item}}
  %used = llvm.add %i, %one : i64
  return
}
