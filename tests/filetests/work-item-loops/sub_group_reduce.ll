;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops"

; A sub-group of 8: full ones in a row have a loop of known length, others one of their own length. In between, the
; lanes' values are added up, and all lanes get the sum.
declare i64 @__mux_get_global_id(i32)
declare i32 @__mux_sub_group_reduce_add_i32(i32)

define spir_kernel void @k(ptr %p) !intel_reqd_sub_group_size !0 {
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %g
  %v = load i32, ptr %a
  %s = call i32 @__mux_sub_group_reduce_add_i32(i32 %v)
  store i32 %s, ptr %a
  ret void
}
!0 = !{i32 8}

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK: alloca [32 x i8], align 64
; CHECK: call void @__mux_set_max_sub_group_size(i32 8)
; CHECK: sub-group.loop:
; CHECK: call void @__mux_set_sub_group_id(
; CHECK: br i1 %straight, label %straight{{[0-9]*}}, label %bent
; CHECK: lanes.2:
; CHECK: br label %[[FOLD:fold.loop[0-9]*]]
; CHECK: call void @k.mux-barrier-region.1({{.*}}, i64 8, i64 %sub-group, ptr
; CHECK: icmp ne i64 {{%.*}}, 8
; CHECK: [[FOLD]]:
; CHECK: add i32
; CHECK-NOT: call i32 @__mux_sub_group_reduce_add_i32
; CHECK: define internal void @k.mux-barrier-region.2(ptr %p, ptr %next, i64 %lane, i64 %lanes, i64 %sub-group, i32
