;! tool = "muxc"
;! passes = "builtin-simplify"
; Functions of constants become constants, one after the other; powers with integral exponents become integral powers.

declare spir_func float @_Z3sinf(float)
declare spir_func float @_Z8half_cosf(float)
declare spir_func <2 x double> @_Z5sinpiDv2_d(<2 x double>)
declare spir_func float @_Z3powff(float, float)
declare spir_func double @_Z3powdd(double, double)
declare spir_func <2 x float> @_Z3powDv2_fS_(<2 x float>, <2 x float>)
declare spir_func float @_Z4powrff(float, float)
declare spir_func half @_Z4sqrtDh(half)
declare spir_func float @_Z5fractfPf(float, ptr)

; CHECK-LABEL: define float @constants(
; CHECK-NOT: call
; CHECK: store <2 x double> <double 1.000000e+00, double 0.000000e+00>, ptr %out
; CHECK-NOT: call
; CHECK: store half {{1.500000e\+00|0xH3E00}}, ptr %out
; CHECK: ret float 1.000000e+00
define float @constants(ptr %out) {
  %zero = call spir_func float @_Z3sinf(float 0.0)
  %one = call spir_func float @_Z8half_cosf(float %zero)
  %vector = call spir_func <2 x double> @_Z5sinpiDv2_d(<2 x double> <double 0.5, double 1.0>)
  store <2 x double> %vector, ptr %out
  %root = call spir_func half @_Z4sqrtDh(half 2.25)
  store half %root, ptr %out
  ret float %one
}

; CHECK-LABEL: define float @powers(
; CHECK: call spir_func float @_Z4pownfi(float %x, i32 -3)
; CHECK: call spir_func double @_Z4powndi(double %y, i32 2147483647)
; CHECK: call spir_func double @_Z3powdd(double %y, double 0x41E0000000000000)
; CHECK: call spir_func <2 x float> @_Z4pownDv2_fDv2_i(<2 x float> %v, <2 x i32> <i32 2, i32 16777216>)
; CHECK: call spir_func <2 x float> @_Z3powDv2_fS_(<2 x float> %v, <2 x float> <float 2.000000e+00, float 5.000000e-01>)
; CHECK: call spir_func float @_Z3powff(float %x, float 5.000000e-01)
; CHECK: call spir_func float @_Z3powff(float %x, float {{\+inf|0x7FF0000000000000}})
; CHECK: call spir_func float @_Z4powrff(float %x, float 2.000000e+00)
; CHECK: call spir_func float @_Z3sinf(float %x)
define float @powers(float %x, double %y, <2 x float> %v, ptr %out) {
  %a = call spir_func float @_Z3powff(float %x, float -3.0)
  store float %a, ptr %out
  %b = call spir_func double @_Z3powdd(double %y, double 2147483647.0)
  store double %b, ptr %out
  %c = call spir_func double @_Z3powdd(double %y, double 0x41E0000000000000)
  store double %c, ptr %out
  %d = call spir_func <2 x float> @_Z3powDv2_fS_(<2 x float> %v, <2 x float> <float 2.0, float 0x4170000000000000>)
  store <2 x float> %d, ptr %out
  %e = call spir_func <2 x float> @_Z3powDv2_fS_(<2 x float> %v, <2 x float> <float 2.0, float 0.5>)
  store <2 x float> %e, ptr %out
  %f = call spir_func float @_Z3powff(float %x, float 0.5)
  store float %f, ptr %out
  %g = call spir_func float @_Z3powff(float %x, float 0x7FF0000000000000)
  store float %g, ptr %out
  %h = call spir_func float @_Z4powrff(float %x, float 2.0)
  store float %h, ptr %out
  %i = call spir_func float @_Z3sinf(float %x)
  ret float %i
}
