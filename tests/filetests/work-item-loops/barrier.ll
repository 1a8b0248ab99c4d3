;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops"

; The kernel is cut in two. Values that live across the barrier have memory per work-item; the ids are computed again.
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr %p) {
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %g
  %v = load i32, ptr %a
  %w = mul i32 %v, 3
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %o = xor i64 %g, 1
  %b = getelementptr i32, ptr %p, i64 %o
  store i32 %w, ptr %b
  ret void
}

; CHECK-LABEL: define void @k.mux-barrier-wrapper(ptr %0)
; CHECK: %bytes = mul nuw i64 %items, 4
; CHECK: call ptr @scythe_cpu_scratch(i64 %bytes)
; CHECK: br label %region.1
; CHECK: region.1:
; CHECK-NEXT: br label %[[FIRST:z.loop[0-9]*]]
; CHECK: region.2:
; CHECK-NEXT: br label %[[SECOND:z.loop[0-9]*]]
; CHECK: [[FIRST]]:
; CHECK: z.exit:
; CHECK-NEXT: br label %region.2
; CHECK: [[AT:%.*]] = mul nuw i64 %item, 4
; CHECK: [[PLACE:%.*]] = getelementptr [0 x i8], ptr %live, i64 0, i64 [[AT]]
; CHECK: call void @k.mux-barrier-region.1(ptr %0, ptr %next, i64 0, i64 1, i64 0, ptr [[PLACE]])
; CHECK: [[SECOND]]:
; CHECK: br label %exit
; CHECK: call void @k.mux-barrier-region.2(ptr %0, ptr %next, i64 0, i64 1, i64 0, ptr {{%.*}})

; CHECK-LABEL: define internal void @k.mux-barrier-region.1(
; CHECK: barrier:
; CHECK: store i32 {{%.*}}, ptr [[LEFT:%[0-9]+]], align 4, !llvm.access.group
; CHECK: store i32 2, ptr %next
; CHECK-NEXT: ret void

; CHECK-LABEL: define internal void @k.mux-barrier-region.2(
; CHECK-NOT: store i64
; CHECK: load i32, ptr
; CHECK: call i64 @__mux_get_global_id(i32 0)
; CHECK: store i32 0, ptr %next
; CHECK-NEXT: ret void
; CHECK-NOT: call void @__mux_work_group_barrier
