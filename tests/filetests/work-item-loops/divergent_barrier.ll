;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops"

; Work-items with an even id wait at a barrier, the others return. Each has its own next region: those that wait for
; the same one run it, until all have returned.
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr %p) {
  %g = call i64 @__mux_get_global_id(i32 0)
  %odd = trunc i64 %g to i1
  br i1 %odd, label %done, label %meet
meet:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %a = getelementptr i32, ptr %p, i64 %g
  store i32 1, ptr %a
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK: %live = getelementptr
; CHECK: %live1 = getelementptr
; CHECK: round:
; CHECK: %here = icmp eq i32 {{%.*}}, 1
; CHECK: br i1 %here, label %run, label %skip
; CHECK: call void @k.mux-barrier-region.1(
; CHECK: %here{{[0-9]+}} = icmp eq i32 {{%.*}}, 2
; CHECK: call void @k.mux-barrier-region.2(
; CHECK: %over = icmp eq i64 {{%.*}}, 1
; CHECK: br i1 %over, label %exit, label %round
