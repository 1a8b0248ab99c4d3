;! tool = "muxc"
;! device = "RefSi M1 (thread id in work-item info)"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins,add-kernel-wrapper"
;! [[runs]]
;! passes = "add-sched-params,define-mux-builtins,add-kernel-wrapper,always-inline,globaldce"
;! args = "--filetype=asm"
;! check = "ASM"

; Seed 004, example 2: the kernel wrapper stores the hardware thread's id where the software target's builtin loads
; it.
declare i64 @__mux_get_local_id(i32)

define void @my_kernel() #0 {
  %tid = call i64 @__mux_get_local_id(i32 0)
  ret void
}

attributes #0 = { "mux-kernel"="entry-point" }

; CHECK: %MuxWorkItemInfo = type { [3 x i64], i32, i32, i32 }

; CHECK: define internal i64 @__mux_get_local_id(i32 %0, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info)
; CHECK-NEXT: %2 = icmp ult i32 %0, 3
; CHECK-NEXT: %3 = select i1 %2, i32 %0, i32 0
; CHECK-NEXT: %4 = getelementptr %MuxWorkItemInfo, ptr %wi-info, i32 0, i32 0, i32 %3
; CHECK-NEXT: %5 = load i64, ptr %4, align 8
; CHECK-NEXT: %6 = select i1 %2, i64 %5, i64 0
; CHECK-NEXT: ret i64 %6

; CHECK: define internal void @my_kernel.mux-sched-wrapper(ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info) #[[INNER:[0-9]+]] !mux_scheduled_fn
; CHECK-NEXT: %tid = call i64 @__mux_get_local_id(i32 0, ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info)

; CHECK: define void @my_kernel.mux-kernel-wrapper(ptr %packed-args, ptr noalias {{.*}}%wg-info) #[[OUTER:[0-9]+]]
; CHECK-NEXT: %wi-info = alloca %MuxWorkItemInfo, align 8
; CHECK-NEXT: %1 = getelementptr %MuxWorkItemInfo, ptr %wi-info, i32 0, i32 0, i32 0
; CHECK-NEXT: %thread-id = call i64 asm sideeffect "csrr\09$0, mhartid", "=r,~{memory}"()
; CHECK-NEXT: store i64 %thread-id, ptr %1, align 8
; CHECK-NEXT: call void @my_kernel.mux-sched-wrapper(ptr noalias {{.*}}%wi-info, ptr noalias {{.*}}%wg-info) #[[INNER]]
; CHECK-NEXT: ret void

; CHECK: attributes #[[INNER]] = { alwaysinline "mux-base-fn-name"="my_kernel" }
; CHECK: attributes #[[OUTER]] = { nounwind "mux-base-fn-name"="my_kernel" "mux-kernel"="entry-point" }

; ASM-LABEL: {{^"?}}my_kernel.mux-kernel-wrapper{{"?}}:
; ASM: csrr [[ID:[a-z0-9]+]], mhartid
; ASM: sd [[ID]], {{[0-9]+}}(sp)
