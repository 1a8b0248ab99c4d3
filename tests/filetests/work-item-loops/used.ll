;! tool = "muxc"
;! passes = "work-item-loops"

; The list of functions to keep refers to the function that is launched.
; CHECK: @llvm.used = appending global [2 x ptr] [ptr @other, ptr @k.mux-barrier-wrapper], section "llvm.metadata"
@llvm.used = appending global [2 x ptr] [ptr @k, ptr @other], section "llvm.metadata"
define void @k() "mux-kernel"="entry-point" {
  ret void
}
define void @other() {
  ret void
}
