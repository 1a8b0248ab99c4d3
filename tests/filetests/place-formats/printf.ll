;! passes = "transfer-kernel-metadata,place-formats"
; Formats and the strings that %s prints go to constant memory; other pointers are unchanged.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-DAG: [[FORMAT:@.*]] = internal addrspace(2) constant {{.*}} c"%d %s %p\0A\00"
; CHECK-DAG: [[ODD:@.*]] = internal addrspace(2) constant {{.*}} c"odd\00"
; CHECK-DAG: [[EVEN:@.*]] = internal addrspace(2) constant {{.*}} c"even\00"

@format = internal addrspace(1) constant [10 x i8] c"%d %s %p\0A\00"
@odd = internal addrspace(1) constant [4 x i8] c"odd\00"
@even = internal addrspace(1) constant [5 x i8] c"even\00"

declare spir_func i32 @printf(ptr addrspace(4), ...)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[TEXT:%.*]] = select i1 %odd, ptr addrspace(2) [[ODD]], ptr addrspace(2) [[EVEN]]
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) [[FORMAT]], i32 %x, ptr addrspace(2) [[TEXT]], ptr addrspace(4) %p)
; CHECK-NOT: @printf(
define spir_kernel void @k(i32 %x, i1 %odd, ptr addrspace(4) %p) {
  %text = select i1 %odd, ptr addrspace(4) addrspacecast (ptr addrspace(1) @odd to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @even to ptr addrspace(4))
  %n = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)), i32 %x, ptr addrspace(4) %text, ptr addrspace(4) %p)
  ret void
}
