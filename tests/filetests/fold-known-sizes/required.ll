;! passes = "transfer-kernel-metadata,fold-known-sizes"

; Queries with a known dimension become the required size; missing dimensions have size one.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call
; CHECK: store volatile i64 8, ptr %out
; CHECK-NEXT: store volatile i64 4, ptr %out
; CHECK-NEXT: store volatile i64 1, ptr %out
; CHECK-NEXT: store volatile i64 1, ptr %out
; CHECK-NEXT: [[ANY:%.*]] = call i64 @__mux_get_local_size(i32 %d)
; CHECK-NEXT: store volatile i64 [[ANY]], ptr %out
define spir_kernel void @k(ptr %out, i32 %d) !reqd_work_group_size !0 {
  %x = call i64 @__mux_get_local_size(i32 0)
  store volatile i64 %x, ptr %out
  %y = call i64 @__mux_get_enqueued_local_size(i32 1)
  store volatile i64 %y, ptr %out
  %z = call i64 @__mux_get_local_size(i32 2)
  store volatile i64 %z, ptr %out
  %none = call i64 @__mux_get_local_size(i32 7)
  store volatile i64 %none, ptr %out
  %any = call i64 @__mux_get_local_size(i32 %d)
  store volatile i64 %any, ptr %out
  ret void
}

; Other kernels, and functions that they may call, keep their queries.
; CHECK-LABEL: define spir_kernel void @free(
; CHECK: call i64 @__mux_get_local_size(i32 0)
define spir_kernel void @free(ptr %out) {
  %x = call i64 @__mux_get_local_size(i32 0)
  store i64 %x, ptr %out
  ret void
}

declare i64 @__mux_get_local_size(i32)
declare i64 @__mux_get_enqueued_local_size(i32)

!0 = !{i32 8, i32 4}
