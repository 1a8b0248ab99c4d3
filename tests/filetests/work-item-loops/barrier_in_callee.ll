;! tool = "muxc"
;! [[runs]]
;! passes = "work-item-loops"
;! fails = true
;! [[runs]]
;! passes = "prepare-barriers,work-item-loops"
;! check = "PREPARED"

; A barrier that no work-item would reach.
; CHECK: muxc: error: work-item-loops: function `k`: calls `f`, which has a barrier: run prepare-barriers first
; PREPARED: define void @k.mux-barrier-wrapper()
define void @k() "mux-kernel"="entry-point" {
  call void @f()
  ret void
}
define void @f() {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  ret void
}
declare void @__mux_work_group_barrier(i32, i32, i32)
