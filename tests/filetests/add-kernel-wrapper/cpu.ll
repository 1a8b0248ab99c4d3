;! passes = "add-sched-params,add-kernel-wrapper<unpacked>"

; On the CPU by-value arguments are copied once, others are loaded; internal parameters are created, external ones
; passed on, and pointers to the runtime's structures are passed as copies.
%closure = type { ptr, [3 x i64] }

; CHECK: %MuxPackedArgs.k = type { %closure, i32 }
; CHECK: define internal void @k.mux-sched-wrapper(ptr align 8 %f, i32 %n, ptr noalias nonnull align 8 dereferenceable(40) %wi-info, ptr noalias nonnull align 8 dereferenceable(112) %sched-info, ptr noalias nonnull align 8 dereferenceable(64) %mini-wg-info, i64 %first-group, i64 %last-group)
define void @k(ptr byval(%closure) align 8 %f, i32 %n) "mux-kernel"="entry-point" {
  ret void
}

; CHECK-LABEL: define void @k.mux-kernel-wrapper(
; CHECK-SAME: ptr noundef nonnull dereferenceable(40) %packed-args, ptr noalias nonnull align 8 dereferenceable(112) %sched-info, i64 %first-group, i64 %last-group)
; CHECK: [[F:%.*]] = alloca %closure, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 [[F]], ptr align 8
; CHECK: [[N:%.*]] = load i32
; CHECK: [[WI:%.*]] = alloca %MuxWorkItemInfo
; CHECK: [[SCHED:%.*]] = alloca %Mux_schedule_info_s
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 [[SCHED]], ptr align 8 %sched-info
; CHECK: [[WG:%.*]] = alloca %MiniWGInfo
; CHECK: call void @k.mux-sched-wrapper(ptr align 8 [[F]], i32 [[N]], ptr {{.*}}[[WI]], ptr {{.*}}[[SCHED]], ptr {{.*}}[[WG]], i64 %first-group, i64 %last-group)
