;! passes = "transfer-kernel-metadata,legalize-attributes,work-item-loops"

; Loops over work-items run along the dimension in which neighbours access adjacent memory, and an attribute names it.
; Dimension 2 here.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define void @deep.mux-barrier-wrapper(
; CHECK-SAME: [[DEEP:#[0-9]+]]
; CHECK: br i1 %tall, label %columns, label %rows
; CHECK: y.loop:
; CHECK-NEXT: phi
; CHECK-NEXT: call void @__mux_set_local_id(i32 1,
; CHECK: x.loop:
; CHECK-NEXT: phi
; CHECK-NEXT: call void @__mux_set_local_id(i32 0,
; CHECK: z.loop:
; CHECK-NEXT: phi
; CHECK-NEXT: call void @__mux_set_local_id(i32 2,
; CHECK-NEXT: call void @deep(
define spir_kernel void @deep(ptr %in, ptr %out) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  %z = call i64 @__mux_get_global_id(i32 2)
  %row = mul i64 %y, 64
  %plane = add i64 %row, %x
  %start = mul i64 %plane, 4096
  %at = add i64 %start, %z
  %a = getelementptr float, ptr %in, i64 %at
  %v = load float, ptr %a
  %b = getelementptr float, ptr %out, i64 %at
  store float %v, ptr %b
  ret void
}

; Accesses in loops have more weight: the loop runs along dimension 0, although the store is not adjacent there.
; CHECK-LABEL: define void @loop.mux-barrier-wrapper(
; CHECK-SAME: [[LOOP:#[0-9]+]]
; CHECK-NOT: %tall
; CHECK: ret void
define spir_kernel void @loop(ptr %in, ptr %out) {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %y = call i64 @__mux_get_global_id(i32 1)
  br label %body
body:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %row = mul i64 %k, 4096
  %from = add i64 %row, %x
  %a = getelementptr float, ptr %in, i64 %from
  %v = load float, ptr %a
  %line = mul i64 %y, 4096
  %other = add i64 %line, %k
  %c = getelementptr float, ptr %in, i64 %other
  %w = load float, ptr %c
  %product = fmul float %v, %w
  %more = fadd float %sum, %product
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %body
exit:
  %column = mul i64 %x, 4096
  %to = add i64 %column, %y
  %b = getelementptr float, ptr %out, i64 %to
  store float %more, ptr %b
  ret void
}

; A dimension that the kernel does not query is no better than another, even if many loads along it have the same
; address.
; CHECK-LABEL: define void @line.mux-barrier-wrapper(
; CHECK-SAME: [[LINE:#[0-9]+]]
; CHECK-NOT: %tall
; CHECK: ret void
define spir_kernel void @line(ptr %in, ptr %out) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr float, ptr %in, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %out, i64 %x
  store float %v, ptr %b
  ret void
}

; CHECK-LABEL: define void @nothing.mux-barrier-wrapper(
; CHECK-SAME: [[NOTHING:#[0-9]+]]
define spir_kernel void @nothing(ptr %in) {
  ret void
}

; CHECK-DAG: attributes [[DEEP]] = {{.*}}"mux-innermost-dimension"="2"
; CHECK-DAG: attributes [[LOOP]] = {{.*}}"mux-innermost-dimension"="0"
; CHECK-DAG: attributes [[LINE]] = {{.*}}"mux-innermost-dimension"="0"
; CHECK-DAG: attributes [[NOTHING]] = {{.*}}"mux-innermost-dimension"="none"
