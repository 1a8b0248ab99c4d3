;! passes = "hide-negations"
; In kernels with barriers, values computed from ids are negated by their sign bit; loaded values are not.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare i64 @llvm.spv.thread.id.i64(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare spir_func float @_Z15__spirv_ocl_erff(float)

; CHECK-LABEL: @meets(
; CHECK: [[SIZE:%.*]] = call i64 @llvm.spv.global.size.i64(i32 0)
; CHECK: [[NONE:%.*]] = icmp eq i64 [[SIZE]], 0
; CHECK: [[BITS:%.*]] = bitcast float %x to i32
; CHECK: [[SIGN:%.*]] = select i1 [[NONE]], i32 0, i32 -2147483648
; CHECK: [[FLIPPED:%.*]] = xor i32 [[BITS]], [[SIGN]]
; CHECK: [[NEGATED:%.*]] = bitcast i32 [[FLIPPED]] to float
; CHECK: fneg float %loaded
; CHECK: store float [[NEGATED]]
; CHECK: bitcast <2 x double> {{.*}} to <2 x i64>
; CHECK: xor <2 x i64>
define spir_kernel void @meets(ptr addrspace(1) %p, <2 x double> %v) {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %x = uitofp i64 %id to float
  %n = fneg float %x
  %loaded = load float, ptr addrspace(1) %p
  %kept = fneg float %loaded
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 784)
  store float %n, ptr addrspace(1) %p
  %m = fneg <2 x double> %v
  store <2 x double> %m, ptr addrspace(1) %p
  store float %kept, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @alone(
; CHECK: fneg float %x
define spir_kernel void @alone(ptr addrspace(1) %p) {
  %id = call i64 @llvm.spv.thread.id.i64(i32 0)
  %x = uitofp i64 %id to float
  %e = call spir_func float @_Z15__spirv_ocl_erff(float %x)
  %n = fneg float %x
  store float %n, ptr addrspace(1) %p
  ret void
}
