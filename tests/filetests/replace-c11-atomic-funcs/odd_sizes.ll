;! tool = "muxc"
;! passes = "replace-c11-atomic-funcs"

; One-bit integers have no atomic instructions: such a call is unchanged.
declare spir_func i1 @_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1), i1, i32)

define i1 @f(ptr addrspace(1) %p, i1 %x) {
  %a = call spir_func i1 @_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1) %p, i1 %x, i32 0)
  ret i1 %a
}

; CHECK-LABEL: define i1 @f(
; CHECK-NOT: atomicrmw
; CHECK: call spir_func i1 @_Z25atomic
