;! passes = "software-div"

define i32 @unsigned(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  %r = urem i32 %q, 7
  ret i32 %r
}

; CHECK-LABEL: define i32 @unsigned(
; CHECK:       [[ZERO:%.+]] = icmp eq i32 %b, 0
; CHECK:       [[SAFE:%.+]] = select i1 [[ZERO]], i32 1, i32 %b
; CHECK:       %q = udiv i32 %a, [[SAFE]]
; CHECK-NEXT:  %r = urem i32 %q, 7

define i8 @signed(i8 %a, i8 %b) {
  %q = srem i8 %a, %b
  %r = sdiv i8 %q, -1
  %s = sdiv i8 %r, 3
  ret i8 %s
}

; CHECK-LABEL: define i8 @signed(
; CHECK:       [[LEAST:%.+]] = icmp eq i8 %a, -128
; CHECK:       [[MINUS:%.+]] = icmp eq i8 %b, -1
; CHECK:       [[OVER:%.+]] = and i1 [[LEAST]], [[MINUS]]
; CHECK:       [[ZERO:%.+]] = icmp eq i8 %b, 0
; CHECK:       [[BAD:%.+]] = or i1 [[ZERO]], [[OVER]]
; CHECK:       [[SAFE:%.+]] = select i1 [[BAD]], i8 1, i8 %b
; CHECK:       %q = srem i8 %a, [[SAFE]]
; CHECK:       %r = sdiv i8 %q, %{{.+}}
; CHECK:       %s = sdiv i8 %r, 3

define <2 x i32> @vectors(<2 x i32> %a, <2 x i32> %b) {
  %q = udiv <2 x i32> %a, %b
  ret <2 x i32> %q
}

; CHECK-LABEL: define <2 x i32> @vectors(
; CHECK:       [[ZERO:%.+]] = icmp eq <2 x i32> %b, zeroinitializer
; CHECK:       select <2 x i1> [[ZERO]], <2 x i32> splat (i32 1), <2 x i32> %b
