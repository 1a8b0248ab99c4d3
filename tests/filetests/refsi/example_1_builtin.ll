;! tool = "muxc"
;! device = "RefSi M1 (thread id in builtin)"
;! [[runs]]
;! passes = "define-mux-builtins"
;! args = "-S"
;! check = "ALONE"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins"
;! check = "PARAMS"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins,globaldce,deadargelim"
;! check = "CLEAN"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins,add-kernel-wrapper,always-inline,globaldce"
;! args = "--filetype asm"
;! check = "ASM"

; Seed 004, example 1: the builtin itself reads the hardware thread's id.
declare i64 @__mux_get_local_id(i32)

define void @my_kernel() #0 {
  %tid = call i64 @__mux_get_local_id(i32 0)
  ret void
}

attributes #0 = { "mux-kernel"="entry-point" }

; ALONE: define internal i64 @__mux_get_local_id(i32 %0) #[[BUILTIN:[0-9]+]]
; ALONE-NEXT: entry:
; ALONE-NEXT: %thread-id = call i64 asm sideeffect "csrr\09$0, mhartid", "=r,~{memory}"()
; ALONE-NEXT: ret i64 %thread-id
; ALONE: define void @my_kernel() #[[KERNEL:[0-9]+]]
; ALONE-NEXT: %tid = call i64 @__mux_get_local_id(i32 0)
; ALONE: attributes #[[BUILTIN]] = { alwaysinline norecurse nounwind }
; ALONE: attributes #[[KERNEL]] = { "mux-kernel"="entry-point" }

; PARAMS: declare i64 @__mux_get_local_id.old(i32)
; PARAMS: define internal void @my_kernel() {
; PARAMS-NEXT: %tid = call i64 @__mux_get_local_id.old(i32 0)
; PARAMS: define internal i64 @__mux_get_local_id(i32 %0, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info) #{{[0-9]+}} !mux_scheduled_fn [[ONE:![0-9]+]]
; PARAMS-NEXT: entry:
; PARAMS-NEXT: %thread-id = call i64 asm sideeffect "csrr\09$0, mhartid", "=r,~{memory}"()
; PARAMS-NEXT: ret i64 %thread-id
; PARAMS: define void @my_kernel.mux-sched-wrapper(ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info) #[[KERNEL:[0-9]+]] !mux_scheduled_fn [[TWO:![0-9]+]]
; PARAMS-NEXT: %tid = call i64 @__mux_get_local_id(i32 0, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info)
; PARAMS: attributes #[[KERNEL]] = { "mux-base-fn-name"="my_kernel" "mux-kernel"="entry-point" }
; PARAMS: !mux-scheduling-params = !{[[LIST:![0-9]+]]}
; PARAMS-DAG: [[LIST]] = !{!"MuxWorkItemInfo", !"MuxWorkGroupInfo"}
; PARAMS-DAG: [[ONE]] = !{i32 1, i32 2}
; PARAMS-DAG: [[TWO]] = !{i32 0, i32 1}

; CLEAN-NOT: .old
; CLEAN-NOT: @my_kernel()
; CLEAN: define internal void @__mux_get_local_id()
; CLEAN-NEXT: entry:
; CLEAN-NEXT: %thread-id = call i64 asm sideeffect "csrr\09$0, mhartid", "=r,~{memory}"()
; CLEAN-NEXT: ret void
; CLEAN: define void @my_kernel.mux-sched-wrapper(ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info)
; CLEAN-NEXT: call void @__mux_get_local_id()

; ASM-LABEL: {{^"?}}my_kernel.mux-kernel-wrapper{{"?}}:
; ASM: csrr {{[a-z0-9]+}}, mhartid
