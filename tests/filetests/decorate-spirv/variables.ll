;! passes = "decorate-spirv"

; Properties of variables: one node for each decoration. That of the host's access names the variable.
@MyVariable = addrspace(1) global i32 0 #0
@other = addrspace(1) global i32 0 #1
attributes #0 = { "sycl-host-access"="read" "sycl-init-mode"="reset" "sycl-implement-in-csr"="true" "sycl-device-image-scope" }
attributes #1 = { "invented"="x" "sycl-device-image-scope" }

; CHECK: @MyVariable = addrspace(1) global i32 0, !spirv.Decorations ![[ALL:[0-9]+]] #
; CHECK: @other = addrspace(1) global i32 0 #[[OTHER:[0-9]+]]
; CHECK: attributes #[[OTHER]] = { "invented"="x" "sycl-device-image-scope" }
; CHECK: ![[ALL]] = !{![[ACCESS:[0-9]+]], ![[CSR:[0-9]+]], ![[INIT:[0-9]+]]}
; CHECK: ![[ACCESS]] = !{i32 6188, i32 1, !"MyVariable"}
; CHECK: ![[CSR]] = !{i32 6191, i32 1}
; CHECK: ![[INIT]] = !{i32 6190, i32 1}
