;! passes = "issue-loads-early"

; Loads are moved before divisions and roots that they do not need, together with their addresses.
target triple = "nvptx64-nvidia-cuda"

declare float @llvm.sqrt.f32(float)

; CHECK-LABEL: @independent(
; CHECK: load float, ptr addrspace(1) %p
; CHECK: getelementptr float, ptr addrspace(1) %q
; CHECK: load float
; CHECK: call float @llvm.sqrt.f32
define void @independent(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %i) {
  %a = load float, ptr addrspace(1) %p
  %root = call float @llvm.sqrt.f32(float %a)
  %at = getelementptr float, ptr addrspace(1) %q, i64 %i
  %b = load float, ptr addrspace(1) %at
  %sum = fadd float %root, %b
  store float %sum, ptr addrspace(1) %p
  ret void
}

; An address that is the result of the division waits for it.
; CHECK-LABEL: @needs_it(
; CHECK: %quotient = udiv i64
; CHECK-NEXT: %at = getelementptr
; CHECK-NEXT: load float
define float @needs_it(ptr addrspace(1) %q, i64 %i, i64 %n) {
  %quotient = udiv i64 %i, %n
  %at = getelementptr float, ptr addrspace(1) %q, i64 %quotient
  %b = load float, ptr addrspace(1) %at
  ret float %b
}

; Nothing moves across a store, or across a barrier.
; CHECK-LABEL: @fenced(
; CHECK: fdiv float
; CHECK: store float
; CHECK: load float, ptr addrspace(1) %q
; CHECK: fdiv float
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all
; CHECK: load float, ptr addrspace(1) %r
define float @fenced(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, float %x) {
  %a = fdiv float %x, 3.0
  store float %a, ptr addrspace(1) %p
  %b = load float, ptr addrspace(1) %q
  %c = fdiv float %b, %x
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %d = load float, ptr addrspace(1) %r
  %e = fadd float %c, %d
  ret float %e
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
