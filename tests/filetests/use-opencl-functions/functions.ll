;! passes = "use-opencl-functions"
; Functions of the C library and intrinsics that the back end does not support become OpenCL's.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func float @erff(float)
declare spir_func double @remquo(double, double, ptr addrspace(4))
declare double @llvm.exp10.f64(double)
declare float @llvm.sin.f32(float)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i16 @llvm.bitreverse.i16(i16)
declare float @llvm.minimumnum.f32(float, float)
declare double @llvm.canonicalize.f64(double)
declare void @llvm.prefetch.p1(ptr addrspace(1), i32, i32, i32)

; CHECK-LABEL: @functions(
; CHECK: call spir_func float @_Z15__spirv_ocl_erff(float %x)
; CHECK: call spir_func double @_Z18__spirv_ocl_remquoddPU3AS4i(double %y, double %y, ptr addrspace(4) %n)
; CHECK: call spir_func double @_Z17__spirv_ocl_exp10d(double
; Supported ones are unchanged.
; CHECK: call float @llvm.sin.f32(
; CHECK: ret
define spir_func double @functions(float %x, double %y, ptr addrspace(4) %n, ptr addrspace(1) %p) {
  %a = call spir_func float @erff(float %x)
  %b = call spir_func double @remquo(double %y, double %y, ptr addrspace(4) %n)
  %c = call double @llvm.exp10.f64(double %b)
  %d = call float @llvm.sin.f32(float %a)
  store float %d, ptr addrspace(1) %p
  ret double %c
}

; CHECK-LABEL: @results(
; CHECK: %exponent = alloca i32
; CHECK: call spir_func float @_Z17__spirv_ocl_frexpfPi(float %x, ptr %exponent)
; CHECK: load i32, ptr %exponent
; CHECK-NOT: prefetch
; CHECK: [[SUM:%.*]] = add i32 %i, 1
; CHECK: icmp slt i32 {{.*}}, 0
; CHECK: insertvalue { i32, i1 } {{.*}}, i1
define spir_func i1 @results(float %x, i32 %i, ptr addrspace(1) %p) {
  %parts = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %power = extractvalue { float, i32 } %parts, 1
  store i32 %power, ptr addrspace(1) %p
  call void @llvm.prefetch.p1(ptr addrspace(1) %p, i32 0, i32 3, i32 1)
  %sum = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i, i32 1)
  %over = extractvalue { i32, i1 } %sum, 1
  ret i1 %over
}

; CHECK-LABEL: @bits(
; CHECK: [[D1:%.*]] = lshr i16 %x, 1
; CHECK: [[D2:%.*]] = and i16 [[D1]], 21845
; CHECK: [[U1:%.*]] = and i16 %x, 21845
; CHECK: [[U2:%.*]] = shl i16 [[U1]], 1
; CHECK: [[ONE:%.*]] = or i16 [[D2]], [[U2]]
; CHECK: lshr i16 [[ONE]], 2
; CHECK: and i16 {{.*}}, 13107
; CHECK: and i16 {{.*}}, 3855
; CHECK: and i16 {{.*}}, 255
; CHECK: shl i16 {{.*}}, 8
define spir_func i16 @bits(i16 %x) {
  %r = call i16 @llvm.bitreverse.i16(i16 %x)
  ret i16 %r
}

; CHECK-LABEL: @numbers(
; CHECK: call spir_func float @_Z16__spirv_ocl_fminff(float %x, float %x)
; CHECK: fmul double %y, 1.0
define spir_func double @numbers(float %x, double %y, ptr addrspace(1) %p) {
  %least = call float @llvm.minimumnum.f32(float %x, float %x)
  store float %least, ptr addrspace(1) %p
  %c = call double @llvm.canonicalize.f64(double %y)
  ret double %c
}
