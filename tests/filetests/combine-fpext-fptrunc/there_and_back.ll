;! tool = "muxc"
;! passes = "combine-fpext-fptrunc"
;! [[runs]]
;! args = "--device-fp64-capabilities=false"
;! [[runs]]
;! check = "HAS"

define void @f(float %x, half %h, ptr %p) {
  %wide = fpext float %x to double
  %back = fptrunc double %wide to float
  store float %back, ptr %p
  %wider = fpext half %h to double
  %between = fptrunc double %wider to float
  store float %between, ptr %p
  ret void
}

; CHECK-LABEL: define void @f(
; CHECK-NEXT:  store float %x, ptr %p
; CHECK-NEXT:  %wider = fpext half %h to double
; CHECK-NEXT:  %between = fptrunc double %wider to float

; HAS-LABEL: define void @f(
; HAS:       store float %back
