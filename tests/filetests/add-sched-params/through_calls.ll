;! tool = "muxc"
;! passes = "add-sched-params"

; All functions between an entry point and a builtin get the parameters and pass them on; functions without queries
; are unchanged. The originals stay beside their clones, and are no kernels.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"

; CHECK: declare i64 @__mux_get_global_id.old(i32)
declare i64 @__mux_get_global_id(i32)

; CHECK: define i64 @nothing(i64 %x) {
define i64 @nothing(i64 %x) {
  ret i64 %x
}

; CHECK: define internal i64 @helper(i32 %d) {
; CHECK-NEXT: call i64 @__mux_get_global_id.old(i32 %d)
define i64 @helper(i32 %d) {
  %id = tail call i64 @__mux_get_global_id(i32 %d) nounwind, !range !0
  ret i64 %id
}

; CHECK: define internal void @k(ptr %out) {
define void @k(ptr %out) "mux-kernel"="entry-point" {
  %a = call i64 @helper(i32 1)
  %b = call i64 @nothing(i64 %a)
  store i64 %b, ptr %out
  ret void
}

; CHECK: declare !mux_scheduled_fn [[ONE:![0-9]+]] i64 @__mux_get_global_id(i32, ptr noalias nonnull align 8 dereferenceable(40), ptr noalias nonnull align 8 dereferenceable(104)) #[[BUILTIN:[0-9]+]]
; CHECK: define i64 @helper.mux-sched-wrapper(i32 %d, ptr [[WI:noalias nonnull align 8 dereferenceable\(40\)]] %wi-info, ptr [[WG:noalias nonnull align 8 dereferenceable\(104\)]] %wg-info) #[[HELPER:[0-9]+]] !mux_scheduled_fn [[ONE]]
; CHECK-NEXT: %id = tail call i64 @__mux_get_global_id(i32 %d, ptr [[WI]] %wi-info, ptr [[WG]] %wg-info) #[[CALL:[0-9]+]], !range
; CHECK-NEXT: ret i64 %id
; CHECK: define void @k.mux-sched-wrapper(ptr %out, ptr [[WI]] %wi-info, ptr [[WG]] %wg-info) #[[KERNEL:[0-9]+]] !mux_scheduled_fn [[ONE]]
; CHECK-NEXT: %a = call i64 @helper.mux-sched-wrapper(i32 1, ptr [[WI]] %wi-info, ptr [[WG]] %wg-info)
; CHECK-NEXT: %b = call i64 @nothing(i64 %a)
; CHECK-NEXT: store i64 %b, ptr %out

; CHECK-DAG: attributes #[[BUILTIN]] = { "mux-base-fn-name"="__mux_get_global_id" }
; CHECK-DAG: attributes #[[HELPER]] = { "mux-base-fn-name"="helper" }
; CHECK-DAG: attributes #[[KERNEL]] = { "mux-base-fn-name"="k" "mux-kernel"="entry-point" }
; CHECK-DAG: attributes #[[CALL]] = { nounwind }
; CHECK-DAG: !mux-scheduling-params = !{[[PARAMS:![0-9]+]]}
; CHECK-DAG: [[PARAMS]] = !{!"MuxWorkItemInfo", !"MuxWorkGroupInfo"}
; CHECK-DAG: [[ONE]] = !{i32 1, i32 2}
!0 = !{i64 0, i64 100}
