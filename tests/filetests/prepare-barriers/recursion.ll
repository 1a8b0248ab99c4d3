;! passes = "transfer-kernel-metadata,prepare-barriers"
;! fails = true

; CHECK: kernel `k` uses a barrier in a recursive function
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

define spir_kernel void @k(i32 %n) {
  call void @again(i32 %n)
  ret void
}
