;! passes = "define-mux-builtins"

; On the CPU a fence for the device or the system is a machine fence; within a work-group, which one thread runs, it
; is only a compiler fence.
declare void @__mux_mem_barrier(i32, i32)

; CHECK-LABEL: define internal void @__mux_mem_barrier(i32 %0, i32 %1)
; CHECK: [[BEYOND:%.*]] = icmp ult i32 %0, 2
; CHECK: br i1 [[BEYOND]], label %wide, label %narrow
; CHECK: wide:
; CHECK: [[ORDER:%.*]] = and i32 %1, 31
; CHECK: switch i32 [[ORDER]], label %[[RELAXED:.*]] [
; CHECK-NEXT: i32 2, label %[[ACQUIRE:.*]]
; CHECK-NEXT: i32 4, label %[[RELEASE:.*]]
; CHECK-NEXT: i32 8, label %[[BOTH:.*]]
; CHECK-NEXT: i32 16, label %[[SEQUENTIAL:.*]]
; CHECK: narrow:
; CHECK: [[RELAXED]]:
; CHECK-NEXT: br label
; CHECK: [[ACQUIRE]]:
; CHECK-NEXT: fence acquire
; CHECK: [[RELEASE]]:
; CHECK-NEXT: fence release
; CHECK: [[BOTH]]:
; CHECK-NEXT: fence acq_rel
; CHECK: [[SEQUENTIAL]]:
; CHECK-NEXT: fence seq_cst
; CHECK: fence syncscope("singlethread") acquire
; CHECK: fence syncscope("singlethread") release
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK: fence syncscope("singlethread") seq_cst
