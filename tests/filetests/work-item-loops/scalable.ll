;! tool = "muxc"
;! passes = "work-item-loops"
;! fails = true

; Nobody knows how much memory the value needs per work-item.
; CHECK: muxc: error: work-item-loops: function `k`: has a variable of unknown size beside a barrier
define void @k(ptr %p) "mux-kernel"="entry-point" {
  %v = call { <vscale x 1 x i16>, <vscale x 8 x i32>, i8 } @make()
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %w = extractvalue { <vscale x 1 x i16>, <vscale x 8 x i32>, i8 } %v, 2
  store i8 %w, ptr %p
  ret void
}
declare { <vscale x 1 x i16>, <vscale x 8 x i32>, i8 } @make()
declare void @__mux_work_group_barrier(i32, i32, i32)
