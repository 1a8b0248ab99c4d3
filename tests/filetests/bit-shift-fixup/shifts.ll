;! passes = "bit-shift-fixup"

define void @scalars(i32 %x, i32 %n, ptr %p) {
  %a = shl i32 %x, 31
  store i32 %a, ptr %p
  %b = lshr i32 %x, 35
  store i32 %b, ptr %p
  %c = ashr i32 %x, %n
  store i32 %c, ptr %p
  %masked = and i32 %n, 31
  %d = shl i32 %x, %masked
  store i32 %d, ptr %p
  ret void
}

; CHECK-LABEL: define void @scalars(
; CHECK:       %a = shl i32 %x, 31
; CHECK:       %b = lshr i32 %x, 3
; CHECK:       [[N:%.+]] = and i32 %n, 31
; CHECK-NEXT:  %c = ashr i32 %x, [[N]]
; CHECK:       %masked = and i32 %n, 31
; CHECK-NEXT:  %d = shl i32 %x, %masked

define <2 x i16> @vectors(<2 x i16> %x, <2 x i16> %n) {
  %a = shl <2 x i16> %x, %n
  ret <2 x i16> %a
}

; CHECK-LABEL: define <2 x i16> @vectors(
; CHECK:       [[N:%.+]] = and <2 x i16> %n, splat (i16 15)
; CHECK-NEXT:  %a = shl <2 x i16> %x, [[N]]

; A remainder of 24 is not a bit mask.
define i24 @odd(i24 %x, i24 %n) {
  %a = shl i24 %x, %n
  ret i24 %a
}

; CHECK-LABEL: define i24 @odd(
; CHECK-NEXT:  %a = shl i24 %x, %n
