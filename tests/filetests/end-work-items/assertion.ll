;! passes = "transfer-kernel-metadata,end-work-items"
; Functions that end the program end the work-item; an assertion prints its text and location.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: @text = internal addrspace(2) constant {{.*}} c"k.cpp:7: f: assertion `x %% 2` failed in work-item (%lu, %lu, %lu)\0A\00"

@expression = internal addrspace(1) constant [6 x i8] c"x % 2\00"
@file = internal addrspace(1) constant [6 x i8] c"k.cpp\00"
@function = internal addrspace(1) constant [2 x i8] c"f\00"

declare spir_func void @__assert_fail(ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4))
declare spir_func void @abort()

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: fails:
; CHECK: [[X:%.*]] = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @text, i64 [[X]],
; CHECK-NEXT: ret void
; CHECK: gives_up:
; CHECK-NEXT: ret void
define spir_kernel void @k(i32 %x) {
  switch i32 %x, label %fine [
    i32 1, label %fails
    i32 2, label %gives_up
  ]

fails:
  call spir_func void @__assert_fail(ptr addrspace(4) addrspacecast (ptr addrspace(1) @expression to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @file to ptr addrspace(4)), i32 7, ptr addrspace(4) addrspacecast (ptr addrspace(1) @function to ptr addrspace(4)))
  unreachable

gives_up:
  call spir_func void @abort()
  unreachable

fine:
  ret void
}
