;! passes = "add-sched-params,define-mux-builtins"
;! fails = true

; A body for groups of one would compute a wrong result.
; CHECK: function `__mux_sub_group_reduce_add_i32`: is still called; work-item-loops has to remove it from kernels
declare i32 @__mux_sub_group_reduce_add_i32(i32)

define void @k(ptr %p) "mux-kernel"="entry-point" {
  %x = load i32, ptr %p
  %y = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  store i32 %y, ptr %p
  ret void
}
