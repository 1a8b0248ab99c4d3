;! tool = "muxc"
;! passes = "optimal-builtin-replace"

declare float @_Z13__abacus_fminff(float, float)
declare <4 x float> @_Z13__abacus_fmaxDv4_fS_(<4 x float>, <4 x float>)
declare i32 @_Z12__abacus_clzj(i32)
declare i32 @_Z15__abacus_mul_hiii(i32, i32)
declare <2 x i64> @_Z15__abacus_mul_hiDv2_mS_(<2 x i64>, <2 x i64>)
declare float @_Z12__abacus_sinf(float)

; CHECK-LABEL: define float @floats(
; CHECK: [[LEAST:%.*]] = call float @llvm.minnum.f32(float %a, float %b)
; CHECK: call <4 x float> @llvm.maxnum.v4f32(<4 x float> %v, <4 x float> %v)
; CHECK: call float @_Z12__abacus_sinf(float [[LEAST]])
define float @floats(float %a, float %b, <4 x float> %v, ptr %out) {
  %least = call float @_Z13__abacus_fminff(float %a, float %b)
  %most = call <4 x float> @_Z13__abacus_fmaxDv4_fS_(<4 x float> %v, <4 x float> %v)
  store <4 x float> %most, ptr %out
  %sine = call float @_Z12__abacus_sinf(float %least)
  ret float %sine
}

; CHECK-LABEL: define void @integers(
; CHECK: call i32 @llvm.ctlz.i32(i32 %x, i1 false)
; CHECK: [[X:%.*]] = sext i32 %x to i64
; CHECK: [[Y:%.*]] = sext i32 %y to i64
; CHECK: [[P:%.*]] = mul i64 [[X]], [[Y]]
; CHECK: [[H:%.*]] = lshr i64 [[P]], 32
; CHECK: trunc i64 [[H]] to i32
; CHECK: zext <2 x i64> %v to <2 x i128>
; CHECK: lshr <2 x i128> {{%.*}}, splat (i128 64)
define void @integers(i32 %x, i32 %y, <2 x i64> %v, ptr %out) {
  %zeros = call i32 @_Z12__abacus_clzj(i32 %x)
  %high = call i32 @_Z15__abacus_mul_hiii(i32 %x, i32 %y)
  %highs = call <2 x i64> @_Z15__abacus_mul_hiDv2_mS_(<2 x i64> %v, <2 x i64> %v)
  %sum = add i32 %zeros, %high
  store i32 %sum, ptr %out
  store <2 x i64> %highs, ptr %out
  ret void
}
