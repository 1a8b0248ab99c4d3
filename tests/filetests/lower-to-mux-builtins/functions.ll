;! tool = "muxc"
;! passes = "lower-to-mux-builtins"
target triple = "spir64-unknown-unknown"

define spir_func i64 @queries(i32 %d) {
  %a = call spir_func i64 @_Z13get_global_idj(i32 %d)
  %b = call spir_func i32 @_Z12get_work_dimv()
  %c = call spir_func i64 @_Z19get_local_linear_idv()
  ret i64 %a
}
; CHECK-LABEL: define spir_func i64 @queries(
; CHECK:       %a = call i64 @__mux_get_global_id(i32 %d)
; CHECK:       %b = call i32 @__mux_get_work_dim()
; CHECK:       %c = call i64 @__mux_get_local_linear_id()

define spir_func void @barriers(i32 %flags) {
  call spir_func void @_Z7barrierj(i32 1)
  call spir_func void @_Z18work_group_barrierj12memory_scope(i32 2, i32 2)
  call spir_func void @_Z17sub_group_barrierj(i32 3)
  call spir_func void @_Z9mem_fencej(i32 2)
  call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 1, i32 4, i32 4)
  call spir_func void @_Z7barrierj(i32 %flags)
  ret void
}
; CHECK-LABEL: define spir_func void @barriers(
; Scope and semantics: 2 is the work-group, 1 the device, 3 the sub-group; 16 is seq_cst, 256 and 512 memories.
; CHECK:       call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
; CHECK:       call void @__mux_work_group_barrier(i32 0, i32 1, i32 528)
; CHECK:       call void @__mux_sub_group_barrier(i32 0, i32 3, i32 784)
; CHECK:       call void @__mux_mem_barrier(i32 2, i32 520)
; CHECK:       call void @__mux_mem_barrier(i32 3, i32 264)
; An unknown value may mean any memory.
; CHECK:       call void @__mux_work_group_barrier(i32 0, i32 2, i32 784)

define spir_func i32 @groups(i32 %x, <2 x float> %v, i64 %at) {
  %all = call spir_func i32 @_Z14work_group_alli(i32 %x)
  %one = call spir_func i32 @_Z20work_group_broadcastimm(i32 %x, i64 %at, i64 %at)
  %min = call spir_func i32 @_Z20sub_group_reduce_minj(i32 %x)
  %sum = call spir_func <2 x float> @_Z29work_group_scan_inclusive_addDv2_f(<2 x float> %v)
  %up = call spir_func i32 @_Z20sub_group_shuffle_upij(i32 %x, i32 %x)
  %other = call spir_func i32 @_Z17sub_group_wibblej(i32 %x)
  ret i32 %all
}
; CHECK-LABEL: define spir_func i32 @groups(
; CHECK:       [[TRUE:%.+]] = icmp ne i32 %x, 0
; CHECK:       %all = call i1 @__mux_work_group_all_i1(i32 0, i1 [[TRUE]])
; CHECK:       [[ALL:%.+]] = sext i1 %all to i32
; CHECK:       %one = call i32 @__mux_work_group_broadcast_i32(i32 0, i32 %x, i64 %at, i64 %at, i64 0)
; CHECK:       %min = call i32 @__mux_sub_group_reduce_umin_i32(i32 %x)
; CHECK:       %sum = call <2 x float> @__mux_work_group_scan_inclusive_fadd_v2f32(i32 0, <2 x float> %v)
; CHECK:       %up = call i32 @__mux_sub_group_shuffle_up_i32(i32 %x, i32 %x, i32 %x)
; CHECK:       %other = call spir_func i32 @_Z17sub_group_wibblej(i32 %x)
; CHECK:       ret i32 [[ALL]]

define spir_func i64 @copies(ptr addrspace(3) %tile, ptr addrspace(1) %data, i64 %n, i64 %stride, ptr addrspace(4) %events) {
  %in = call spir_func i64 @_Z21async_work_group_copyPU3AS3Dv3_iPU3AS1KDv3_im9ocl_event(ptr addrspace(3) %tile, ptr addrspace(1) %data, i64 %n, i64 0)
  %out = call spir_func i64 @_Z29async_work_group_strided_copyPU3AS1hPU3AS3Khmm9ocl_event(ptr addrspace(1) %data, ptr addrspace(3) %tile, i64 %n, i64 %stride, i64 %in)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 2, ptr addrspace(4) %events)
  ret i64 %out
}
; CHECK-LABEL: define spir_func i64 @copies(
; CHECK:       [[BYTES:%.+]] = mul i64 16, %n
; CHECK:       %in = call i64 @__mux_dma_read_1D(ptr addrspace(3) %tile, ptr addrspace(1) %data, i64 [[BYTES]], i64 0)
; CHECK:       [[STRIDE:%.+]] = mul i64 1, %stride
; CHECK:       %out = call i64 @__mux_dma_write_2D(ptr addrspace(1) %data, ptr addrspace(3) %tile, i64 1, i64 [[STRIDE]], i64 1, i64 %n, i64 %in)
; CHECK:       call void @__mux_dma_wait(i32 2, ptr %mux.events)

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @_Z12get_work_dimv()
declare spir_func i64 @_Z19get_local_linear_idv()
declare spir_func void @_Z7barrierj(i32)
declare spir_func void @_Z18work_group_barrierj12memory_scope(i32, i32)
declare spir_func void @_Z17sub_group_barrierj(i32)
declare spir_func void @_Z9mem_fencej(i32)
declare spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32, i32, i32)
declare spir_func i32 @_Z14work_group_alli(i32)
declare spir_func i32 @_Z20work_group_broadcastimm(i32, i64, i64)
declare spir_func i32 @_Z20sub_group_reduce_minj(i32)
declare spir_func <2 x float> @_Z29work_group_scan_inclusive_addDv2_f(<2 x float>)
declare spir_func i32 @_Z20sub_group_shuffle_upij(i32, i32)
declare spir_func i32 @_Z17sub_group_wibblej(i32)
declare spir_func i64 @_Z21async_work_group_copyPU3AS3Dv3_iPU3AS1KDv3_im9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, i64)
declare spir_func i64 @_Z29async_work_group_strided_copyPU3AS1hPU3AS3Khmm9ocl_event(ptr addrspace(1), ptr addrspace(3), i64, i64, i64)
declare spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32, ptr addrspace(4))
