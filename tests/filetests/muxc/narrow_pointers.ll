;! tool = "muxc"
;! passes = "add-sched-params,define-mux-builtins,add-kernel-wrapper"
;! [[runs]]
;! check = "GENERIC"
;! [[runs]]
;! device = "RefSi M1"
;! check = "NARROW"
;! [[runs]]
;! device = "RefSi M1 (local id in register)"
;! passes = "prepare-barriers,work-item-loops,add-sched-params,define-mux-builtins,add-kernel-wrapper,default<O2>"
;! args = "--filetype=asm"
;! check = "ASM"
;! [[runs]]
;! device = "host CPU"
;! fails = true

; RefSi M1 is a 32-bit machine for modules that were compiled for one: `size_t`, the fields of a schedule, and packed
; arguments have the width of the module's pointers.
; CHECK: muxc: error: the module has pointers of 32 bits, but device 'host CPU' has pointers of 64 bits: compile for a machine like it, such as spir64
; GENERIC: define void @k.mux-kernel-wrapper(
; NARROW: target triple = "riscv32-unknown-elf"
; NARROW: %MuxWorkItemInfo = type { [3 x i32], i32, i32, i32 }
; NARROW: %MuxWorkGroupInfo = type { [3 x i32], [3 x i32], [3 x i32], [3 x i32], i32 }
; NARROW: %MuxPackedArgs.k = type <{ ptr, i32 }>
; NARROW: define internal i32 @__mux_get_global_id(i32 %0, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info)
; The work-group's sizes follow three arrays of three numbers, 36 bytes.
; ASM: .attribute 5, "rv32
; ASM: "k.mux-kernel-wrapper":
; ASM: lw {{.*}}, 36(a1)
target triple = "spir-unknown-unknown"
target datalayout = "e-p:32:32-i64:64"
define void @k(ptr %out, i32 %n) "mux-kernel"="entry-point" {
  %a = call i32 @__mux_get_global_id(i32 0)
  %inside = icmp ult i32 %a, %n
  br i1 %inside, label %write, label %meet
write:
  %place = getelementptr i32, ptr %out, i32 %a
  store i32 %a, ptr %place
  br label %meet
meet:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %b = call i32 @__mux_get_local_id(i32 0)
  %other = getelementptr i32, ptr %out, i32 %b
  %v = load i32, ptr %other
  store i32 %v, ptr %out
  ret void
}
declare i32 @__mux_get_global_id(i32)
declare i32 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)
