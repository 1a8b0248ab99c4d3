;! tool = "muxc"
;! passes = "add-sched-params"

; The list of functions that must be kept is not a caller; it refers to the clones afterwards.
; CHECK-DAG: @llvm.used = appending global [1 x ptr] [ptr @k.mux-sched-wrapper]
; CHECK-DAG: @llvm.compiler.used = appending global [2 x ptr] [{{.*}}ptr @helper.mux-sched-wrapper{{.*}}]
@llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"
@llvm.compiler.used = appending global [2 x ptr] [ptr @helper, ptr @other], section "llvm.metadata"

declare i64 @__mux_get_global_id(i32)

define void @other() {
  ret void
}

define i64 @helper() {
  %i = call i64 @__mux_get_global_id(i32 0)
  ret i64 %i
}

define void @k(ptr %out) "mux-kernel"="entry-point" {
  %i = call i64 @helper()
  store i64 %i, ptr %out
  ret void
}
