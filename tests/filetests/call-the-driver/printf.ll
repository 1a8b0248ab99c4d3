;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "call-the-driver"

; The driver's printf takes the arguments in memory, one behind the other as in a structure.
@format = internal constant [6 x i8] c"%d %f\00"

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: [[MEMORY:%.*]] = alloca { i32, double }
; CHECK: [[N:%.*]] = getelementptr {{.*}}{ i32, double }, ptr [[MEMORY]], i32 0, i32 0
; CHECK: store i32 %n, ptr [[N]]
; CHECK: [[X:%.*]] = getelementptr {{.*}}{ i32, double }, ptr [[MEMORY]], i32 0, i32 1
; CHECK: store double %x, ptr [[X]]
; CHECK: [[R:%.*]] = call i32 @vprintf(ptr @format, ptr [[MEMORY]])
; CHECK: store i32 [[R]], ptr %out
; CHECK: call i32 @vprintf(ptr @format, ptr null)
define ptx_kernel void @k(ptr %out, i32 %n, double %x) "mux-kernel"="entry-point" {
  %r = call i32 (ptr, ...) @printf(ptr @format, i32 %n, double %x)
  store i32 %r, ptr %out
  %s = call i32 (ptr, ...) @printf(ptr @format)
  ret void
}
; CHECK-NOT: @printf
; CHECK: declare i32 @vprintf(ptr, ptr)
declare i32 @printf(ptr, ...)
