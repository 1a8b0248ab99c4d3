;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops"

; The copy of a group between two barriers is small: that loop is not a call of the C library.
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-LABEL: define void @meets.mux-barrier-wrapper(
; CHECK-SAME: [[MEETS:#[0-9]+]]
define spir_kernel void @meets(ptr %p, ptr %q) {
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %g
  %b = getelementptr i32, ptr %q, i64 %g
  %v = load i32, ptr %a
  store i32 %v, ptr %b
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  store i32 0, ptr %a
  ret void
}

; A kernel over a range copies all of it.
; CHECK-LABEL: define void @whole.mux-barrier-wrapper(
; CHECK-SAME: [[WHOLE:#[0-9]+]]
define spir_kernel void @whole(ptr %p, ptr %q) {
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %g
  %b = getelementptr i32, ptr %q, i64 %g
  %v = load i32, ptr %a
  store i32 %v, ptr %b
  ret void
}

; CHECK: attributes [[MEETS]] = { {{.*}}"no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset"
; CHECK-NOT: attributes [[WHOLE]] = { {{.*}}"no-builtin
