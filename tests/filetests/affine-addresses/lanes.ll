;! passes = "affine-addresses"

; The recomposed ids of a work-item are consecutive: the address must not depend on divisions that only some lanes
; execute, because the vectorizer takes it from the first lane.
define void @linear(ptr %a, ptr %c, i64 %w, i64 %h, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i8, ptr %c, i64 %i
  %v = load i8, ptr %p
  %is = trunc i8 %v to i1
  br i1 %is, label %body, label %latch

body:
  %row = udiv i64 %i, %w
  %z = udiv i64 %row, %h
  %y = urem i64 %row, %h
  %x = urem i64 %i, %w
  %plane = mul i64 %z, %h
  %line = add i64 %plane, %y
  %start = mul i64 %line, %w
  %first = getelementptr i32, ptr %a, i64 %start
  %cell = getelementptr i32, ptr %first, i64 %x
  store i32 0, ptr %cell
  br label %latch

latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; CHECK-LABEL: @linear(
; CHECK: [[BYTES:%.+]] = shl i64 %i, 2
; CHECK-NEXT: [[CELL:%.+]] = getelementptr i8, ptr %a, i64 [[BYTES]]
; CHECK-NOT: udiv
; CHECK: store i32 0, ptr [[CELL]]
; CHECK-LABEL: @divided(

; An address that is a quotient cannot be recomputed: the vectorizer must not know that it is consecutive.
define void @divided(ptr %a, ptr %c, i64 %w, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i8, ptr %c, i64 %i
  %v = load i8, ptr %p
  %is = trunc i8 %v to i1
  br i1 %is, label %body, label %latch

body:
  %start = udiv i64 %n, %w
  %at = add i64 %start, %i
  %cell = getelementptr i32, ptr %a, i64 %at
  store i32 0, ptr %cell
  br label %latch

latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; CHECK: [[CELL:%.+]] = freeze ptr %cell
; CHECK-NEXT: store i32 0, ptr [[CELL]]
