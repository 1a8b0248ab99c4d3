;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "define-deallocation"

; All forms of `operator delete` get a body; definitions and other functions are unchanged.
declare void @_ZdlPv(ptr)
declare void @_ZdaPvm(ptr, i64)
declare ptr @_Znwm(i64)
define void @_ZdlPvm(ptr %p, i64 %n) {
  store i8 0, ptr %p
  ret void
}

; CHECK: define internal void @_ZdlPv(ptr %0) {
; CHECK-NEXT: entry:
; CHECK-NEXT: ret void
; CHECK: define internal void @_ZdaPvm(ptr %0, i64 %1) {
; CHECK: declare ptr @_Znwm(i64)
; CHECK: define void @_ZdlPvm(ptr %p, i64 %n) {
; CHECK-NEXT: store i8
