;! tool = "muxc"
;! passes = "replace-printf"
;! [[runs]]
;! [[runs]]
;! args = "--device-fp64-capabilities=false"
;! check = "SINGLE"
target triple = "spir64-unknown-unknown"

@format = private addrspace(2) constant [12 x i8] c"%d %f %s %%\00"
@text = private addrspace(2) constant [3 x i8] c"hi\00"
@vector = private addrspace(2) constant [6 x i8] c"%v2hf\00"
@wrong = private addrspace(2) constant [4 x i8] c"%zu\00"

define spir_kernel void @k(i32 %i, double %d, <2 x half> %h) "mux-kernel"="entry-point" {
  call spir_func void @helper(i32 %i, double %d)
  %b = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @vector, <2 x half> %h)
  ret void
}
; CHECK:       define spir_kernel void @k(i32 %i, double %d, <2 x half> %h, ptr addrspace(1) %0) [[ATTRS:#[0-9]+]]
; CHECK:       call spir_func void @helper(i32 %i, double %d, ptr addrspace(1) %0)
; CHECK:       [[X:%.+]] = extractelement <2 x half> %h, i32 0
; CHECK:       [[WIDE:%.+]] = fpext half [[X]] to double
; CHECK:       call spir_func i32 [[VECTOR:@[0-9]+]](ptr addrspace(1) %0, double [[WIDE]], double %{{.+}})
; SINGLE-LABEL: define spir_kernel void @k(
; SINGLE:       fpext half %{{.+}} to float

define spir_func void @helper(i32 %i, double %d) {
  %a = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %i, double %d, ptr addrspace(2) @text)
  %w = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @wrong, i64 0)
  call void @use(i32 %w)
  ret void
}
; CHECK-LABEL: define spir_func void @helper(i32 %i, double %d, ptr addrspace(1) %0)
; CHECK:       call spir_func i32 [[FIRST:@[0-9]+]](ptr addrspace(1) %0, i32 %i, double %d)
; CHECK-NEXT:  call void @use(i32 -1)
; SINGLE-LABEL: define spir_func void @helper(
; SINGLE:       [[D:%.+]] = fptrunc double %d to float
; SINGLE:       call spir_func i32 @{{[0-9]+}}(ptr addrspace(1) %0, i32 %i, float [[D]])

declare spir_func i32 @printf(ptr addrspace(2), ...)
declare void @use(i32)

; The id of the call and its values, 16 bytes, if they fit; otherwise the reserved space is returned.
; CHECK:       define linkonce_odr spir_func i32 [[FIRST]](ptr addrspace(1) %0, i32 %1, double %2) {
; CHECK:       [[AT:%.+]] = atomicrmw add ptr addrspace(1) %0, i32 16 monotonic
; CHECK:       %end = add i32 [[AT]], 16
; CHECK:       %fits = icmp ule i32 %end, %capacity
; CHECK:     store:
; CHECK:       store i32 {{[01]}}, ptr addrspace(1) %{{.+}}, align 1
; CHECK:       store i32 %1, ptr addrspace(1) %{{.+}}, align 1
; CHECK:       store double %2, ptr addrspace(1) %{{.+}}, align 1
; CHECK:       ret i32 0
; CHECK:     full:
; CHECK:       atomicrmw sub ptr addrspace(1) %0, i32 16 monotonic
; CHECK:       ret i32 -1

; CHECK: attributes [[ATTRS]] = { {{.*}}"mux-hidden-params"="printf-buffer"
; CHECK-DAG: !{i32 {{[01]}}, !"%d %f %s %%", !"hi"}
; CHECK-DAG: !{i32 {{[01]}}, !"%v2hf"}
