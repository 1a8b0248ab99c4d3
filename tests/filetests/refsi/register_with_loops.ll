;! tool = "muxc"
;! device = "RefSi M1 (local id in register)"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins"
;! [[runs]]
;! passes = "handle-barriers,add-sched-params,define-mux-builtins,add-kernel-wrapper,always-inline,globaldce,function(simplifycfg)"
;! args = "--filetype=asm"
;! check = "ASM"

; Seed 004, example 1 for targets with work-item loops, which set the local id: it is kept in a register that the
; compiler does not use.
declare i64 @__mux_get_local_id(i32)
declare void @__mux_set_local_id(i32, i64)

define void @my_kernel(ptr %out) #0 {
  %tid = call i64 @__mux_get_local_id(i32 0)
  store volatile i64 %tid, ptr %out
  ret void
}

attributes #0 = { "mux-kernel"="entry-point" }

; CHECK-LABEL: define internal i64 @__mux_get_local_id(
; CHECK: %local-id = call i64 asm sideeffect "mv\09$0, s11", "=r,~{memory}"()
; CHECK: [[FIRST:%.*]] = icmp eq i32 %0, 0
; CHECK: [[ID:%.*]] = select i1 [[FIRST]], i64 %local-id, i64 0
; CHECK: ret i64 [[ID]]

; CHECK-LABEL: define internal void @__mux_set_local_id(i32 %0, i64 %1,
; CHECK: [[FIRST:%.*]] = icmp eq i32 %0, 0
; CHECK: br i1 [[FIRST]], label %write, label %exit
; CHECK: write:
; CHECK-NEXT: call void asm sideeffect "mv\09s11, $0", "r,~{memory}"(i64 %1)

; ASM-LABEL: {{^"?}}my_kernel.mux-kernel-wrapper{{"?}}:
; ASM: mv s11, {{[a-z0-9]+}}
; ASM: mv {{[a-z0-9]+}}, s11
