;! passes = "check-accesses"

; The runtime's functions take generic pointers, in whichever address space the data layout puts variables.
; CHECK: @scythe.check.site = private global {
; CHECK: call void @__mux_check_point(i32 0, i32 0, ptr @scythe.check.site
target datalayout = "G1"

define void @k() "mux-kernel"="entry-point" {
  ret void
}
