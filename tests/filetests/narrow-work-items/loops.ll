;! passes = "transfer-kernel-metadata,legalize-attributes,narrow-work-items,interchange-uniform-loops,work-item-loops"

; After a guard that became bounds, lanes run inside the loop, starting at the first work-item that passes the guard.
; Ids do not wrap around, so the bounds are computed once.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK: piece:
; CHECK-NEXT: call void @__mux_set_local_id(i32 0, i64 0)
; CHECK-NEXT: call void @k.mux-bounds.0(
; CHECK: [[FIRST:%first.*]] = add nuw i64 0,
; CHECK: lane.loop:
; CHECK: [[ID:%id.*]] = add nuw i64 [[FIRST]],
; CHECK-NEXT: call void @__mux_set_local_id(i32 0, i64 [[ID]])
define spir_kernel void @k(ptr %a, ptr %b, i64 %n, i64 %m) {
entry:
  %g = call i64 @__mux_get_global_id(i32 0)
  %out = icmp uge i64 %g, %m
  br i1 %out, label %exit, label %enter
enter:
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %loop ]
  %sum = phi float [ 0.0, %enter ], [ %more, %loop ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  %q = getelementptr float, ptr %b, i64 %g
  store float %more, ptr %q
  br label %exit
exit:
  ret void
}
