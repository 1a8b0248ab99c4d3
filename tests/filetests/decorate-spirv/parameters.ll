;! passes = "decorate-spirv"

; Properties of kernel parameters: one node for each parameter, with one node for each decoration. Decorations of
; pointers are for pointers only: an accessor's range has its properties too.
define spir_kernel void @MyKernel(ptr addrspace(1) "sycl-no-alias" "sycl-alignment"="64" "invented"="1" %arg1, ptr byval([8 x i8]) "sycl-no-alias" %arg2, i32 "sycl-alignment"="4" %arg3) {
  ret void
}

define spir_kernel void @plain(ptr addrspace(1) "invented"="1" %arg1) {
  ret void
}

; CHECK: define spir_kernel void @MyKernel(ptr addrspace(1) "invented"="1" "sycl-alignment"="64" "sycl-no-alias" %arg1, {{.*}} !spirv.ParameterDecorations ![[ALL:[0-9]+]]
; CHECK: define spir_kernel void @plain(ptr addrspace(1) "invented"="1" %arg1) {
; CHECK: ![[ALL]] = !{![[ONE:[0-9]+]], ![[NONE:[0-9]+]], ![[NONE]]}
; CHECK: ![[ONE]] = !{![[ALIGN:[0-9]+]], ![[ALIAS:[0-9]+]]}
; CHECK: ![[ALIGN]] = !{i32 44, i32 64}
; CHECK: ![[ALIAS]] = !{i32 38, i32 4}
; CHECK: ![[NONE]] = !{}
