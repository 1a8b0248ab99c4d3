;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "meet-divergently"

; Barriers in branches that not all work-items take count work-items; a wider scope is a fence before them. Those that
; all reach together are unchanged.
declare i64 @__mux_get_local_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
declare void @__mux_sub_group_barrier(i32, i32, i32) convergent

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: some:
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK-NEXT: call void @__mux_mem_barrier(i32 1, i32 776)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK-NEXT: [[MASK:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 [[MASK]])
; CHECK-NEXT: br label %all
; CHECK: all:
; CHECK-NEXT: call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
; CHECK: every:
; CHECK-NEXT: call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
define ptx_kernel void @k(i1 %same) "mux-kernel"="entry-point" {
  %i = call i64 @__mux_get_local_id(i32 0)
  %odd = trunc i64 %i to i1
  br i1 %odd, label %some, label %all

some:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  call void @__mux_work_group_barrier(i32 0, i32 1, i32 776)
  call void @__mux_sub_group_barrier(i32 0, i32 3, i32 264)
  br label %all

all:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  br i1 %same, label %every, label %end

every:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  br label %end

end:
  ret void
}
