;! tool = "muxc"
;! passes = "transfer-kernel-metadata"

; If the module lists its kernels, the list is authoritative, including its sizes.
; CHECK: define spir_kernel void @listed() #[[LISTED:[0-9]+]] !reqd_work_group_size [[SIZE:![0-9]+]]
define spir_kernel void @listed() {
  ret void
}
; CHECK: define spir_kernel void @other() {
define spir_kernel void @other() {
  ret void
}
; CHECK: attributes #[[LISTED]] = { "mux-kernel"="entry-point" "mux-orig-fn"="listed" }
; CHECK: [[SIZE]] = !{i32 5, i32 10, i32 1}
!opencl.kernels = !{!0}
!0 = !{ptr @listed, !1, !2}
!1 = !{!"kernel_arg_addr_space", i32 1}
!2 = !{!"reqd_work_group_size", i32 5, i32 10, i32 1}
