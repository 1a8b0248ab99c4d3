;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "transfer-kernel-metadata"

; Kernels for NVIDIA GPUs have another calling convention.
; CHECK: define ptx_kernel void @k() #[[K:[0-9]+]]
define ptx_kernel void @k() {
  ret void
}

; CHECK: define void @f() {
define void @f() {
  ret void
}
; CHECK: attributes #[[K]] = { "mux-kernel"="entry-point" "mux-orig-fn"="k" }
