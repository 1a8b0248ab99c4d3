;! passes = "add-sched-params"
;! fails = true

; CHECK: function `f`: queries the index space and has its address taken
declare i64 @__mux_get_local_id(i32)

define i64 @f() {
  %id = call i64 @__mux_get_local_id(i32 0)
  ret i64 %id
}

define void @k(ptr %out) "mux-kernel"="entry-point" {
  store ptr @f, ptr %out
  ret void
}
