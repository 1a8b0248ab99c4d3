;! passes = "transfer-kernel-metadata,prepare-barriers,legalize-attributes,work-item-loops"

; Calls may have arguments that are metadata.
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-NOT: call void @__mux_work_group_barrier
; CHECK: define void @k.mux-barrier-wrapper(
define spir_kernel void @k(ptr %p) {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  store i32 1, ptr %p
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2, !"p"}
!2 = distinct !{!2, !"k"}
