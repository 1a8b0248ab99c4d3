;! passes = "loop-simplify,promote-lanes,sroa<modify-cfg>"

; The scalar loop that remains beside the vector works on a copy, so that the vector stays in a register.
; CHECK-LABEL: define <4 x float> @sums(
; CHECK: %lanes.copy = alloca
; CHECK-NOT: alloca
; CHECK: phi <4 x float>
; CHECK: vector:
; CHECK-NOT: store
; CHECK: scalar.preheader:
; CHECK: store <4 x float> {{.*}}, ptr %lanes.copy
; CHECK: scalar:
; CHECK: getelementptr float, ptr {{.*}}, i64 %lane
; CHECK: load <4 x float>, ptr %lanes.copy
; CHECK: ret <4 x float>
define <4 x float> @sums(ptr noalias %in, i64 %n, i1 %wraps) {
entry:
  %lanes = alloca [16 x i8], align 16
  store <4 x float> zeroinitializer, ptr %lanes, align 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr <4 x float>, ptr %in, i64 %i
  br i1 %wraps, label %scalar.preheader, label %vector
vector:
  %v = load <4 x float>, ptr %at, align 4
  %before = load <4 x float>, ptr %lanes, align 16
  %sum = fadd <4 x float> %before, %v
  store <4 x float> %sum, ptr %lanes, align 16
  br label %latch
scalar.preheader:
  br label %scalar
scalar:
  %lane = phi i64 [ 0, %scalar.preheader ], [ %lane.next, %scalar ]
  %from = getelementptr float, ptr %at, i64 %lane
  %to = getelementptr float, ptr %lanes, i64 %lane
  %one = load float, ptr %from, align 4
  %old = load float, ptr %to, align 4
  %new = fadd float %old, %one
  store float %new, ptr %to, align 4
  %lane.next = add nuw nsw i64 %lane, 1
  %lanes.done = icmp eq i64 %lane.next, 4
  br i1 %lanes.done, label %latch, label %scalar, !llvm.loop !0
latch:
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %result = load <4 x float>, ptr %lanes, align 16
  ret <4 x float> %result
}

; A loop that is not beside vectors is the only user: a copy gains nothing.
; CHECK-LABEL: define float @only(
; CHECK-NOT: copy
; CHECK: ret float
define float @only(ptr noalias %in) {
entry:
  %lanes = alloca [16 x i8], align 16
  br label %scalar
scalar:
  %lane = phi i64 [ 0, %entry ], [ %lane.next, %scalar ]
  %from = getelementptr float, ptr %in, i64 %lane
  %to = getelementptr float, ptr %lanes, i64 %lane
  %one = load float, ptr %from, align 4
  store float %one, ptr %to, align 4
  %lane.next = add nuw nsw i64 %lane, 1
  %done = icmp eq i64 %lane.next, 4
  br i1 %done, label %exit, label %scalar
exit:
  %result = load float, ptr %lanes, align 16
  ret float %result
}

; The loop also knows an element by its offset, which would have to be the copy's.
; CHECK-LABEL: define float @mixed(
; CHECK-NOT: copy
; CHECK: ret float
define float @mixed(ptr noalias %in) {
entry:
  %lanes = alloca [16 x i8], align 16
  store <4 x float> zeroinitializer, ptr %lanes, align 16
  br label %scalar
scalar:
  %lane = phi i64 [ 0, %entry ], [ %lane.next, %scalar ]
  %to = getelementptr float, ptr %lanes, i64 %lane
  %one = load float, ptr %lanes, align 16
  store float %one, ptr %to, align 4
  %lane.next = add nuw nsw i64 %lane, 1
  %done = icmp eq i64 %lane.next, 4
  br i1 %done, label %exit, label %scalar, !llvm.loop !0
exit:
  %result = load float, ptr %lanes, align 16
  ret float %result
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.isvectorized", i32 1}
