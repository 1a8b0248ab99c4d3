;! passes = "transfer-kernel-metadata,legalize-attributes,work-item-loops"

; Accesses to memory that work-items share are in the loop's access group; private variables, for which all work-items
; use the same memory, never are.
; CHECK-LABEL: define internal void @shared(
; CHECK: load ptr, ptr %closure, align 8, !llvm.access.group [[G:![0-9]+]]
; CHECK: load float, ptr %p, align 4, !llvm.access.group [[G]]
; CHECK: store float %v, ptr %p, align 4, !llvm.access.group [[G]]
define spir_kernel void @shared(ptr byval(ptr) %closure) {
  %p = load ptr, ptr %closure
  %v = load float, ptr %p
  store float %v, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @private(
; CHECK: store float %v, ptr %slot, align 4{{$}}
; CHECK: load float, ptr %slot, align 4{{$}}
define spir_kernel void @private(ptr byval(ptr) %closure, i64 %i) {
  %tmp = alloca [8 x float]
  %p = load ptr, ptr %closure
  %v = load float, ptr %p
  %slot = getelementptr [8 x float], ptr %tmp, i64 0, i64 %i
  store float %v, ptr %slot
  %w = load float, ptr %slot
  store float %w, ptr %p
  ret void
}

; A pointer that may point to either is private.
; CHECK-LABEL: define internal void @either(
; CHECK: store float 1.000000e+00, ptr %q, align 4{{$}}
define spir_kernel void @either(ptr byval(ptr) %closure, i1 %c) {
  %tmp = alloca float
  %p = load ptr, ptr %closure
  %q = select i1 %c, ptr %p, ptr %tmp
  store float 1.0, ptr %q
  ret void
}

; Once the address of a private variable is in memory, a pointer loaded from there may be it.
; CHECK-LABEL: define internal void @escaped(
; CHECK: store float 1.000000e+00, ptr %r, align 4{{$}}
define spir_kernel void @escaped(ptr byval(ptr) %closure) {
  %tmp = alloca float
  %p = load ptr, ptr %closure
  store ptr %tmp, ptr %p
  %r = load ptr, ptr %p
  store float 1.0, ptr %r
  ret void
}
