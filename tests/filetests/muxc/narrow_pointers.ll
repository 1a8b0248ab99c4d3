;! tool = "muxc"
;! passes = "add-sched-params"
;! [[runs]]
;! device = "RefSi M1"
;! fails = true
;! [[runs]]
;! check = "GENERIC"

; CHECK: muxc: error: the module has pointers of 32 bits, but device 'RefSi M1' has pointers of 64 bits: compile for a machine like it, such as spir64
; GENERIC: define void @k.mux-sched-wrapper(
target triple = "spir-unknown-unknown"
target datalayout = "e-p:32:32-i64:64"
define void @k() "mux-kernel"="entry-point" {
  %a = call i32 @__mux_get_global_id(i32 0)
  ret void
}
declare i32 @__mux_get_global_id(i32)
