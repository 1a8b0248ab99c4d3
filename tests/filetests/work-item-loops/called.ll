;! passes = "prepare-barriers,work-item-loops"

; A kernel that calls itself, or whose address is taken, stays a function for that code.
; CHECK: @table = global ptr @k
; CHECK: @llvm.used = appending global [1 x ptr] [ptr @k.mux-barrier-wrapper]
@table = global ptr @k
@llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"

declare void @__mux_work_group_barrier(i32, i32, i32)
declare i64 @__mux_get_local_id(i32)

; CHECK: define internal void @k(
define void @k(ptr addrspace(1) %out) "mux-kernel"="entry-point" {
  %i = call i64 @__mux_get_local_id(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %i, ptr addrspace(1) %p
  call void @__mux_work_group_barrier(i32 0, i32 1, i32 272)
  store i64 0, ptr addrspace(1) %p
  ret void
}

; CHECK: define internal void @itself(
; CHECK: define void @itself.mux-barrier-wrapper(
define void @itself(ptr addrspace(1) %out) "mux-kernel"="entry-point" {
  call void @__mux_work_group_barrier(i32 0, i32 1, i32 272)
  %r = call i32 @itself(i32 0, i64 3)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
