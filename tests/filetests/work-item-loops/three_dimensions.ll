;! passes = "transfer-kernel-metadata,legalize-attributes,work-item-loops"

; One loop per dimension, dimension 0 innermost, each cut at the edge of the index space; the kernel becomes an
; internal function and its by-value argument the wrapper's.
; CHECK: define internal void @k(ptr readonly %closure) #[[INNER:[0-9]+]]
define spir_kernel void @k(ptr byval(i64) %closure) {
  ret void
}

; CHECK: define void @k.mux-barrier-wrapper(ptr readonly byval(i64) %0) #[[OUTER:[0-9]+]]
; CHECK: [[LOCAL:%.*]] = call i64 @__mux_get_local_size(i32 0)
; CHECK: [[GLOBAL:%.*]] = call i64 @__mux_get_global_size(i32 0)
; CHECK: [[GROUP:%.*]] = call i64 @__mux_get_group_id(i32 0)
; CHECK: [[FIRST:%.*]] = mul i64 [[GROUP]], [[LOCAL]]
; CHECK: [[LEFT:%.*]] = sub i64 [[GLOBAL]], [[FIRST]]
; CHECK: [[SHORT:%.*]] = icmp ult i64 [[LEFT]], [[LOCAL]]
; CHECK: [[LIMIT:%.*]] = select i1 [[SHORT]], i64 [[LEFT]], i64 [[LOCAL]]
; CHECK: z.loop:
; CHECK: call void @__mux_set_local_id(i32 2, i64 %z)
; CHECK: y.loop:
; CHECK: call void @__mux_set_local_id(i32 1, i64 %y)
; CHECK: x.loop:
; CHECK: call void @__mux_set_local_id(i32 0, i64 %x)
; CHECK-NEXT: call void @k(ptr readonly %0)
; CHECK: icmp ne i64 %x.next, [[LIMIT]]
; CHECK-NEXT: br i1 {{.*}}, !llvm.loop [[LOOP:![0-9]+]]

; CHECK-DAG: attributes #[[INNER]] = { alwaysinline "mux-innermost-dimension"="none" "mux-orig-fn"="k" }
; CHECK-DAG: attributes #[[OUTER]] = { nounwind "mux-base-fn-name"="k" "mux-innermost-dimension"="none" "mux-kernel"="entry-point" "mux-orig-fn"="k" }
; CHECK-DAG: [[LOOP]] = distinct !{[[LOOP]], [[ACCESSES:![0-9]+]], {{![0-9]+}}}
; CHECK-DAG: [[ACCESSES]] = !{!"llvm.loop.parallel_accesses", {{![0-9]+}}}
