;! passes = "replace-mem-intrins"

define void @f(ptr %to, ptr addrspace(1) %from, i64 %n) {
  call void @llvm.memcpy.p0.p1.i64(ptr %to, ptr addrspace(1) %from, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %to, i8 7, i64 32, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %to, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: define void @f(
; CHECK-NOT:   call
; CHECK:       load {{.*}}, ptr addrspace(1)
; CHECK-NOT:   call
; CHECK:       ret void
