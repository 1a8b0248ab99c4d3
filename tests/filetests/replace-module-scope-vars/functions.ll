;! tool = "muxc"
;! passes = "replace-module-scope-vars"

; Variables in local memory become members of a struct in the kernel's frame, at their alignments; functions that use
; them get the struct's address. Unused variables are removed.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"

; CHECK: %localVarTypes = type { i16, [14 x i8], [4 x float], i8 }
; CHECK-NOT: @a =
; CHECK-NOT: @unused
@a = internal addrspace(3) global i16 poison, align 2
@b = internal addrspace(3) global [4 x float] poison, align 16
@c = internal addrspace(3) global i8 poison
@unused = internal addrspace(3) global i64 poison

; CHECK: define void @nothing() {
define void @nothing() {
  ret void
}

; CHECK: define float @helper(i64 %i, ptr %0)
; CHECK-NEXT: [[B:%.*]] = getelementptr inbounds %localVarTypes, ptr %0, i32 0, i32 2
; CHECK-NEXT: [[LOCAL:%.*]] = addrspacecast ptr [[B]] to ptr addrspace(3)
; CHECK-NEXT: %p = getelementptr [4 x float], ptr addrspace(3) [[LOCAL]], i64 0, i64 %i
define float @helper(i64 %i) {
  %p = getelementptr [4 x float], ptr addrspace(3) @b, i64 0, i64 %i
  %v = load float, ptr addrspace(3) %p
  ret float %v
}

; CHECK: define internal spir_func void @k(i64 %i, ptr %0) #[[INNER:[0-9]+]]
; CHECK: call float @helper(i64 %i, ptr %0)
; CHECK: [[C:%.*]] = getelementptr inbounds %localVarTypes, ptr %0, i32 0, i32 3
; CHECK: store i8 1, ptr addrspace(3)
define spir_kernel void @k(i64 %i) "mux-kernel"="entry-point" {
  %v = call float @helper(i64 %i)
  call void @nothing()
  store i8 1, ptr addrspace(3) @c
  %x = load i16, ptr addrspace(3) @a
  ret void
}

; CHECK: define spir_kernel void @k.mux-local-var-wrapper(i64 %i) #[[OUTER:[0-9]+]]
; CHECK-NEXT: [[FRAME:%.*]] = alloca %localVarTypes, align 16
; CHECK-NEXT: call spir_func void @k(i64 %i, ptr [[FRAME]]) #[[INNER]]
; CHECK: attributes #[[INNER]] = { alwaysinline }
; CHECK: attributes #[[OUTER]] = { nounwind "mux-base-fn-name"="k" "mux-kernel"="entry-point" }
