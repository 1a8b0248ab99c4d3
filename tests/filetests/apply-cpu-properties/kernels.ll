;! passes = "apply-cpu-properties"

; The metadata that work-item passes read, and LLVM's attributes of pointers. Properties stay, known or not. Sub-group
; sizes that the target does not support are ignored.
; CHECK: define spir_kernel void @k(ptr align 64 "sycl-alignment"="64" "sycl-no-alias" %p, ptr byval([8 x i8]) "sycl-alignment"="64" %o, ptr "sycl-alignment"="3" %q) #[[K:[0-9]+]] {{.*}}!{{[a-z_]+}}size
define spir_kernel void @k(ptr "sycl-alignment"="64" "sycl-no-alias" %p, ptr byval([8 x i8]) "sycl-alignment"="64" %o, ptr "sycl-alignment"="3" %q) "sycl-work-group-size"="2,16" "sycl-sub-group-size"="8" "invented"="1" {
  ret void
}

; CHECK: define spir_kernel void @impossible() #{{[0-9]+}} {
define spir_kernel void @impossible() "sycl-sub-group-size"="5" {
  ret void
}

; CHECK: attributes #[[K]] = { "invented"="1" "sycl-sub-group-size"="8" "sycl-work-group-size"="2,16" }
; CHECK-DAG: !{i32 16, i32 2, i32 1}
; CHECK-DAG: !{i32 8}
