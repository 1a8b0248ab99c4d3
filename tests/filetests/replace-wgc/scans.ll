;! tool = "muxc"
;! passes = "replace-wgc"

; Work-items take turns. The first one's identity, +0.0, would change a sum of -0.0 to +0.0; so it is not added, and
; is stored at the end.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"
declare i32 @__mux_work_group_scan_inclusive_umax_i32(i32 %id, i32 %x)
declare float @__mux_work_group_scan_exclusive_fadd_f32(i32 %id, float %x)

; CHECK-LABEL: define i32 @__mux_work_group_scan_inclusive_umax_i32(
; CHECK: store i32 0, ptr addrspace(3) @__mux_work_group_scan_inclusive_umax_i32.accumulator
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272) #[[LINEAR:[0-9]+]]
; CHECK: [[BEFORE:%.*]] = load i32
; CHECK: [[SCAN:%.*]] = call i32 @__mux_sub_group_scan_inclusive_umax_i32(i32 %x)
; CHECK: [[RESULT:%.*]] = call i32 @llvm.umax.i32(i32 [[BEFORE]], i32 [[SCAN]])
; CHECK: [[SIZE:%.*]] = call i32 @__mux_get_sub_group_size()
; CHECK: [[LAST:%.*]] = sub nuw i32 [[SIZE]], 1
; CHECK: [[TOTAL:%.*]] = call i32 @__mux_sub_group_broadcast_i32(i32 [[SCAN]], i32 [[LAST]])
; CHECK: [[AFTER:%.*]] = call i32 @llvm.umax.i32(i32 [[BEFORE]], i32 [[TOTAL]])
; CHECK: store i32 [[AFTER]]
; CHECK: ret i32 [[RESULT]]

; CHECK-LABEL: define float @__mux_work_group_scan_exclusive_fadd_f32(
; CHECK: store float -0.000000e+00
; CHECK: [[SCAN:%.*]] = call float @__mux_sub_group_scan_exclusive_fadd_f32(float %x)
; CHECK: [[LANE:%.*]] = call i32 @__mux_get_sub_group_local_id()
; CHECK: [[FIRST:%.*]] = icmp eq i32 [[LANE]], 0
; CHECK: [[FIXED:%.*]] = select i1 [[FIRST]], float -0.000000e+00, float [[SCAN]]
; CHECK: [[MINE:%.*]] = fadd float {{%.*}}, [[FIXED]]
; CHECK: [[RESULT:%.*]] = select i1 {{%.*}}, float 0.000000e+00, float [[MINE]]
; CHECK: ret float [[RESULT]]
; CHECK: attributes #[[LINEAR]] = { "mux-barrier-schedule"="linear" }
