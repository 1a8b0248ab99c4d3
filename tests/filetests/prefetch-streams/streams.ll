;! passes = "loop-simplify,prefetch-streams"

; A long iteration: what is 16 iterations ahead is prefetched, and what is stored there, too. A second access of the
; same line is not.
; CHECK-LABEL: define void @long(
; CHECK: [[P:%.*]] = getelementptr i8, ptr %at, i64 1024
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[P]], i32 0, i32 3, i32 1)
; CHECK-NEXT: %a0 = load
; CHECK-NOT: prefetch
; CHECK: call void @llvm.prefetch.p0(ptr {{%.*}}, i32 1, i32 3, i32 1)
; CHECK-NEXT: call void @llvm.masked.store
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret void
define void @long(ptr %in, ptr %out, i64 %n, <16 x i1> %mask) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %low = shl i64 %i, 32
  %index = ashr exact i64 %low, 32
  %at = getelementptr float, ptr %in, i64 %index
  %a0 = load <16 x float>, ptr %at, align 4
  %low1 = add i64 %low, 4294967296
  %index1 = ashr exact i64 %low1, 32
  %at1 = getelementptr float, ptr %in, i64 %index1
  %b = load <16 x float>, ptr %at1, align 4
  %a1 = fmul <16 x float> %a0, %a0
  %a2 = fmul <16 x float> %a1, %a1
  %a3 = fmul <16 x float> %a2, %a2
  %a4 = fmul <16 x float> %a3, %a3
  %a5 = fmul <16 x float> %a4, %a4
  %a6 = fmul <16 x float> %a5, %a5
  %a7 = fmul <16 x float> %a6, %a6
  %a8 = fmul <16 x float> %a7, %a7
  %a9 = fmul <16 x float> %a8, %a8
  %a10 = fmul <16 x float> %a9, %a9
  %a11 = fmul <16 x float> %a10, %a10
  %a12 = fmul <16 x float> %a11, %a11
  %a13 = fmul <16 x float> %a12, %a12
  %a14 = fmul <16 x float> %a13, %a13
  %a15 = fmul <16 x float> %a14, %a14
  %a16 = fmul <16 x float> %a15, %a15
  %a17 = fmul <16 x float> %a16, %a16
  %a18 = fmul <16 x float> %a17, %a17
  %a19 = fmul <16 x float> %a18, %a18
  %a20 = fmul <16 x float> %a19, %a19
  %a21 = fmul <16 x float> %a20, %a20
  %a22 = fmul <16 x float> %a21, %a21
  %a23 = fmul <16 x float> %a22, %a22
  %a24 = fmul <16 x float> %a23, %a23
  %a25 = fmul <16 x float> %a24, %a24
  %a26 = fmul <16 x float> %a25, %a25
  %a27 = fmul <16 x float> %a26, %a26
  %a28 = fmul <16 x float> %a27, %a27
  %a29 = fmul <16 x float> %a28, %a28
  %a30 = fmul <16 x float> %a29, %a29
  %to = getelementptr float, ptr %out, i64 %index
  %s = fadd <16 x float> %a30, %b
  call void @llvm.masked.store.v16f32.p0(<16 x float> %s, ptr align 4 %to, <16 x i1> %mask)
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The step is known at run time only: at least 1024 bytes ahead.
; CHECK-LABEL: define void @stepped(
; CHECK: [[BYTES:%.*]] = mul i64 %step, 4
; CHECK: [[AHEAD:%.*]] = call i64 @llvm.smax.i64(i64 {{%.*}}, i64 1024)
; CHECK: loop:
; CHECK: [[P:%.*]] = getelementptr i8, ptr %at, i64 [[AHEAD]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[P]]
define void @stepped(ptr %in, ptr %out, i64 %n, i64 %step) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %same = freeze i64 %i
  %at = getelementptr float, ptr %in, i64 %same
  %a0 = load <16 x float>, ptr %at, align 4
  %a1 = fmul <16 x float> %a0, %a0
  %a2 = fmul <16 x float> %a1, %a1
  %a3 = fmul <16 x float> %a2, %a2
  %a4 = fmul <16 x float> %a3, %a3
  %a5 = fmul <16 x float> %a4, %a4
  %a6 = fmul <16 x float> %a5, %a5
  %a7 = fmul <16 x float> %a6, %a6
  %a8 = fmul <16 x float> %a7, %a7
  %a9 = fmul <16 x float> %a8, %a8
  %a10 = fmul <16 x float> %a9, %a9
  %a11 = fmul <16 x float> %a10, %a10
  %a12 = fmul <16 x float> %a11, %a11
  %a13 = fmul <16 x float> %a12, %a12
  %a14 = fmul <16 x float> %a13, %a13
  %a15 = fmul <16 x float> %a14, %a14
  %a16 = fmul <16 x float> %a15, %a15
  %a17 = fmul <16 x float> %a16, %a16
  %a18 = fmul <16 x float> %a17, %a17
  %a19 = fmul <16 x float> %a18, %a18
  %a20 = fmul <16 x float> %a19, %a19
  %a21 = fmul <16 x float> %a20, %a20
  %a22 = fmul <16 x float> %a21, %a21
  %a23 = fmul <16 x float> %a22, %a22
  %a24 = fmul <16 x float> %a23, %a23
  %a25 = fmul <16 x float> %a24, %a24
  %a26 = fmul <16 x float> %a25, %a25
  %a27 = fmul <16 x float> %a26, %a26
  %a28 = fmul <16 x float> %a27, %a27
  %a29 = fmul <16 x float> %a28, %a28
  %a30 = fmul <16 x float> %a29, %a29
  store <16 x float> %a30, ptr %out, align 4
  %next = add i64 %same, %step
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Many iterations of a short loop are under way at a time.
; CHECK-LABEL: define void @short(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @short(ptr %in, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %in, i64 %i
  %a = load <16 x float>, ptr %at, align 4
  %to = getelementptr float, ptr %out, i64 %i
  store <16 x float> %a, ptr %to, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Every iteration accesses the same memory, or an address that is loaded.
; CHECK-LABEL: define void @elsewhere(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @elsewhere(ptr %in, ptr %places, ptr %out, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a0 = load <16 x float>, ptr %in, align 4
  %which = getelementptr i64, ptr %places, i64 %i
  %place = load i64, ptr %which, align 8
  %to = getelementptr float, ptr %out, i64 %place
  %a1 = fmul <16 x float> %a0, %a0
  %a2 = fmul <16 x float> %a1, %a1
  %a3 = fmul <16 x float> %a2, %a2
  %a4 = fmul <16 x float> %a3, %a3
  %a5 = fmul <16 x float> %a4, %a4
  %a6 = fmul <16 x float> %a5, %a5
  %a7 = fmul <16 x float> %a6, %a6
  %a8 = fmul <16 x float> %a7, %a7
  %a9 = fmul <16 x float> %a8, %a8
  %a10 = fmul <16 x float> %a9, %a9
  %a11 = fmul <16 x float> %a10, %a10
  %a12 = fmul <16 x float> %a11, %a11
  %a13 = fmul <16 x float> %a12, %a12
  %a14 = fmul <16 x float> %a13, %a13
  %a15 = fmul <16 x float> %a14, %a14
  %a16 = fmul <16 x float> %a15, %a15
  %a17 = fmul <16 x float> %a16, %a16
  %a18 = fmul <16 x float> %a17, %a17
  %a19 = fmul <16 x float> %a18, %a18
  %a20 = fmul <16 x float> %a19, %a19
  %a21 = fmul <16 x float> %a20, %a20
  %a22 = fmul <16 x float> %a21, %a21
  %a23 = fmul <16 x float> %a22, %a22
  %a24 = fmul <16 x float> %a23, %a23
  %a25 = fmul <16 x float> %a24, %a24
  %a26 = fmul <16 x float> %a25, %a25
  %a27 = fmul <16 x float> %a26, %a26
  %a28 = fmul <16 x float> %a27, %a27
  %a29 = fmul <16 x float> %a28, %a28
  %a30 = fmul <16 x float> %a29, %a29
  store <16 x float> %a30, ptr %to, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The flag -fno-scythe-prefetch-streams.
; CHECK-LABEL: define void @kept(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret void
define void @kept(ptr %in, ptr %out, i64 %n) "scythe-keep-streams" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %in, i64 %i
  %a0 = load <16 x float>, ptr %at, align 4
  %a1 = fmul <16 x float> %a0, %a0
  %a2 = fmul <16 x float> %a1, %a1
  %a3 = fmul <16 x float> %a2, %a2
  %a4 = fmul <16 x float> %a3, %a3
  %a5 = fmul <16 x float> %a4, %a4
  %a6 = fmul <16 x float> %a5, %a5
  %a7 = fmul <16 x float> %a6, %a6
  %a8 = fmul <16 x float> %a7, %a7
  %a9 = fmul <16 x float> %a8, %a8
  %a10 = fmul <16 x float> %a9, %a9
  %a11 = fmul <16 x float> %a10, %a10
  %a12 = fmul <16 x float> %a11, %a11
  %a13 = fmul <16 x float> %a12, %a12
  %a14 = fmul <16 x float> %a13, %a13
  %a15 = fmul <16 x float> %a14, %a14
  %a16 = fmul <16 x float> %a15, %a15
  %a17 = fmul <16 x float> %a16, %a16
  %a18 = fmul <16 x float> %a17, %a17
  %a19 = fmul <16 x float> %a18, %a18
  %a20 = fmul <16 x float> %a19, %a19
  %a21 = fmul <16 x float> %a20, %a20
  %a22 = fmul <16 x float> %a21, %a21
  %a23 = fmul <16 x float> %a22, %a22
  %a24 = fmul <16 x float> %a23, %a23
  %a25 = fmul <16 x float> %a24, %a24
  %a26 = fmul <16 x float> %a25, %a25
  %a27 = fmul <16 x float> %a26, %a26
  %a28 = fmul <16 x float> %a27, %a27
  %a29 = fmul <16 x float> %a28, %a28
  %a30 = fmul <16 x float> %a29, %a29
  store <16 x float> %a30, ptr %out, align 4
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
