;! passes = "transfer-kernel-metadata,interchange-uniform-loops"

; All work-items run the loop in lockstep and load adjacent memory: the loop runs lanes inside.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: loop:
; CHECK: phi
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 4, i32 0)
; CHECK: exit:
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 4, i32 0)
define spir_kernel void @k(ptr %b, ptr %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %x
  %p = getelementptr float, ptr %b, i64 %at
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %q = getelementptr float, ptr %c, i64 %x
  store float %more, ptr %q
  ret void
}

; Here each work-item reads its own contiguous memory: vectors of iterations would be better.
; CHECK-LABEL: define spir_kernel void @rows(
; CHECK-NOT: call
; CHECK: call i64 @__mux_get_global_id
; CHECK-NOT: call
; CHECK: ret void
define spir_kernel void @rows(ptr %b, ptr %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %x, %n
  %at = add i64 %row, %k
  %p = getelementptr float, ptr %b, i64 %at
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %q = getelementptr float, ptr %c, i64 %x
  store float %more, ptr %q
  ret void
}
