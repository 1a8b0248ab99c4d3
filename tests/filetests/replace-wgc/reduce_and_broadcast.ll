;! tool = "muxc"
;! passes = "replace-wgc"

target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"
; CHECK: @__mux_work_group_reduce_smin_i32.accumulator = internal addrspace(3) global i32 poison
declare i32 @__mux_work_group_reduce_smin_i32(i32 %id, i32 %x)
declare i1 @__mux_work_group_all_i1(i32 %id, i1 %x)
declare i32 @__mux_work_group_broadcast_i32(i32 %id, i32 %x, i64 %i, i64 %j, i64 %k)

; CHECK-LABEL: define i32 @__mux_work_group_reduce_smin_i32(i32 %id, i32 %x)
; CHECK: [[PART:%.*]] = call i32 @__mux_sub_group_reduce_smin_i32(i32 %x)
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272) #[[ONCE:[0-9]+]]
; CHECK: store i32 2147483647, ptr addrspace(3) @__mux_work_group_reduce_smin_i32.accumulator
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
; CHECK: [[BEFORE:%.*]] = load i32, ptr addrspace(3) @__mux_work_group_reduce_smin_i32.accumulator
; CHECK: [[AFTER:%.*]] = call i32 @llvm.smin.i32(i32 [[BEFORE]], i32 [[PART]])
; CHECK: store i32 [[AFTER]], ptr addrspace(3) @__mux_work_group_reduce_smin_i32.accumulator
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
; CHECK: [[RESULT:%.*]] = load i32, ptr addrspace(3) @__mux_work_group_reduce_smin_i32.accumulator
; CHECK: ret i32 [[RESULT]]

; CHECK-LABEL: define i1 @__mux_work_group_all_i1(i32 %id, i1 %x)
; CHECK: call i1 @__mux_sub_group_all_i1(i1 %x)
; CHECK: store i1 true, ptr addrspace(3)
; CHECK: and i1

; CHECK-LABEL: define i32 @__mux_work_group_broadcast_i32(
; CHECK: [[X:%.*]] = call i64 @__mux_get_local_id(i32 0)
; CHECK: icmp eq i64 [[X]], %i
; CHECK: broadcast:
; CHECK: store i32 %x, ptr addrspace(3) @__mux_work_group_broadcast_i32.accumulator
; CHECK: exit:
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
; CHECK: load i32, ptr addrspace(3)
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
; CHECK: attributes #[[ONCE]] = { "mux-barrier-schedule"="once" }
