;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "expand-builtins,function(early-cse,instsimplify,dce),number-groups-by-launch"

; Group ids of the dimensions in which devices support few work-groups start at the launch's value, and the number of
; work-groups is the launch's. The contiguous dimension has as many as needed.
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_group_id(i32)
declare i64 @__mux_get_num_groups(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()

; CHECK: define ptx_kernel void @flat(ptr %out) #[[FLAT:[0-9]+]]
; CHECK-NOT: %groups
define ptx_kernel void @flat(ptr %out) "mux-kernel"="entry-point" {
  %i = call i64 @__mux_get_global_id(i32 0)
  %g = call i64 @__mux_get_group_id(i32 0)
  %s = add i64 %i, %g
  store i64 %s, ptr %out
  ret void
}

; At -O0 dimensions are arguments.
; CHECK-LABEL: define internal i64 @any(
; CHECK-SAME: i32 %d, ptr {{.*}}%groups)
; CHECK: [[G:%.*]] = call i64 @__mux_get_group_id(i32 %d)
; CHECK: [[P:%.*]] = getelementptr {{.*}}[6 x i32], ptr %groups, i32 0, i32 %d
; CHECK: [[F:%.*]] = load i32, ptr [[P]]
; CHECK: [[W:%.*]] = zext i32 [[F]] to i64
; CHECK: [[S:%.*]] = add nuw i64 [[G]], [[W]]
; CHECK: ret i64 [[S]]
define internal i64 @any(i32 %d) {
  %g = call i64 @__mux_get_group_id(i32 %d)
  ret i64 %g
}

; CHECK-LABEL: define ptx_kernel void @tall(
; CHECK-SAME: ptr %out, ptr noalias noundef readonly byval([6 x i32]) align 4 %groups) #[[TALL:[0-9]+]]
; CHECK: [[C:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
; CHECK-NEXT: getelementptr {{.*}}%groups, i32 0, i32 1
; CHECK: [[ID:%.*]] = add nuw i32 [[C]],
; CHECK: mul nsw i32 [[ID]],
; CHECK-NOT: @__mux_get_num_groups
; CHECK: getelementptr {{.*}}%groups, i32 0, i32 4
; CHECK-NOT: nctaid.z
; CHECK: getelementptr {{.*}}%groups, i32 0, i32 5
; CHECK: call i64 @any(i32 2, ptr {{.*}}%groups)
define ptx_kernel void @tall(ptr %out) "mux-kernel"="entry-point" {
  %i = call i64 @__mux_get_global_id(i32 1)
  %n = call i64 @__mux_get_num_groups(i32 1)
  %m = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %w = zext i32 %m to i64
  %g = call i64 @any(i32 2)
  %a = add i64 %i, %n
  %b = add i64 %g, %w
  %s = add i64 %a, %b
  store i64 %s, ptr %out
  ret void
}
; CHECK-DAG: attributes #[[TALL]] = { {{.*}}"mux-hidden-params"="groups"
; CHECK-DAG: attributes #[[FLAT]] = { "mux-kernel"="entry-point" }
