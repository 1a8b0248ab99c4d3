;! passes = "choose-proven"

; CHECK-NOT: @other.mux-choice

; CHECK-LABEL: define void @k.mux-choice(
; CHECK: [[GOOD:%.+]] = call spir_func i1 @k.proof(
; CHECK: br i1 [[GOOD]], label %unchecked, label %checked
; CHECK: unchecked:
; CHECK: call spir_func void @k.unchecked(
; CHECK: checked:
; CHECK: call {{.*}}@k(
define void @k(ptr byval(i64) %a) "mux-kernel"="entry-point" {
  ret void
}

; A kernel without proof is unchanged.
define void @other(ptr %a) "mux-kernel"="entry-point" {
  ret void
}

define internal spir_func i1 @k.proof(ptr %a) {
  ret i1 true
}

define void @k.unchecked(ptr byval(i64) %a) {
  ret void
}
