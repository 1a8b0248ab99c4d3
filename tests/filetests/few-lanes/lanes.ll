;! passes = "few-lanes"

; The first lane stores a sum: the work that masks exclude for the others is removed.
; CHECK-LABEL: define void @first(
; CHECK-NOT: scatter
; CHECK: store float %sum, ptr %p, align 4, !tbaa
; CHECK-NEXT: ret void
define void @first(ptr %p, float %sum) {
  %places = insertelement <8 x ptr> poison, ptr %p, i64 0
  %sums = insertelement <8 x float> poison, float %sum, i64 0
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %sums, <8 x ptr> align 4 %places, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>), !tbaa !0
  ret void
}

; Two lanes may store to one address: the later one's value stays.
; CHECK-LABEL: define void @two(
; CHECK: [[A:%.*]] = extractelement <8 x ptr> %places, i64 2
; CHECK: [[V:%.*]] = extractelement <8 x i32> %v, i64 2
; CHECK: store i32 [[V]], ptr [[A]], align 4
; CHECK: [[B:%.*]] = extractelement <8 x ptr> %places, i64 5
; CHECK: [[W:%.*]] = extractelement <8 x i32> %v, i64 5
; CHECK: store i32 [[W]], ptr [[B]], align 4
; CHECK-NEXT: ret void
define void @two(<8 x ptr> %places, <8 x i32> %v) {
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %places, <8 x i1> <i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false>)
  ret void
}

; Lanes that are not loaded keep their value.
; CHECK-LABEL: define <4 x i32> @read(
; CHECK: [[V:%.*]] = load i32, ptr {{%.*}}, align 4
; CHECK: [[R:%.*]] = insertelement <4 x i32> %else, i32 [[V]], i64 3
; CHECK: ret <4 x i32> [[R]]
define <4 x i32> @read(<4 x ptr> %places, <4 x i32> %else) {
  %r = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %places, <4 x i1> <i1 false, i1 false, i1 false, i1 true>, <4 x i32> %else)
  ret <4 x i32> %r
}

; No lane loads.
; CHECK-LABEL: define <4 x i32> @none(
; CHECK-NEXT: ret <4 x i32> %else
define <4 x i32> @none(<4 x ptr> %places, <4 x i32> %else) {
  %r = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %places, <4 x i1> zeroinitializer, <4 x i32> %else)
  ret <4 x i32> %r
}

; Unknown masks, and many lanes.
; CHECK-LABEL: define void @stay(
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0({{.*}} %mask)
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0({{.*}} <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0({{.*}} <i1 true, i1 undef, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
define void @stay(<8 x ptr> %places, <8 x i32> %v, <8 x i1> %mask) {
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %places, <8 x i1> %mask)
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %places, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>)
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %places, <8 x i1> <i1 true, i1 undef, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

declare void @llvm.masked.scatter.v8f32.v8p0(<8 x float>, <8 x ptr>, <8 x i1>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, <8 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, <4 x i1>, <4 x i32>)

!0 = !{!1, !1, i64 0}
!1 = !{!"float", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"C++"}

; The flag -fno-scythe-few-lanes.
; CHECK-LABEL: define void @kept(
; CHECK: call void @llvm.masked.scatter
define void @kept(ptr %p, float %sum) "scythe-keep-scatters" {
  %places = insertelement <8 x ptr> poison, ptr %p, i64 0
  %sums = insertelement <8 x float> poison, float %sum, i64 0
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %sums, <8 x ptr> align 4 %places, <8 x i1> <i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}
