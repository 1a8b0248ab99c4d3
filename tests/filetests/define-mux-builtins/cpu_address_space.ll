;! passes = "define-mux-builtins"

; On the CPU only the runtime knows a pointer's address space. The result never changes, so equal queries are merged.
declare i32 @__mux_get_address_space(ptr)

; CHECK-LABEL: define internal i32 @__mux_get_address_space(ptr %0)
; CHECK: [[SPACE:%.*]] = call i32 @scythe_cpu_address_space(ptr %0)
; CHECK: ret i32 [[SPACE]]
; CHECK: declare i32 @scythe_cpu_address_space(ptr) [[PURE:#[0-9]+]]
; CHECK: attributes [[PURE]] = { nounwind willreturn memory(none) }

define void @k(ptr %p, ptr %out) "mux-kernel"="entry-point" {
  %space = call i32 @__mux_get_address_space(ptr %p)
  store i32 %space, ptr %out
  ret void
}
