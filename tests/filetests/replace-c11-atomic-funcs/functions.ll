;! tool = "muxc"
;! passes = "replace-c11-atomic-funcs"
target triple = "spir64-unknown-unknown"

define i32 @f(ptr addrspace(1) %p, i32 %x, i32 %order) {
  %a = call spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1) %p, i32 %x, i32 0)
  %b = call spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1) %p, i32 %x, i32 4)
  %c = call spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1) %p, i32 %x, i32 %order)
  %d = call spir_func i32 @_Z16atomic_fetch_minPU3AS1VU7_Atomicjj(ptr addrspace(1) %p, i32 %x)
  %e = call spir_func float @_Z24atomic_exchange_explicitPU3AS1VU7_Atomicff12memory_order(ptr addrspace(1) %p, float 1.0, i32 2)
  ret i32 %a
}
declare spir_func i32 @_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1), i32, i32)
declare spir_func i32 @_Z16atomic_fetch_minPU3AS1VU7_Atomicjj(ptr addrspace(1), i32)
declare spir_func float @_Z24atomic_exchange_explicitPU3AS1VU7_Atomicff12memory_order(ptr addrspace(1), float, i32)

; CHECK-LABEL: define i32 @f(
; CHECK:       atomicrmw add ptr addrspace(1) %p, i32 %x monotonic
; CHECK:       atomicrmw add ptr addrspace(1) %p, i32 %x acq_rel
; CHECK:       atomicrmw add ptr addrspace(1) %p, i32 %x seq_cst
; CHECK:       atomicrmw umin ptr addrspace(1) %p, i32 %x seq_cst
; CHECK:       atomicrmw xchg ptr addrspace(1) %p, float 1.0{{.*}} acquire
