;! passes = "apply-ptx-properties"

; LLVM's NVPTX back end reads these attributes; its first dimension is SYCL's last.
; CHECK: define spir_kernel void @k(ptr addrspace(1) align 64 "sycl-alignment"="64" %p) #[[K:[0-9]+]]
define spir_kernel void @k(ptr addrspace(1) "sycl-alignment"="64" %p) "sycl-work-group-size"="2,16" "sycl-max-work-group-size"="4,2,32" "sycl-sub-group-size"="32" "invented"="1" {
  ret void
}

; CHECK: attributes #[[K]] = { "invented"="1" "nvvm.maxntid"="32,2,4" "nvvm.reqntid"="16,2,1" "sycl-max-work-group-size"
