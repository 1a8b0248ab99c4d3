;! passes = "transfer-kernel-metadata,interchange-uniform-loops"

; Some work-items run the loop, depending on data. Those that do count alike, so the counter is uniform: memory that
; it indexes is loaded once.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: enter:
; CHECK: br label %gate
; CHECK: gate:
; CHECK: %k = phi i64 [ 0, %enter ], [ [[NEXT:%.*]], %again ]
; CHECK: call i1 @__mux_sub_group_any_i1(
; CHECK: door:
; CHECK: getelementptr float, ptr %a, i64 %k
; CHECK: again:
; CHECK: [[NEXT]] = add i64 %k, 1
; CHECK-NEXT: br label %gate
; Work-items that do not enter execute the computations before the loop, too.
; CHECK: icmp eq i64 {{.*}}, %limit
define spir_kernel void @k(ptr %a, ptr %b, ptr %c, i32 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr %b, i64 %x
  %v = load float, ptr %p
  %inside = fcmp ogt float %v, 0.0
  br i1 %inside, label %before, label %join
before:
  %limit = zext i32 %n to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %before ], [ %next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %more, %loop ]
  %e = getelementptr float, ptr %a, i64 %k
  %w = load float, ptr %e
  %times = fmul float %sum, %v
  %more = fadd float %times, %w
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %limit
  br i1 %done, label %exit, label %loop
exit:
  %last = phi float [ %more, %loop ]
  br label %join
join:
  %all = phi float [ 0.0, %entry ], [ %last, %exit ]
  %q = getelementptr float, ptr %c, i64 %x
  store float %all, ptr %q
  ret void
}

; Divisions of 32 bits are exact in double precision, and are vectorized that way.
; CHECK-LABEL: define spir_kernel void @divides(
; CHECK: [[I:%.*]] = fdiv double 1.000000e+00, %{{.*}}
; CHECK: fadd double %{{.*}}, 5.000000e-01
; CHECK: fmul double %{{.*}}, [[I]]
; CHECK: fptoui double %{{.*}} to i32
; CHECK: fdiv double
; CHECK: fptosi double %{{.*}} to i32
; CHECK-NOT: rem i32
; Divisions that may exceed a double's precision are unchanged, and so are those by a constant.
; CHECK: udiv i64
; CHECK: udiv i32 %{{.*}}, 10
define spir_kernel void @divides(ptr %a, ptr %c, i32 %n, i64 %m) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %x32 = trunc i64 %x to i32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %i = add i32 %k, %x32
  %q = udiv i32 %i, %n
  %r = srem i32 %i, %n
  %wide = zext i32 %i to i64
  %large = mul i64 %wide, %m
  %d = udiv i64 %large, %m
  %d32 = trunc i64 %d to i32
  %tenth = udiv i32 %i, 10
  %s1 = add i32 %q, %r
  %s2 = add i32 %d32, %tenth
  %s3 = add i32 %s1, %s2
  %more = add i32 %sum, %s3
  %next = add i32 %k, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %to = getelementptr i32, ptr %c, i64 %x
  store i32 %more, ptr %to
  ret void
}

; A division in a nested loop is in the blocks of both, and is replaced once.
; CHECK-LABEL: define spir_kernel void @nested(
; CHECK: inner:
; CHECK: fdiv double
; CHECK-NOT: fdiv
; CHECK-NOT: udiv
define spir_kernel void @nested(ptr %a, ptr %c, i32 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr %a, i64 %x
  %v = load i32, ptr %p
  br label %outer
outer:
  %j = phi i32 [ 0, %entry ], [ %j.next, %after ]
  %total = phi i32 [ 0, %entry ], [ %more, %after ]
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
  %sum = phi i32 [ %total, %outer ], [ %more, %inner ]
  %i = add i32 %k, %v
  %q = udiv i32 %i, %n
  %more = add i32 %sum, %q
  %k.next = add i32 %k, 1
  %k.done = icmp eq i32 %k.next, %n
  br i1 %k.done, label %after, label %inner
after:
  %j.next = add i32 %j, 1
  %j.done = icmp eq i32 %j.next, %n
  br i1 %j.done, label %exit, label %outer
exit:
  %to = getelementptr i32, ptr %c, i64 %x
  store i32 %more, ptr %to
  ret void
}
