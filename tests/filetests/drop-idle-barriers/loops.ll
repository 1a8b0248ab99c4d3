;! passes = "transfer-kernel-metadata,prepare-barriers,meet-in-loops,drop-idle-barriers"

; The barrier at the end of a loop is needed if a work-item may then write what another still reads.
declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @race(ptr addrspace(3) %tile, ptr %out) {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %l
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %k, ptr addrspace(3) %mine
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %v = load i32, ptr addrspace(3) %tile
  store i32 %v, ptr %out
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @race(
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
; CHECK: call void @__mux_work_group_barrier(i32 {{[0-9]+}}, i32 2, i32 1073741824)
; CHECK-NEXT: br i1 %more

; The program's second barrier is sufficient, and so are accesses to different memories.
define spir_kernel void @clean(ptr addrspace(3) %tile, ptr byval([8 x i32]) %object, ptr %out) {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %l
  %own = alloca i32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c = load i32, ptr %object
  store i32 %c, ptr addrspace(3) %mine
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %v = load i32, ptr addrspace(3) %tile
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  store i32 %v, ptr %own
  store i32 %v, ptr %out
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @clean(
; CHECK-NOT: 1073741824
