;! passes = "transfer-kernel-metadata,prepare-barriers"

; Functions with barriers, also indirect ones, are inlined and removed; others stay. Barriers are numbered in program
; order. A kernel with barriers cannot keep its original function.
declare void @__mux_work_group_barrier(i32, i32, i32)
declare void @other()

define void @inner() noinline {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}

define void @outer(i32 %n) {
  call void @inner()
  call void @other()
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}

; CHECK-NOT: @inner
; CHECK-NOT: @outer
; CHECK: define void @plain()
define void @plain() {
  ret void
}

; CHECK: define spir_kernel void @k() #[[K:[0-9]+]]
; CHECK-NEXT: call void @plain()
; CHECK: call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
; CHECK: call void @other()
; CHECK: call void @__mux_work_group_barrier(i32 1, i32 2, i32 272)
; CHECK: ret void
define spir_kernel void @k() noinline optnone {
  call void @plain()
  call void @outer(i32 1)
  ret void
}

; CHECK: define spir_kernel void @without() #[[WITHOUT:[0-9]+]]
define spir_kernel void @without() noinline optnone {
  call void @plain()
  ret void
}
; CHECK-DAG: attributes #[[K]] = { "mux-kernel"="entry-point" "mux-orig-fn"="k" }
; CHECK-DAG: attributes #[[WITHOUT]] = { noinline optnone "mux-kernel"="entry-point" "mux-orig-fn"="without" }
