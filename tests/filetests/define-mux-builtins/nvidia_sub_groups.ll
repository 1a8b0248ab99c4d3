;! tool = "muxc"
;! device = "NVIDIA GPU"
;! runs = [{ passes = "define-mux-builtins" }, { passes = "define-mux-builtins,always-inline,default<O2>", args = "--filetype=asm", check = "ASM" }]

; Shuffles move 32-bit words: wider values in two, Booleans in one.
declare i64 @__mux_sub_group_shuffle_i64(i64, i32)
declare i1 @__mux_sub_group_shuffle_xor_i1(i1, i32)
declare i1 @__mux_sub_group_any_i1(i1)
declare i1 @__mux_sub_group_reduce_and_i1(i1)
declare double @__mux_sub_group_reduce_fadd_f64(double)
declare float @__mux_sub_group_scan_inclusive_fmax_f32(float)
declare i16 @__mux_sub_group_scan_exclusive_add_i16(i16)
declare float @__mux_sub_group_shuffle_up_f32(float, float, i32)
declare float @__mux_sub_group_shuffle_down_f32(float, float, i32)

; CHECK-LABEL: define internal i64 @__mux_sub_group_shuffle_i64(i64 %0, i32 %1)
; CHECK: [[LOW:%.*]] = trunc i64 %0 to i32
; CHECK: [[NEW_LOW:%.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 [[LOW]], i32 %1, i32 31)
; CHECK: [[SHIFTED:%.*]] = lshr i64 %0, 32
; CHECK: [[HIGH:%.*]] = trunc i64 [[SHIFTED]] to i32
; CHECK: [[NEW_HIGH:%.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 [[HIGH]], i32 %1, i32 31)
; CHECK-DAG: [[WIDE_LOW:%.*]] = zext i32 [[NEW_LOW]] to i64
; CHECK-DAG: [[WIDE_HIGH:%.*]] = zext i32 [[NEW_HIGH]] to i64
; CHECK: [[PLACED:%.*]] = shl i64 [[WIDE_HIGH]], 32
; CHECK: or i64 [[PLACED]], [[WIDE_LOW]]

; CHECK-LABEL: define internal i1 @__mux_sub_group_shuffle_xor_i1(i1 %0, i32 %1)
; CHECK: [[WORD:%.*]] = zext i1 %0 to i32
; CHECK: [[NEW:%.*]] = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 [[WORD]], i32 %1, i32 31)
; CHECK: trunc i32 [[NEW]] to i1

; CHECK-LABEL: define internal i1 @__mux_sub_group_any_i1(i1 %0)
; CHECK: call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %0)

; Full sub-groups exchange pairs; in short ones, values of missing lanes are ignored.
; CHECK-LABEL: define internal i1 @__mux_sub_group_reduce_and_i1(i1 %0)
; CHECK: [[SIZE:%.*]] = call i32 @__mux_get_sub_group_size()
; CHECK: [[WHOLE:%.*]] = icmp eq i32 [[SIZE]], 32
; CHECK: br i1 [[WHOLE]], label %whole, label %short
; CHECK: whole:
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 {{%.*}}, i32 16, i32 31)
; CHECK: and i1
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 {{%.*}}, i32 1, i32 31)
; CHECK: short:
; CHECK: [[LANE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: [[OTHER:%.*]] = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 {{%.*}}, i32 16, i32 31)
; CHECK: [[SOURCE:%.*]] = add nuw i32 [[LANE]], 16
; CHECK: [[IS_THERE:%.*]] = icmp ult i32 [[SOURCE]], [[SIZE]]
; CHECK: [[BOTH:%.*]] = and i1 %0,
; CHECK: select i1 [[IS_THERE]], i1 [[BOTH]], i1 %0
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 {{%.*}}, i32 0, i32 31)

; CHECK-LABEL: define internal double @__mux_sub_group_reduce_fadd_f64(double %0)
; CHECK: bitcast double %0 to i64
; CHECK: fadd double %0,

; CHECK-LABEL: define internal float @__mux_sub_group_scan_inclusive_fmax_f32(float %0)
; CHECK: [[UP:%.*]] = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 {{%.*}}, i32 1, i32 0)
; CHECK: [[BEFORE:%.*]] = bitcast i32 [[UP]] to float
; CHECK: [[HAS:%.*]] = icmp uge i32 {{%.*}}, 1
; CHECK: [[MOST:%.*]] = call float @llvm.maxnum.f32(float [[BEFORE]], float %0)
; CHECK: select i1 [[HAS]], float [[MOST]], float %0
; CHECK: call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 {{%.*}}, i32 16, i32 0)

; CHECK-LABEL: define internal i16 @__mux_sub_group_scan_exclusive_add_i16(i16 %0)
; CHECK: call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 {{%.*}}, i32 16, i32 0)
; CHECK: [[LAST:%.*]] = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 {{%.*}}, i32 1, i32 0)
; CHECK: [[SHIFTED:%.*]] = trunc i32 [[LAST]] to i16
; CHECK: [[FIRST:%.*]] = icmp eq i32 {{%.*}}, 0
; CHECK: select i1 [[FIRST]], i16 0, i16 [[SHIFTED]]

; CHECK-LABEL: define internal float @__mux_sub_group_shuffle_up_f32(float %0, float %1, i32 %2)
; CHECK: [[NEAR:%.*]] = sub i32 [[LANE:%.*]], %2
; CHECK: add i32 [[NEAR]],
; CHECK: icmp uge i32 [[LANE]], %2
; CHECK-LABEL: define internal float @__mux_sub_group_shuffle_down_f32(float %0, float %1, i32 %2)
; CHECK: [[NEAR:%.*]] = add i32 {{%.*}}, %2
; CHECK: icmp ult i32 [[NEAR]],

; ASM-LABEL: .entry k(
; ASM: shfl.sync.idx.b32
; ASM: shfl.sync.idx.b32
; ASM: vote.sync.any.pred
; ASM: shfl.sync.bfly.b32
; ASM: shfl.sync.up.b32
define ptx_kernel void @k(ptr addrspace(1) %out, i64 %x, i1 %t, double %d, float %f, i16 %h) "mux-kernel"="entry-point" {
  %a = call i64 @__mux_sub_group_shuffle_i64(i64 %x, i32 3)
  store volatile i64 %a, ptr addrspace(1) %out
  %b = call i1 @__mux_sub_group_any_i1(i1 %t)
  store volatile i1 %b, ptr addrspace(1) %out
  %c = call i1 @__mux_sub_group_shuffle_xor_i1(i1 %b, i32 1)
  store volatile i1 %c, ptr addrspace(1) %out
  %e = call i1 @__mux_sub_group_reduce_and_i1(i1 %t)
  store volatile i1 %e, ptr addrspace(1) %out
  %g = call double @__mux_sub_group_reduce_fadd_f64(double %d)
  store volatile double %g, ptr addrspace(1) %out
  %i = call float @__mux_sub_group_scan_inclusive_fmax_f32(float %f)
  store volatile float %i, ptr addrspace(1) %out
  %j = call i16 @__mux_sub_group_scan_exclusive_add_i16(i16 %h)
  store volatile i16 %j, ptr addrspace(1) %out
  %l = call float @__mux_sub_group_shuffle_up_f32(float %f, float %i, i32 2)
  store volatile float %l, ptr addrspace(1) %out
  %m = call float @__mux_sub_group_shuffle_down_f32(float %f, float %i, i32 2)
  store volatile float %m, ptr addrspace(1) %out
  ret void
}
