;! passes = "interleave-lane-loops"

; Loops over lanes that are known to be short are unchanged, for others the vectorizer interleaves two vectors; the
; program's own loops are unchanged, too.
; CHECK-LABEL: define void @short(
; CHECK: br i1 %c, label %leave, label %loop, !llvm.loop [[SHORT:![0-9]+]]
; CHECK-LABEL: define void @unknown(
; CHECK: br i1 %c, label %leave, label %loop, !llvm.loop [[UNKNOWN:![0-9]+]]
; CHECK-LABEL: define void @another(
; CHECK: br i1 %c, label %leave, label %loop, !llvm.loop [[ANOTHER:![0-9]+]]
; CHECK: [[SHORT]] = distinct !{[[SHORT]], [[KEEP:![0-9]+]], [[FOLLOWUP:![0-9]+]]}
; CHECK: [[UNKNOWN]] = distinct !{[[UNKNOWN]], [[KEEP]], [[FOLLOWUP]], [[TWO:![0-9]+]]}
; CHECK: [[TWO]] = !{!"llvm.loop.interleave.count", i32 2}
; CHECK: [[ANOTHER]] = distinct !{[[ANOTHER]], {{![0-9]+}}}
define void @short(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 7, ptr %q
  %next = add nuw i64 %i, 1
  %c = icmp eq i64 %next, 3
  br i1 %c, label %leave, label %loop, !llvm.loop !0
leave:
  ret void
}

define void @unknown(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 7, ptr %q
  %next = add nuw i64 %i, 1
  %c = icmp eq i64 %next, %n
  br i1 %c, label %leave, label %loop, !llvm.loop !1
leave:
  ret void
}

define void @another(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 7, ptr %q
  %next = add nuw i64 %i, 1
  %c = icmp eq i64 %next, %n
  br i1 %c, label %leave, label %loop, !llvm.loop !5
leave:
  ret void
}

!0 = distinct !{!0, !2, !3}
!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.unroll.disable"}
!3 = !{!"llvm.loop.vectorize.followup_vectorized", !4}
!4 = !{!"llvm.loop.isvectorized"}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
