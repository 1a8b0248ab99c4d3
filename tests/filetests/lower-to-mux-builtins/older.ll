;! tool = "muxc"
;! passes = "lower-to-mux-builtins"
target triple = "spir64-unknown-unknown"

; Functions of OpenCL 2.0 are user-defined in a module of OpenCL 1.2; other types make another function.
define spir_func void @k(i32 %x) {
  call spir_func void @_Z18work_group_barrierj(i32 1)
  %a = call spir_func i32 @_Z14work_group_alli(i32 %x)
  %b = call spir_func float @_Z13get_global_idj(i32 %x)
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}
; CHECK-LABEL: define spir_func void @k(
; CHECK-NEXT:  call spir_func void @_Z18work_group_barrierj(i32 1)
; CHECK-NEXT:  %a = call spir_func i32 @_Z14work_group_alli(i32 %x)
; CHECK-NEXT:  %b = call spir_func float @_Z13get_global_idj(i32 %x)
; CHECK-NEXT:  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)

declare spir_func void @_Z18work_group_barrierj(i32)
declare spir_func i32 @_Z14work_group_alli(i32)
declare spir_func float @_Z13get_global_idj(i32)
declare spir_func void @_Z7barrierj(i32)

!opencl.ocl.version = !{!0}
!0 = !{i32 1, i32 2}
