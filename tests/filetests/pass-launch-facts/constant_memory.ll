;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "pass-launch-facts"
;! fails = true

; A value that a launch has set is a parameter, which has no address in constant memory.
; CHECK: error: pass-launch-facts: function `__mux_get_specialization_constant`: returns values in parameters
@default = internal addrspace(4) constant i32 3

define ptx_kernel void @k(ptr %out) "mux-kernel"="entry-point" {
  %p = call ptr addrspace(4) @__mux_get_specialization_constant(i64 77, ptr addrspace(4) @default, i64 4)
  %v = load i32, ptr addrspace(4) %p
  store i32 %v, ptr %out
  ret void
}
declare ptr addrspace(4) @__mux_get_specialization_constant(i64, ptr addrspace(4), i64)
