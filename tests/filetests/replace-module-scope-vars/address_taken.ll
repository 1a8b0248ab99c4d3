;! tool = "muxc"
;! passes = "replace-module-scope-vars"
;! fails = true

; CHECK: function `f`: uses local memory and has its address taken, so callers cannot pass it on
@a = internal addrspace(3) global i32 poison

define void @f() {
  store i32 1, ptr addrspace(3) @a
  ret void
}

define void @k(ptr %out) "mux-kernel"="entry-point" {
  store ptr @f, ptr %out
  ret void
}
