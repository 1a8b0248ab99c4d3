;! tool = "muxc"
;! passes = "add-sched-params"

; Entry points have one ABI, so they get the parameters whether they use them or not; in a module with 32-bit pointers
; all fields are half as wide.
target datalayout = "e-p:32:32:32-m:e-i64:64-n8:16:32:64-S128"

; CHECK: define void @k.mux-sched-wrapper(ptr noalias nonnull align 4 dereferenceable(24) %wi-info, ptr noalias nonnull align 4 dereferenceable(52) %wg-info)
define void @k() "mux-kernel"="entry-point" {
  ret void
}

; CHECK-NOT: @other.mux-sched-wrapper
define void @other() "mux-kernel" {
  ret void
}
