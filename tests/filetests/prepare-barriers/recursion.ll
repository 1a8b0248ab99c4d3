;! tool = "muxc"
;! passes = "prepare-barriers"
;! fails = true

; CHECK: muxc: error: prepare-barriers: kernel `k` uses a barrier in a recursive function (rewrite the recursion as a loop)
define void @k(i1 %c) "mux-kernel"="entry-point" {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br i1 %c, label %again, label %end
again:
  call void @f(i1 %c)
  br label %end
end:
  ret void
}
define void @f(i1 %c) {
  call void @k(i1 %c)
  ret void
}
declare void @__mux_work_group_barrier(i32, i32, i32)
