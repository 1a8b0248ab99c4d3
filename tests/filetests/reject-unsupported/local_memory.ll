;! passes = "transfer-kernel-metadata,reject-unsupported"
;! fails = true

; CHECK: kernel `k` uses local memory
declare ptr @__mux_local_memory(i64)

define spir_kernel void @k() {
  %p = call ptr @__mux_local_memory(i64 64)
  store i32 0, ptr %p
  ret void
}
