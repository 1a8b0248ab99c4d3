;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops<narrow-regions>"

; After the barrier, work-items below a number that lives across it run a version of the region in which the guard
; holds, all others one in which it does not. Local ids do not wrap around, so the bounds are computed once.
declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr %p, ptr %counts) {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %l
  store i32 1, ptr %a
  %half = load i64, ptr %counts
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %few = icmp ult i64 %l, %half
  br i1 %few, label %then, label %join
then:
  %far = getelementptr i32, ptr %a, i64 %half
  %v = load i32, ptr %far
  store i32 %v, ptr %a
  br label %join
join:
  ret void
}

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK: region.2:
; CHECK: [[HALF:%.*]] = load i64, ptr %uniform
; CHECK: piece:
; CHECK-NOT: phi i64
; CHECK: call void @k.mux-barrier-region.2.mux-bounds.0(ptr %0, ptr %1, ptr null, i64 0, i64 1, i64 0, i64 [[HALF]], ptr %bounds)
; CHECK: call void @k.mux-barrier-region.2.mux-inside(
; CHECK: call void @k.mux-barrier-region.2.mux-others(

; CHECK-NOT: label %piece,
; CHECK-LABEL: define internal void @k.mux-barrier-region.2.mux-inside(
; CHECK-NOT: br i1
; CHECK: store i32
; CHECK-LABEL: define internal void @k.mux-barrier-region.2.mux-others(
; CHECK-NOT: store i32 %v
; CHECK: ret void
