;! tool = "muxc"
;! [[runs]]
;! passes = "add-kernel-wrapper"
;! check = "BOTH,PACKED,SIZE"
;! [[runs]]
;! passes = "add-kernel-wrapper<unpacked>"
;! check = "BOTH,UNPACKED,SIZE"
;! [[runs]]
;! passes = "add-kernel-wrapper<unpacked;packed;local-buffers-by-ptr>"
;! check = "BOTH,PACKED,POINTER"
;! [[runs]]
;! passes = "add-kernel-wrapper<wibble>"
;! check = "WRONG"
;! fails = true

; WRONG: parse of pass pipeline 'add-kernel-wrapper<wibble>' failed : invalid AddKernelWrapperPass parameter 'wibble'
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"

; PACKED-DAG: %MuxPackedArgs.k = type <{ ptr addrspace(1), i1, ptr addrspace(1) }>
; UNPACKED-DAG: %MuxPackedArgs.k = type { ptr addrspace(1), i1, [7 x i8], ptr addrspace(1) }
; SIZE-DAG: %MuxPackedArgs.local = type {{.*}}{ i64 }
; POINTER-DAG: %MuxPackedArgs.local = type {{.*}}{ ptr addrspace(3) }
define spir_kernel void @k(ptr addrspace(1) noundef nonnull %x, i1 %b, ptr addrspace(1) %y) "mux-kernel"="entry-point" {
  ret void
}
define spir_kernel void @local(ptr addrspace(3) %buffer) "mux-kernel"="entry-point" {
  ret void
}
define spir_kernel void @nothing() "mux-kernel"="entry-point" {
  ret void
}

; BOTH-LABEL: define spir_kernel void @k.mux-kernel-wrapper(
; PACKED-SAME: ptr noundef nonnull dereferenceable(17) %packed-args)
; UNPACKED-SAME: ptr noundef nonnull dereferenceable(24) %packed-args)
; PACKED: %x = load ptr addrspace(1), ptr %1, align 1, !nonnull [[YES:![0-9]+]], !noundef [[YES]]
; UNPACKED: %x = load ptr addrspace(1), ptr %1, align 8, !nonnull
; PACKED: getelementptr %MuxPackedArgs.k, ptr %packed-args, i32 0, i32 2
; UNPACKED: getelementptr %MuxPackedArgs.k, ptr %packed-args, i32 0, i32 3
; BOTH: call spir_func void @k(ptr addrspace(1) noundef nonnull %x, i1 %b, ptr addrspace(1) %y)

; BOTH-LABEL: define spir_kernel void @local.mux-kernel-wrapper(
; SIZE: [[SIZE:%.*]] = load i64, ptr
; SIZE: [[BUFFER:%.*]] = alloca i8, i64 [[SIZE]], align 128
; SIZE: %buffer = addrspacecast ptr [[BUFFER]] to ptr addrspace(3)
; POINTER: %buffer = load ptr addrspace(3), ptr
; BOTH: call spir_func void @local(ptr addrspace(3) %buffer)

; BOTH-LABEL: define spir_kernel void @nothing.mux-kernel-wrapper(ptr %packed-args)
; BOTH: call spir_func void @nothing()
