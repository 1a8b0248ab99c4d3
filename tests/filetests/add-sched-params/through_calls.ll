;! passes = "add-sched-params"

; Everything between an entry point and a builtin gets the parameters and passes them on; what asks
; nothing stays as it is.
declare i64 @__mux_get_global_id(i32)

; CHECK: define i64 @nothing(i64 %x) {
define i64 @nothing(i64 %x) {
  ret i64 %x
}

; CHECK: declare i64 @__mux_get_global_id(i32, ptr, ptr, ptr, i64, i64)
; CHECK: define i64 @helper(i32 %d, ptr %wi-info, ptr %sched-info, ptr %mini-wg-info, i64 %first-group, i64 %last-group)
; CHECK-NEXT: [[ID:%.*]] = call i64 @__mux_get_global_id(i32 %d, ptr %wi-info, ptr %sched-info, ptr %mini-wg-info, i64 %first-group, i64 %last-group)
; CHECK-NEXT: ret i64 [[ID]]
define i64 @helper(i32 %d) {
  %id = call i64 @__mux_get_global_id(i32 %d)
  ret i64 %id
}

; CHECK: define void @k(ptr %out, ptr %wi-info, ptr %sched-info, ptr %mini-wg-info, i64 %first-group, i64 %last-group)
; CHECK-NEXT: [[A:%.*]] = call i64 @helper(i32 1, ptr %wi-info, ptr %sched-info, ptr %mini-wg-info, i64 %first-group, i64 %last-group)
; CHECK-NEXT: [[B:%.*]] = call i64 @nothing(i64 [[A]])
; CHECK-NEXT: store i64 [[B]], ptr %out
define void @k(ptr %out) "mux-kernel"="entry-point" {
  %a = call i64 @helper(i32 1)
  %b = call i64 @nothing(i64 %a)
  store i64 %b, ptr %out
  ret void
}
; CHECK-NOT: .old
