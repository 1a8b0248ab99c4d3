;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "expand-builtins"

; Global ids are arithmetic in 32 bits on special registers. Their offset and the sizes for ids of sub-groups stay
; queries: a kernel's may be known.
declare i64 @__mux_get_global_id(i32)
declare i32 @__mux_get_sub_group_id()
declare i64 @__mux_get_local_id(i32)

; CHECK-LABEL: define ptx_kernel void @global(
; CHECK-NOT: @__mux_get_global_id
; CHECK: [[SIZE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK: [[GROUP:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK: [[LOCAL:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: [[FIRST:%.*]] = mul nsw i32 [[GROUP]], [[SIZE]]
; CHECK: [[NARROW:%.*]] = add nsw i32 [[FIRST]], [[LOCAL]]
; CHECK: [[ID:%.*]] = sext i32 [[NARROW]] to i64
; CHECK: [[OFFSET:%.*]] = call i64 @__mux_get_global_offset(i32 0)
; CHECK: add nuw i64 [[ID]], [[OFFSET]]
define ptx_kernel void @global(ptr %out) "mux-kernel"="entry-point" {
  %i = call i64 @__mux_get_global_id(i32 0)
  store i64 %i, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @number(
; CHECK-NOT: @__mux_get_sub_group_id
; CHECK-DAG: call i64 @__mux_get_local_id(i32 0)
; CHECK-DAG: call i64 @__mux_get_local_id(i32 2)
; CHECK-DAG: call i64 @__mux_get_local_size(i32 0)
; CHECK-DAG: call i64 @__mux_get_local_size(i32 1)
; CHECK: lshr i32 {{%.*}}, 5
; Queries of registers stay until builtins are defined.
; CHECK: call i64 @__mux_get_local_id(i32 1)
; CHECK-NEXT: store i64
define ptx_kernel void @number(ptr %out) "mux-kernel"="entry-point" {
  %n = call i32 @__mux_get_sub_group_id()
  store i32 %n, ptr %out
  %l = call i64 @__mux_get_local_id(i32 1)
  store i64 %l, ptr %out
  ret void
}
; CHECK-NOT: declare {{.*}}@__mux_get_global_id
; CHECK-NOT: declare {{.*}}@__mux_get_sub_group_id
