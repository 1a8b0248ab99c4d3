;! passes = "transfer-kernel-metadata,fold-known-sizes"
; Sizes that are the same for every launch are constants; others stay queries.

; CHECK-LABEL: define spir_kernel void @known(
; CHECK: store volatile i64 512,
; CHECK: %g1 = call i64 @__mux_get_global_size(i32 1)
; CHECK: store volatile i64 3,
; CHECK: store volatile i64 0,
; CHECK: store volatile i64 32,
; CHECK: %l2 = call i64 @__mux_get_local_size(i32 2)
; CHECK: store volatile i64 1,
define spir_kernel void @known(ptr %p) #0 {
  %g0 = call i64 @__mux_get_global_size(i32 0)
  store volatile i64 %g0, ptr %p
  %g1 = call i64 @__mux_get_global_size(i32 1)
  store volatile i64 %g1, ptr %p
  %o0 = call i64 @__mux_get_global_offset(i32 0)
  store volatile i64 %o0, ptr %p
  %o1 = call i64 @__mux_get_global_offset(i32 1)
  store volatile i64 %o1, ptr %p
  %n0 = call i64 @__mux_get_num_groups(i32 0)
  store volatile i64 %n0, ptr %p
  %l2 = call i64 @__mux_get_local_size(i32 2)
  store volatile i64 %l2, ptr %p
  %g9 = call i64 @__mux_get_global_size(i32 9)
  store volatile i64 %g9, ptr %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @unknown(
; CHECK: call i64 @__mux_get_global_size(i32 0)
define spir_kernel void @unknown(ptr %p) {
  %g0 = call i64 @__mux_get_global_size(i32 0)
  store volatile i64 %g0, ptr %p
  ret void
}

declare i64 @__mux_get_global_size(i32)
declare i64 @__mux_get_global_offset(i32)
declare i64 @__mux_get_num_groups(i32)
declare i64 @__mux_get_local_size(i32)

attributes #0 = { "mux-known-space"="global=512,?,1 local=16,?,? offset=3,0,0" }
