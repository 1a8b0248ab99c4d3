;! passes = "transfer-kernel-metadata,interchange-uniform-loops"

; The lanes of a sub-group alternate in the elements of a row. Each has about the same trip count: a gate before each
; iteration would cost more than it gains. The array that all lanes sum in lockstep, in the second kernel, is
; contiguous although the index starts at the lane's id.
declare i32 @__mux_get_sub_group_id()
declare i32 @__mux_get_sub_group_size()
declare i32 @__mux_get_sub_group_local_id()

; CHECK-LABEL: define spir_kernel void @turns(
; CHECK-NOT: call
; CHECK-COUNT-3: call i32 @__mux_get_sub_group
; CHECK-NOT: call
; CHECK: ret void
define spir_kernel void @turns(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  %sg = call i32 @__mux_get_sub_group_id()
  %lanes = call i32 @__mux_get_sub_group_size()
  %lane = call i32 @__mux_get_sub_group_local_id()
  %row = zext i32 %sg to i64
  %step = zext i32 %lanes to i64
  %first = zext i32 %lane to i64
  %start = mul i64 %row, %n
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add i64 %start, %i
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p, align 4
  %q = getelementptr float, ptr %b, i64 %i
  %w = load float, ptr %q, align 4
  %product = fmul float %v, %w
  %more = fadd float %sum, %product
  %next = add i64 %i, %step
  %goes_on = icmp ult i64 %next, %n
  br i1 %goes_on, label %loop, label %exit
exit:
  %r = getelementptr float, ptr %c, i64 %first
  store float %more, ptr %r, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @step(
; CHECK: loop:
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 4, i32 0)
; CHECK: exit:
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 4, i32 0)
define spir_kernel void @step(ptr %a, ptr %c, i64 %n) {
entry:
  %sg = call i32 @__mux_get_sub_group_id()
  %lane = call i32 @__mux_get_sub_group_local_id()
  %row = zext i32 %sg to i64
  %first = zext i32 %lane to i64
  %start = mul i64 %row, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %down = mul i64 %k, 64
  %i = add i64 %first, %down
  %at = add i64 %start, %i
  %p = getelementptr float, ptr %a, i64 %at
  %v = load float, ptr %p, align 4
  %more = fadd float %sum, %v
  %next = add i64 %k, 1
  %goes_on = icmp ult i64 %next, %n
  br i1 %goes_on, label %loop, label %exit
exit:
  %r = getelementptr float, ptr %c, i64 %first
  store float %more, ptr %r, align 4
  ret void
}
