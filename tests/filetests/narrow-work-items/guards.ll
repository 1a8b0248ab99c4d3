;! passes = "transfer-kernel-metadata,legalize-attributes,narrow-work-items"

; A guard around the whole kernel: the kernel loses it, and a function computes the work-items for which it holds.
declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_id(i32)

; CHECK-LABEL: define void @around(
; CHECK-NOT: br i1
; CHECK: store i32 1
; CHECK-NEXT: br label
; CHECK: ret void
define spir_kernel void @around(ptr %p, i32 %n) {
entry:
  %g = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %g to i32
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %exit
body:
  %a = getelementptr i32, ptr %p, i64 %g
  store i32 1, ptr %a
  br label %exit
exit:
  ret void
}

; Both ends of an interval, and a condition on data, which stays.
; CHECK-LABEL: define void @interval(
; CHECK-NOT: br i1 %{{early|late}}
; CHECK: br i1 %some
; CHECK: store i32 2
define spir_kernel void @interval(ptr %p, ptr %q, i64 %n) {
entry:
  %g = call i64 @__mux_get_global_id(i32 1)
  %early = icmp slt i64 %g, 1
  br i1 %early, label %exit, label %more
more:
  %last = add nsw i64 %n, -1
  %late = icmp sge i64 %g, %last
  br i1 %late, label %exit, label %body
body:
  %b = getelementptr i32, ptr %q, i64 %g
  %v = load i32, ptr %b
  %some = icmp ne i32 %v, 0
  br i1 %some, label %then, label %exit
then:
  %a = getelementptr i32, ptr %p, i64 %g
  store i32 2, ptr %a
  br label %exit
exit:
  ret void
}

; A store before the guard is observable: nothing changes.
; CHECK-LABEL: define void @seen(
; CHECK: br i1 %in
define spir_kernel void @seen(ptr %p, i64 %n) {
entry:
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %g
  store i32 1, ptr %a
  %in = icmp ult i64 %g, %n
  br i1 %in, label %body, label %exit
body:
  store i32 2, ptr %a
  br label %exit
exit:
  ret void
}

; Neither a bound in memory that may change, nor an id that is not monotonic.
; CHECK-LABEL: define void @unknown(
; CHECK: br i1 %in
define spir_kernel void @unknown(ptr %p, ptr %n) {
entry:
  %g = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i64, ptr %p, i64 %g
  %m = load i64, ptr %n
  %in = icmp ult i64 %g, %m
  br i1 %in, label %body, label %exit
body:
  store i64 2, ptr %a
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @around.mux-bounds.0(
; CHECK-NOT: store i32
; CHECK: [[START:%.+]] = trunc i64 {{.+}} to i32
; CHECK: xor i64 {{.+}}, 2147483648
; CHECK: ret void

; CHECK-LABEL: define internal void @interval.mux-bounds.1(
; The bound is computed where the first guard may not hold, so its facts do not apply.
; CHECK: add i64 %n, -1
