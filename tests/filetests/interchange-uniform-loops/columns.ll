;! passes = "transfer-kernel-metadata,legalize-attributes,interchange-uniform-loops,work-item-loops"

; Neighbours in dimension 1 load adjacent memory: lanes are neighbours in it.
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_id(i32)

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK: call void @__mux_set_local_id(i32 2, i64 %z
; CHECK-NEXT: call void @__mux_set_local_id(i32 0,
; CHECK: lane.loop:
; CHECK-NEXT: %lane = phi i64
; CHECK-NEXT: [[AT:%.*]] = add nuw i64 %{{.*}}, %lane
; CHECK-NEXT: call void @__mux_set_local_id(i32 1, i64 [[AT]])
define spir_kernel void @k(ptr %b, ptr %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %shift = mul i64 %x, 4096
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %y
  %p = getelementptr float, ptr %b, i64 %at
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %to = add i64 %shift, %y
  %q = getelementptr float, ptr %c, i64 %to
  store float %more, ptr %q
  ret void
}

; A work-group whose shape the program chose may be short in that dimension.
; CHECK-LABEL: define void @grouped.mux-barrier-wrapper(
; CHECK: call void @__mux_set_local_id(
; CHECK-NOT: lane.loop
; CHECK: ret void
define spir_kernel void @grouped(ptr %b, ptr %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %shift = mul i64 %x, 4096
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %k, %n
  %other = add i64 %row, %shift
  %at = add i64 %other, %y
  %p = getelementptr float, ptr %b, i64 %at
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %to = add i64 %shift, %y
  %q = getelementptr float, ptr %c, i64 %to
  store float %more, ptr %q
  ret void
}
