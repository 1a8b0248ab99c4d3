;! tool = "muxc"
;! passes = "define-mux-builtins"

; Group operations of a single work-item: its own value, or the identity before it.
declare i1 @__mux_work_group_any_i1(i32, i1)
declare i32 @__mux_work_group_broadcast_i32(i32, i32, i64, i64, i64)
declare float @__mux_sub_group_reduce_fadd_f32(float)
declare i64 @__mux_sub_group_scan_inclusive_add_i64(i64)
declare i8 @__mux_work_group_scan_exclusive_smin_i8(i32, i8)
declare float @__mux_sub_group_scan_exclusive_fmax_f32(float)
declare float @__mux_sub_group_scan_exclusive_fadd_f32(float)
declare half @__mux_sub_group_scan_exclusive_fmul_f16(half)
declare <4 x i32> @__mux_sub_group_scan_exclusive_umin_v4i32(<4 x i32>)
declare i1 @__mux_sub_group_scan_exclusive_logical_and_i1(i1)
declare double @__mux_sub_group_shuffle_f64(double, i32)
declare i32 @__mux_sub_group_shuffle_up_i32(i32 %prev, i32 %curr, i32 %delta)
declare i32 @__mux_sub_group_shuffle_down_i32(i32 %curr, i32 %next, i32 %delta)

; CHECK-LABEL: @__mux_work_group_any_i1(
; CHECK: ret i1 %1
; CHECK-LABEL: @__mux_work_group_broadcast_i32(
; CHECK: ret i32 %1
; CHECK-LABEL: @__mux_sub_group_reduce_fadd_f32(
; CHECK: ret float %0
; CHECK-LABEL: @__mux_sub_group_scan_inclusive_add_i64(
; CHECK: ret i64 %0
; CHECK-LABEL: @__mux_work_group_scan_exclusive_smin_i8(
; CHECK: ret i8 127
; CHECK-LABEL: @__mux_sub_group_scan_exclusive_fmax_f32(
; CHECK: ret float 0xFFF0000000000000
; CHECK-LABEL: @__mux_sub_group_scan_exclusive_fadd_f32(
; CHECK: ret float 0.000000e+00
; CHECK-LABEL: @__mux_sub_group_scan_exclusive_fmul_f16(
; CHECK: ret half 0xH3C00
; CHECK-LABEL: @__mux_sub_group_scan_exclusive_umin_v4i32(
; CHECK: ret <4 x i32> splat (i32 -1)
; CHECK-LABEL: @__mux_sub_group_scan_exclusive_logical_and_i1(
; CHECK: ret i1 true
; CHECK-LABEL: @__mux_sub_group_shuffle_f64(
; CHECK: ret double %0
; CHECK-LABEL: @__mux_sub_group_shuffle_up_i32(
; CHECK: %eqzero = icmp eq i32 %delta, 0
; CHECK: %sel = select i1 %eqzero, i32 %curr, i32 %prev
; CHECK-LABEL: @__mux_sub_group_shuffle_down_i32(
; CHECK: %sel = select i1 %eqzero, i32 %curr, i32 %next
