;! passes = "add-sched-params,globaldce"

; CHECK: define i64 @f.mux-sched-wrapper(i32 %n, ptr {{.*}}%wi-info, {{.*}}, i64 %last-group)
; CHECK: call i64 @f.mux-sched-wrapper(i32 %m, ptr {{.*}}%wi-info, {{.*}}, i64 %last-group)
declare i64 @__mux_get_local_id(i32)

define i64 @f(i32 %n) {
entry:
  %id = call i64 @__mux_get_local_id(i32 %n)
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %done, label %more
more:
  %m = sub i32 %n, 1
  %r = call i64 @f(i32 %m)
  br label %done
done:
  %x = phi i64 [ %id, %entry ], [ %r, %more ]
  ret i64 %x
}

define void @k() "mux-kernel"="entry-point" {
  %x = call i64 @f(i32 2)
  ret void
}
; CHECK-NOT: .old
; CHECK-NOT: @f(
