;! tool = "muxc"
;! passes = "work-item-loops"
;! fails = true

; CHECK: muxc: error: work-item-loops: function `k`: is a kernel, and returns a value
define i32 @k() "mux-kernel"="entry-point" {
  ret i32 3
}
