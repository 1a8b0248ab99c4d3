;! passes = "transfer-kernel-metadata,legalize-attributes,narrow-work-items,split-interior"

declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_id(i32)

; The guard of a loop has code for its other outcome: two versions, in each of which the outcome is known.
; CHECK-LABEL: define void @both(
; CHECK-SAME: [[BOTH:#[0-9]+]]
; CHECK-NOT: br i1 %in
; CHECK: phi i64
define spir_kernel void @both(ptr %p, i64 %n) {
entry:
  %l = call i64 @__mux_get_local_id(i32 0)
  %a = getelementptr i32, ptr %p, i64 %l
  %in = icmp ult i64 %l, %n
  br i1 %in, label %loop, label %exit
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  %r = phi i64 [ 7, %entry ], [ %next, %loop ]
  store i64 %r, ptr %a
  ret void
}

; Borders of a stencil along two dimensions: an access under the guard would need a mask.
; CHECK-LABEL: define void @border(
; CHECK-SAME: [[BORDER:#[0-9]+]]
; CHECK-NOT: br i1
; CHECK: load i32
; CHECK-NOT: br i1
; CHECK: ret void
define spir_kernel void @border(ptr %in, ptr %out, i64 %w, i64 %h) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %row = mul i64 %y, %w
  %at = add i64 %row, %x
  %left = icmp ne i64 %x, 0
  %above = icmp ne i64 %y, 0
  %right = add i64 %w, -1
  %below = add i64 %h, -1
  %not.right = icmp ult i64 %x, %right
  %not.below = icmp ult i64 %y, %below
  %in.x = and i1 %left, %not.right
  %in.y = and i1 %above, %not.below
  %inside = and i1 %in.x, %in.y
  br i1 %inside, label %inner, label %join
inner:
  %p = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %p
  br label %join
join:
  %r = phi i32 [ 0, %entry ], [ %v, %inner ]
  %q = getelementptr i32, ptr %out, i64 %at
  store i32 %r, ptr %q
  ret void
}

; Two guards: both hold in the interior, and all other work-items evaluate them.
; CHECK-LABEL: define void @two(
; CHECK-SAME: [[TWO:#[0-9]+]]
; CHECK-NOT: br i1
; CHECK: load i32
; CHECK: load i32
; CHECK-NOT: br i1
; CHECK: ret void
define spir_kernel void @two(ptr %in, ptr %out, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr %in, i64 %x
  %has.left = icmp ne i64 %x, 0
  br i1 %has.left, label %before, label %next
before:
  %pl = getelementptr i32, ptr %p, i64 -1
  %l = load i32, ptr %pl
  br label %next
next:
  %left = phi i32 [ 0, %entry ], [ %l, %before ]
  %no.right = icmp uge i64 %x, %n
  %has.right = xor i1 %no.right, true
  br i1 %has.right, label %after, label %join
after:
  %pr = getelementptr i32, ptr %p, i64 1
  %r = load i32, ptr %pr
  br label %join
join:
  %right = phi i32 [ 0, %next ], [ %r, %after ]
  %sum = add i32 %left, %right
  %q = getelementptr i32, ptr %out, i64 %x
  store i32 %sum, ptr %q
  ret void
}

; A branch for a single work-item is not the interior.
; CHECK-LABEL: define void @single(
; CHECK-NOT: store i32 1
; CHECK: store i32 %v
; CHECK-NOT: store i32 1
; CHECK: ret void
define spir_kernel void @single(ptr %in, ptr %out, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr %out, i64 %x
  %is = icmp eq i64 %x, %n
  br i1 %is, label %one, label %many
one:
  store i32 1, ptr %q
  store i32 2, ptr %in
  ret void
many:
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  ret void
}

; A guard around everything comes first: it becomes bounds, and the interior is inside them. The others keep the
; bounds.
; CHECK-LABEL: define void @nested(
; CHECK-SAME: [[NESTED:#[0-9]+]]
define spir_kernel void @nested(ptr %in, ptr %out, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %in.range = icmp ult i64 %x, %n
  br i1 %in.range, label %body, label %exit
body:
  %p = getelementptr i32, ptr %in, i64 %x
  %has.left = icmp ne i64 %x, 0
  br i1 %has.left, label %before, label %next
before:
  %pl = getelementptr i32, ptr %p, i64 -1
  %l = load i32, ptr %pl
  br label %next
next:
  %left = phi i32 [ 0, %body ], [ %l, %before ]
  %q = getelementptr i32, ptr %out, i64 %x
  store i32 %left, ptr %q
  br label %exit
exit:
  ret void
}

; Conditions on data, on no id, or selects are unchanged; so is code that cannot be vectorized.
; CHECK-LABEL: define void @left(
; CHECK-NOT: br i1 {{true|false}}
; CHECK: ret void
define spir_kernel void @left(ptr %in, ptr %out, i64 %n, i64 %m) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  %data = icmp eq i32 %v, 3
  br i1 %data, label %then, label %next
then:
  %p1 = getelementptr i32, ptr %p, i64 1
  %v1 = load i32, ptr %p1
  br label %next
next:
  %a = phi i32 [ 0, %entry ], [ %v1, %then ]
  %uniform = icmp ult i64 %n, %m
  br i1 %uniform, label %more, label %third
more:
  %p2 = getelementptr i32, ptr %p, i64 2
  %v2 = load i32, ptr %p2
  br label %third
third:
  %b = phi i32 [ 0, %next ], [ %v2, %more ]
  %in.range = icmp ult i64 %x, %n
  br i1 %in.range, label %odd, label %join
odd:
  %c = mul i32 %b, %b
  br label %join
join:
  %d = phi i32 [ %b, %third ], [ %c, %odd ]
  %sum = add i32 %a, %d
  %q = getelementptr i32, ptr %out, i64 %x
  store i32 %sum, ptr %q
  ret void
}
; CHECK-LABEL: define void @counts(
; CHECK-NOT: br i1 {{true|false}}
; CHECK: ret void
define spir_kernel void @counts(ptr %in, ptr %out, i64 %n) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %in.range = icmp ult i64 %x, %n
  br i1 %in.range, label %then, label %join
then:
  %p = getelementptr i32, ptr %in, i64 %x
  %v = load i32, ptr %p
  br label %join
join:
  %a = phi i32 [ 0, %entry ], [ %v, %then ]
  %old = atomicrmw add ptr %out, i32 %a monotonic
  ret void
}

; CHECK-LABEL: define internal void @both.mux-others(
; CHECK-NOT: phi
; CHECK: store i64 7
; CHECK-LABEL: define internal void @both.mux-interior.0(
; CHECK-LABEL: define internal void @border.mux-others(
; CHECK-NOT: load i32
; CHECK: store i32 0
; CHECK: ret void
; CHECK-LABEL: define internal void @border.mux-interior.0(
; CHECK-SAME: [[ALL:#[0-9]+]]
; CHECK-LABEL: define internal void @border.mux-interior.1(
; CHECK-LABEL: define internal void @two.mux-others(
; CHECK: br i1 %has.left
; CHECK: br i1 %has.right
; CHECK-LABEL: define internal void @nested.mux-others(
; CHECK-LABEL: define internal void @nested.mux-interior.0(

; CHECK: attributes [[BOTH]] = {{.*}}"mux-interior-0"="both.mux-interior.0"{{.*}}"mux-others"="both.mux-others"
; CHECK: attributes [[BORDER]] = {{.*}}"mux-interior-0"="border.mux-interior.0" "mux-interior-1"="border.mux-interior.1"
; CHECK: attributes [[TWO]] = {{.*}}"mux-others"="two.mux-others"
; CHECK: attributes [[NESTED]] = {{.*}}"mux-bounds-0"="nested.mux-bounds.0" "mux-interior-0"="nested.mux-interior.0"
; CHECK: attributes [[ALL]] = {{.*}}"mux-bounds-for-all"
