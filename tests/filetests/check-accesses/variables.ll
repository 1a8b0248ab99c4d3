;! passes = "check-variables"

; An index that is not known is compared with the size of the variable; a bad one is reported, and the access goes to
; the variable's start. What is certainly inside stays as it is.
; CHECK-LABEL: define i32 @f(
; CHECK: %known = getelementptr [4 x i32], ptr %own, i64 0, i64 3
; CHECK-NEXT: store i32 1, ptr %known
; CHECK: icmp ugt i64 [[AT:%.+]], 12
; CHECK: call void @__mux_check_index(i32 0, i64 [[AT]], i64 16, ptr @scythe.check.site)
; CHECK: [[INSIDE:%.+]] = select i1 {{%.+}}, i64 0, i64 [[AT]]
; CHECK: [[TO:%.+]] = getelementptr i8, ptr %own, i64 [[INSIDE]]
; CHECK: load i32, ptr [[TO]]
define i32 @f(i64 %i) {
  %own = alloca [4 x i32]
  %known = getelementptr [4 x i32], ptr %own, i64 0, i64 3
  store i32 1, ptr %known
  %at = getelementptr [4 x i32], ptr %own, i64 0, i64 %i
  %value = load i32, ptr %at
  ret i32 %value
}
