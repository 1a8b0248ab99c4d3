;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "define-complex-arithmetic"

; Pairs are returned, or stored through the first argument. Divisors are scaled by a power of two.
declare { double, double } @__muldc3(double, double, double, double)
declare void @__divsc3(ptr, float, float, float, float)
define { float, float } @__mulsc3(float %a, float %b, float %c, float %d) {
  ret { float, float } zeroinitializer
}

; CHECK: define internal { double, double } @__muldc3(double %0, double %1, double %2, double %3) {
; CHECK: ret { double, double } %
; CHECK: define internal void @__divsc3(ptr %0, float %1, float %2, float %3, float %4) {
; CHECK: lshr i32 {{.*}}, 23
; CHECK: sub i32 254
; CHECK: %scale = shl i32 {{.*}}, 23
; CHECK: store { float, float } %{{.*}}, ptr %0
; CHECK-NEXT: ret void
; CHECK: define { float, float } @__mulsc3(
; CHECK-NEXT: ret { float, float } zeroinitializer
