;! tool = "muxc"
;! passes = "define-mux-dma,add-sched-params,define-mux-builtins,globaldce"

; Defined early enough, a copy is a function that queries ids, like any other.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"
declare i64 @__mux_dma_read_3D(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64, i64, i64, i64)

; CHECK-LABEL: define internal i64 @__mux_dma_read_3D(
; CHECK: call i64 @__mux_get_local_id(i32 0, ptr {{.*}}%wi-info, ptr {{.*}}%wg-info)
; CHECK: icmp ult i64 {{%.*}}, %8
; CHECK: icmp ult i64 {{%.*}}, %5
; CHECK: icmp ult i64 {{%.*}}, %2
; CHECK-LABEL: define void @k.mux-sched-wrapper(
; CHECK: call i64 @__mux_dma_read_3D({{.*}}, ptr {{.*}}%wi-info, ptr {{.*}}%wg-info)
define void @k(ptr addrspace(3) %l, ptr addrspace(1) %g) "mux-kernel"="entry-point" {
  %e = call i64 @__mux_dma_read_3D(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 16, i64 16, i64 64, i64 4, i64 64, i64 256, i64 2, i64 0)
  ret void
}
