;! tool = "muxc"
;! device = "NVIDIA GPU"
;! runs = [{ passes = "define-mux-builtins" }, { passes = "define-mux-builtins,always-inline,default<O2>", args = "--filetype=asm", check = "ASM" }]

; Sub-groups store their parts in shared memory; the first one combines them and stores the result after the parts.
declare i32 @__mux_work_group_reduce_add_i32(i32, i32)
declare double @__mux_work_group_scan_exclusive_fadd_f64(i32, double)
declare i1 @__mux_work_group_reduce_or_i1(i32, i1)
declare i1 @__mux_work_group_all_i1(i32, i1)
declare i32 @__mux_work_group_broadcast_i32(i32, i32, i64, i64, i64)

; CHECK-DAG: @__scythe_group_scratch_i32 = internal addrspace(3) global [64 x i32] undef
; CHECK-DAG: @__scythe_group_scratch_f64 = internal addrspace(3) global [64 x double] undef
; CHECK-DAG: @__scythe_group_scratch_i1 = internal addrspace(3) global [64 x i8] undef

; CHECK-LABEL: define internal i32 @__mux_work_group_reduce_add_i32(i32 %0, i32 %1)
; CHECK: [[NUMBER:%.*]] = lshr i32 {{%.*}}, 5
; CHECK: icmp eq i32 [[LANE:%.*]], 0
; CHECK: [[SLOT:%.*]] = getelementptr [64 x i32], ptr addrspace(3) @__scythe_group_scratch_i32, i32 0, i32 [[NUMBER]]
; CHECK: store i32 {{%.*}}, ptr addrspace(3) [[SLOT]]
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: icmp eq i32 [[NUMBER]], 0
; CHECK: [[COUNT:%.*]] = call i32 @__mux_get_num_sub_groups()
; CHECK: [[IS_ONE:%.*]] = icmp ult i32 [[LANE]], [[COUNT]]
; CHECK: select i1 [[IS_ONE]], i32 {{%.*}}, i32 0
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: load i32, ptr addrspace(3) getelementptr ([64 x i32], ptr addrspace(3) @__scythe_group_scratch_i32, i32 0, i32 32)

; CHECK-LABEL: define internal double @__mux_work_group_scan_exclusive_fadd_f64(i32 %0, double %1)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load double, ptr addrspace(3)
; CHECK: select i1 {{%.*}}, double 0.000000e+00, double

; A Boolean has one byte.
; CHECK-LABEL: define internal i1 @__mux_work_group_reduce_or_i1(i32 %0, i1 %1)
; CHECK: [[BYTE:%.*]] = zext i1 {{%.*}} to i8
; CHECK: store i8 [[BYTE]], ptr addrspace(3)

; CHECK-LABEL: define internal i1 @__mux_work_group_all_i1(i32 %0, i1 %1)
; CHECK: call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %1)

; The slot is not one that results are read from: others may still read the result of the previous operation. The
; second barrier is for the next operation.
; CHECK-LABEL: define internal i32 @__mux_work_group_broadcast_i32(
; CHECK: store i32 %1, ptr addrspace(3) @__scythe_group_scratch_i32
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: [[VALUE:%.*]] = load i32, ptr addrspace(3) @__scythe_group_scratch_i32
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: ret i32 [[VALUE]]

; ASM-LABEL: .entry k(
; ASM: st.shared.b32
; ASM: bar.sync
; ASM: ld.shared.b32
; ASM: st.shared.b64
; ASM: st.shared.b8
; ASM: bar.red.and.pred
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %x, double %d, i1 %t) "mux-kernel"="entry-point" {
  %a = call i32 @__mux_work_group_reduce_add_i32(i32 0, i32 %x)
  store volatile i32 %a, ptr addrspace(1) %out
  %b = call double @__mux_work_group_scan_exclusive_fadd_f64(i32 0, double %d)
  store volatile double %b, ptr addrspace(1) %out
  %c = call i1 @__mux_work_group_reduce_or_i1(i32 0, i1 %t)
  store volatile i1 %c, ptr addrspace(1) %out
  %e = call i1 @__mux_work_group_all_i1(i32 0, i1 %t)
  store volatile i1 %e, ptr addrspace(1) %out
  %f = call i32 @__mux_work_group_broadcast_i32(i32 0, i32 %x, i64 3, i64 0, i64 0)
  store volatile i32 %f, ptr addrspace(1) %out
  ret void
}
