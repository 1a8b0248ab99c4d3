;! passes = "check-variables"

; An unknown index is compared with the last one for which the access is inside the variable; an invalid one is
; reported, and the access uses the start of the variable. Accesses that are certainly inside are unchanged.
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
