;! tool = "muxc"
;! passes = "define-mux-builtins"

; Operations on the lanes of a vector, also where their number is known only at run time.
declare i1 @__mux_vec_group_any_v4i1(<4 x i1>)
declare float @__mux_vec_group_reduce_fadd_v4f32(<4 x float>)
declare i32 @__mux_vec_group_reduce_smax_nxv4i32(<vscale x 4 x i32>)
declare i64 @__mux_vec_group_broadcast_v2i64(<2 x i64>, i32)
declare <4 x float> @__mux_vec_group_scan_exclusive_fadd_v4f32(<4 x float>)
declare <vscale x 1 x i64> @__mux_vec_group_scan_inclusive_mul_nxv1i64(<vscale x 1 x i64>)

; CHECK-LABEL: @__mux_vec_group_any_v4i1(
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %0)
; CHECK-LABEL: @__mux_vec_group_reduce_fadd_v4f32(
; CHECK: call float @llvm.vector.reduce.fadd.v4f32(float -0.000000e+00, <4 x float> %0)
; CHECK-LABEL: @__mux_vec_group_reduce_smax_nxv4i32(
; CHECK: call i32 @llvm.vector.reduce.smax.nxv4i32(<vscale x 4 x i32> %0)
; CHECK-LABEL: @__mux_vec_group_broadcast_v2i64(
; CHECK: extractelement <2 x i64> %0, i32 %1

; CHECK-LABEL: define internal <4 x float> @__mux_vec_group_scan_exclusive_fadd_v4f32(
; CHECK: %so.far = phi float [ -0.000000e+00, %entry ], [ [[NEXT:%.*]], %lane ]
; CHECK: [[NEXT]] = fadd float %so.far
; CHECK: [[FIRST:%.*]] = icmp eq i32 {{%.*}}, 0
; CHECK: select i1 [[FIRST]], float 0.000000e+00, float %so.far
; CHECK: icmp ult i32 {{%.*}}, 4

; CHECK-LABEL: define internal <vscale x 1 x i64> @__mux_vec_group_scan_inclusive_mul_nxv1i64(
; CHECK: [[SCALE:%.*]] = call i32 @llvm.vscale.i32()
; CHECK: %lanes = mul nuw i32 [[SCALE]], 1
; CHECK: icmp ult i32 {{%.*}}, %lanes
