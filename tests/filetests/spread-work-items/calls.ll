;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "spread-work-items"

; The leader runs the code of the work-group, also in loops and in functions; all work-items run the code for each of
; them, with values that the leader passes, and wait for each other before and after it.
declare void @__mux_once_per_group()
declare void @__mux_in_each_work_item()
declare ptr @__mux_private_variable(i64, i64)
declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_local_size(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-DAG: @group-variable = internal addrspace(3) global [8 x i8] poison, align 8
; CHECK-DAG: @call = internal addrspace(3) global i32 poison
; CHECK-DAG: @argument = internal addrspace(3) global ptr poison
; CHECK-DAG: @argument1 = internal addrspace(3) global i64 poison

; A kernel of another kind.
; CHECK-LABEL: define ptx_kernel void @other(
; CHECK-NEXT: call i64 @__mux_get_local_id(i32 0)
define ptx_kernel void @other(ptr %out) "mux-kernel"="entry-point" {
  %i = call i64 @__mux_get_local_id(i32 0)
  store i64 %i, ptr %out
  ret void
}

; CHECK: define internal void @items(ptr %p, i64 %n) #[[ITEMS:[0-9]+]]
; CHECK-NEXT: call i64 @__mux_get_local_id(i32 0)
define internal void @items(ptr %p, i64 %n) noinline {
  call void @__mux_in_each_work_item()
  %i = call i64 @__mux_get_local_id(i32 0)
  %x = add i64 %i, %n
  store i64 %x, ptr %p
  ret void
}

define internal void @between(ptr %p, i64 %n) {
  call void @items(ptr %p, i64 %n)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-SAME: #[[K:[0-9]+]]
; CHECK: %private = alloca [4 x i8], align 4
; CHECK: call i64 @__mux_get_local_id(i32 0)
; CHECK: call i64 @__mux_get_local_id(i32 1)
; CHECK: call i64 @__mux_get_local_id(i32 2)
; CHECK: %leader = icmp eq i64
; CHECK: br i1 %leader, label %code, label %dispatch

; CHECK: code:
; CHECK: store i64 0, ptr addrspacecast (ptr addrspace(3) @group-variable to ptr)

; CHECK: loop:
; CHECK-NOT: @__mux_work_group_barrier
; CHECK: call void @__mux_mem_barrier(i32 2, i32 776)
; CHECK: store ptr addrspacecast (ptr addrspace(3) @group-variable to ptr), ptr addrspace(3) @argument
; CHECK: store i64 {{%.*}}, ptr addrspace(3) @argument1
; CHECK: store volatile i32 1, ptr addrspace(3) @call
; CHECK: br label %dispatch

; CHECK: after:
; CHECK: %next = add i64 {{%.*}}, 1

; CHECK: exit:
; CHECK: store ptr %private, ptr %out
; CHECK: store volatile i32 0, ptr addrspace(3) @call
; CHECK-NEXT: br label %dispatch

; CHECK: dispatch:
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK-NEXT: [[CALL:%.*]] = load volatile i32, ptr addrspace(3) @call
; CHECK-NEXT: switch i32 [[CALL]], label %done [
; CHECK-NEXT: i32 1, label %items

; CHECK: done:
; CHECK-NEXT: ret void

; CHECK: items:
; CHECK: [[P:%.*]] = load ptr, ptr addrspace(3) @argument
; CHECK: [[N:%.*]] = load i64, ptr addrspace(3) @argument1
; CHECK: call void @items(ptr [[P]], i64 [[N]])
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK-NEXT: br i1 %leader, label %after, label %dispatch
define ptx_kernel void @k(ptr %out) "mux-kernel"="entry-point" "nvvm.reqntid"="1,1,1" !reqd_work_group_size !0 {
  %v = alloca i64
  call void @__mux_once_per_group()
  %mine = call ptr @__mux_private_variable(i64 4, i64 4)
  store i64 0, ptr %v
  %size = call i64 @__mux_get_local_size(i32 0)
  br label %loop

loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)
  call void @between(ptr %v, i64 %i)
  %next = add i64 %i, %size
  %more = icmp ult i64 %next, 3
  br i1 %more, label %loop, label %exit

exit:
  store ptr %mine, ptr %out
  ret void
}

; CHECK-DAG: attributes #[[ITEMS]] = { alwaysinline }
; CHECK-DAG: attributes #[[K]] = { "mux-kernel"="entry-point" }
; CHECK-NOT: @__mux_in_each_work_item
!0 = !{i32 1, i32 1, i32 1}
