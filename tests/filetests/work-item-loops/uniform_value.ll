;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops"

; The counter of a loop around a barrier is uniform: it is saved once, loaded before the first work-item runs, and
; passed on as a value. Other values have memory per work-item.
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr %p, i32 %n) {
entry:
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %g
  %first = load i32, ptr %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %first, %entry ], [ %more, %loop ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %more = mul i32 %sum, 3
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  store i32 %more, ptr %a
  ret void
}

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK: [[ONCE:%uniform.*]] = alloca i32
; CHECK: %bytes = mul nuw i64 %items, 4
; CHECK: region.2:
; CHECK-NEXT: [[I:%.*]] = load i32, ptr [[ONCE]]
; CHECK: call void @k.mux-barrier-region.2({{.*}}, i32 [[I]], ptr {{%.*}}, ptr [[ONCE]]
; CHECK: define internal void @k.mux-barrier-region.2(
