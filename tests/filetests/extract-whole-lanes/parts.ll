;! passes = "extract-whole-lanes"
; Parts of lanes, if SPIR-V has no vector of all parts.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @parts(
; CHECK-NOT: x i8>
; CHECK-NOT: x i1>
; CHECK: [[LANE:%.*]] = extractelement <4 x i64> %v, i64 1
; CHECK: [[SHIFTED:%.*]] = lshr i64 [[LANE]], 8
; CHECK: trunc i64 [[SHIFTED]] to i8
; CHECK: [[NUMBER:%.*]] = extractelement <4 x float> %f, i64 2
; CHECK: [[BITS:%.*]] = bitcast float [[NUMBER]] to i32
; CHECK: [[LOW:%.*]] = lshr i32 [[BITS]], 0
; CHECK: trunc i32 [[LOW]] to i1
; Vectors that SPIR-V has are unchanged.
; CHECK: bitcast <4 x i64> %v to <8 x i32>
define spir_func i32 @parts(<4 x i64> %v, <4 x float> %f) {
  %b = bitcast <4 x i64> %v to <32 x i8>
  %e = extractelement <32 x i8> %b, i64 9
  %c = bitcast <4 x float> %f to <128 x i1>
  %d = extractelement <128 x i1> %c, i64 64
  %g = bitcast <4 x i64> %v to <8 x i32>
  %h = extractelement <8 x i32> %g, i64 3
  %i = zext i8 %e to i32
  %j = zext i1 %d to i32
  %k = add i32 %i, %j
  %l = add i32 %k, %h
  ret i32 %l
}
