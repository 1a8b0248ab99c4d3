;! tool = "muxc"
;! passes = "lower-to-mux-builtins"
target triple = "spir64-unknown-unknown"

; Functions with other results than OpenCL's are user-defined.
; CHECK: %met = call spir_func i32 @_Z7barrierj(i32 2)
; CHECK: %waited = call spir_func i32 @_Z17wait_group_eventsiPU3AS49ocl_event(
; CHECK: %all = call spir_func i64 @_Z14work_group_alli(
; CHECK: %min = call spir_func i64 @_Z20sub_group_reduce_minj(
define spir_func i64 @f(i32 %x, ptr addrspace(4) %events) {
  %met = call spir_func i32 @_Z7barrierj(i32 2)
  %waited = call spir_func i32 @_Z17wait_group_eventsiPU3AS49ocl_event(i32 2, ptr addrspace(4) %events)
  %all = call spir_func i64 @_Z14work_group_alli(i32 %x)
  %min = call spir_func i64 @_Z20sub_group_reduce_minj(i32 %x)
  %sum = add i64 %all, %min
  ret i64 %sum
}

declare spir_func i32 @_Z7barrierj(i32)
declare spir_func i32 @_Z17wait_group_eventsiPU3AS49ocl_event(i32, ptr addrspace(4))
declare spir_func i64 @_Z14work_group_alli(i32)
declare spir_func i64 @_Z20sub_group_reduce_minj(i32)
