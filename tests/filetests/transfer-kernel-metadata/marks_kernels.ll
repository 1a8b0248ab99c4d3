;! passes = "transfer-kernel-metadata"

; Only definitions with the spir_kernel convention are kernels, and a mark that is there stays.
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

; CHECK: declare spir_kernel void @elsewhere(){{$}}
declare spir_kernel void @elsewhere()

; CHECK-DAG: attributes #[[K]] = { "mux-kernel"="entry-point" "mux-orig-fn"="k" }
; CHECK-DAG: attributes #[[MARKED]] = { "mux-kernel"="vectorized" }
