;! passes = "keep-variable-sizes"

; A pointer at the start of an object is loaded from a separate address; other accesses there are unchanged.
%T = type { ptr addrspace(4), [4 x i32] }

define spir_kernel void @object(i64 %n) {
  %object = alloca %T
  %single = alloca ptr addrspace(4)
  %numbers = alloca [4 x i32]
  %p = load ptr addrspace(4), ptr %object
  %q = load ptr addrspace(4), ptr %single
  %r = load i32, ptr %numbers
  store ptr addrspace(4) %q, ptr %object
  store i32 %r, ptr addrspace(4) %p
  ret void
}

; CHECK: [[FIRST:%.+]] = getelementptr i8, ptr %object, i64 0
; CHECK-NEXT: %p = load ptr addrspace(4), ptr [[FIRST]]
; CHECK-NEXT: %q = load ptr addrspace(4), ptr %single
; CHECK-NEXT: %r = load i32, ptr %numbers
; CHECK-NEXT: store ptr addrspace(4) %q, ptr %object
