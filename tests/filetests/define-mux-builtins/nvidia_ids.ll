;! tool = "muxc"
;! device = "NVIDIA GPU"
;! runs = [{ passes = "define-mux-builtins" }, { passes = "define-mux-builtins,always-inline,default<O2>", args = "--filetype=asm", check = "ASM" }]

; Ids and sizes are special registers: x is the builtins' dimension 0, and a dimension that does not exist has size 1
; and id 0. Sub-groups are warps; the last one of a work-group may be short.
declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_local_size(i32)
declare i64 @__mux_get_group_id(i32)
declare i64 @__mux_get_num_groups(i32)
declare i64 @__mux_get_global_offset(i32)
declare i32 @__mux_get_sub_group_size()
declare i32 @__mux_get_sub_group_local_id()
declare i32 @__mux_get_num_sub_groups()
declare i32 @__mux_get_max_sub_group_size()

; CHECK-LABEL: define internal i64 @__mux_get_local_id(i32 %0)
; CHECK: [[IS_Z:%.*]] = icmp eq i32 %0, 2
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
; CHECK: select i1 [[IS_Z]], i64 {{%.*}}, i64 0
; CHECK: [[IS_X:%.*]] = icmp eq i32 %0, 0
; CHECK: [[X:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: [[WIDE:%.*]] = zext i32 [[X]] to i64
; CHECK: select i1 [[IS_X]], i64 [[WIDE]]
; CHECK-LABEL: define internal i64 @__mux_get_local_size(i32 %0)
; CHECK: select i1 {{%.*}}, i64 {{%.*}}, i64 1
; CHECK: @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-LABEL: define internal i64 @__mux_get_group_id(i32 %0)
; CHECK: select i1 {{%.*}}, i64 {{%.*}}, i64 0
; CHECK: @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK-LABEL: define internal i64 @__mux_get_num_groups(i32 %0)
; CHECK: select i1 {{%.*}}, i64 {{%.*}}, i64 1
; CHECK: @llvm.nvvm.read.ptx.sreg.nctaid.x()
; Launches that have an offset pass it; this is the default.
; CHECK-LABEL: define internal i64 @__mux_get_global_offset(i32 %0)
; CHECK: ret i64 0
; CHECK-LABEL: define internal i32 @__mux_get_sub_group_size()
; CHECK: [[FIRST:%.*]] = and i32 {{%.*}}, -32
; CHECK: [[REST:%.*]] = sub nuw i32 {{%.*}}, [[FIRST]]
; CHECK: [[IS_LAST:%.*]] = icmp ult i32 [[REST]], 32
; CHECK: select i1 [[IS_LAST]], i32 [[REST]], i32 32
; CHECK-LABEL: define internal i32 @__mux_get_sub_group_local_id()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK-LABEL: define internal i32 @__mux_get_num_sub_groups()
; CHECK: [[ROUNDED:%.*]] = add nuw i32 {{%.*}}, 31
; CHECK: lshr i32 [[ROUNDED]], 5
; CHECK-LABEL: define internal i32 @__mux_get_max_sub_group_size()
; CHECK: ret i32 32

; ASM-LABEL: .entry ids(
; ASM-DAG: %tid.y
; ASM-DAG: %ntid.x
; ASM-DAG: %ctaid.z
; ASM-DAG: %nctaid.x
; ASM-DAG: %laneid
; ASM: ret;
define ptx_kernel void @ids(ptr addrspace(1) %out) "mux-kernel"="entry-point" {
  %l = call i64 @__mux_get_local_id(i32 1)
  store volatile i64 %l, ptr addrspace(1) %out
  %s = call i64 @__mux_get_local_size(i32 0)
  store volatile i64 %s, ptr addrspace(1) %out
  %g = call i64 @__mux_get_group_id(i32 2)
  store volatile i64 %g, ptr addrspace(1) %out
  %n = call i64 @__mux_get_num_groups(i32 0)
  store volatile i64 %n, ptr addrspace(1) %out
  %lane = call i32 @__mux_get_sub_group_local_id()
  store volatile i32 %lane, ptr addrspace(1) %out
  %size = call i32 @__mux_get_sub_group_size()
  store volatile i32 %size, ptr addrspace(1) %out
  %groups = call i32 @__mux_get_num_sub_groups()
  store volatile i32 %groups, ptr addrspace(1) %out
  ret void
}
