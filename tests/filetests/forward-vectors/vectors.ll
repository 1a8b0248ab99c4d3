;! passes = "forward-vectors"

; Across two stores, within one, and a single element: all values are known.
; CHECK-LABEL: define <4 x i32> @across(
; CHECK: [[R:%.*]] = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK: ret <4 x i32> [[R]]
define <4 x i32> @across(ptr %p, <4 x i32> %a, <4 x i32> %b) {
  %q = getelementptr i8, ptr %p, i64 16
  %r = getelementptr i8, ptr %p, i64 12
  store <4 x i32> %a, ptr %p
  store <4 x i32> %b, ptr %q
  %v = load <4 x i32>, ptr %r, align 4
  ret <4 x i32> %v
}

; CHECK-LABEL: define float @within(
; CHECK: shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: extractelement <8 x float> %a, i64 2
define float @within(ptr %p, ptr noalias %out, <8 x float> %a) {
  %q = getelementptr i8, ptr %p, i64 16
  %r = getelementptr i8, ptr %p, i64 8
  store <8 x float> %a, ptr %p
  %half = load <4 x float>, ptr %q, align 4
  store <4 x float> %half, ptr %out
  %one = load float, ptr %r
  ret float %one
}

; In the lanes that a mask leaves out, the load's other operand stays.
; CHECK-LABEL: define <4 x i32> @masked(
; CHECK: [[S:%.*]] = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 poison, i32 0, i32 1, i32 2>
; CHECK: [[R:%.*]] = select <4 x i1> <i1 false, i1 true, i1 true, i1 true>, <4 x i32> [[S]], <4 x i32> %else
; CHECK: ret <4 x i32> [[R]]
define <4 x i32> @masked(ptr %p, <4 x i32> %a, <4 x i32> %else) {
  store <4 x i32> %a, ptr %p
  %before = getelementptr i8, ptr %p, i64 -4
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %before, <4 x i1> <i1 false, i1 true, i1 true, i1 true>, <4 x i32> %else)
  ret <4 x i32> %v
}

; A masked store changes some elements.
; CHECK-LABEL: define <2 x i32> @changed(
; CHECK: [[R:%.*]] = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 1, i32 6>
; CHECK: ret <2 x i32> [[R]]
define <2 x i32> @changed(ptr %p, <4 x i32> %a, <4 x i32> %b) {
  store <4 x i32> %a, ptr %p
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %b, ptr align 4 %p, <4 x i1> <i1 false, i1 false, i1 true, i1 true>)
  %q = getelementptr i8, ptr %p, i64 4
  %v = load <2 x i32>, ptr %q, align 4
  ret <2 x i32> %v
}

; Memory that may have changed is loaded: after a store to an unknown address, of a part, of a byte, or after a call.
; CHECK-LABEL: define <4 x i32> @unknown(
; CHECK: load <4 x i32>
define <4 x i32> @unknown(ptr %p, ptr %other, <4 x i32> %a, <4 x i32> %b) {
  %q = getelementptr i8, ptr %p, i64 16
  %r = getelementptr i8, ptr %p, i64 12
  store <4 x i32> %a, ptr %p
  store <4 x i32> %b, ptr %q
  store i32 1, ptr %other
  %v = load <4 x i32>, ptr %r, align 4
  ret <4 x i32> %v
}

; CHECK-LABEL: define <4 x i32> @byte(
; CHECK: load <4 x i32>
define <4 x i32> @byte(ptr %p, <4 x i32> %a, <4 x i32> %b) {
  %q = getelementptr i8, ptr %p, i64 16
  %r = getelementptr i8, ptr %p, i64 12
  %last = getelementptr i8, ptr %p, i64 27
  store <4 x i32> %a, ptr %p
  store <4 x i32> %b, ptr %q
  store i8 1, ptr %last
  %v = load <4 x i32>, ptr %r, align 4
  ret <4 x i32> %v
}

; CHECK-LABEL: define <4 x i32> @called(
; CHECK: load <4 x i32>
define <4 x i32> @called(ptr %p, <4 x i32> %a, <4 x i32> %b) {
  %q = getelementptr i8, ptr %p, i64 16
  %r = getelementptr i8, ptr %p, i64 12
  store <4 x i32> %a, ptr %p
  store <4 x i32> %b, ptr %q
  call void @anything()
  %v = load <4 x i32>, ptr %r, align 4
  ret <4 x i32> %v
}

; No values are known after a join, or for elements of another type.
; CHECK-LABEL: define <4 x i32> @meeting(
; CHECK: load <4 x i32>
define <4 x i32> @meeting(ptr %p, <4 x i32> %a, i1 %c) {
  store <4 x i32> %a, ptr %p
  br i1 %c, label %one, label %join
one:
  %q = getelementptr i8, ptr %p, i64 8
  store <4 x i32> %a, ptr %q
  br label %join
join:
  %v = load <4 x i32>, ptr %p, align 4
  ret <4 x i32> %v
}

; CHECK-LABEL: define <2 x i64> @other_type(
; CHECK: load <2 x i64>
define <2 x i64> @other_type(ptr %p, <8 x i32> %a) {
  store <8 x i32> %a, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  %v = load <2 x i64>, ptr %q, align 4
  ret <2 x i64> %v
}

; Volatile accesses are kept.
; CHECK-LABEL: define <4 x i32> @volatile(
; CHECK: load volatile <4 x i32>
define <4 x i32> @volatile(ptr %p, <4 x i32> %a) {
  store <4 x i32> %a, ptr %p
  %v = load volatile <4 x i32>, ptr %p
  ret <4 x i32> %v
}

; A load across vectors in memory of a work-group is combined from these, one of which is loaded later anyway.
; CHECK-LABEL: define void @group(
; CHECK: [[A:%.*]] = load <4 x i32>, ptr %tile
; CHECK: [[B:%.*]] = load <4 x i32>, ptr
; CHECK: shufflevector <4 x i32> [[A]], <4 x i32> [[B]], <4 x i32> <i32 1, i32 2, i32 3, i32 4>
; CHECK-NOT: load
; CHECK: ret void
define void @group(ptr noalias %out) {
  %tile = call noalias ptr @scratch()
  %second = getelementptr i8, ptr %tile, i64 16
  %across = getelementptr i8, ptr %tile, i64 4
  %third = getelementptr i8, ptr %tile, i64 32
  %a = load <4 x i32>, ptr %tile, align 4
  %b = load <4 x i32>, ptr %across, align 4
  %ab = add <4 x i32> %a, %b
  store <4 x i32> %ab, ptr %third, align 4
  %c = load <4 x i32>, ptr %second, align 4
  %abc = add <4 x i32> %ab, %c
  store <4 x i32> %abc, ptr %out, align 4
  ret void
}

; Not if a store in between may change it.
; CHECK-LABEL: define void @not_earlier(
; CHECK: load <4 x i32>, ptr %across
define void @not_earlier(ptr noalias %out) {
  %tile = call noalias ptr @scratch()
  %second = getelementptr i8, ptr %tile, i64 16
  %across = getelementptr i8, ptr %tile, i64 4
  %a = load <4 x i32>, ptr %tile, align 4
  %b = load <4 x i32>, ptr %across, align 4
  %ab = add <4 x i32> %a, %b
  store <4 x i32> %ab, ptr %second, align 4
  %c = load <4 x i32>, ptr %second, align 4
  store <4 x i32> %c, ptr %out, align 4
  ret void
}

; The flag -fno-scythe-forward-vectors.
; CHECK-LABEL: define <4 x i32> @kept(
; CHECK: load <4 x i32>
define <4 x i32> @kept(ptr %p, <4 x i32> %a, <4 x i32> %b) "scythe-keep-loads" {
  %q = getelementptr i8, ptr %p, i64 16
  %r = getelementptr i8, ptr %p, i64 12
  store <4 x i32> %a, ptr %p
  store <4 x i32> %b, ptr %q
  %v = load <4 x i32>, ptr %r, align 4
  ret <4 x i32> %v
}

declare void @anything()
declare noalias ptr @scratch()

; A single element at a large index is loaded: the store forwards it.
; CHECK-LABEL: define float @upper(
; CHECK: load float
define float @upper(ptr %p, <16 x float> %a) {
  store <16 x float> %a, ptr %p
  %q = getelementptr i8, ptr %p, i64 40
  %v = load float, ptr %q
  ret float %v
}
