;! passes = "transfer-kernel-metadata"

; Functions with the spir_kernel convention are kernels, and an existing attribute stays.
; CHECK: define spir_kernel void @k() #[[K:[0-9]+]]
define spir_kernel void @k() {
  ret void
}

; CHECK: define spir_func void @f() {
define spir_func void @f() {
  ret void
}

; CHECK: define spir_kernel void @marked() #[[MARKED:[0-9]+]]
define spir_kernel void @marked() "mux-kernel"="vectorized" {
  ret void
}

; CHECK: declare spir_kernel void @elsewhere() #[[ELSEWHERE:[0-9]+]]
declare spir_kernel void @elsewhere()

; CHECK-DAG: attributes #[[K]] = { "mux-kernel"="entry-point" "mux-orig-fn"="k" }
; CHECK-DAG: attributes #[[MARKED]] = { "mux-kernel"="vectorized" }
; CHECK-DAG: attributes #[[ELSEWHERE]] = { "mux-kernel"="entry-point" "mux-orig-fn"="elsewhere" }
