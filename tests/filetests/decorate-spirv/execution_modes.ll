;! passes = "decorate-spirv"

; Properties of kernels: `!spirv.ExecutionMode` has one node for each, with the kernel, the mode and its operands.
; SYCL's last dimension is SPIR-V's first. Unknown properties and invalid values stay attributes.
define spir_kernel void @bar() "sycl-work-group-size"="8,16,4" "sycl-sub-group-size"="32" {
  ret void
}

define spir_kernel void @hinted() "sycl-work-group-size-hint"="64" "sycl-max-work-group-size"="2,128" "invented"="7" {
  ret void
}

define spir_kernel void @strange() "sycl-work-group-size"="many" "sycl-device-has"="1,5" {
  ret void
}

; Not a kernel, so it has no mode.
define spir_func void @helper() "sycl-sub-group-size"="8" {
  ret void
}

; CHECK: define spir_kernel void @bar()
; CHECK: define spir_kernel void @hinted() #[[HINTED:[0-9]+]]
; CHECK: define spir_kernel void @strange() #[[STRANGE:[0-9]+]]
; CHECK: attributes #[[HINTED]] = { "invented"="7" {{.*}}}
; CHECK: attributes #[[STRANGE]] = { "sycl-device-has"="1,5" "sycl-work-group-size"="many" }
; CHECK: !spirv.ExecutionMode = !{![[A:[0-9]+]], ![[B:[0-9]+]], ![[C:[0-9]+]], ![[D:[0-9]+]]}
; CHECK-DAG: ![[A]] = !{ptr @bar, i32 35, i32 32}
; CHECK-DAG: ![[B]] = !{ptr @bar, i32 17, i32 4, i32 16, i32 8}
; CHECK-DAG: ![[C]] = !{ptr @hinted, i32 5893, i32 128, i32 2, i32 1}
; CHECK-DAG: ![[D]] = !{ptr @hinted, i32 18, i32 64, i32 1, i32 1}
