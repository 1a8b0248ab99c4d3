;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops<vector-exchanges>"

; A full sub-group of 16 is reduced by vectors: both halves are added, then halves of the rest. Its scan shifts the
; values of neighbours. A short sub-group has its own length, and loops.

declare i64 @__mux_get_global_id(i32)
declare i32 @__mux_sub_group_reduce_smax_i32(i32)
declare i32 @__mux_sub_group_scan_exclusive_add_i32(i32)

define spir_kernel void @k(ptr %p) !intel_reqd_sub_group_size !0 {
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %g
  %v = load i32, ptr %a
  %m = call i32 @__mux_sub_group_reduce_smax_i32(i32 %v)
  %d = sub i32 %m, %v
  %s = call i32 @__mux_sub_group_scan_exclusive_add_i32(i32 %d)
  store i32 %s, ptr %a
  ret void
}

!0 = !{i32 16}

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK: lanes.2:
; CHECK: load <8 x i32>, ptr {{%.*}}, align 4
; CHECK: load <8 x i32>, ptr {{%.*}}, align 4
; CHECK: call <8 x i32> @llvm.smax.v8i32(
; CHECK: call <4 x i32> @llvm.smax.v4i32(
; CHECK: call <2 x i32> @llvm.smax.v2i32(
; CHECK: call <1 x i32> @llvm.smax.v1i32(
; CHECK: store i32 {{%.*}}, ptr %uniform
; CHECK: lanes.3:
; CHECK: load <8 x i32>
; CHECK: add <8 x i32>
; CHECK: store <8 x i32> {{%.*}}, ptr {{%.*}}, align 4
; CHECK: store <8 x i32> {{%.*}}, ptr {{%.*}}, align 4
; CHECK: fold.loop
