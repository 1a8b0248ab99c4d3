;! passes = "transfer-kernel-metadata,interchange-uniform-loops"

; All lanes access their private arrays in lockstep: element k of all of them is contiguous.
declare i64 @__mux_get_global_id(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define spir_kernel void @words(
; CHECK: %t = alloca [512 x i8], align 64, !mux.lanes [[FOUR:![0-9]+]]
; CHECK: loop:
; CHECK: call void @__mux_sub_group_barrier(i32 0, i32 4, i32 0)
; CHECK: [[FAR:%.*]] = mul i64 %k, 64
; CHECK-NEXT: [[AT:%.*]] = add i64 [[FAR]], 0
; CHECK-NEXT: getelementptr i8, ptr %t, i64 [[AT]]
; CHECK: store float %v, ptr %{{.*}}, align 4
define spir_kernel void @words(ptr %b, ptr %c, i64 %n) {
entry:
  %t = alloca [8 x float]
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %x
  %p = getelementptr float, ptr %b, i64 %at
  %v = load float, ptr %p
  %e = getelementptr float, ptr %t, i64 %k
  store float %v, ptr %e
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %exit, label %loop
exit:
  %q = getelementptr float, ptr %c, i64 %x
  %first = load float, ptr %t
  store float %first, ptr %q
  ret void
}

; Bytes that are read as words: words are composed. Memory intrinsics become stores.
; CHECK-LABEL: define spir_kernel void @bytes(
; CHECK: %t = alloca [256 x i8], align 64, !mux.lanes [[ONE:![0-9]+]]
; CHECK-NOT: memset
; CHECK: loop:
; CHECK-COUNT-4: load i8
; CHECK: [[WORD:%.*]] = or i32
; CHECK-NEXT: xor i32 %s, [[WORD]]
define spir_kernel void @bytes(ptr %c, i64 %n) {
entry:
  %t = alloca [16 x i8]
  %x = call i64 @__mux_get_global_id(i32 0)
  call void @llvm.memset.p0.i64(ptr %t, i8 0, i64 16, i1 false)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 1, %entry ], [ %more, %loop ]
  %b = and i64 %k, 15
  %e = getelementptr i8, ptr %t, i64 %b
  %small = trunc i32 %s to i8
  store i8 %small, ptr %e
  %w = and i64 %k, 3
  %p = getelementptr i32, ptr %t, i64 %w
  %v = load i32, ptr %p
  %more = xor i32 %s, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %q = getelementptr i32, ptr %c, i64 %x
  store i32 %more, ptr %q
  ret void
}

; The address escapes: the array is unchanged, and so is the loop.
; CHECK-LABEL: define spir_kernel void @known(
; CHECK: %t = alloca [8 x float], align 4
; CHECK-NOT: @__mux_sub_group_barrier
; CHECK: ret void
define spir_kernel void @known(ptr %b, ptr %c, i64 %n) {
entry:
  %t = alloca [8 x float]
  %x = call i64 @__mux_get_global_id(i32 0)
  store ptr %t, ptr %c
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %x
  %p = getelementptr float, ptr %b, i64 %at
  %v = load float, ptr %p
  %e = getelementptr float, ptr %t, i64 %k
  store float %v, ptr %e
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; The flag -fno-scythe-lane-arrays.
; CHECK-LABEL: define spir_kernel void @kept(
; CHECK: %t = alloca [8 x float], align 4
; CHECK-NOT: @__mux_sub_group_barrier
; CHECK: ret void
define spir_kernel void @kept(ptr %b, ptr %c, i64 %n) !scythe_keep_arrays !0 {
entry:
  %t = alloca [8 x float]
  %x = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %x
  %p = getelementptr float, ptr %b, i64 %at
  %v = load float, ptr %p
  %e = getelementptr float, ptr %t, i64 %k
  store float %v, ptr %e
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %exit, label %loop
exit:
  %q = getelementptr float, ptr %c, i64 %x
  %first = load float, ptr %t
  store float %first, ptr %q
  ret void
}

!0 = !{i32 1}
; CHECK-DAG: [[FOUR]] = !{i64 4}
; CHECK-DAG: [[ONE]] = !{i64 1}
