;! passes = "transfer-kernel-metadata,place-group-memory"
; Every call has its own variable, also in a function that is called twice.

; CHECK: @group-memory = internal addrspace(3) global [64 x i8] poison, align 8
; CHECK: @group-memory.1 = internal addrspace(3) global [64 x i8] poison, align 8
; CHECK: @group-memory.2 = internal addrspace(3) global [12 x i8] poison, align 4

declare ptr @__mux_group_memory(i64, i64)

define internal ptr @helper() {
  %p = call ptr @__mux_group_memory(i64 64, i64 8)
  ret ptr %p
}

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: store i32 1, ptr {{.*}}@group-memory
; CHECK: store i32 2, ptr {{.*}}@group-memory.1
; CHECK: store i32 3, ptr {{.*}}@group-memory.2
define spir_kernel void @k() {
  %a = call ptr @helper()
  store i32 1, ptr %a
  %b = call ptr @helper()
  store i32 2, ptr %b
  %c = call ptr @__mux_group_memory(i64 12, i64 4)
  store i32 3, ptr %c
  ret void
}
