;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,separate-guards"

; The additional work of the first work-items gets barriers that order nothing (scope 4); only the work-item's id
; lives across them.
declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-LABEL: define void @halo(
; CHECK: store i32 %v, ptr %to
; CHECK: %few = icmp ult i64 %l, 3
; CHECK-NEXT: call void @__mux_work_group_barrier(i32 0, i32 4, i32 0)
; CHECK-NEXT: br i1 %few
; CHECK: join:
; CHECK-NEXT: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
define spir_kernel void @halo(ptr %in, ptr %out) {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %from = getelementptr i32, ptr %in, i64 %l
  %to = getelementptr i32, ptr %out, i64 %l
  %v = load i32, ptr %from
  store i32 %v, ptr %to
  %few = icmp ult i64 %l, 3
  br i1 %few, label %more, label %join
more:
  %next = getelementptr i32, ptr %out, i64 %l
  %far = getelementptr i32, ptr %next, i64 64
  store i32 7, ptr %far
  br label %join
join:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  store i32 1, ptr %from
  ret void
}

; A value of each work-item would have to be saved: nothing is cut.
; CHECK-LABEL: define void @remembered(
; CHECK: %few = icmp ult i64 %l, 3
; CHECK-NEXT: br i1 %few
define spir_kernel void @remembered(ptr %in, ptr %out) {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %from = getelementptr i32, ptr %in, i64 %l
  %to = getelementptr i32, ptr %out, i64 %l
  %v = load i32, ptr %from
  store i32 %v, ptr %to
  %few = icmp ult i64 %l, 3
  br i1 %few, label %more, label %join
more:
  %far = getelementptr i32, ptr %to, i64 64
  store i32 %v, ptr %far
  br label %join
join:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  store i32 1, ptr %from
  ret void
}

; Without barriers there are no regions.
; CHECK-LABEL: define void @alone(
; CHECK-NOT: barrier
define spir_kernel void @alone(ptr %out) {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %to = getelementptr i32, ptr %out, i64 %l
  store i32 1, ptr %to
  %few = icmp ult i64 %l, 3
  br i1 %few, label %more, label %join
more:
  store i32 2, ptr %to
  br label %join
join:
  ret void
}
