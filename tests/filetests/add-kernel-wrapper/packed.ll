;! passes = "add-sched-params,add-kernel-wrapper"

; By-value arguments are copied once, others are loaded; internal parameters are made up, external
; ones passed on.
%closure = type { ptr, [3 x i64] }

; CHECK: %MuxPackedArgs.k = type { %closure, i32 }
; CHECK: define internal void @k(ptr align 8 %f, i32 %n, ptr %wi-info, ptr %sched-info, ptr %mini-wg-info, i64 %first-group, i64 %last-group)
define void @k(ptr byval(%closure) align 8 %f, i32 %n) "mux-kernel"="entry-point" {
  ret void
}

; CHECK-LABEL: define void @k.mux-kernel-wrapper(
; CHECK-SAME: ptr noalias noundef nonnull readonly %packed-args, ptr noalias noundef nonnull readonly %sched-info, i64 %first-group, i64 %last-group)
; CHECK: [[F:%.*]] = alloca %closure, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 [[F]], ptr align 8
; CHECK: [[N:%.*]] = load i32
; CHECK: [[WI:%.*]] = alloca %MuxWorkItemInfo
; CHECK: [[SCHED:%.*]] = alloca %Mux_schedule_info_s
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 [[SCHED]], ptr align 8 %sched-info
; CHECK: [[WG:%.*]] = alloca %MiniWGInfo
; CHECK: call void @k(ptr [[F]], i32 [[N]], ptr [[WI]], ptr [[SCHED]], ptr [[WG]], i64 %first-group, i64 %last-group)
