;! passes = "mark-small-loops"

; Small innermost loops get four iterations at a time; those with barriers and those that say something themselves do not.
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
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; CHECK-DAG: ![[SMALL]] = distinct !{![[SMALL]], ![[COUNT:[0-9]+]]}
; CHECK-DAG: ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
; CHECK-DAG: ![[OWN]] = distinct !{![[OWN]], ![[DISABLE:[0-9]+]]}
; CHECK-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
