;! passes = "decorate-spirv<core>"

; Decorations that SPIR-V has without extensions.
@MyVariable = addrspace(1) global i32 0 #0
define spir_kernel void @k() "sycl-max-work-group-size"="8" "sycl-sub-group-size"="8" {
  ret void
}
attributes #0 = { "sycl-host-access"="read" }

; CHECK-NOT: !spirv.Decorations
; CHECK: !spirv.ExecutionMode = !{![[A:[0-9]+]]}
; CHECK: ![[A]] = !{ptr @k, i32 35, i32 8}
