;! tool = "muxc"
;! passes = "add-sched-params,define-mux-builtins"

; The generic target keeps its information in two structs. A missing dimension has size 1 and id 0. Builtins that
; bodies call are declared and defined, too.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"

; CHECK-DAG: %MuxWorkItemInfo = type { [3 x i64], i32, i32, i32 }
; CHECK-DAG: %MuxWorkGroupInfo = type { [3 x i64], [3 x i64], [3 x i64], [3 x i64], i32 }
declare i64 @__mux_get_num_groups(i32)
declare i32 @__mux_get_work_dim()
declare i32 @__mux_get_max_sub_group_size()
declare void @__mux_set_local_id(i32, i64)
declare void @__mux_set_sub_group_id(i32)
declare i64 @__mux_get_global_id(i32)
declare i32 @__mux_get_sub_group_size()
declare i32 @__mux_get_sub_group_local_id()
declare i1 @__mux_isftz()

; CHECK-LABEL: define internal i32 @__mux_get_sub_group_size()
; CHECK: ret i32 1
; CHECK-LABEL: define internal i32 @__mux_get_sub_group_local_id()
; CHECK: ret i32 0
; CHECK: define internal i1 @__mux_isftz() #[[PLAIN:[0-9]+]]
; CHECK: ret i1 false

; CHECK-LABEL: define internal i64 @__mux_get_num_groups(i32 %0, ptr {{.*}}%wi-info, ptr {{.*}}%wg-info)
; CHECK-NEXT: %2 = icmp ult i32 %0, 3
; CHECK-NEXT: %3 = select i1 %2, i32 %0, i32 0
; CHECK-NEXT: %4 = getelementptr %MuxWorkGroupInfo, ptr %wg-info, i32 0, i32 1, i32 %3
; CHECK-NEXT: %5 = load i64, ptr %4, align 8
; CHECK-NEXT: %6 = select i1 %2, i64 %5, i64 1
; CHECK-NEXT: ret i64 %6

; CHECK-LABEL: define internal i32 @__mux_get_work_dim(
; CHECK: getelementptr %MuxWorkGroupInfo, ptr %wg-info, i32 0, i32 4
; CHECK-LABEL: define internal i32 @__mux_get_max_sub_group_size(
; CHECK: getelementptr %MuxWorkItemInfo, ptr %wi-info, i32 0, i32 3

; CHECK-LABEL: define internal void @__mux_set_local_id(i32 %0, i64 %1, ptr
; CHECK-NEXT: [[ID:%.*]] = getelementptr %MuxWorkItemInfo, ptr %wi-info, i32 0, i32 0, i32 %0
; CHECK-NEXT: store i64 %1, ptr [[ID]], align 8
; CHECK-LABEL: define internal void @__mux_set_sub_group_id(
; CHECK: getelementptr %MuxWorkItemInfo, ptr %wi-info, i32 0, i32 1

; CHECK: define internal i64 @__mux_get_global_id(i32 %0, ptr [[WI:.*]] %wi-info, ptr [[WG:.*]] %wg-info)
; CHECK-NEXT: entry:
; CHECK-NEXT: [[GROUP:%.*]] = call i64 @__mux_get_group_id(i32 %0, ptr [[WI]] %wi-info, ptr [[WG]] %wg-info)
; CHECK-NEXT: [[OFFSET:%.*]] = call i64 @__mux_get_global_offset(i32 %0,
; CHECK-NEXT: [[LOCAL:%.*]] = call i64 @__mux_get_local_id(i32 %0,
; CHECK-NEXT: [[SIZE:%.*]] = call i64 @__mux_get_local_size(i32 %0,
; CHECK-NEXT: [[FIRST:%.*]] = mul i64 [[GROUP]], [[SIZE]]
; CHECK-NEXT: [[INSIDE:%.*]] = add i64 [[FIRST]], [[LOCAL]]
; CHECK-NEXT: [[RESULT:%.*]] = add i64 [[INSIDE]], [[OFFSET]]
; CHECK-NEXT: ret i64 [[RESULT]]

; CHECK: define internal i64 @__mux_get_group_id(i32 %idx, ptr [[WI]] %wi-info, ptr [[WG]] %wg-info) #{{[0-9]+}} !mux_scheduled_fn [[PLACES:![0-9]+]]
; CHECK: define internal i64 @__mux_get_global_offset(
; CHECK: define internal i64 @__mux_get_local_id(
; CHECK: define internal i64 @__mux_get_local_size(
; CHECK: select i1 {{%.*}}, i64 {{%.*}}, i64 1
; CHECK: attributes #[[PLAIN]] = { alwaysinline norecurse nounwind }
; CHECK: [[PLACES]] = !{i32 1, i32 2}
