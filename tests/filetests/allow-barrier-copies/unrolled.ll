;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,allow-barrier-copies,function(loop-simplify,lcssa,loop-unroll<O3;full-unroll-max=16>),forbid-barrier-copies"

; A loop with a barrier and four iterations is unrolled, except in a kernel that keeps its loops.
declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-LABEL: define void @k(
; CHECK-COUNT-4: call void @__mux_work_group_barrier(
; CHECK-NOT: __mux_work_group_barrier
; CHECK: ret void
define spir_kernel void @k(ptr %p) {
entry:
  br label %loop
loop:
  %half = phi i64 [ 8, %entry ], [ %less, %loop ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %a = getelementptr i64, ptr %p, i64 %half
  store i64 %half, ptr %a
  %less = lshr i64 %half, 1
  %done = icmp eq i64 %less, 0
  br i1 %done, label %leave, label %loop
leave:
  ret void
}

; CHECK-LABEL: define void @kept(
; CHECK: call void @__mux_work_group_barrier(
; CHECK-NOT: __mux_work_group_barrier
; CHECK: ret void
define spir_kernel void @kept(ptr %p) !scythe_barrier_loops !0 {
entry:
  br label %loop
loop:
  %half = phi i64 [ 8, %entry ], [ %less, %loop ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %a = getelementptr i64, ptr %p, i64 %half
  store i64 %half, ptr %a
  %less = lshr i64 %half, 1
  %done = icmp eq i64 %less, 0
  br i1 %done, label %leave, label %loop
leave:
  ret void
}

!0 = !{i32 1}
