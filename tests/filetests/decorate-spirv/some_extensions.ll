;! passes = "decorate-spirv<core;extension=SPV_INTEL_kernel_attributes;extension=SPV_UNKNOWN>"

; Decorations that SPIR-V has without extensions, or with those that are listed.
@MyVariable = addrspace(1) global i32 0 #0
define spir_kernel void @k() "sycl-max-work-group-size"="8" "sycl-sub-group-size"="8" {
  ret void
}
attributes #0 = { "sycl-host-access"="read" }

; CHECK-NOT: !spirv.Decorations
; CHECK: !spirv.ExecutionMode = !{![[A:[0-9]+]], ![[B:[0-9]+]]}
; CHECK-DAG: !{ptr @k, i32 5893, i32 8, i32 1, i32 1}
; CHECK-DAG: !{ptr @k, i32 35, i32 8}
