;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "pass-launch-facts"

; A specialization constant is a parameter, followed by a byte that says whether the launch has set a value. Two
; queries of the same constant share one parameter.
@default = internal addrspace(0) constant i32 3

; CHECK: define ptx_kernel void @k(ptr %out, ptr noalias noundef readonly byval([5 x i8]) align 16 %constant.77.4, ptr noalias noundef readonly byval([9 x i8]) align 16 %constant.78.8) #[[K:[0-9]+]]
; CHECK: [[MARK:%.*]] = getelementptr inbounds i8, ptr %constant.77.4, i64 4
; CHECK: [[BYTE:%.*]] = load i8, ptr [[MARK]]
; CHECK: [[IS_SET:%.*]] = icmp ne i8 [[BYTE]], 0
; CHECK: select i1 [[IS_SET]], ptr %constant.77.4, ptr @default
; CHECK: getelementptr inbounds i8, ptr %constant.78.8, i64 8
; CHECK: getelementptr inbounds i8, ptr %constant.77.4, i64 4
define ptx_kernel void @k(ptr %out) "mux-kernel"="entry-point" {
  %p = call ptr @__mux_get_specialization_constant(i64 77, ptr @default, i64 4)
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  %q = call ptr @__mux_get_specialization_constant(i64 78, ptr @default, i64 8)
  %w = load i64, ptr %q
  store i64 %w, ptr %out
  %r = call ptr @__mux_get_specialization_constant(i64 77, ptr @default, i64 4)
  %x = load i32, ptr %r
  store i32 %x, ptr %out
  ret void
}
; CHECK-NOT: @__mux_get_specialization_constant
; CHECK: attributes #[[K]] = { {{.*}}"mux-hidden-params"="constant.77.4,constant.78.8"
declare ptr @__mux_get_specialization_constant(i64, ptr, i64)
