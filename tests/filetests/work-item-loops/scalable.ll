;! tool = "muxc"
;! passes = "work-item-loops,verify"
; Scalable vectors, and structs of them, live across barriers: their memory has room for vscale times as much.
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n64-S128"
target triple = "riscv64-unknown-unknown-elf"

declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)
declare { <vscale x 4 x i32>, <vscale x 2 x double> } @make(ptr)
declare void @take({ <vscale x 4 x i32>, <vscale x 2 x double> }, ptr)

; CHECK-LABEL: define void @vector.mux-barrier-wrapper(
; CHECK: [[SCALE:%.*]] = call i64 @llvm.vscale.i64()
; CHECK: mul nuw i64 [[SCALE]], 16
; CHECK-LABEL: define internal void @vector.mux-barrier-region.1(
; CHECK: store <vscale x 4 x i32> %{{.*}}, ptr
; CHECK-LABEL: define internal void @vector.mux-barrier-region.2(
; CHECK: load <vscale x 4 x i32>, ptr
define void @vector(ptr %p) #0 {
  %i = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %i
  %v = load <vscale x 4 x i32>, ptr %a
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 528)
  store <vscale x 4 x i32> %v, ptr %a
  ret void
}

; A phi of structs in a loop around a barrier, of members without a common layout.
; CHECK-LABEL: define internal void @structs.mux-barrier-region.2(
; CHECK-DAG: load <vscale x 4 x i32>, ptr
; CHECK-DAG: load <vscale x 2 x double>, ptr
; CHECK: call void @take(
; CHECK-DAG: store <vscale x 4 x i32>
; CHECK-DAG: store <vscale x 2 x double>
define void @structs(ptr %p) #0 {
entry:
  %first = call { <vscale x 4 x i32>, <vscale x 2 x double> } @make(ptr %p)
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi { <vscale x 4 x i32>, <vscale x 2 x double> } [ %first, %entry ], [ %made, %loop ]
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 528)
  call void @take({ <vscale x 4 x i32>, <vscale x 2 x double> } %s, ptr %p)
  %made = call { <vscale x 4 x i32>, <vscale x 2 x double> } @make(ptr %p)
  %next = add i32 %n, 1
  %again = icmp ult i32 %next, 3
  br i1 %again, label %loop, label %end
end:
  ret void
}
; Only the member that is used is live.
; CHECK-LABEL: define internal void @mixed.mux-barrier-region.2(
; CHECK: load i8, ptr
; CHECK-NOT: vscale
; CHECK: store i8
define void @mixed(ptr %p) #0 {
  %v = call { <vscale x 1 x i16>, <vscale x 8 x i32>, i8 } @mix(ptr %p)
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %w = extractvalue { <vscale x 1 x i16>, <vscale x 8 x i32>, i8 } %v, 2
  store i8 %w, ptr %p
  ret void
}
declare { <vscale x 1 x i16>, <vscale x 8 x i32>, i8 } @mix(ptr)
attributes #0 = { "mux-kernel"="entry-point" }
