;! passes = "transfer-kernel-metadata,legalize-attributes,narrow-work-items,split-interior,work-item-loops"

; The interior is a box within the bounds; the others run before and after it, within the bounds as well.
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define void @k.mux-barrier-wrapper(
; CHECK-NOT: mux-interior-0
; CHECK: call void @k.mux-bounds.0(
; CHECK: call void @k.mux-interior.0(
; CHECK: x.loop:
; CHECK: call void @k(
; CHECK: side.loop:
; CHECK: call void @k.mux-others(
define spir_kernel void @k(ptr %in, ptr %out, i64 %n) {
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
