;! passes = "add-sched-params,define-mux-builtins,always-inline,globaldce"

; Builtins that the CPU target does not define are the generic target's, which use the CPU's ids.
declare i64 @__mux_get_global_linear_id()
declare i64 @__mux_get_local_linear_id()

; CHECK-LABEL: define void @k.mux-sched-wrapper(
; CHECK: %Mux_schedule_info_s, ptr %sched-info, i32 0, i32 1
; CHECK: ptr %wi-info
; CHECK-NOT: call i64 @__mux
; CHECK: ret void
define void @k(ptr %out) "mux-kernel"="entry-point" {
  %g = call i64 @__mux_get_global_linear_id()
  %l = call i64 @__mux_get_local_linear_id()
  %x = add i64 %g, %l
  store i64 %x, ptr %out
  ret void
}
