;! passes = "number-specialization-constants"
; A constant consists of numbered pieces, each of which occurs once for all queries.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%point = type { float, i16, [5 x i8] }
@number = internal addrspace(1) constant i32 42
@point = internal addrspace(1) constant %point { float 1.5, i16 -7, [5 x i8] c"\01\02\03\04\05" }

; CHECK-LABEL: define spir_kernel void @one(
; CHECK: [[PLACE:%.*]] = alloca [4 x i8], align 8
; CHECK: [[WORD:%.*]] = call spir_func i32 @specialization-constant.0()
; CHECK: store i32 [[WORD]], ptr
; CHECK: [[GENERIC:%.*]] = addrspacecast ptr [[PLACE]] to ptr addrspace(4)
; CHECK: load i32, ptr addrspace(4) [[GENERIC]]
define spir_kernel void @one(ptr addrspace(1) %out) {
  %p = call ptr addrspace(4) @__mux_get_specialization_constant(i64 77, ptr addrspace(4) addrspacecast (ptr addrspace(1) @number to ptr addrspace(4)), i64 4)
  %v = load i32, ptr addrspace(4) %p, align 1
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @both(
; CHECK: call spir_func i32 @specialization-constant.0()
; CHECK: call spir_func i64 @specialization-constant.1()
; CHECK: call spir_func i32 @specialization-constant.2()
define spir_kernel void @both(ptr addrspace(1) %out) {
  %p = call ptr addrspace(4) @__mux_get_specialization_constant(i64 77, ptr addrspace(4) addrspacecast (ptr addrspace(1) @number to ptr addrspace(4)), i64 4)
  %v = load i32, ptr addrspace(4) %p, align 1
  store i32 %v, ptr addrspace(1) %out
  br label %loop

loop:
  %q = call ptr addrspace(4) @__mux_get_specialization_constant(i64 -1, ptr addrspace(4) addrspacecast (ptr addrspace(1) @point to ptr addrspace(4)), i64 12)
  %w = load i8, ptr addrspace(4) %q, align 1
  %again = icmp eq i8 %w, 3
  br i1 %again, label %loop, label %end

end:
  ret void
}

declare ptr addrspace(4) @__mux_get_specialization_constant(i64, ptr addrspace(4), i64)

; CHECK-NOT: @__mux_get_specialization_constant
; CHECK-LABEL: define internal spir_func i32 @specialization-constant.0()
; CHECK: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 42)
; Little endian: 1.5f, -7 and the first two bytes of the array.
; CHECK-LABEL: define internal spir_func i64 @specialization-constant.1()
; CHECK: call spir_func i64 @_Z20__spirv_SpecConstantix(i32 1, i64 [[#0x0201FFF93FC00000]])
; CHECK-LABEL: define internal spir_func i32 @specialization-constant.2()
; CHECK: call spir_func i32 @_Z20__spirv_SpecConstantii(i32 2, i32 [[#0x00050403]])
; CHECK: !mux-specialization-constants = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]]}
; CHECK: [[A]] = !{i64 77, i32 0, i32 0, i32 4}
; CHECK: [[B]] = !{i64 -1, i32 1, i32 0, i32 8}
; CHECK: [[C]] = !{i64 -1, i32 2, i32 8, i32 4}
