;! tool = "muxc"
;! passes = "fixup-calling-convention"

; CHECK: define void @k() {
; CHECK-NEXT: call void @f()
; CHECK-NEXT: call fastcc void @g()
define spir_kernel void @k() {
  call spir_func void @f()
  call fastcc void @g()
  ret void
}
; CHECK: declare void @f()
declare spir_func void @f()
; CHECK: declare fastcc void @g()
declare fastcc void @g()
