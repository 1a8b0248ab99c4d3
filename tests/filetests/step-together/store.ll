;! passes = "transfer-kernel-metadata,step-together,prepare-barriers,drop-idle-barriers"

; Lanes synchronise between reads and writes of shared memory, if the kernel requests it.
declare i64 @__mux_get_local_id(i32)

define void @put(ptr addrspace(3) %p, i32 %v) {
  store i32 %v, ptr addrspace(3) %p
  ret void
}

define spir_kernel void @k(ptr addrspace(3) %tile) !scythe_lockstep !0 {
  %own = alloca i32
  %l = call i64 @__mux_get_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %l
  %beside = getelementptr i32, ptr addrspace(3) %mine, i64 1
  %v = load i32, ptr addrspace(3) %beside
  store i32 %v, ptr %own
  call void @put(ptr addrspace(3) %mine, i32 %v)
  %w = load i32, ptr addrspace(3) %beside
  store i32 %w, ptr %own
  ret void
}

; CHECK-LABEL: @k(
; CHECK: %v = load
; CHECK-NEXT: store i32 %v, ptr %own
; CHECK-NEXT: call void @__mux_sub_group_barrier(i32 {{[0-9]+}}, i32 3, i32 536870912)
; CHECK-NEXT: store i32 %v, ptr addrspace(3) %mine
; CHECK-NEXT: call void @__mux_sub_group_barrier(i32 {{[0-9]+}}, i32 3, i32 536870912)
; CHECK: %w = load
; CHECK-NOT: @__mux_sub_group_barrier

define spir_kernel void @plain(ptr addrspace(3) %tile) {
  %l = call i64 @__mux_get_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %l
  store i32 1, ptr addrspace(3) %mine
  ret void
}

; CHECK-LABEL: @plain(
; CHECK-NOT: @__mux_sub_group_barrier
; CHECK: ret void

!0 = !{i32 1}
