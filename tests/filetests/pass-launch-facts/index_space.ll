;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "pass-launch-facts"

; Sizes and offsets of the index space are in one parameter: three sizes, then three offsets, whose lower halves
; suffice. Functions pass it on, and kernels without queries do not get it.
declare i64 @__mux_get_global_size(i32)
declare i64 @__mux_get_global_offset(i32)

; CHECK: define ptx_kernel void @other(ptr %out) #[[OTHER:[0-9]+]]
define ptx_kernel void @other(ptr %out) "mux-kernel"="entry-point" {
  store i64 1, ptr %out
  ret void
}
; CHECK-LABEL: define internal i64 @f(
; CHECK-SAME: ptr {{.*}}%index-space)
; CHECK: [[PLACE:%.*]] = getelementptr {{.*}}[6 x i64], ptr %index-space, i32 0, i32 4
; CHECK: [[HALF:%.*]] = load i32, ptr [[PLACE]]
; CHECK: zext i32 [[HALF]] to i64
define internal i64 @f() {
  %o = call i64 @__mux_get_global_offset(i32 1)
  ret i64 %o
}

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-SAME: ptr %out, ptr noalias noundef readonly byval([6 x i64]) align 8 %index-space) #[[K:[0-9]+]]
; CHECK: [[FIRST:%.*]] = getelementptr {{.*}}[6 x i64], ptr %index-space, i32 0, i32 2
; CHECK: [[N:%.*]] = load i32, ptr [[FIRST]]
; CHECK: zext i32 [[N]] to i64
; CHECK: call i64 @f(ptr {{.*}}%index-space)
define ptx_kernel void @k(ptr %out) "mux-kernel"="entry-point" {
  %n = call i64 @__mux_get_global_size(i32 2)
  %o = call i64 @f()
  %s = add i64 %n, %o
  store i64 %s, ptr %out
  ret void
}

; CHECK-NOT: @__mux_get_global
; CHECK-DAG: attributes #[[K]] = { {{.*}}"mux-hidden-params"="index-space"
; CHECK-DAG: attributes #[[OTHER]] = { "mux-kernel"="entry-point" }
