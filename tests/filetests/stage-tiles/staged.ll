;! passes = "transfer-kernel-metadata,stage-tiles"

; Sixteen rows of work-items read each b[x][k], and neighbours read them at a distance: the group copies a tile of
; sixteen iterations, never past the last one, from adjacent memory. The uniform access a[y][k] is unchanged. The test
; runs for the CPU, which stages no other loops.

; CHECK: @k.tile = internal addrspace(3) global [256 x float] poison, align 64
; CHECK-NOT: @k.tile.1
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: entry:
; CHECK: [[LX:%.*]] = call i64 @__mux_get_local_id(i32 0)
; CHECK: [[GROUP:%.*]] = call i64 @__mux_get_group_id(i32 0)
; CHECK: [[TIMES:%.*]] = mul nuw i64 [[GROUP]], 16
; CHECK: [[OFFSET:%.*]] = call i64 @__mux_get_global_offset(i32 0)
; CHECK: [[FIRST:%.*]] = add i64 [[TIMES]], [[OFFSET]]
; CHECK: [[LY:%.*]] = call i64 @__mux_get_local_id(i32 1)
; CHECK: enter:
; CHECK: [[LAST:%.*]] = add i64 %n, -1
; CHECK: [[ROW:%.*]] = add i64 [[LY]], [[FIRST]]
; CHECK: [[PLACE:%.*]] = mul i64 %n, [[ROW]]
; CHECK: [[BYTES:%.*]] = shl i64 [[PLACE]], 2
; CHECK: [[THERE:%.*]] = getelementptr i8, ptr %b, i64 [[BYTES]]
; CHECK: tile:
; CHECK: phi float
; CHECK: [[DONE:%done[0-9]*]] = phi i64 [ 0, %enter ]
; CHECK: [[LEFT:%.*]] = sub nuw i64 [[LAST]], [[DONE]]
; CHECK-NEXT: call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)
; CHECK-NEXT: [[NEAR:%.*]] = call i64 @llvm.umin.i64(i64 [[LX]], i64 [[LEFT]])
; CHECK-NEXT: [[AT:%.*]] = add nuw i64 [[DONE]], [[NEAR]]
; CHECK-NEXT: [[SKIP:%.*]] = mul i64 [[AT]], 4
; CHECK-NEXT: [[FROM:%.*]] = getelementptr i8, ptr [[THERE]], i64 [[SKIP]]
; CHECK-NEXT: [[VALUE:%.*]] = load float, ptr [[FROM]], align 4
; CHECK-NEXT: [[LINE:%.*]] = mul nuw i64 [[LX]], 16
; CHECK-NEXT: [[TO:%.*]] = add nuw i64 [[LINE]], [[LY]]
; CHECK-NEXT: [[INTO:%.*]] = getelementptr inbounds float, ptr addrspace(3) @k.tile, i64 [[TO]]
; CHECK-NEXT: store float [[VALUE]], ptr addrspace(3) [[INTO]]
; CHECK-NEXT: call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
; CHECK-NEXT: [[END:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 15)
; CHECK: loop:
; CHECK: %v = load float, ptr %p
; CHECK: [[MINE:%.*]] = mul nuw i64 %depth, 16
; CHECK: [[HERE:%.*]] = add nuw i64 [[MINE]], [[LX]]
; CHECK: [[PLACE:%.*]] = getelementptr inbounds float, ptr addrspace(3) @k.tile, i64 [[HERE]]
; CHECK: %w = load float, ptr addrspace(3) [[PLACE]]
; CHECK: [[THROUGH:%.*]] = icmp eq i64 %depth, [[END]]
; CHECK: br i1 [[THROUGH]], label %tile.next, label %loop
; CHECK: tile.next:
; CHECK: [[LAST:%.*]] = icmp ult i64 [[LEFT]], 16
; CHECK: br i1 [[LAST]], label %leave, label %tile
define spir_kernel void @k(ptr noalias readonly %a, ptr noalias readonly %b, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %exit, label %enter
enter:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %yn = mul i64 %y, %n
  %xn = mul i64 %x, %n
  %ap = getelementptr float, ptr %a, i64 %yn
  %bp = getelementptr float, ptr %b, i64 %xn
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %loop ]
  %sum = phi float [ 0.0, %enter ], [ %more, %loop ]
  %p = getelementptr float, ptr %ap, i64 %k
  %v = load float, ptr %p
  %q = getelementptr float, ptr %bp, i64 %k
  %w = load float, ptr %q
  %product = fmul float %v, %w
  %more = fadd float %sum, %product
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  %to = add i64 %yn, %x
  %cp = getelementptr float, ptr %c, i64 %to
  store float %more, ptr %cp
  br label %exit
exit:
  ret void
}

; Each work-item reads its own values: nothing is shared.
; CHECK-LABEL: define spir_kernel void @own(
; CHECK-NOT: barrier
; CHECK: ret void
define spir_kernel void @own(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !1 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %xn = mul i64 %x, %n
  %ap = getelementptr float, ptr %a, i64 %xn
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr %ap, i64 %k
  %v = load float, ptr %p
  %more = fadd float %sum, %v
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  %cp = getelementptr float, ptr %c, i64 %x
  store float %more, ptr %cp
  ret void
}

declare i64 @__mux_get_global_id(i32)

!0 = !{i32 16, i32 16, i32 1}
!1 = !{i32 64, i32 1, i32 1}
