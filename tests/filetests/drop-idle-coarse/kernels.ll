;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "drop-idle-coarse"

; Four items cost little more than one: the coarsened kernel stays.
; CHECK-LABEL: define ptx_kernel void @shared(
; CHECK-LABEL: define ptx_kernel void @shared.coarse(
define ptx_kernel void @shared(ptr %a, float %x) #0 {
  %1 = fmul float %x, %x
  %2 = fadd float %1, %x
  %3 = fmul float %2, %1
  store float %3, ptr %a
  ret void
}

define ptx_kernel void @shared.coarse(ptr %a, float %x) #1 {
  %1 = fmul float %x, %x
  %2 = fadd float %1, %x
  %3 = fmul float %2, %1
  store float %3, ptr %a
  %b = getelementptr float, ptr %a, i64 1
  store float %3, ptr %b
  %c = getelementptr float, ptr %a, i64 2
  store float %3, ptr %c
  %d = getelementptr float, ptr %a, i64 3
  store float %3, ptr %d
  ret void
}

; Nothing is shared: the coarsened kernel goes.
; CHECK-LABEL: define ptx_kernel void @separate(
; CHECK-NOT: @separate.coarse
define ptx_kernel void @separate(ptr %a) #2 {
  %x = load float, ptr %a
  store float %x, ptr %a
  ret void
}

define ptx_kernel void @separate.coarse(ptr %a) #3 {
  %x = load float, ptr %a
  store float %x, ptr %a
  %b = getelementptr float, ptr %a, i64 1
  %y = load float, ptr %b
  store float %y, ptr %b
  %c = getelementptr float, ptr %a, i64 2
  %z = load float, ptr %c
  store float %z, ptr %c
  %d = getelementptr float, ptr %a, i64 3
  %w = load float, ptr %d
  store float %w, ptr %d
  ret void
}

; What was noted before loops were unrolled decides where loops are left.
; CHECK-LABEL: define ptx_kernel void @noted(
; CHECK-LABEL: define ptx_kernel void @noted.coarse(
define ptx_kernel void @noted(ptr %a, i1 %again) #4 {
  br label %loop

loop:
  store float 0.0, ptr %a
  br i1 %again, label %loop, label %end

end:
  ret void
}

define ptx_kernel void @noted.coarse(ptr %a, i1 %again) #5 {
  br label %loop

loop:
  store float 0.0, ptr %a
  br i1 %again, label %loop, label %end

end:
  ret void
}

; Without a note, kernels with loops cannot be compared.
; CHECK-LABEL: define ptx_kernel void @unknown(
; CHECK-NOT: @unknown.coarse
define ptx_kernel void @unknown(ptr %a, i1 %again) #6 {
  br label %loop

loop:
  store float 0.0, ptr %a
  br i1 %again, label %loop, label %end

end:
  ret void
}

define ptx_kernel void @unknown.coarse(ptr %a, i1 %again) #7 {
  br label %loop

loop:
  store float 0.0, ptr %a
  br i1 %again, label %loop, label %end

end:
  ret void
}

attributes #0 = { "mux-kernel"="entry-point" "mux-orig-fn"="shared" }
attributes #1 = { "mux-kernel"="entry-point" "mux-orig-fn"="shared" "scythe-items"="4,1" }
attributes #2 = { "mux-kernel"="entry-point" "mux-orig-fn"="separate" }
attributes #3 = { "mux-kernel"="entry-point" "mux-orig-fn"="separate" "scythe-items"="4,1" }
attributes #4 = { "mux-kernel"="entry-point" "mux-orig-fn"="noted" "scythe-cost"="10.0" }
attributes #5 = { "mux-kernel"="entry-point" "mux-orig-fn"="noted" "scythe-items"="4,1" "scythe-cost"="32.0" }
attributes #6 = { "mux-kernel"="entry-point" "mux-orig-fn"="unknown" }
attributes #7 = { "mux-kernel"="entry-point" "mux-orig-fn"="unknown" "scythe-items"="4,1" }
