;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "call-the-driver"

; A failing assertion calls the driver's function, which also takes the size of a character. An unreachable trap
; follows for the assembler.
; CHECK: define internal void @__assert_fail(ptr %0, ptr %1, i32 %2, ptr %3) #[[FAIL:[0-9]+]]
; CHECK: call void @__assertfail(ptr %0, ptr %1, i32 %2, ptr %3, i64 1)
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
declare void @__assert_fail(ptr, ptr, i32, ptr)

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: call void @__assert_fail(ptr %text, ptr %text, i32 7, ptr %text)
define ptx_kernel void @k(ptr %text) "mux-kernel"="entry-point" {
  call void @__assert_fail(ptr %text, ptr %text, i32 7, ptr %text)
  unreachable
}
; CHECK: attributes #[[FAIL]] = { {{.*}}noinline noreturn
