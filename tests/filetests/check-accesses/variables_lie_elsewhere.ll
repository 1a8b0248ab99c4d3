;! passes = "check-accesses"

; The runtime's functions take plain pointers, wherever the data layout says that variables lie.
; CHECK: @scythe.check.site = private global {
; CHECK: call void @__mux_check_point(i32 0, i32 0, ptr @scythe.check.site
target datalayout = "G1"

define void @k() "mux-kernel"="entry-point" {
  ret void
}
