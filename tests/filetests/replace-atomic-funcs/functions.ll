;! tool = "muxc"
;! passes = "replace-atomic-funcs"
target triple = "spir64-unknown-unknown"

define i32 @f(ptr addrspace(1) %p, ptr addrspace(3) %l, i32 %x) {
  %a = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 %x)
  %b = call spir_func i32 @_Z10atomic_maxPU3AS3Vjj(ptr addrspace(3) %l, i32 %a)
  %c = call spir_func i64 @_Z8atom_decPU3AS1Vl(ptr addrspace(1) %p)
  %d = call spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(ptr addrspace(1) %p, i32 %b, i32 %x)
  %e = call spir_func float @_Z11atomic_xchgPU3AS1Vff(ptr addrspace(1) %p, float 1.0)
  %g = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 %d)
  ret i32 %g
}
declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32)
declare spir_func i32 @_Z10atomic_maxPU3AS3Vjj(ptr addrspace(3), i32)
declare spir_func i64 @_Z8atom_decPU3AS1Vl(ptr addrspace(1))
declare spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(ptr addrspace(1), i32, i32)
declare spir_func float @_Z11atomic_xchgPU3AS1Vff(ptr addrspace(1), float)

; CHECK-LABEL: define i32 @f(
; CHECK:       [[A:%.+]] = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic
; CHECK:       [[B:%.+]] = atomicrmw umax ptr addrspace(3) %l, i32 [[A]] monotonic
; CHECK:       atomicrmw sub ptr addrspace(1) %p, i64 1 monotonic
; CHECK:       cmpxchg ptr addrspace(1) %p, i32 [[B]], i32 %x monotonic monotonic
; CHECK:       atomicrmw xchg ptr addrspace(1) %p, float 1.0{{.*}} monotonic
