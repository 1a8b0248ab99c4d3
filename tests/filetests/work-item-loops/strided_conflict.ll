;! passes = "transfer-kernel-metadata,legalize-attributes,work-item-loops"

; A work-item stores two neighbouring values and loads one of them again. In a loop that is parallel over all
; accesses, LLVM would merge the stores into one after the load, so they are not declared independent. Without the
; load they are.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define internal void @again(
; CHECK: store i32 1, ptr %a, align 4{{$}}
; CHECK: store i32 2, ptr %b, align 4{{$}}
; CHECK: load i32, ptr %c, align 4{{$}}
define spir_kernel void @again(ptr %p, ptr %q) {
  %g = call i64 @__mux_get_global_id(i32 0)
  %i = shl i64 %g, 1
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %a
  %j = or disjoint i64 %i, 1
  %b = getelementptr i32, ptr %p, i64 %j
  store i32 2, ptr %b
  %c = getelementptr i32, ptr %q, i64 %i
  %v = load i32, ptr %c
  %d = getelementptr i32, ptr %q, i64 %g
  store i32 %v, ptr %d
  ret void
}

; CHECK-LABEL: define internal void @apart(
; CHECK: load i32, ptr %c, align 4, !llvm.access.group
; CHECK: store i32 %v, ptr %a, align 4, !llvm.access.group
; CHECK: store i32 2, ptr %b, align 4, !llvm.access.group
define spir_kernel void @apart(ptr %p, ptr %q) {
  %g = call i64 @__mux_get_global_id(i32 0)
  %c = getelementptr i32, ptr %q, i64 %g
  %v = load i32, ptr %c
  %i = shl i64 %g, 3
  %a = getelementptr i8, ptr %p, i64 %i
  store i32 %v, ptr %a
  %b = getelementptr i8, ptr %a, i64 4
  store i32 2, ptr %b
  ret void
}
