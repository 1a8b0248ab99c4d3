;! passes = "transfer-kernel-metadata,add-hidden-params"
; A kernel gets the memory that it or its callees use; one that uses none is unchanged.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@counter = external addrspace(1) global i32

declare spir_func ptr addrspace(3) @__mux_local_memory(i64)

; CHECK: define spir_kernel void @plain(i32 %x) [[PLAIN:#[0-9]+]]
define spir_kernel void @plain(i32 %x) {
  ret void
}

; CHECK: define internal spir_func void @helper(i32 %x, ptr addrspace(3) %local-memory)
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr addrspace(3) %local-memory, i64 8
; CHECK: store i32 %x, ptr addrspace(3) [[P]]
define internal spir_func void @helper(i32 %x) noinline {
  %p = call spir_func ptr addrspace(3) @__mux_local_memory(i64 8)
  store i32 %x, ptr addrspace(3) %p
  ret void
}

; CHECK: define spir_kernel void @both(i32 %x, ptr addrspace(3) %local-memory, ptr addrspace(1) %counter) [[BOTH:#[0-9]+]]
; CHECK: call spir_func void @helper(i32 %x, ptr addrspace(3) %local-memory)
; CHECK: store i32 1, ptr addrspace(1) %counter
define spir_kernel void @both(i32 %x) {
  call spir_func void @helper(i32 %x)
  store i32 1, ptr addrspace(1) @counter
  ret void
}

; CHECK-NOT: @__mux_local_memory
; CHECK-NOT: attributes [[PLAIN]] = {{.*}}mux-hidden-params
; CHECK: attributes [[BOTH]] = {{.*}}"mux-hidden-params"="local-memory,counter"

!mux-device-variables = !{!0}
!0 = !{!"counter"}
