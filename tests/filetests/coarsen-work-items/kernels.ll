;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "coarsen-work-items"

declare i64 @__mux_get_global_id(i32) memory(none) nounwind willreturn
declare i64 @__mux_get_global_size(i32) memory(none) nounwind willreturn
declare i64 @__mux_get_global_offset(i32) memory(none) nounwind willreturn
declare i32 @__mux_get_sub_group_local_id() memory(none) nounwind willreturn
declare void @llvm.assume(i1)

; Items are counted from the offset of the launch on. The weight is loaded once for four items.
; CHECK-LABEL: define ptx_kernel void @from_offset.coarse(
; CHECK-NEXT: [[OWN:%.*]] = call i64 @__mux_get_global_id(i32 1)
; CHECK-NEXT: [[ID:%.*]] = trunc i64 [[OWN]] to i32
; CHECK-NEXT: [[ASKED:%.*]] = call i64 @__mux_get_global_offset(i32 1)
; CHECK-NEXT: [[OFFSET:%.*]] = trunc i64 [[ASKED]] to i32
; CHECK-NEXT: [[WORK_ITEM:%.*]] = sub nuw nsw i32 [[ID]], [[OFFSET]]
; CHECK-NEXT: [[ITEMS:%.*]] = mul nuw nsw i32 [[WORK_ITEM]], 4
; CHECK-NEXT: [[FIRST:%.*]] = add nuw nsw i32 [[ITEMS]], [[OFFSET]]
; CHECK-NEXT: add nuw nsw i32 [[FIRST]], 1
; CHECK: br i1 {{.*}}, label %together, label %alone
; CHECK: body:
; CHECK: load float, ptr %1
; CHECK-NOT: load float, ptr %1
; CHECK: alone:
; CHECK-NEXT: phi i32 [ {{.*}}, %alone.next ], [ 0, %3 ]
; CHECK: alone.next:
; CHECK: icmp ult i32 {{.*}}, 4
define ptx_kernel void @from_offset(ptr noalias %in, ptr noalias %weights, ptr noalias %out) "mux-kernel"="entry-point" "scythe-plain-range" {
  %y = call i64 @__mux_get_global_id(i32 1)
  %offset = call i64 @__mux_get_global_offset(i32 1)
  %at = sub i64 %y, %offset
  %size = call i64 @__mux_get_global_size(i32 1)
  %in.range = icmp ult i64 %at, %size
  br i1 %in.range, label %body, label %end

body:
  %place = getelementptr float, ptr %in, i64 %y
  %value = load float, ptr %place
  %weight = load float, ptr %weights
  %product = fmul float %value, %weight
  %to = getelementptr float, ptr %out, i64 %y
  store float %product, ptr %to
  br label %end

end:
  ret void
}

; The headers say that launches without an offset start at zero.
; CHECK-LABEL: define ptx_kernel void @from_zero.coarse(
; CHECK-NEXT: [[OWN:%.*]] = call i64 @__mux_get_global_id(i32 1)
; CHECK-NEXT: [[WORK_ITEM:%.*]] = trunc i64 [[OWN]] to i32
; CHECK-NEXT: [[FIRST:%.*]] = mul nuw nsw i32 [[WORK_ITEM]], 4
; CHECK-NEXT: add nuw nsw i32 [[FIRST]], 1
define ptx_kernel void @from_zero(ptr noalias %in, ptr noalias %weights, ptr noalias %out) "mux-kernel"="entry-point" "scythe-plain-range" {
  %y = call i64 @__mux_get_global_id(i32 1)
  %offset = call i64 @__mux_get_global_offset(i32 1)
  %none = icmp eq i64 %offset, 0
  call void @llvm.assume(i1 %none)
  %place = getelementptr float, ptr %in, i64 %y
  %value = load float, ptr %place
  %weight = load float, ptr %weights
  %product = fmul float %value, %weight
  %to = getelementptr float, ptr %out, i64 %y
  store float %product, ptr %to
  ret void
}

; The second part of a condition is poison for items with an odd id, whose first part decides.
; CHECK-LABEL: define ptx_kernel void @two_parts.coarse(
; CHECK: [[SECOND:%.*]] = freeze i1
; CHECK-NEXT: [[BOTH:%.*]] = and i1 {{.*}}, [[SECOND]]
; CHECK-NEXT: br i1 [[BOTH]], label %together, label %alone
define ptx_kernel void @two_parts(ptr noalias %weights, ptr noalias %out, i64 %limit) "mux-kernel"="entry-point" "scythe-plain-range" {
  %y = call i64 @__mux_get_global_id(i32 1)
  %weight = load i64, ptr %weights
  %odd = trunc i64 %y to i1
  %half = lshr exact i64 %y, 1
  %small = icmp ult i64 %half, %limit
  %both = select i1 %odd, i1 true, i1 %small
  %to = getelementptr i64, ptr %out, i64 %y
  br i1 %both, label %write, label %end

write:
  %other = load i64, ptr %to
  %sum = add i64 %other, %weight
  store i64 %sum, ptr %to
  br label %end

end:
  ret void
}

; Every query gets the id in its own type.
; CHECK-LABEL: define ptx_kernel void @asked_often.coarse(
; CHECK: trunc i64 {{.*}} to i32
; CHECK: getelementptr i64, ptr %0, i64 %{{[0-9]+}}
; CHECK: trunc i64 {{.*}} to i32
; CHECK: getelementptr i64, ptr %2, i64 %{{[0-9]+}}
define ptx_kernel void @asked_often(ptr noalias %in, ptr noalias %weights, ptr noalias %out) "mux-kernel"="entry-point" "scythe-plain-range" {
  %y = call i64 @__mux_get_global_id(i32 1)
  %narrow = trunc i64 %y to i32
  %again = call i64 @__mux_get_global_id(i32 1)
  %place = getelementptr i64, ptr %in, i64 %again
  %value = load i64, ptr %place
  %weight = load i64, ptr %weights
  %third = call i64 @__mux_get_global_id(i32 1)
  %low = trunc i64 %third to i32
  %both = add i32 %narrow, %low
  %more = zext i32 %both to i64
  %fourth = call i64 @__mux_get_global_id(i32 1)
  %to = getelementptr i64, ptr %out, i64 %fourth
  %product = mul i64 %value, %weight
  %sum = add i64 %product, %more
  store i64 %sum, ptr %to
  ret void
}

; Kernels that ask for their place in a sub-group, change memory atomically, or branch after they have written.
; CHECK-NOT: {{^}}define
; CHECK: attributes {{.*}} "mux-orig-fn"="from_offset" "scythe-items"="4,1" "scythe-plain-range"
define ptx_kernel void @lane(ptr noalias %weights, ptr noalias %out) "mux-kernel"="entry-point" "scythe-plain-range" {
  %y = call i64 @__mux_get_global_id(i32 1)
  %lane = call i32 @__mux_get_sub_group_local_id()
  %weight = load i32, ptr %weights
  %to = getelementptr i32, ptr %out, i64 %y
  %old = load i32, ptr %to
  %sum = add i32 %weight, %old
  %all = add i32 %sum, %lane
  store i32 %all, ptr %to
  ret void
}

define ptx_kernel void @counts(ptr noalias %weights, ptr noalias %out) "mux-kernel"="entry-point" "scythe-plain-range" {
  %y = call i64 @__mux_get_global_id(i32 1)
  %weight = load i32, ptr %weights
  %to = getelementptr i32, ptr %out, i64 %y
  %old = load i32, ptr %to
  %sum = add i32 %weight, %old
  %before = atomicrmw add ptr %weights, i32 %sum monotonic
  ret void
}

define ptx_kernel void @late(ptr noalias %weights, ptr noalias %out) "mux-kernel"="entry-point" "scythe-plain-range" {
  %y = call i64 @__mux_get_global_id(i32 1)
  %weight = load i32, ptr %weights
  %to = getelementptr i32, ptr %out, i64 %y
  %old = load i32, ptr %to
  %sum = add i32 %weight, %old
  store i32 %sum, ptr %to
  %is.zero = icmp eq i32 %sum, 0
  br i1 %is.zero, label %again, label %end

again:
  store i32 1, ptr %to
  br label %end

end:
  ret void
}
