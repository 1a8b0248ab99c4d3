;! tool = "muxc"
;! passes = "work-item-loops<debug>"

; Variables keep their debug information across a barrier, with the option of ComputeMux's pass and without it: every
; region has an address of the work-item's variable, whether the region uses it or not.
; CHECK-LABEL: define {{.*}}@k.mux-barrier-region.1(
; CHECK: [[HOME:%.+]] = alloca ptr
; CHECK: store ptr %{{.+}}, ptr [[HOME]]
; CHECK: #dbg_declare(ptr [[HOME]], [[X:![0-9]+]], !DIExpression(DW_OP_deref), !{{[0-9]+}})
; CHECK-LABEL: define {{.*}}@k.mux-barrier-region.2(
; CHECK: #dbg_declare(ptr %{{.+}}, !{{[0-9]+}}, !DIExpression(DW_OP_deref), !{{[0-9]+}})
; CHECK: [[X]] = !DILocalVariable(name: "x"
declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define void @k(ptr %out) "mux-kernel"="entry-point" !dbg !4 {
  %x = alloca i64
    #dbg_declare(ptr %x, !7, !DIExpression(), !9)
  %l = call i64 @__mux_get_local_id(i32 0), !dbg !9
  store i64 %l, ptr %x, !dbg !9
  call void @__mux_work_group_barrier(i32 0, i32 1, i32 272), !dbg !9
  store i64 1, ptr %out, !dbg !9
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !8)
!8 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!9 = !DILocation(line: 2, column: 3, scope: !4)
