;! tool = "muxc"
;! passes = "add-sched-params,globaldce"

; An invoke is a call, too, and keeps both successors.
declare i64 @__mux_get_local_id(i32)
declare i32 @personality(...)

; CHECK: invoke i64 @__mux_get_local_id(i32 0, ptr {{.*}}%wi-info, ptr {{.*}}%wg-info)
; CHECK-NEXT: to label %fine unwind label %bad
define void @k(ptr %out) "mux-kernel"="entry-point" personality ptr @personality {
  %id = invoke i64 @__mux_get_local_id(i32 0) to label %fine unwind label %bad
fine:
  store i64 %id, ptr %out
  ret void
bad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}
