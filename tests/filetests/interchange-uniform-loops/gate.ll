;! passes = "transfer-kernel-metadata,interchange-uniform-loops"

; Work-items leave the loop at different times. Each iteration asks whether any of them still runs, and
; those that are through skip it.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: gate:
; CHECK: [[ACTIVE:%.*]] = phi i1
; CHECK: [[ANY:%.*]] = call i1 @__mux_sub_group_any_i1(i1 [[ACTIVE]]) #[[STEP:[0-9]+]]
; CHECK: br i1 [[ANY]], label %door, label %exit
; CHECK: door:
; CHECK: br i1 [[ACTIVE]], label %loop, label %again
; CHECK: leave:
; CHECK: br label %again
; CHECK: again:
; CHECK: br label %gate
; CHECK: exit:
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 4, i32 0)
; CHECK: attributes #[[STEP]] = { "mux-stepping" }
define spir_kernel void @k(ptr %c) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %v = phi i64 [ %x, %entry ], [ %half, %loop ]
  %steps = phi i32 [ 0, %entry ], [ %more, %loop ]
  %half = lshr i64 %v, 1
  %more = add i32 %steps, 1
  %done = icmp eq i64 %half, 0
  br i1 %done, label %exit, label %loop
exit:
  %count = phi i32 [ %more, %loop ]
  %q = getelementptr i32, ptr %c, i64 %x
  store i32 %count, ptr %q
  ret void
}
