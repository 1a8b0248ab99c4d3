;! passes = "transfer-kernel-metadata,legalize-attributes,work-item-loops"

; A kernel with a required work-group size runs in loops of known length, and its wrapper still has the requirement.
; CHECK-LABEL: define {{.*}}void @k.mux-barrier-wrapper(
; CHECK-SAME: !reqd_work_group_size
; CHECK-NOT: __mux_get_
; CHECK-DAG: icmp ne i64 %x.next, 16
; CHECK-DAG: icmp ne i64 %y.next, 4
; CHECK-DAG: icmp ne i64 %z.next, 1
define spir_kernel void @k(ptr byval(i64) %closure) !reqd_work_group_size !0 {
  ret void
}

!0 = !{i32 16, i32 4, i32 1}
