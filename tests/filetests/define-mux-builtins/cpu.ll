;! passes = "add-sched-params,define-mux-builtins"

declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_size(i32)
declare void @__mux_set_local_id(i32, i64)

; CHECK-LABEL: define internal i64 @__mux_get_global_id(
; CHECK: mul nuw i64
; CHECK: add nuw i64
; CHECK: add nuw i64

; A dimension that a kernel does not have: size 1.
; CHECK-LABEL: define internal i64 @__mux_get_local_size(i32 %0, ptr {{.*}}%wi-info, ptr {{.*}}%sched-info,
; CHECK: [[VALID:%.*]] = icmp ult i32 %0, 3
; CHECK: [[INDEX:%.*]] = select i1 [[VALID]], i32 %0, i32 0
; CHECK: getelementptr inbounds nuw %Mux_schedule_info_s, ptr %sched-info, i32 0, i32 2
; CHECK: [[VALUE:%.*]] = load i64
; CHECK: select i1 [[VALID]], i64 [[VALUE]], i64 1

; CHECK-LABEL: define internal void @__mux_set_local_id(
; CHECK: getelementptr inbounds nuw %MuxWorkItemInfo, ptr %wi-info, i32 0, i32 0
; CHECK: store i64 %1

define void @k(ptr %out) "mux-kernel"="entry-point" {
  call void @__mux_set_local_id(i32 0, i64 5)
  %g = call i64 @__mux_get_global_id(i32 0)
  %s = call i64 @__mux_get_local_size(i32 0)
  %x = add i64 %g, %s
  store i64 %x, ptr %out
  ret void
}
