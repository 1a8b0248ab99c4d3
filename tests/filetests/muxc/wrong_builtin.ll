;! tool = "muxc"
;! passes = "work-item-loops"
;! fails = true

; CHECK: muxc: error: the input is not valid: function `__mux_get_global_id`: the builtin's type is `i64 (i32)`, but the module declares it as `i64 (metadata)`
define void @k() "mux-kernel"="entry-point" {
  %a = call i64 @__mux_get_global_id(metadata !0)
  ret void
}
declare i64 @__mux_get_global_id(metadata)
!0 = !{}
