;! passes = "transfer-kernel-metadata,count-turns"

; Work-items alternate: with a bound that is a multiple of the work-group size, all have the same trip count, and the
; loop's condition no longer depends on the id. The id is known to be less than the bound before the loop.

declare i64 @__mux_get_local_id(i32)
declare i32 @__mux_get_sub_group_local_id()
declare i32 @__mux_get_sub_group_size()
declare i32 @__mux_get_num_sub_groups()

define spir_kernel void @whole(ptr %p) !reqd_work_group_size !0 {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %any = icmp ult i64 %l, 1024
  br i1 %any, label %loop, label %done

loop:
  %i = phi i64 [ %l, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %a
  %next = add nuw nsw i64 %i, 256
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: define spir_kernel void @whole(
; CHECK: br i1 true, label %loop, label %done
; CHECK: [[TURN:%turn]] = phi i64 [ 0, %entry ], [ [[NEXT:%turn.next]], %loop ]
; CHECK: [[NEXT]] = add i64 [[TURN]], 256
; CHECK: icmp ult i64 [[NEXT]], 1024

; Not all work-items have the last iteration.
define spir_kernel void @odd_bound(ptr %p) !reqd_work_group_size !0 {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  br label %loop

loop:
  %i = phi i64 [ %l, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %a
  %next = add nuw nsw i64 %i, 256
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: define spir_kernel void @odd_bound(
; CHECK-NOT: %turn
; CHECK: icmp ult i64 %next, 1000

; Ids that are not less than the step have other start values.
define spir_kernel void @short_step(ptr %p) !reqd_work_group_size !0 {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  br label %loop

loop:
  %i = phi i64 [ %l, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %a
  %next = add nuw nsw i64 %i, 128
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: define spir_kernel void @short_step(
; CHECK-NOT: %turn
; CHECK: icmp ult i64 %next, 1024

; All sub-groups of 16 are full.
define spir_kernel void @lanes(ptr %p) !reqd_work_group_size !0 !intel_reqd_sub_group_size !1 {
entry:
  %l = call i32 @__mux_get_sub_group_local_id()
  %start = zext i32 %l to i64
  %lanes = call i32 @__mux_get_sub_group_size()
  %step = zext i32 %lanes to i64
  %count = call i32 @__mux_get_num_sub_groups()
  store i32 %count, ptr %p
  br label %loop

loop:
  %i = phi i64 [ %start, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %a
  %next = add nuw nsw i64 %i, %step
  %past = icmp ugt i64 %next, 63
  br i1 %past, label %done, label %loop

done:
  ret void
}

; CHECK-LABEL: define spir_kernel void @lanes(
; CHECK: store i32 16, ptr %p
; CHECK: %turn.next = add i64 %turn, 16
; CHECK: icmp ugt i64 %turn.next, 63

!0 = !{i32 256, i32 1, i32 1}
!1 = !{i32 16}
