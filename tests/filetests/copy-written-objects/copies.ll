;! tool = "muxc"
;! passes = "transfer-kernel-metadata,copy-written-objects"

; Copies that the program only reads are removed, also if each iteration of a loop copies a part; those that are
; written are kept.
%T = type { i32, [3 x i32] }
declare void @looks(ptr readonly captures(none))
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)

define spir_kernel void @copies(ptr readonly byval(%T) align 8 %object, ptr %out, i32 %n) {
entry:
  %part = alloca [3 x i32], align 4
  %own = alloca %T, align 8
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i8, ptr %object, i64 4
  call void @llvm.lifetime.start.p0(ptr %part)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %part, ptr align 4 %from, i64 12, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %own, ptr align 8 %object, i64 16, i1 false)
  %e = getelementptr inbounds [3 x i32], ptr %part, i64 0, i32 %i
  call void @looks(ptr readonly captures(none) %e)
  %v = load i32, ptr %e
  store i32 %v, ptr %own
  call void @looks(ptr readonly captures(none) %own)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define spir_kernel void @copies(ptr readonly byval(%T) align 8 %object
; CHECK-NOT: %part
; CHECK: [[PART:%.+]] = getelementptr inbounds i8, ptr %object, i64 4
; CHECK-NOT: %part
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %own, ptr align 8 %object, i64 16
; CHECK-NOT: memcpy
; CHECK: %e = getelementptr inbounds [3 x i32], ptr [[PART]], i64 0, i32 %i
; CHECK: store i32 %v, ptr %own

; An object that is written elsewhere, too, or read with another alignment, keeps its copy.
define spir_kernel void @others(ptr byval(%T) align 8 %object, ptr %other, i64 %n) {
  %two = alloca %T, align 8
  %strict = alloca %T, align 16
  %half = alloca %T, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %two, ptr align 8 %object, i64 16, i1 false)
  call void @looks(ptr readonly captures(none) %two)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %two, ptr align 8 %other, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %strict, ptr align 8 %object, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %half, ptr align 8 %object, i64 8, i1 false)
  call void @looks(ptr readonly captures(none) %two)
  call void @looks(ptr readonly captures(none) %strict)
  call void @looks(ptr readonly captures(none) %half)
  ret void
}

; CHECK-LABEL: define spir_kernel void @others(ptr readonly byval(%T) align 8 %object
; CHECK-COUNT-4: call void @llvm.memcpy
