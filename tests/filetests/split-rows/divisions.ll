;! passes = "transfer-kernel-metadata,legalize-attributes,split-rows"

; The kernel is unchanged; in the version for rows, the row is an argument and the column is the counter.
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_id(i32)

; CHECK-LABEL: define void @flat(
; CHECK-SAME: [[FLAT:#[0-9]+]]
; CHECK: urem i64 %i, %x
; CHECK: udiv i64 %i, %x
define spir_kernel void @flat(ptr %p, i64 %x) {
  %i = call i64 @__mux_get_global_id(i32 0)
  %column = urem i64 %i, %x
  %row = udiv i64 %i, %x
  %both = xor i64 %column, %row
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %both, ptr %a
  ret void
}

; Short rows are not worthwhile, nor are divisors that differ, nor values that are known only inside.
; CHECK-LABEL: define void @short(
; CHECK-NOT: mux-rows
; CHECK: ret void
define spir_kernel void @short(ptr %p, ptr %q, i64 %x) {
  %i = call i64 @__mux_get_global_id(i32 0)
  %three = urem i64 %i, 3
  %mask = and i64 %i, 15
  %j = add i64 %i, 1
  %own = udiv i64 %x, %j
  %n = load i64, ptr %q
  %inside = udiv i64 %i, %n
  %s1 = add i64 %three, %mask
  %s2 = add i64 %own, %inside
  %s3 = add i64 %s1, %s2
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %s3, ptr %a
  ret void
}

; Three dimensions: the remainder of a division is divided again, and a division by 0 that the kernel may not reach is
; not executed.
; CHECK-LABEL: define void @three(
define spir_kernel void @three(ptr %p, i32 %x, i32 %y) {
  %g = call i64 @__mux_get_local_id(i32 0)
  %i = trunc i64 %g to i32
  %plane = mul i32 %x, %y
  %k = udiv i32 %i, %plane
  %rest = urem i32 %i, %plane
  %j = udiv i32 %rest, %x
  %l = urem i32 %rest, %x
  %s1 = mul i32 %k, 3
  %s2 = add i32 %s1, %j
  %s3 = mul i32 %s2, 5
  %s4 = add i32 %s3, %l
  %a = getelementptr i32, ptr %p, i64 %g
  store i32 %s4, ptr %a
  ret void
}

; CHECK: define internal void @flat.mux-rows(ptr %p, i64 %x, ptr %0)
; CHECK: [[I:%.+]] = call i64 @__mux_get_global_id(i32 0)
; CHECK: [[NONE:%.+]] = icmp eq i64 %x, 0
; CHECK: [[BY:%.+]] = select i1 [[NONE]], i64 1, i64 %x
; CHECK: udiv i64 [[I]], [[BY]]
; CHECK: define internal void @flat.mux-in-rows(ptr %p, i64 %x, i64 %quotient)
; CHECK: [[TIMES:%.+]] = mul nuw i64 %quotient, %x
; CHECK: [[COLUMN:%.+]] = sub nuw i64 %i, [[TIMES]]
; CHECK: xor i64 [[COLUMN]], %quotient
; CHECK: define internal void @three.mux-in-rows(ptr %p, i32 %x, i32 %y, i32 %quotient, i32 %quotient{{.+}})
; CHECK-NOT: udiv
; CHECK-NOT: urem
; CHECK: ret void
; CHECK: attributes [[FLAT]] = {{.*}}"mux-in-rows"="flat.mux-in-rows"{{.*}}"mux-rows"="flat.mux-rows"
