;! tool = "muxc"
;! passes = "add-sched-params,define-mux-builtins,always-inline,globaldce,function(instcombine<no-verify-fixpoint>)"

; Dimension 0 is the fastest. After inlining, only loads and arithmetic remain.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"
declare i64 @__mux_get_local_linear_id()
declare i64 @__mux_get_global_linear_id()
declare i64 @__mux_get_enqueued_local_size(i32)

; CHECK-LABEL: define void @k.mux-sched-wrapper(
; CHECK-NOT: call i
; CHECK: ret void
define void @k(ptr %out) "mux-kernel"="entry-point" {
  %l = call i64 @__mux_get_local_linear_id()
  %g = call i64 @__mux_get_global_linear_id()
  %e = call i64 @__mux_get_enqueued_local_size(i32 2)
  %x = add i64 %l, %g
  %y = add i64 %x, %e
  store i64 %y, ptr %out
  ret void
}
; CHECK-NOT: @__mux_get
