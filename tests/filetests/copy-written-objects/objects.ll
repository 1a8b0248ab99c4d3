;! passes = "transfer-kernel-metadata,work-item-loops,add-entry-hook"

; `byval` means a copy for each work-item. Each work-item copies an object that is written, or that may be written;
; one that is only read is not copied.
%T = type { i32, [3 x i32] }
declare i64 @__mux_get_global_id(i32)
declare void @looks(ptr readonly captures(none))
declare void @anything(ptr)

define spir_kernel void @writes(ptr byval(%T) align 8 %object, ptr %out) {
  %v = load i32, ptr %object
  %w = add i32 %v, 1
  store i32 %w, ptr %object
  store i32 %w, ptr %out
  ret void
}

; CHECK-LABEL: define {{.*}}void @writes(ptr readonly align 8 %object, ptr %out)
; CHECK-NEXT: %copy = alloca %T, align 8
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %object, i64 16, i1 false)
; CHECK-NEXT: %v = load i32, ptr %copy
; CHECK: store i32 %w, ptr %copy

define spir_kernel void @reads(ptr byval(%T) align 8 %object, ptr %out) {
  %g = call i64 @__mux_get_global_id(i32 0)
  %e = getelementptr i32, ptr %object, i64 %g
  call void @looks(ptr %e)
  %v = load i32, ptr %e
  store i32 %v, ptr %out
  ret void
}

; CHECK-LABEL: define {{.*}}void @reads(ptr readonly align 8 %object, ptr %out)
; CHECK-NOT: alloca
; CHECK: load i32, ptr %e

define spir_kernel void @tells(ptr byval(%T) align 8 %object) {
  call void @anything(ptr %object)
  ret void
}

; CHECK-LABEL: define {{.*}}void @tells(ptr readonly align 8 %object)
; CHECK: call void @anything(ptr %copy)

; Only the outermost function has the attribute, and copies nothing itself.
; CHECK-LABEL: define {{.*}}@writes.mux-entry-hook(ptr readonly byval(%T) align 8
; CHECK-NOT: alloca %T
