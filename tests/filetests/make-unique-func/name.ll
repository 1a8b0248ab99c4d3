;! tool = "muxc"
;! [[runs]]
;! passes = "make-unique-func<kernel_7>"
;! [[runs]]
;! passes = "make-unique-func"
;! fails = true
;! check = "NONE"

; NONE: muxc: error: make-unique-func: MakeUniqueFuncPass needs a name
; CHECK: define void @other()
; CHECK: define void @kernel_7()
define void @other() {
  ret void
}
define void @k() "mux-kernel"="entry-point" {
  call void @other()
  ret void
}
