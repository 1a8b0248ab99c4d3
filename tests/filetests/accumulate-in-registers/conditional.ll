;! passes = "transfer-kernel-metadata,accumulate-in-registers"

; The work-item wrote c[x] before, without a barrier since: it may write it once more, in all cases.
; CHECK-LABEL: define spir_kernel void @written_before(
; CHECK: store float 0.000000e+00, ptr %q
; CHECK: loop:
; CHECK: phi float {{.*}}[ 0.000000e+00, %enter ]
; CHECK-NOT: ptr %q
; CHECK: leave:
; CHECK-NEXT: store float {{%.*}}, ptr %q
; CHECK-NEXT: ret void
define spir_kernel void @written_before(ptr noalias readonly %a, ptr noalias %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %c, i64 %x
  store float 0.0, ptr %q
  br label %enter
enter:
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %some = fcmp ogt float %v, 0.0
  br i1 %some, label %then, label %latch
then:
  %old = load float, ptr %q
  %new = fadd float %old, %v
  store float %new, ptr %q
  br label %latch
latch:
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  ret void
}

; Here it only read c[x]. Others may do so too, and none of them must see a store that the program does not have.
; CHECK-LABEL: define spir_kernel void @read_before(
; CHECK: enter:
; CHECK: load float, ptr %q
; CHECK: loop:
; CHECK: [[WRITTEN:%.*]] = phi i1 {{.*}}[ false, %enter ]
; CHECK-NOT: ptr %q
; CHECK: latch:
; CHECK: [[STILL:%.*]] = phi i1 {{.*}}[ true, %then ]
; CHECK: leave:
; CHECK-NEXT: br i1 [[STILL]], label %[[YES:.*]], label %[[NO:.*]]
; CHECK: [[YES]]:
; CHECK-NEXT: store float {{%.*}}, ptr %q
; CHECK-NEXT: br label %[[NO]]
define spir_kernel void @read_before(ptr noalias readonly %a, ptr noalias %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %c, i64 %x
  %first = load float, ptr %q
  br label %enter
enter:
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %some = fcmp ogt float %v, %first
  br i1 %some, label %then, label %latch
then:
  %old = load float, ptr %q
  %new = fadd float %old, %v
  store float %new, ptr %q
  br label %latch
latch:
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  ret void
}

; It is unknown whether c[x] may be read if the condition never holds.
; CHECK-LABEL: define spir_kernel void @never_seen(
; CHECK: then:
; CHECK: load float, ptr %q
; CHECK: store float {{%.*}}, ptr %q
define spir_kernel void @never_seen(ptr noalias readonly %a, ptr noalias %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %c, i64 %x
  br label %enter
enter:
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %some = fcmp ogt float %v, 0.0
  br i1 %some, label %then, label %latch
then:
  %old = load float, ptr %q
  %new = fadd float %old, %v
  store float %new, ptr %q
  br label %latch
latch:
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  ret void
}

; The loop may read c[x].
; CHECK-LABEL: define spir_kernel void @may_alias(
; CHECK: then:
; CHECK: store float {{%.*}}, ptr %q
define spir_kernel void @may_alias(ptr %a, ptr %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %c, i64 %x
  store float 0.0, ptr %q
  br label %enter
enter:
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %some = fcmp ogt float %v, 0.0
  br i1 %some, label %then, label %latch
then:
  store float %v, ptr %q
  br label %latch
latch:
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  ret void
}

; Others may read c[x] at each barrier.
; CHECK-LABEL: define spir_kernel void @barrier(
; CHECK: then:
; CHECK: store float {{%.*}}, ptr %q
define spir_kernel void @barrier(ptr noalias readonly %a, ptr noalias %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %c, i64 %x
  store float 0.0, ptr %q
  br label %enter
enter:
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %some = fcmp ogt float %v, 0.0
  br i1 %some, label %then, label %latch
then:
  store float %v, ptr %q
  br label %latch
latch:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  ret void
}

; There is a barrier after the first write: another work-item may have written c[x] since, so a flag is needed.
; CHECK-LABEL: define spir_kernel void @met_since(
; CHECK: loop:
; CHECK: phi i1
; CHECK: leave:
; CHECK-NEXT: br i1
define spir_kernel void @met_since(ptr noalias readonly %a, ptr noalias %c, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr %c, i64 %x
  store float 0.0, ptr %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)
  br label %enter
enter:
  br label %loop
loop:
  %k = phi i64 [ 0, %enter ], [ %next, %latch ]
  %p = getelementptr float, ptr %a, i64 %k
  %v = load float, ptr %p
  %some = fcmp ogt float %v, 0.0
  br i1 %some, label %then, label %latch
then:
  store float %v, ptr %q
  br label %latch
latch:
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  ret void
}

declare i64 @__mux_get_global_id(i32) memory(none)
declare void @__mux_work_group_barrier(i32, i32, i32) convergent
