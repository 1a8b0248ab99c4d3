;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "note-costs"

; The kernels with a coarsened version, and these versions, are compared later.
; CHECK: define ptx_kernel void @fill(ptr %a) [[SINGLE:#[0-9]+]] {
; CHECK: define ptx_kernel void @fill.coarse(ptr %a) [[COARSE:#[0-9]+]] {
; CHECK: define ptx_kernel void @other(ptr %a) [[OTHER:#[0-9]+]] {
; CHECK: attributes [[SINGLE]] = { {{.*}}"scythe-cost"="
; CHECK: attributes [[COARSE]] = { {{.*}}"scythe-cost"="
; CHECK-NOT: scythe-cost
define ptx_kernel void @fill(ptr %a) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %a, i64 %i
  store float 0.0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %end

end:
  ret void
}

define ptx_kernel void @fill.coarse(ptr %a) #1 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %a, i64 %i
  store float 0.0, ptr %at
  %b = getelementptr float, ptr %at, i64 8
  store float 0.0, ptr %b
  %c = getelementptr float, ptr %at, i64 16
  store float 0.0, ptr %c
  %d = getelementptr float, ptr %at, i64 24
  store float 0.0, ptr %d
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %end

end:
  ret void
}

; Kernels without a coarsened version have nothing to be compared with.
define ptx_kernel void @other(ptr %a) #2 {
  store float 0.0, ptr %a
  ret void
}

attributes #0 = { "mux-kernel"="entry-point" "mux-orig-fn"="fill" }
attributes #1 = { "mux-kernel"="entry-point" "mux-orig-fn"="fill" "scythe-items"="4,1" }
attributes #2 = { "mux-kernel"="entry-point" "mux-orig-fn"="other" }
