;! passes = "check-accesses"

; The runtime translates the addresses of accesses, and is called at barriers, too; accesses to private variables are
; not checked.
; CHECK-LABEL: define void @k(
; CHECK: call void @__mux_check_point(i32 0, i32 0, ptr @scythe.check.site
; CHECK: %own = alloca i32
; CHECK: %at = getelementptr i32, ptr %out, i64 %i
; CHECK: [[TO:%.+]] = call ptr @__mux_check_access(ptr %at, ptr %out, i64 4, i32 1, ptr @scythe.check.site
; CHECK: store i32 7, ptr [[TO]]
; CHECK: call void @__mux_check_point(i32 2, i32 0,
; CHECK: call void @__mux_work_group_barrier(
; CHECK: call void @__mux_check_point(i32 3, i32 0,
; CHECK: store i32 1, ptr %own
; CHECK: [[COUNT:%.+]] = call ptr @__mux_check_access(ptr %out, ptr %out, i64 4, i32 39, ptr @scythe.check.site
; CHECK: atomicrmw add ptr [[COUNT]], i32 1 seq_cst
; CHECK: call void @__mux_check_point(i32 1, i32 0,
; CHECK: ret void
define void @k(ptr %out) "mux-kernel"="entry-point" {
  %own = alloca i32
  %i = call i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i32, ptr %out, i64 %i
  store i32 7, ptr %at
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)
  store i32 1, ptr %own
  %old = atomicrmw add ptr %out, i32 1 seq_cst
  ret void
}

declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)
