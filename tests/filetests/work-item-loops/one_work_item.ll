;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops<narrow-regions>"

; All work-items write their element; the first one writes another number. In short work-groups of known size it is
; not peeled off the loop: its vector's mask will be a constant.
; CHECK-LABEL: define void @chooses.mux-barrier-wrapper(
; CHECK-NOT: mux-inside
; CHECK: call void @chooses.mux-barrier-region.2(
; CHECK-NOT: mux-others
; CHECK: ret void
define spir_kernel void @chooses(ptr %p) !reqd_work_group_size !0 {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %l
  store i32 1, ptr %a
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %first = icmp eq i64 %l, 0
  br i1 %first, label %join, label %others
others:
  %far = getelementptr i8, ptr %a, i64 -4
  %v = load i32, ptr %far
  br label %join
join:
  %w = phi i32 [ 0, %entry ], [ %v, %others ]
  %b = getelementptr i8, ptr %a, i64 1024
  store i32 %w, ptr %b
  ret void
}

; If the size is unknown, it is.
; CHECK-LABEL: define void @unknown.mux-barrier-wrapper(
; CHECK: call void @unknown.mux-barrier-region.2.mux-inside(
; CHECK: call void @unknown.mux-barrier-region.2.mux-others(
define spir_kernel void @unknown(ptr %p) {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %l
  store i32 1, ptr %a
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %first = icmp eq i64 %l, 0
  br i1 %first, label %join, label %others
others:
  %far = getelementptr i8, ptr %a, i64 -4
  %v = load i32, ptr %far
  br label %join
join:
  %w = phi i32 [ 0, %entry ], [ %v, %others ]
  %b = getelementptr i8, ptr %a, i64 1024
  store i32 %w, ptr %b
  ret void
}

; So it is if it writes where no other work-item writes.
; CHECK-LABEL: define void @writes.mux-barrier-wrapper(
; CHECK: call void @writes.mux-barrier-region.2.mux-inside(
; CHECK: call void @writes.mux-barrier-region.2.mux-others(
define spir_kernel void @writes(ptr %p, ptr %total) !reqd_work_group_size !0 {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %l
  store i32 1, ptr %a
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %v = load i32, ptr %a
  %b = getelementptr i8, ptr %a, i64 1024
  store i32 %v, ptr %b
  %last = icmp eq i64 %l, 255
  br i1 %last, label %one, label %join
one:
  store i32 %v, ptr %total
  br label %join
join:
  ret void
}

declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

!0 = !{i32 256, i32 1, i32 1}
