;! runs = [{ passes = "release-long-lane-loops", check = "LONG" }, { passes = "release-lane-loops", check = "ALL" }]

; Before the vectorizer, loops over lanes that are known to be short stay loops; behind it they are unrolled.
; LONG-LABEL: define void @short(
; LONG: br i1 %c, label %leave, label %loop, !llvm.loop [[SHORT:![0-9]+]]
; ALL-LABEL: define void @short(
; ALL-COUNT-3: store i32 7
; ALL-NOT: br
; ALL: ret void
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

; Others are loops like any from then on: the vectorizer may interleave them.
; LONG-LABEL: define void @long(
; LONG: br i1 %c, label %leave, label %loop, !llvm.loop [[LONG:![0-9]+]]
; LONG-DAG: [[SHORT]] = distinct !{[[SHORT]], [[DISABLE:![0-9]+]], {{.*}}}
; LONG-DAG: [[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; LONG-DAG: [[LONG]] = distinct !{[[LONG]], [[MUST:![0-9]+]]}
; LONG-DAG: [[MUST]] = !{!"llvm.loop.mustprogress"}
; ALL-LABEL: define void @long(
; ALL: br i1 %c, label %leave, label %loop, !llvm.loop [[LONG:![0-9]+]]
; ALL: [[LONG]] = distinct !{[[LONG]], [[MUST:![0-9]+]]}
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
