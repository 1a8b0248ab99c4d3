;! passes = "add-sched-params,define-mux-builtins,always-inline,globaldce"

; Sub-groups on the CPU are consecutive work-items by their linear id; the loops over work-items set sizes, which are
; never 0.
declare i32 @__mux_get_sub_group_local_id()
declare i32 @__mux_get_sub_group_size()
declare void @__mux_set_max_sub_group_size(i32)

; CHECK-LABEL: define void @k.mux-sched-wrapper(
; CHECK: [[MOST:%.*]] = getelementptr %MuxWorkItemInfo, ptr %wi-info, i32 0, i32 3
; CHECK: store i32 8, ptr [[MOST]]
; CHECK: call i32 @llvm.umax.i32(i32 {{%.*}}, i32 1)
; CHECK: urem i64
; CHECK: call i64 @llvm.umin.i64(
define void @k(ptr %out) "mux-kernel"="entry-point" {
  call void @__mux_set_max_sub_group_size(i32 8)
  %i = call i32 @__mux_get_sub_group_local_id()
  %n = call i32 @__mux_get_sub_group_size()
  %x = add i32 %i, %n
  store i32 %x, ptr %out
  ret void
}
