;! passes = "promote-lanes,sroa<modify-cfg>"

; The last iteration stores its vector elsewhere, and both variables are also stored to in parts: everything
; becomes values.
; CHECK-LABEL: define float @sums(
; CHECK-NOT: alloca
; CHECK: loop:
; CHECK: [[SUM:%.*]] = fadd <4 x float>
; CHECK-DAG: select i1 %last, <4 x float> [[SUM]]
; CHECK-DAG: select i1 %last, <4 x float> {{.*}}, <4 x float> [[SUM]]
; CHECK-NOT: store
; CHECK: ret float
define float @sums(ptr noalias %in, float %first, i64 %n) {
entry:
  %now = alloca [16 x i8], align 16
  %done = alloca [16 x i8], align 16
  call void @llvm.lifetime.start.p0(ptr %now)
  call void @llvm.lifetime.start.p0(ptr %done)
  store <4 x float> zeroinitializer, ptr %now, align 16
  store float %first, ptr %now, align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw i64 %i, 1
  %last = icmp eq i64 %next, %n
  %at = getelementptr <4 x float>, ptr %in, i64 %i
  %v = load <4 x float>, ptr %at, align 4
  %before = load <4 x float>, ptr %now, align 16
  %sum = fadd <4 x float> %before, %v
  %place = select i1 %last, ptr %done, ptr %now
  store <4 x float> %sum, ptr %place, align 16
  br i1 %last, label %exit, label %loop
exit:
  call void @llvm.lifetime.end.p0(ptr %now)
  %part = getelementptr i8, ptr %done, i64 8
  %result = load float, ptr %part, align 4
  call void @llvm.lifetime.end.p0(ptr %done)
  ret float %result
}

; Parts of one variable that overlap: the later load sees what the earlier store wrote.
; CHECK-LABEL: define i64 @overlap(
; CHECK-NOT: alloca
; CHECK-NOT: store
; CHECK: ret i64
define i64 @overlap(i1 %c, i32 %v) {
  %x = alloca i64, align 8
  store i64 0, ptr %x, align 8
  %low = getelementptr i8, ptr %x, i64 2
  %high = getelementptr i8, ptr %x, i64 4
  %place = select i1 %c, ptr %low, ptr %high
  store i32 %v, ptr %place, align 2
  %r = load i64, ptr %x, align 8
  ret i64 %r
}
