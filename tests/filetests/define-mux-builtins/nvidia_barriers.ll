;! tool = "muxc"
;! device = "NVIDIA GPU"
;! runs = [{ passes = "define-mux-builtins" }, { passes = "define-mux-builtins,always-inline,default<O2>", args = "--filetype=asm", check = "ASM" }]

; Barriers order memory for their group. A wider scope is a fence before them, by scope and order; relaxed is no
; fence.
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
declare void @__mux_sub_group_barrier(i32, i32, i32) convergent
declare void @__mux_mem_barrier(i32, i32)

; CHECK-LABEL: define internal void @__mux_work_group_barrier(i32 %0, i32 %1, i32 %2)
; CHECK: [[WIDER:%.*]] = icmp ult i32 %1, 2
; CHECK: br i1 [[WIDER]], label %fence, label %meet
; CHECK: meet:
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-LABEL: define internal void @__mux_sub_group_barrier(i32 %0, i32 %1, i32 %2)
; CHECK: icmp ult i32 %1, 3
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-LABEL: define internal void @__mux_mem_barrier(i32 %0, i32 %1)
; CHECK: %order = and i32 %1, 30
; CHECK: %relaxed = icmp eq i32 %order, 0
; CHECK: br i1 %relaxed, label %exit, label %ordered
; CHECK: switch i32 %0, label %group [
; CHECK-NEXT: i32 0, label %system
; CHECK-NEXT: i32 1, label %device

; ASM-LABEL: .entry fences(
; ASM: fence.sc.sys;
; ASM: fence.acq_rel.sys;
; ASM: fence.sc.gpu;
; ASM: fence.acq_rel.gpu;
; ASM: fence.acq_rel.cta;
; ASM-NOT: fence
; ASM: ret;
define ptx_kernel void @fences() "mux-kernel"="entry-point" {
  call void @__mux_mem_barrier(i32 0, i32 784)
  call void @__mux_mem_barrier(i32 0, i32 770)
  call void @__mux_mem_barrier(i32 1, i32 784)
  call void @__mux_mem_barrier(i32 1, i32 772)
  call void @__mux_mem_barrier(i32 2, i32 776)
  call void @__mux_mem_barrier(i32 1, i32 768)
  ret void
}

; ASM-LABEL: .entry barriers(
; ASM-NOT: fence
; ASM: bar.sync
; ASM: fence.acq_rel.gpu;
; ASM: bar.sync
; ASM-NOT: fence
; ASM: bar.warp.sync
; ASM: fence.acq_rel.cta;
; ASM: bar.warp.sync
; ASM: ret;
define ptx_kernel void @barriers() "mux-kernel"="entry-point" {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  call void @__mux_work_group_barrier(i32 0, i32 1, i32 776)
  call void @__mux_sub_group_barrier(i32 0, i32 3, i32 264)
  call void @__mux_sub_group_barrier(i32 0, i32 2, i32 264)
  ret void
}
