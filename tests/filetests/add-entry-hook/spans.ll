;! passes = "add-entry-hook"

; The span may be empty; group ids are computed with dimension 0 fastest.
define void @k(ptr byval(i64) %closure) "mux-kernel"="entry-point" "mux-orig-fn"="k" {
  ret void
}

; CHECK-LABEL: define void @k.mux-entry-hook(ptr readonly byval(i64) %0)
; CHECK: [[FIRST:%.*]] = call i64 @__mux_get_first_group()
; CHECK: [[LAST:%.*]] = call i64 @__mux_get_last_group()
; CHECK: [[SOME:%.*]] = icmp ult i64 [[FIRST]], [[LAST]]
; CHECK: br i1 [[SOME]], label %groups, label %exit
; CHECK: [[X:%.*]] = call i64 @__mux_get_num_groups(i32 0)
; CHECK: [[Y:%.*]] = call i64 @__mux_get_num_groups(i32 1)
; CHECK: %group = phi i64 [ [[FIRST]], %groups ], [ %group.next, %group.loop ]
; CHECK: %row = udiv i64 %group, [[X]]
; CHECK: [[IDX:%.*]] = urem i64 %group, [[X]]
; CHECK: call void @__mux_set_group_id(i32 0, i64 [[IDX]])
; CHECK: [[IDY:%.*]] = urem i64 %row, [[Y]]
; CHECK: call void @__mux_set_group_id(i32 1, i64 [[IDY]])
; CHECK: [[IDZ:%.*]] = udiv i64 %row, [[Y]]
; CHECK: call void @__mux_set_group_id(i32 2, i64 [[IDZ]])
; CHECK: call void @k(ptr readonly %0)
