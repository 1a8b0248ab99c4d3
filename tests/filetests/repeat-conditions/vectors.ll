;! passes = "repeat-conditions"
; SPIR-V has no single condition for vectors, only one for each element.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @choose(
; CHECK: [[FIRST:%.*]] = insertelement <4 x i1> poison, i1 %c, i32 0
; CHECK: [[ALL:%.*]] = shufflevector <4 x i1> [[FIRST]], <4 x i1> poison, <4 x i32> zeroinitializer
; CHECK: select <4 x i1> [[ALL]], <4 x float> %a, <4 x float> %b
; Others are unchanged.
; CHECK: select i1 %c, i32 1, i32 %n
; CHECK: select <4 x i1> %v, <4 x float> %a, <4 x float> %b
define <4 x float> @choose(i1 %c, <4 x i1> %v, <4 x float> %a, <4 x float> %b, i32 %n) {
  %x = select i1 %c, <4 x float> %a, <4 x float> %b
  %y = select i1 %c, i32 1, i32 %n
  %z = select <4 x i1> %v, <4 x float> %a, <4 x float> %b
  %s = fadd <4 x float> %x, %z
  ret <4 x float> %s
}
