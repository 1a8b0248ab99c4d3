;! tool = "muxc"
;! device = "RefSi M1 (thread id from wrapper)"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins,add-kernel-wrapper"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins,add-kernel-wrapper,always-inline,globaldce,function(sroa)"
;! args = "--filetype=asm"
;! check = "ASM"

; Seed 004, examples 2 and 3 together: a separate parameter, which the wrapper reads once.
declare i64 @__mux_get_local_id(i32)

define void @my_kernel(ptr %out) #0 {
  %tid = call i64 @__mux_get_local_id(i32 0)
  store i64 %tid, ptr %out
  %again = call i64 @__mux_get_local_id(i32 0)
  store i64 %again, ptr %out
  ret void
}

attributes #0 = { "mux-kernel"="entry-point" }

; CHECK: define void @my_kernel.mux-kernel-wrapper(ptr {{.*}}%packed-args, ptr noalias {{.*}}%wg-info) #{{[0-9]+}} !mux_scheduled_fn [[PLACES:![0-9]+]]
; CHECK: %thread-id = call i64 asm sideeffect "csrr\09$0, mhartid", "=r,~{memory}"()
; CHECK: call void @my_kernel.mux-sched-wrapper(ptr %out, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info, i64 %thread-id)
; CHECK: [[PLACES]] = !{i32 -1, i32 1, i32 -1}

; ASM-LABEL: {{^"?}}my_kernel.mux-kernel-wrapper{{"?}}:
; ASM: csrr {{[a-z0-9]+}}, mhartid
; ASM-NOT: csrr
; ASM: ret
