;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "define-complex-arithmetic"
;! fails = true

; A pair is stored or returned, not both.
; CHECK: `__divsc3`: is not a function of two complex numbers
declare <vscale x 4 x i32> @__divsc3(ptr, float, float, float, float)
