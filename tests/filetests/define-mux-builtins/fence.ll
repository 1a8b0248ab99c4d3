;! tool = "muxc"
;! passes = "define-mux-builtins"

; The generic target runs a work-group on one thread and has no other: the scope does not matter, the order does.
; Relaxed is no fence.
declare void @__mux_mem_barrier(i32, i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-LABEL: define internal void @__mux_mem_barrier(i32 %0, i32 %1)
; CHECK: [[ORDER:%.*]] = and i32 %1, 31
; CHECK: switch i32 [[ORDER]], label %case.default [
; CHECK-NEXT: i32 2, label %case.acquire
; CHECK-NEXT: i32 4, label %case.release
; CHECK-NEXT: i32 8, label %case.acq_rel
; CHECK-NEXT: i32 16, label %case.seq_cst
; CHECK: case.default:
; CHECK-NEXT: br label %exit
; CHECK: case.acquire:
; CHECK-NEXT: fence syncscope("singlethread") acquire
; CHECK: case.release:
; CHECK-NEXT: fence syncscope("singlethread") release
; CHECK: case.acq_rel:
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK: case.seq_cst:
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: exit:
; CHECK-NEXT: ret void

; CHECK-LABEL: define internal void @__mux_work_group_barrier(i32 %0, i32 %1, i32 %2)
; CHECK: and i32 %2, 31
