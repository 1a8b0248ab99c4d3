;! passes = "transfer-kernel-metadata,interchange-uniform-loops"

; Work-items leave the loop at different times. Each iteration tests whether any of them still runs. Finished
; work-items keep their values; the iteration has no other effect, so it needs no branch.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: gate:
; CHECK: [[ACTIVE:%.*]] = phi i1
; CHECK: [[ANY:%.*]] = call i1 @__mux_sub_group_any_i1(i1 [[ACTIVE]]) #[[STEP:[0-9]+]]
; CHECK: br i1 [[ANY]], label %door, label %exit
; CHECK: door:
; CHECK: br i1 true, label %loop, label %again
; CHECK: leave:
; CHECK: br label %again
; CHECK: again:
; CHECK: br label %gate
; CHECK: loop:
; CHECK-DAG: [[DONE:%.*]] = icmp eq i64 %half, 0
; CHECK-DAG: select i1 [[ACTIVE]], i32 %more, i32 %{{.*}}
; CHECK: [[LEAVES:%.*]] = select i1 [[ACTIVE]], i1 [[DONE]], i1 false
; CHECK: br i1 [[LEAVES]], label %leave, label %again
; CHECK: exit:
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 4, i32 0)
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

; Finished work-items skip an iteration with effects.
; CHECK-LABEL: define spir_kernel void @writes(
; CHECK: [[ACTIVE:%.*]] = phi i1
; CHECK: door:
; CHECK-NEXT: br i1 [[ACTIVE]], label %loop, label %again
define spir_kernel void @writes(ptr noalias %c) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %v = phi i64 [ %x, %entry ], [ %half, %loop ]
  %half = lshr i64 %v, 1
  %q = getelementptr i64, ptr %c, i64 %x
  store i64 %half, ptr %q
  %done = icmp eq i64 %half, 0
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A load at the start of an iteration with the same address for all is executed by all of them, also by finished ones:
; the address is computed from arguments and the counter.
; CHECK-LABEL: define spir_kernel void @common(
; CHECK: door:
; CHECK-NEXT: [[P:%.*]] = getelementptr ptr, ptr %table, i64 %k
; CHECK-NEXT: [[ROW:%.*]] = load ptr, ptr [[P]]
; CHECK-NEXT: [[W:%.*]] = load i32, ptr [[ROW]]
; CHECK-NEXT: br i1
; CHECK: loop:
; CHECK: load i32, ptr %own
define spir_kernel void @common(ptr noalias %c, ptr noalias readonly %table) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %place = getelementptr i32, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr ptr, ptr %table, i64 %k
  %row = load ptr, ptr %p
  %w = load i32, ptr %row
  %own = getelementptr i32, ptr %place, i64 %k
  %v = load i32, ptr %own
  %sum = add i32 %v, %w
  store i32 %sum, ptr %place
  %next = add i64 %k, 1
  %done = icmp ugt i64 %next, %x
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A load after a store may read the stored value: it is not moved. Neither is one whose address differs.
; CHECK-LABEL: define spir_kernel void @behind(
; CHECK: door:
; CHECK-NEXT: br i1
define spir_kernel void @behind(ptr noalias %c, ptr %table, ptr noalias readonly %tables) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %place = getelementptr i32, ptr %c, i64 %x
  %choice = getelementptr ptr, ptr %tables, i64 %x
  %mine = load ptr, ptr %choice
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %differs = getelementptr i32, ptr %mine, i64 %k
  %u = load i32, ptr %differs
  %own = getelementptr i32, ptr %place, i64 %k
  store i32 %u, ptr %own
  %p = getelementptr i32, ptr %table, i64 %k
  %w = load i32, ptr %p
  %next = add i64 %k, 1
  store i32 %w, ptr %place
  %done = icmp ugt i64 %next, %x
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
; CHECK: attributes #[[STEP]] = { "mux-stepping" }
