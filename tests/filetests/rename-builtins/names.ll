;! passes = "rename-builtins"

; Declarations, definitions and calls, and nothing else.
; CHECK: declare i64 @__core_get_global_id(i32)
declare i64 @__mux_get_global_id(i32)
; CHECK: define i64 @__core_get_local_id(i32 %dimension)
define i64 @__mux_get_local_id(i32 %dimension) {
  ret i64 0
}
; CHECK: define i64 @not__mux_builtin(
define i64 @not__mux_builtin() {
  ; CHECK: call i64 @__core_get_global_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  ; CHECK: call i64 @__core_get_local_id(i32 1)
  %l = call i64 @__mux_get_local_id(i32 1)
  %s = add i64 %g, %l
  ret i64 %s
}
