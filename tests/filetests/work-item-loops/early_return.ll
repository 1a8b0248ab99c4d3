;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops<early-returns>"

; Work-items beyond the end return before the barrier. Groups in which none returns run a version of the kernel in
; which all proceed from region to region together.
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr %p, i64 %n) {
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %g
  store i32 0, ptr %a
  %inside = icmp ult i64 %g, %n
  br i1 %inside, label %meet, label %done
meet:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  store i32 1, ptr %a
  br label %done
done:
  ret void
}

; The test stores only its result.
; CHECK-LABEL: define internal void @k.mux-leaves(
; CHECK-NOT: store i32
; CHECK: store i8 {{%.*}}, ptr %0, align 1{{$}}
; CHECK-NOT: store
; CHECK: ret void
; CHECK: define internal void @k.mux-some-leave(
; CHECK: round:
; CHECK: define internal void @k.mux-full.mux-barrier-wrapper(
; CHECK-NOT: round:
; CHECK: define void @k.mux-barrier-wrapper(
; CHECK: br i1 %any, label %some-leave, label %all-stay
; CHECK: call void @k.mux-leaves(
; CHECK: call void @k.mux-some-leave(
; CHECK: call void @k.mux-full.mux-barrier-wrapper(
