;! passes = "transfer-kernel-metadata,legalize-attributes,work-item-loops"

; A transposition stores adjacent elements along columns: dimension 1 is the innermost loop in groups that are high
; enough.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK: [[TALL:%.*]] = icmp uge i64 %{{.*}}, 8
; CHECK: br i1 [[TALL]], label %columns, label %rows
; CHECK: x.loop:
; CHECK: call void @__mux_set_local_id(i32 0,
; CHECK: y.loop:
; CHECK: call void @__mux_set_local_id(i32 1,
; CHECK-NEXT: call void @k(
; CHECK: y.loop{{[0-9]+}}:
; CHECK: x.loop{{[0-9]+}}:
; CHECK: call void @k(
define spir_kernel void @k(ptr %in, ptr %out) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %row = mul i64 %y, 4096
  %from = add i64 %row, %x
  %a = getelementptr float, ptr %in, i64 %from
  %v = load float, ptr %a
  %column = mul i64 %x, 4096
  %to = add i64 %column, %y
  %b = getelementptr float, ptr %out, i64 %to
  store float %v, ptr %b
  ret void
}
