;! tool = "muxc"
;! device = "RefSi M1 (thread id as parameter)"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins"
;! check = "PARAMS"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins,add-kernel-wrapper"
;! check = "WRAPPER"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins,add-kernel-wrapper<unpacked>,always-inline,globaldce"
;! args = "--filetype=asm"
;! check = "ASM"

; Seed 004, example 3: the caller of the kernel passes the hardware thread's id; on RISC-V it is in the third argument
; register.
declare i64 @__mux_get_local_id(i32)

define void @my_kernel(ptr %out) #0 {
  %tid = call i64 @__mux_get_local_id(i32 0)
  store i64 %tid, ptr %out
  ret void
}

attributes #0 = { "mux-kernel"="entry-point" }

; PARAMS: define internal i64 @__mux_get_local_id(i32 %0, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info, i64 %thread-id) #[[BUILTIN:[0-9]+]] !mux_scheduled_fn [[ONE:![0-9]+]]
; PARAMS-NEXT: entry:
; PARAMS-NEXT: ret i64 %thread-id
; PARAMS: define void @my_kernel.mux-sched-wrapper(ptr %out, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info, i64 %thread-id)
; PARAMS-NEXT: %tid = call i64 @__mux_get_local_id(i32 0, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info, i64 %thread-id)
; PARAMS: attributes #[[BUILTIN]] = { alwaysinline norecurse nounwind memory(none)
; PARAMS: !mux-scheduling-params = !{[[LIST:![0-9]+]]}
; PARAMS-DAG: [[LIST]] = !{!"MuxWorkItemInfo", !"MuxWorkGroupInfo", !"ThreadID"}
; PARAMS-DAG: [[ONE]] = !{i32 1, i32 2, i32 3}

; WRAPPER: define void @my_kernel.mux-kernel-wrapper(ptr {{.*}}%packed-args, ptr noalias {{.*}}%wg-info, i64 %thread-id)
; WRAPPER: %wi-info = alloca %MuxWorkItemInfo, align 8
; WRAPPER: call void @my_kernel.mux-sched-wrapper(ptr %out, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info, i64 %thread-id)
; WRAPPER: !{i32 -1, i32 1, i32 2}

; ASM-LABEL: {{^"?}}my_kernel.mux-kernel-wrapper{{"?}}:
; ASM-NOT: mhartid
; ASM: sd a2, 0(a0)
