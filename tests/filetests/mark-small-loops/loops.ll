;! passes = "mark-small-loops"

; Small innermost loops are unrolled four times, or eight times if no remainder is left; those with branches, with
; barriers, with few iterations and those with their own metadata are not.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @small(
; CHECK: br i1 %again, label %loop, label %exit, !llvm.loop ![[SMALL:[0-9]+]]
define float @small(ptr addrspace(1) %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %x
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret float %more
}

; CHECK-LABEL: @with_barrier(
; CHECK: br i1 %again, label %loop, label %exit{{$}}
define void @with_barrier(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @even(
; CHECK: br i1 %again, label %loop, label %exit, !llvm.loop ![[EVEN:[0-9]+]]
define float @even(ptr addrspace(3) %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(3) %p, i64 %i
  %x = load float, ptr addrspace(3) %at
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 256
  br i1 %again, label %loop, label %exit
exit:
  ret float %more
}

; CHECK-LABEL: @longer(
; CHECK: br i1 %again, label %loop, label %exit, !llvm.loop ![[LONGER:[0-9]+]]
define float @longer(ptr addrspace(1) %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %m0 = load float, ptr addrspace(1) %at
  %m1 = fmul float %m0, %m0
  %m2 = fmul float %m1, %m1
  %m3 = fmul float %m2, %m2
  %m4 = fmul float %m3, %m3
  %m5 = fmul float %m4, %m4
  %m6 = fmul float %m5, %m5
  %m7 = fmul float %m6, %m6
  %m8 = fmul float %m7, %m7
  %m9 = fmul float %m8, %m8
  %m10 = fmul float %m9, %m9
  %m11 = fmul float %m10, %m10
  %m12 = fmul float %m11, %m11
  %m13 = fmul float %m12, %m12
  %m14 = fmul float %m13, %m13
  %m15 = fmul float %m14, %m14
  %m16 = fmul float %m15, %m15
  %more = fadd float %sum, %m16
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret float %more
}

; CHECK-LABEL: @few(
; CHECK: br i1 %again, label %loop, label %exit{{$}}
define float @few(ptr addrspace(3) %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr float, ptr addrspace(3) %p, i64 %i
  %x = load float, ptr addrspace(3) %at
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 16
  br i1 %again, label %loop, label %exit
exit:
  ret float %more
}

; Iterations with branches need registers that a known work-group size would not leave them.
; CHECK-LABEL: @branches(
; CHECK-SAME: #[[BOUNDED:[0-9]+]]
; CHECK: br i1 %again, label %loop, label %exit, !llvm.loop ![[BRANCHING:[0-9]+]]
define void @branches(ptr addrspace(1) %p, i64 %n) "nvvm.reqntid"="256,1,1" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %old = load i64, ptr addrspace(1) %at
  %odd = trunc i64 %old to i1
  br i1 %odd, label %then, label %latch
then:
  store i64 %i, ptr addrspace(1) %at
  br label %latch
latch:
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @decided(
; CHECK: br i1 %again, label %loop, label %exit, !llvm.loop ![[OWN:[0-9]+]]
define void @decided(ptr addrspace(1) %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %i, ptr addrspace(1) %at
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; Loops with few iterations that branch and are too large to unroll completely: four at a time.
; CHECK-LABEL: @heavy(
; CHECK: br i1 %again, label %loop, label %exit, !llvm.loop ![[HEAVY:[0-9]+]]
define void @heavy(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %old = load i64, ptr addrspace(1) %at
  %odd = trunc i64 %old to i1
  br i1 %odd, label %then, label %latch
then:
  %m1 = mul i64 %old, %old
  %m2 = mul i64 %m1, %m1
  %m3 = mul i64 %m2, %m2
  %m4 = mul i64 %m3, %m3
  %m5 = mul i64 %m4, %m4
  %m6 = mul i64 %m5, %m5
  %m7 = mul i64 %m6, %m6
  %m8 = mul i64 %m7, %m7
  %m9 = mul i64 %m8, %m8
  %m10 = mul i64 %m9, %m9
  %m11 = mul i64 %m10, %m10
  %m12 = mul i64 %m11, %m11
  %m13 = mul i64 %m12, %m12
  store i64 %m13, ptr addrspace(1) %at
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 32
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Nested loops are unrolled completely if their trip counts are known and the total is small; a barrier prevents it.
; CHECK-LABEL: @nest(
; CHECK: br i1 %more, label %inner, label %outer.latch, !llvm.loop ![[INNER:[0-9]+]]
; CHECK: br i1 %again, label %outer, label %exit, !llvm.loop ![[OUTER:[0-9]+]]
define float @nest(ptr addrspace(1) %p) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next, %outer.latch ]
  %sum = phi float [ 0.0, %entry ], [ %grown, %outer.latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %step, %inner ]
  %part = phi float [ %sum, %outer ], [ %grown, %inner ]
  %at = getelementptr [16 x float], ptr addrspace(1) %p, i64 %i, i64 %j
  %x = load float, ptr addrspace(1) %at
  %grown = fadd float %part, %x
  %step = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %step, 9
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 9
  br i1 %again, label %outer, label %exit
exit:
  ret float %grown
}

; CHECK-LABEL: @nest_with_barrier(
; CHECK: br i1 %more, label %inner, label %outer.latch{{$}}
; CHECK: br i1 %again, label %outer, label %exit{{$}}
define void @nest_with_barrier() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next, %outer.latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %step, %inner ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %step = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %step, 9
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 9
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; The assembler may unroll very small ones further. If an iteration loads the address of the next load, eight loads
; wait for memory at a time.
; CHECK-LABEL: @gathers(
; CHECK-SAME: #[[RANGE:[0-9]+]]
; CHECK: br i1 %again, label %loop, label %exit, !llvm.loop ![[GATHER:[0-9]+]]
define float @gathers(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "scythe-plain-range" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %from = getelementptr i64, ptr addrspace(1) %q, i64 %i
  %index = load i64, ptr addrspace(1) %from
  %at = getelementptr float, ptr addrspace(1) %p, i64 %index
  %x = load float, ptr addrspace(1) %at
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret float %more
}

; CHECK-DAG: attributes #[[BOUNDED]] = { "nvvm.minctasm"="1" "nvvm.reqntid"="256,1,1" }
; CHECK-DAG: attributes #[[RANGE]] = { "nvvm.maxntid"="256" "nvvm.minctasm"="4" "scythe-plain-range" }
; CHECK-DAG: ![[SMALL]] = distinct !{![[SMALL]], ![[COUNT:[0-9]+]], ![[AFTER:[0-9]+]]}
; CHECK-DAG: ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
; CHECK-DAG: ![[AFTER]] = !{!"llvm.loop.unroll.followup_unrolled", ![[DONE:[0-9]+]]}
; CHECK-DAG: ![[DONE]] = !{!"scythe.unrolled"}
; CHECK-DAG: ![[EVEN]] = distinct !{![[EVEN]], ![[EIGHT:[0-9]+]], ![[AFTER]]}
; CHECK-DAG: ![[EIGHT]] = !{!"llvm.loop.unroll.count", i32 8}
; CHECK-DAG: ![[LONGER]] = distinct !{![[LONGER]], ![[COUNT]]}
; CHECK-DAG: ![[OWN]] = distinct !{![[OWN]], ![[DISABLE:[0-9]+]]}
; CHECK-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: ![[BRANCHING]] = distinct !{![[BRANCHING]], ![[COUNT]]}
; CHECK-DAG: ![[GATHER]] = distinct !{![[GATHER]], ![[EIGHT]]}
; CHECK-DAG: ![[INNER]] = distinct !{![[INNER]], ![[FULL:[0-9]+]]}
; CHECK-DAG: ![[OUTER]] = distinct !{![[OUTER]], ![[FULL]]}
; CHECK-DAG: ![[FULL]] = !{!"llvm.loop.unroll.full"}
; CHECK-DAG: ![[HEAVY]] = distinct !{![[HEAVY]], ![[COUNT]]}
