;! tool = "muxc"
;! passes = "define-mux-dma"

; One work-item copies, byte by byte; regions with several dimensions are loops around that. Events are passed
; through, of any type, as there is nothing to wait for. Only copies are defined.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_dma_read_1D(ptr addrspace(3), ptr addrspace(1), i64, i64)
declare ptr @__mux_dma_write_2D(ptr addrspace(1) %dst, ptr addrspace(3) %src, i64 %bytes, i64 %ds, i64 %ss, i64 %rows, ptr %event)
declare void @__mux_dma_wait(i32, ptr)

; CHECK: declare i64 @__mux_get_global_id(i32)
; CHECK-LABEL: define internal i64 @__mux_dma_read_1D(ptr addrspace(3) %0, ptr addrspace(1) %1, i64 %2, i64 %3)
; CHECK: [[X:%.*]] = call i64 @__mux_get_local_id(i32 0)
; CHECK: [[X0:%.*]] = icmp eq i64 [[X]], 0
; CHECK: call i64 @__mux_get_local_id(i32 1)
; CHECK: call i64 @__mux_get_local_id(i32 2)
; CHECK: br i1 {{%.*}}, label %copy, label %exit
; CHECK: exit:
; CHECK-NEXT: ret i64 %3
; CHECK: loop:
; CHECK: [[MORE:%.*]] = icmp ult i64 %index, %2
; CHECK: [[FROM:%.*]] = getelementptr i8, ptr addrspace(1) %1, i64 %index
; CHECK: [[BYTE:%.*]] = load i8, ptr addrspace(1) [[FROM]]
; CHECK: [[TO:%.*]] = getelementptr i8, ptr addrspace(3) %0, i64 %index
; CHECK: store i8 [[BYTE]], ptr addrspace(3) [[TO]]

; CHECK-LABEL: define internal ptr @__mux_dma_write_2D(
; CHECK: ret ptr %event
; CHECK: icmp ult i64 [[ROW:%.*]], %rows
; CHECK: [[TO:%.*]] = mul i64 [[ROW]], %ds
; CHECK: getelementptr i8, ptr addrspace(1) %dst, i64 [[TO]]
; CHECK: [[FROM:%.*]] = mul i64 [[ROW]], %ss
; CHECK: getelementptr i8, ptr addrspace(3) %src, i64 [[FROM]]
; CHECK: icmp ult i64 {{%.*}}, %bytes

; CHECK-LABEL: define internal void @__mux_dma_wait(i32 %0, ptr %1)
; CHECK-NEXT: entry:
; CHECK-NEXT: ret void
