;! tool = "muxc"
;! passes = "add-kernel-wrapper"

; The wrapper has no source code, but a location that inlined code can refer to.
; CHECK: define internal void @k() #{{[0-9]+}} !dbg [[OLD:![0-9]+]]
define void @k() "mux-kernel"="entry-point" !dbg !3 {
  ret void
}
; CHECK: define void @k.mux-kernel-wrapper(ptr %packed-args) #{{[0-9]+}} !dbg [[NEW:![0-9]+]]
; CHECK: call void @k() #{{[0-9]+}}, !dbg [[LOC:![0-9]+]]
; CHECK-DAG: [[OLD]] = distinct !DISubprogram({{.*}}flags: DIFlagPrototyped,
; CHECK-DAG: [[NEW]] = distinct !DISubprogram({{.*}}flags: DIFlagArtificial | DIFlagPrototyped,
; CHECK-DAG: [[LOC]] = !DILocation(line: 0, scope: [[NEW]])

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 2, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
