;! passes = "define-assertions"

; A failing assertion queries its work-item and calls the runtime; the function gets an internal name.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call void @scythe.__assert_fail(ptr %expression, ptr %file, i32 7, ptr %function)
define spir_kernel void @k(i1 %holds, ptr %expression, ptr %file, ptr %function) {
  br i1 %holds, label %go_on, label %fail
fail:
  call void @__assert_fail(ptr %expression, ptr %file, i32 7, ptr %function)
  unreachable
go_on:
  ret void
}

; CHECK-LABEL: define internal void @scythe.__assert_fail(ptr %0, ptr %1, i32 %2, ptr %3)
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK: call i32 @__mux_get_work_dim()
; CHECK: call i64 @__mux_get_global_id(i32 0)
; CHECK: call i64 @__mux_get_global_id(i32 2)
; CHECK: call i64 @__mux_get_local_id(i32 0)
; CHECK: call i64 @__mux_get_local_id(i32 2)
; CHECK: [[ITEM:%.*]] = alloca [7 x i64]
; CHECK: call void @scythe_assertion_failed(ptr %0, ptr %1, i32 %2, ptr %3, ptr [[ITEM]])
; CHECK-NEXT: unreachable
declare void @__assert_fail(ptr, ptr, i32, ptr)

; CHECK: attributes [[ATTRIBUTES]] = { cold noinline noreturn nounwind }
