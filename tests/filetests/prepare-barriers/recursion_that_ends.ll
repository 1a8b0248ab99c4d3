;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops"

; Recursion with a constant depth is unrolled; the function itself is removed.
; CHECK-NOT: define void @again
; CHECK: define void @k.mux-barrier-wrapper()
; CHECK: region.4:
; CHECK-NOT: region.5:
; CHECK-NOT: call void @__mux_work_group_barrier
declare void @__mux_work_group_barrier(i32, i32, i32)

define void @again(i32 %n) {
entry:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %done, label %more
more:
  %m = sub i32 %n, 1
  call void @again(i32 %m)
  br label %done
done:
  ret void
}

define spir_kernel void @k() {
  call void @again(i32 2)
  ret void
}
