;! passes = "walk-pointers"

; Addresses with a step that is not constant become loop-carried pointers; those with a constant step, and numbers
; that may overflow, are unchanged.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @columns(
; CHECK: entry:
; CHECK: [[FIRST:%.*]] = getelementptr float, ptr addrspace(1) %p, i64
; CHECK: [[STRIDE:%.*]] = call i64 asm "mul.wide.s32 $0, $1, $2;", "=l,r,n"(i32 %n, i32 4)
; CHECK: loop:
; CHECK: [[AT:%.*]] = phi ptr addrspace(1) [ [[FIRST]], %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: load float, ptr addrspace(1) [[AT]]
; CHECK: [[NEXT]] = getelementptr i8, ptr addrspace(1) [[AT]], i64 [[STRIDE]]
define float @columns(ptr addrspace(1) %p, i32 %n, i32 %j) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %m = mul nsw i32 %k, %n
  %x = add nsw i32 %m, %j
  %w = sext i32 %x to i64
  %at = getelementptr float, ptr addrspace(1) %p, i64 %w
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret float %more
}

; CHECK-LABEL: @rows(
; CHECK-NOT: phi ptr
; CHECK: ret float
define float @rows(ptr addrspace(1) %p, i32 %n, i32 %first) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %x = add nsw i32 %k, %first
  %w = sext i32 %x to i64
  %at = getelementptr float, ptr addrspace(1) %p, i64 %w
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret float %more
}

; CHECK-LABEL: @may_wrap(
; CHECK-NOT: phi ptr
; CHECK: ret float
define float @may_wrap(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %x = mul i32 %k, %n
  %w = sext i32 %x to i64
  %at = getelementptr float, ptr addrspace(1) %p, i64 %w
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %v
  %next = add nuw nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret float %more
}
