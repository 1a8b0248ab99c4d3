;! passes = "transfer-kernel-metadata,reject-unsupported"
;! fails = true

; The kernel is named, although the barrier is two calls away.
; CHECK: kernel `k` uses a work-group barrier
; CHECK-SAME: split the kernel into two at the barrier
declare void @__mux_work_group_barrier(i32, i32, i32)

define void @inner() {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}

define void @outer() {
  call void @inner()
  ret void
}

define spir_kernel void @k() {
  call void @outer()
  ret void
}
