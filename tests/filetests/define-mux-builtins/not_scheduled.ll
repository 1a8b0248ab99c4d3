;! tool = "muxc"
;! passes = "define-mux-builtins"
;! fails = true

; CHECK: define-mux-builtins: function `__mux_get_local_id`: has no scheduling parameters: run add-sched-params first
declare i64 @__mux_get_local_id(i32)
