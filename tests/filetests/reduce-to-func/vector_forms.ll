;! tool = "muxc"
;! passes = "reduce-to-func<names=scalar:vector2>"

; A kernel and its vector forms keep each other, from either end of the link.
; CHECK: define void @scalar()
define void @scalar() !codeplay_ca_vecz.base !0 {
  ret void
}
; CHECK: define void @vector()
define void @vector() {
  ret void
}
; CHECK: define void @scalar2()
define void @scalar2() !codeplay_ca_vecz.base !1 {
  ret void
}
; CHECK: define void @vector2()
define void @vector2() {
  ret void
}
; CHECK-NOT: @other
define void @other() !codeplay_ca_vecz.derived !2 {
  ret void
}
define void @other_scalar() {
  ret void
}
!0 = !{!3, ptr @vector}
!1 = !{!3, ptr @vector2}
!2 = !{!3, ptr @other_scalar}
!3 = !{i32 4, i32 0, i32 0, i32 0}
