;! passes = "choose-proven"

; CHECK-LABEL: define void @k.mux-choice(ptr byval(i64) %a)
; CHECK: [[GOOD:%.+]] = call spir_func i1 @k.proof(ptr %a)
; CHECK: br i1 [[GOOD]], label %unchecked, label %checked
; CHECK: unchecked:
; CHECK: call spir_func void @k.unchecked(ptr %a)
; CHECK: checked:
; CHECK: call void @k(ptr %a)
define void @k(ptr byval(i64) %a) "mux-kernel"="entry-point" {
  ret void
}

; A kernel without proof stays as it is.
; CHECK-NOT: @other.mux-choice
define void @other(ptr %a) "mux-kernel"="entry-point" {
  ret void
}

define internal spir_func i1 @k.proof(ptr %a) {
  ret i1 true
}

define void @k.unchecked(ptr byval(i64) %a) {
  ret void
}
