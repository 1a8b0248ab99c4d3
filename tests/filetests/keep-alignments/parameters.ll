;! passes = "keep-alignments"

; Facts about a parameter apply to the addresses in global memory computed from it. By-value objects and parameters
; with weaker facts add nothing.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @k(
; CHECK: %g = addrspacecast ptr %p to ptr addrspace(1)
; CHECK-NEXT: call void @llvm.assume(i1 true) [ "align"(ptr addrspace(1) %g, i64 16) ]
; CHECK-NOT: "align"
define ptx_kernel void @k(ptr align 16 %p, ptr align 4 %q, ptr byval([4 x i64]) align 16 %object) "mux-kernel"="entry-point" {
  %g = addrspacecast ptr %p to ptr addrspace(1)
  %h = addrspacecast ptr %q to ptr addrspace(1)
  %o = addrspacecast ptr %object to ptr addrspace(101)
  %x = load float, ptr addrspace(1) %g
  store float %x, ptr addrspace(1) %h
  ret void
}
