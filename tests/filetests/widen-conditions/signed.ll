;! passes = "widen-conditions"
; A signed condition that holds is -1, computed as an integer.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @conditions(
; CHECK: [[ONE:%.*]] = sext i1 %c to i32
; CHECK: sitofp i32 [[ONE]] to double
; CHECK: [[FOUR:%.*]] = sext <4 x i1> %v to <4 x i32>
; CHECK: sitofp <4 x i32> [[FOUR]] to <4 x float>
; Unsigned or wide conditions are unchanged.
; CHECK: uitofp i1 %c to double
; CHECK: sitofp i32 %i to double
; CHECK: ret
define spir_func double @conditions(i1 %c, <4 x i1> %v, i32 %i, ptr addrspace(1) %p) {
  %a = sitofp i1 %c to double
  %b = sitofp <4 x i1> %v to <4 x float>
  store <4 x float> %b, ptr addrspace(1) %p
  %d = uitofp i1 %c to double
  %e = sitofp i32 %i to double
  %f = fadd double %a, %d
  %g = fadd double %f, %e
  ret double %g
}
