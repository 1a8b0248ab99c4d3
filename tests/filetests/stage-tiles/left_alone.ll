;! passes = "transfer-kernel-metadata,stage-tiles<force>"

; All work-items read a[k], and the pass skips the test of whether that is worthwhile.
; CHECK: @good.tile = internal addrspace(3) global
; CHECK-NOT: addrspace(3) global

; This one is staged; every kernel below differs from it in one respect.
; CHECK-LABEL: define spir_kernel void @good(
; CHECK: load float, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @good(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; The loop writes to the memory that it reads.
; CHECK-LABEL: define spir_kernel void @written(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @written(ptr noalias %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %q = getelementptr float, ptr %a, i64 %x
  store float %v, ptr %q
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; The loop writes to memory that may alias.
; CHECK-LABEL: define spir_kernel void @may_alias(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @may_alias(ptr readonly %a, ptr %d, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %q = getelementptr float, ptr %d, i64 %x
  store float %v, ptr %q
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; Work-items leave the loop at different times.
; CHECK-LABEL: define spir_kernel void @divergent(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @divergent(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  %end = add i64 %x, 1
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; Not all work-items reach the loop.
; CHECK-LABEL: define spir_kernel void @not_all_enter(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @not_all_enter(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  %few = icmp ult i64 %x, 5
  br i1 %few, label %enter, label %exit
enter:
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %latch ]
  %sum = phi float [ 0.0, %enter ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  br label %exit
exit:
  ret void
}

; The loop has a barrier, and work-items may have written before it.
; CHECK-LABEL: define spir_kernel void @barrier_inside(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @barrier_inside(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; Groups may have any size, and may be cut at the end of the range.
; CHECK-LABEL: define spir_kernel void @unknown_size(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @unknown_size(ptr noalias readonly %a, ptr noalias %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; Others may write the memory while the loop runs.
; CHECK-LABEL: define spir_kernel void @atomic(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @atomic(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load atomic float, ptr %p monotonic, align 4
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; Volatile loads are kept.
; CHECK-LABEL: define spir_kernel void @volatile(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @volatile(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load volatile float, ptr %p
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; The loop waits for others through memory.
; CHECK-LABEL: define spir_kernel void @orders_memory(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @orders_memory(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %flag = atomicrmw add ptr %c, i32 1 acq_rel
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; The function's effects are unknown.
; CHECK-LABEL: define spir_kernel void @unknown_call(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @unknown_call(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  call void @unknown()
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; The load is not executed in each iteration: it may be out of bounds.
; CHECK-LABEL: define spir_kernel void @conditional(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @conditional(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %odd = trunc i64 %k to i1
  br i1 %odd, label %then, label %latch
then:
  %v = load float, ptr %p
  br label %latch
latch:
  %w = phi float [ %v, %then ], [ 1.0, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; The address comes from a work-item's own memory access.
; CHECK-LABEL: define spir_kernel void @indirect(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @indirect(ptr noalias readonly %a0, ptr noalias readonly %index, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  %ip = getelementptr i64, ptr %index, i64 %x
  %i = load i64, ptr %ip
  %a = getelementptr float, ptr %a0, i64 %i
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

; The remaining local memory is unknown.
; CHECK-LABEL: define spir_kernel void @own_local_memory(
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @own_local_memory(ptr noalias readonly %a, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %cp = getelementptr float, ptr %c, i64 %x
  %mine = call ptr @__mux_local_memory(i64 0)
  store float 1.0, ptr %mine
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  br label %latch
latch:
  %w = phi float [ %v, %loop ]
  %more = fadd float %sum, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  store float %more, ptr %cp
  ret void
}

declare i64 @__mux_get_global_id(i32) memory(none)
declare ptr @__mux_local_memory(i64)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
declare void @unknown()

!0 = !{i32 64, i32 1, i32 1}
