;! passes = "transfer-kernel-metadata,legalize-attributes,split-rows,narrow-work-items,interchange-uniform-loops,work-item-loops"

; Guards on the row and on the column are bounds of the loop over work-items of a row, if rows are long.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define void @flat.mux-barrier-wrapper(
; CHECK: call void @flat.mux-rows(ptr %0, i64 %1, i64 %2, ptr %quotients)
; CHECK: br i1 %long, label %long-rows, label %short-rows
; CHECK: short-rows:
; CHECK: long-rows:
; CHECK: row:
; CHECK: call void @flat.mux-rows(
; CHECK: [[PLACE:%.+]] = getelementptr [0 x i64], ptr %quotients, i64 0, i64 2
; CHECK: [[ROW:%.+]] = load i64, ptr [[PLACE]]
; CHECK: call void @flat(ptr %0, i64 %1, i64 %2)
; CHECK: call void @flat.mux-in-rows.mux-bounds.0(ptr %0, i64 %1, i64 %2, i64 [[ROW]], ptr %bounds)
; CHECK: call void @flat.mux-in-rows(ptr %0, i64 %1, i64 %2, i64 [[ROW]])
define spir_kernel void @flat(ptr %p, i64 %x, i64 %y) {
entry:
  %i = call i64 @__mux_get_global_id(i32 0)
  %column = urem i64 %i, %x
  %row = udiv i64 %i, %x
  %right = icmp ult i64 %column, 2
  br i1 %right, label %exit, label %more
more:
  %below = icmp ult i64 %row, %y
  br i1 %below, label %body, label %exit
body:
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 1, ptr %a
  br label %exit
exit:
  ret void
}
