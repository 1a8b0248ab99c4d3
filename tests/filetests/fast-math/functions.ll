;! passes = "fast-math"

define float @f(float %x, <2 x double> %d, i32 %i) {
  %sum = fadd float %x, %x
  %length = call spir_func float @_Z6lengthf(float %sum)
  %cos = call spir_func float @_Z3cosf(float %length)
  %two = call spir_func <2 x double> @_Z3cosDv2_d(<2 x double> %d)
  %int = add i32 %i, %i
  ret float %cos
}
declare spir_func float @_Z6lengthf(float)
declare spir_func float @_Z3cosf(float)
declare spir_func <2 x double> @_Z3cosDv2_d(<2 x double>)

; CHECK-LABEL: define float @f(
; CHECK: %sum = fadd fast float %x, %x
; CHECK: %length = call spir_func float @_Z11fast_lengthf(float %sum)
; CHECK: %cos = call spir_func float @_Z10native_cosf(float %length)
; CHECK: %two = call spir_func <2 x double> @_Z3cosDv2_d(<2 x double> %d)
; CHECK: %int = add i32 %i, %i
