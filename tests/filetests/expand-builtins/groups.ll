;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "expand-builtins"

; Group operations are inlined shuffles; the query of the sub-group's size stays, because a kernel's may be known.
; Operations on the lanes of a vector are expanded later.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-NOT: @__mux_sub_group_reduce_add_i32
; CHECK: [[SIZE:%.*]] = call i32 @__mux_get_sub_group_size()
; CHECK: icmp eq i32 [[SIZE]], 32
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 16, i32 31)
; CHECK: call i1 @__mux_vec_group_any_v4i1(
define ptx_kernel void @k(ptr %out, i32 %x, <4 x i1> %v) "mux-kernel"="entry-point" {
  %s = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  store i32 %s, ptr %out
  %a = call i1 @__mux_vec_group_any_v4i1(<4 x i1> %v)
  store i1 %a, ptr %out
  ret void
}
; CHECK-NOT: @__mux_sub_group_reduce_add_i32
declare i32 @__mux_sub_group_reduce_add_i32(i32)
declare i1 @__mux_vec_group_any_v4i1(<4 x i1>)
