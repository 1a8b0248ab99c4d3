;! passes = "transfer-kernel-metadata,reject-unsupported"

; A helper that no kernel calls is nobody's fault; recursion must not hang the search.
; CHECK: define spir_kernel void @k()
declare void @__mux_work_group_barrier(i32, i32, i32)

define void @unused() {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}

define void @loops() {
  call void @loops()
  ret void
}

define spir_kernel void @k() {
  call void @loops()
  ret void
}
