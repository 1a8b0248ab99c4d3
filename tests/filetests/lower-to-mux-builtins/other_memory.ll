;! tool = "muxc"
;! passes = "lower-to-mux-builtins"
target triple = "spir64-unknown-unknown"

; OpenCL's copies are between local and global memory; others are user-defined functions. If a module declares the
; builtin that waits, its type determines the address space of events.
define spir_func i64 @copies(ptr addrspace(3) %tile, ptr addrspace(2) %data, i64 %n, ptr %to, ptr addrspace(1) %events) {
  %in = call spir_func i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %tile, ptr addrspace(2) %data, i64 %n, i64 0)
  %out = call spir_func i64 @_Z29async_work_group_strided_copyPU3AS1hPU3AS3Khmm9ocl_event(ptr %to, ptr addrspace(3) %tile, i64 %n, i64 %n, i64 %in)
  call spir_func void @_Z17wait_group_eventsiPU3AS19ocl_event(i32 2, ptr addrspace(1) %events)
  ret i64 %out
}
; CHECK-LABEL: define spir_func i64 @copies(
; CHECK:       %in = call spir_func i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %tile, ptr addrspace(2) %data,
; CHECK:       %out = call spir_func i64 @_Z29async_work_group_strided_copyPU3AS1hPU3AS3Khmm9ocl_event(ptr %to, ptr addrspace(3) %tile,
; CHECK:       [[EVENTS:%.+]] = addrspacecast ptr addrspace(1) %events to ptr addrspace(4)
; CHECK-NEXT:  call void @__mux_dma_wait(i32 2, ptr addrspace(4) [[EVENTS]])

declare spir_func i64 @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3), ptr addrspace(2), i64, i64)
declare spir_func i64 @_Z29async_work_group_strided_copyPU3AS1hPU3AS3Khmm9ocl_event(ptr, ptr addrspace(3), i64, i64, i64)
declare spir_func void @_Z17wait_group_eventsiPU3AS19ocl_event(i32, ptr addrspace(1))
declare void @__mux_dma_wait(i32, ptr addrspace(4))
