;! passes = "apply-no-alias"

; Without barriers, the attribute is valid in LLVM, too.
; CHECK: define spir_kernel void @alone(ptr noalias "sycl-no-alias" %p, ptr %q)
define spir_kernel void @alone(ptr "sycl-no-alias" %p, ptr %q) {
  store i32 1, ptr %p
  ret void
}

; In LLVM, barriers do not change memory that no other pointer reaches, but other work-items do.
; CHECK: define spir_kernel void @meeting(ptr "sycl-no-alias" %p)
define spir_kernel void @meeting(ptr "sycl-no-alias" %p) {
  store i32 1, ptr %p
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)
  %v = load i32, ptr %p
  ret void
}
declare void @__mux_work_group_barrier(i32, i32, i32)

; CHECK: define spir_kernel void @object(ptr byval([8 x i8]) "sycl-no-alias" %p)
define spir_kernel void @object(ptr byval([8 x i8]) "sycl-no-alias" %p) {
  ret void
}
