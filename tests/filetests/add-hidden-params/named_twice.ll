;! passes = "transfer-kernel-metadata,add-hidden-params"

; A variable that is listed twice, as after linking modules, is one parameter.
@counter = external addrspace(1) global i32

; CHECK: define spir_kernel void @k(ptr addrspace(1) %counter) [[K:#[0-9]+]]
define spir_kernel void @k() {
  store i32 1, ptr addrspace(1) @counter
  ret void
}
; CHECK: attributes [[K]] = {{.*}}"mux-hidden-params"="counter"

!mux-device-variables = !{!0, !0, !1}
!0 = !{!"counter"}
!1 = !{i32 3}
