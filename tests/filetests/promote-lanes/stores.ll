;! passes = "promote-lanes"

; Each variable gets the value or its own contents. Its lifetime does not end.
; CHECK-LABEL: define i32 @both(
; CHECK-NOT: lifetime
; CHECK: [[OLD:%.*]] = load <2 x i32>, ptr %a, align 8
; CHECK: [[A:%.*]] = select i1 %c, <2 x i32> %v, <2 x i32> [[OLD]]
; CHECK: store <2 x i32> [[A]], ptr %a, align 8
; CHECK: [[OLD:%.*]] = load <2 x i32>, ptr %high, align 8
; CHECK: [[B:%.*]] = select i1 %c, <2 x i32> [[OLD]], <2 x i32> %v
; CHECK: store <2 x i32> [[B]], ptr %high, align 8
; CHECK-NOT: lifetime
; CHECK: ret i32
define i32 @both(i1 %c, <2 x i32> %v) {
  %a = alloca <2 x i32>, align 8
  %b = alloca [16 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 0, ptr %a, align 4
  %high = getelementptr i8, ptr %b, i64 8
  %place = select i1 %c, ptr %a, ptr %high
  store <2 x i32> %v, ptr %place, align 8
  %r = load i32, ptr %a, align 4
  call void @llvm.lifetime.end.p0(ptr %a)
  ret i32 %r
}

; Another function knows the variable, so it stays in memory, and the store goes where it went.
; CHECK-LABEL: define void @known(
; CHECK: store i32 %v, ptr %place
; CHECK-NOT: select i1 %c, i32
; CHECK: ret void
define void @known(i1 %c, i32 %v) {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %place = select i1 %c, ptr %a, ptr %b
  store i32 %v, ptr %place, align 4
  call void @use(ptr %a)
  ret void
}

; Memory that others see is not stored to unless the program does it.
; CHECK-LABEL: define void @shared(
; CHECK: store i32 %v, ptr %place
; CHECK-NEXT: ret void
define void @shared(i1 %c, i32 %v, ptr %p) {
  %a = alloca i32, align 4
  %place = select i1 %c, ptr %a, ptr %p
  store i32 %v, ptr %place, align 4
  ret void
}

; The variable that is not selected may be too small for the store.
; CHECK-LABEL: define <2 x i32> @small(
; CHECK: store <2 x i32> %v, ptr %place
define <2 x i32> @small(i1 %c, <2 x i32> %v) {
  %a = alloca <2 x i32>, align 8
  %b = alloca i32, align 4
  store <2 x i32> zeroinitializer, ptr %a, align 8
  %place = select i1 %c, ptr %a, ptr %b
  store <2 x i32> %v, ptr %place, align 4
  %r = load <2 x i32>, ptr %a, align 8
  ret <2 x i32> %r
}

; The flag -fno-scythe-promote-lanes.
; CHECK-LABEL: define i32 @kept(
; CHECK: select i1 %c, ptr
define i32 @kept(i1 %c, <2 x i32> %v) "scythe-keep-lanes" {
  %a = alloca <2 x i32>, align 8
  %b = alloca <2 x i32>, align 8
  store i32 0, ptr %a, align 4
  %place = select i1 %c, ptr %a, ptr %b
  store <2 x i32> %v, ptr %place, align 8
  %r = load i32, ptr %a, align 4
  ret i32 %r
}

declare void @use(ptr)
