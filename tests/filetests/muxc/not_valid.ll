;! [[runs]]
;! passes = "work-item-loops"
;! fails = true

; IR that does not verify is an error in the input, and no pass runs.
; CHECK: scythe-opt: error: the input is not valid: Instruction does not dominate all uses!
define i32 @k() "mux-kernel"="entry-point" {
  %a = add i32 %b, 1
  %b = add i32 1, 1
  ret i32 %a
}
