;! tool = "muxc"
;! passes = "add-sched-params,add-kernel-wrapper"

; The wrapper replaces the kernel: name, metadata, attributes. It creates the work-item's information, passes the
; work-group's on, and does not copy objects passed by value.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"

; CHECK: define internal spir_func void @k.mux-sched-wrapper(ptr readonly %in, ptr byval(i32) %s, ptr [[WI:.*]] %wi-info, ptr [[WG:.*]] %wg-info) #[[INNER:[0-9]+]] !test
define spir_kernel void @k(ptr readonly %in, ptr byval(i32) %s) optsize memory(argmem: read) "mux-kernel"="entry-point" "mux-orig-fn"="k" "x"="y" !test !0 {
  ret void
}

; CHECK: define spir_kernel void @k.mux-kernel-wrapper(ptr noundef nonnull dereferenceable(12) %packed-args, ptr [[WG]] %wg-info) #[[OUTER:[0-9]+]] !test [[TEST:![0-9]+]] !mux_scheduled_fn [[PLACES:![0-9]+]]
; CHECK: %in = load ptr, ptr
; CHECK: %s = getelementptr %MuxPackedArgs.k, ptr %packed-args, i32 0, i32 1
; CHECK: %wi-info = alloca %MuxWorkItemInfo, align 8
; CHECK: call spir_func void @k.mux-sched-wrapper(ptr readonly %in, ptr byval(i32) %s, ptr [[WI]] %wi-info, ptr [[WG]] %wg-info) #[[INNER]]

; CHECK-DAG: attributes #[[INNER]] = { alwaysinline optsize "mux-base-fn-name"="k" "mux-orig-fn"="k" "x"="y" }
; The kernel's memory attributes would not hold for the wrapper.
; CHECK-DAG: attributes #[[OUTER]] = { nounwind optsize "mux-base-fn-name"="k" "mux-kernel"="entry-point" "mux-orig-fn"="k" "x"="y" }
; CHECK-DAG: [[TEST]] = !{i32 7}
; CHECK-DAG: [[PLACES]] = !{i32 -1, i32 1}
!0 = !{i32 7}
