;! passes = "define-assertions"

; libstdc++ has its own assertions, with the expression last.
; CHECK-LABEL: define internal void @scythe._ZSt21__glibcxx_assert_failPKciS0_S0_(ptr %0, i32 %1, ptr %2, ptr %3)
; CHECK: call void @scythe_assertion_failed(ptr %3, ptr %0, i32 %1, ptr %2, ptr
declare void @_ZSt21__glibcxx_assert_failPKciS0_S0_(ptr, i32, ptr, ptr)

; A function of the program with that name is unchanged.
; CHECK-LABEL: define void @__assert_fail(
; CHECK-NEXT: ret void
define void @__assert_fail(ptr %expression, ptr %file, i32 %line, ptr %function) {
  ret void
}

define spir_kernel void @k(ptr %text) {
  call void @_ZSt21__glibcxx_assert_failPKciS0_S0_(ptr %text, i32 7, ptr %text, ptr %text)
  ret void
}
