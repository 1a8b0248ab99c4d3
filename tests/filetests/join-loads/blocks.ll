;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "join-loads"

; The second half of the pair is read in another block, which always follows.
; CHECK-LABEL: define float @always(
; CHECK: %a = load float, ptr addrspace(1) %p, align 16
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr addrspace(1) %p, i64 4
; CHECK-NEXT: %b = load float, ptr addrspace(1) [[AT]], align 4
; CHECK: br i1
; CHECK: end:
; CHECK-NOT: load
; CHECK: ret float
define float @always(ptr addrspace(1) readonly noalias align 16 %p, i1 %slow) {
  %a = load float, ptr addrspace(1) %p, align 16
  br i1 %slow, label %divide, label %end
divide:
  %d = fdiv float 1.0, %a
  br label %end
end:
  %c = phi float [ %d, %divide ], [ %a, %0 ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  %b = load float, ptr addrspace(1) %q, align 4
  %sum = fadd float %b, %c
  ret float %sum
}

; It may not be read.
; CHECK-LABEL: define float @sometimes(
; CHECK: load float
; CHECK-NOT: load
; CHECK: br i1
; CHECK: load float
define float @sometimes(ptr addrspace(1) readonly noalias align 16 %p, i1 %slow) {
  %a = load float, ptr addrspace(1) %p, align 16
  br i1 %slow, label %more, label %end
more:
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  %b = load float, ptr addrspace(1) %q, align 4
  br label %end
end:
  %sum = phi float [ %b, %more ], [ %a, %0 ]
  ret float %sum
}

; It is written in between.
; CHECK-LABEL: define float @written(
; CHECK: load float
; CHECK-NOT: load
; CHECK: store float
; CHECK: load float
define float @written(ptr addrspace(1) align 16 %p, ptr addrspace(1) %other, i1 %slow) {
  %a = load float, ptr addrspace(1) %p, align 16
  br i1 %slow, label %more, label %end
more:
  store float %a, ptr addrspace(1) %other
  br label %end
end:
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  %b = load float, ptr addrspace(1) %q, align 4
  %sum = fadd float %b, %a
  ret float %sum
}

; One access cannot read both, or there is a gap.
; CHECK-LABEL: define float @unaligned(
; CHECK: load float
; CHECK-NOT: load
; CHECK: end:
; CHECK: load float
; CHECK: load float
define float @unaligned(ptr addrspace(1) readonly noalias align 16 %p, i1 %slow) {
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 1
  %a = load float, ptr addrspace(1) %p1, align 4
  br i1 %slow, label %divide, label %end
divide:
  %d = fdiv float 1.0, %a
  br label %end
end:
  %c = phi float [ %d, %divide ], [ %a, %0 ]
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 2
  %b = load float, ptr addrspace(1) %p2, align 8
  %p7 = getelementptr float, ptr addrspace(1) %p, i64 7
  %far = load float, ptr addrspace(1) %p7, align 4
  %sum = fadd float %b, %c
  %all = fadd float %sum, %far
  ret float %all
}

; Unrolled iterations: indices are extended separately, and may not overflow, because the array is aligned.
; CHECK-LABEL: define float @narrow(
; CHECK: %a = load float, ptr addrspace(1) %pa, align 16
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) %pa, i64 4
; CHECK-NEXT: %b = load float
; CHECK: end:
; CHECK-NOT: load
; CHECK: ret float
define float @narrow(ptr addrspace(1) readonly noalias align 16 %p, i32 %n, i1 %slow) {
  %i = shl i32 %n, 2
  %wide = sext i32 %i to i64
  %pa = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %a = load float, ptr addrspace(1) %pa, align 16
  br i1 %slow, label %divide, label %end
divide:
  %d = fdiv float 1.0, %a
  br label %end
end:
  %c = phi float [ %d, %divide ], [ %a, %0 ]
  %next = or disjoint i32 %i, 1
  %wide.next = sext i32 %next to i64
  %pb = getelementptr float, ptr addrspace(1) %p, i64 %wide.next
  %b = load float, ptr addrspace(1) %pb, align 4
  %sum = fadd float %b, %c
  ret float %sum
}

; The second load of an iteration does not follow the first of the same iteration if the loop goes on before it.
; CHECK-LABEL: define float @again(
; CHECK: loop:
; CHECK: load float
; CHECK-NOT: load
; CHECK: rest:
; CHECK: load float
define float @again(ptr addrspace(1) readonly noalias align 16 %p, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ], [ %next, %rest ]
  %next = add i64 %i, 4
  %pa = getelementptr float, ptr addrspace(1) %p, i64 %i
  %a = load float, ptr addrspace(1) %pa, align 16
  %skip = fcmp oeq float %a, 0.0
  br i1 %skip, label %loop, label %rest
rest:
  %pb = getelementptr i8, ptr addrspace(1) %pa, i64 4
  %b = load float, ptr addrspace(1) %pb, align 4
  %done = icmp ugt i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret float %b
}
