;! passes = "release-lane-loops"

; Loops over lanes that are known to be short, and that the vectorizer has not changed, are unrolled.
; CHECK-LABEL: define void @short(
; CHECK-COUNT-3: store i32 7
; CHECK-NOT: br
; CHECK: ret void
define void @short(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 7, ptr %q
  %next = add i64 %i, 1
  %c = icmp eq i64 %next, 3
  br i1 %c, label %leave, label %loop, !llvm.loop !0
leave:
  ret void
}

; Others become ordinary loops.
; CHECK-LABEL: define void @long(
; CHECK: br i1 %c, label %leave, label %loop, !llvm.loop [[OWN:![0-9]+]]
; CHECK: [[OWN]] = distinct !{[[OWN]], [[MUST:![0-9]+]]}
; CHECK: [[MUST]] = !{!"llvm.loop.mustprogress"}
define void @long(ptr %p, i64 %n) {
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

!0 = distinct !{!0, !2, !3, !5}
!1 = distinct !{!1, !2, !3, !5}
!2 = !{!"llvm.loop.unroll.disable"}
!3 = !{!"llvm.loop.vectorize.followup_vectorized", !4}
!4 = !{!"llvm.loop.isvectorized"}
!5 = !{!"llvm.loop.mustprogress"}
