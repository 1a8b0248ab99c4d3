;! passes = "set-convergent-attr"

; CHECK: declare void @unknown() [[MEETS:#[0-9]+]]
declare void @unknown()
; CHECK: declare void @__mux_work_group_barrier(i32, i32, i32) [[MEETS]]
declare void @__mux_work_group_barrier(i32, i32, i32)
; CHECK: declare i64 @__mux_get_global_id(i32){{$}}
declare i64 @__mux_get_global_id(i32)

; CHECK: define void @outer() [[MEETS]]
define void @outer() {
  call void @inner()
  ret void
}
; CHECK: define void @inner() [[MEETS]]
define void @inner() {
  call void @unknown()
  ret void
}
; CHECK: define i64 @alone() {
define i64 @alone() {
  %x = call i64 @__mux_get_global_id(i32 0)
  ret i64 %x
}
; CHECK: define void @through(ptr %f) [[MEETS]]
define void @through(ptr %f) {
  call void %f()
  ret void
}
; CHECK: attributes [[MEETS]] = { convergent }
