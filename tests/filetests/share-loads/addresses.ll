;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "share-loads"

; (y + 1) * w + x is y * w + x + w.
; CHECK-LABEL: define float @same(
; CHECK: load float
; CHECK-NOT: load float
; CHECK: ret float
define float @same(ptr readonly noalias %p, i64 %x, i64 %y, i64 %w) {
  %below = add nsw i64 %y, 1
  %row = mul nsw i64 %below, %w
  %i = add nsw i64 %row, %x
  %pa = getelementptr inbounds float, ptr %p, i64 %i
  %a = load float, ptr %pa
  %own.row = mul nsw i64 %y, %w
  %own = add nsw i64 %own.row, %x
  %j = add nsw i64 %own, %w
  %pb = getelementptr inbounds float, ptr %p, i64 %j
  %b = load float, ptr %pb
  %sum = fadd float %a, %b
  ret float %sum
}

; (y + 1) * w + x is not y * w + x + 1.
; CHECK-LABEL: define float @different(
; CHECK: load float
; CHECK: load float
; CHECK: ret float
define float @different(ptr readonly noalias %p, i64 %x, i64 %y, i64 %w) {
  %below = add nsw i64 %y, 1
  %row = mul nsw i64 %below, %w
  %i = add nsw i64 %row, %x
  %pa = getelementptr inbounds float, ptr %p, i64 %i
  %a = load float, ptr %pa
  %own.row = mul nsw i64 %y, %w
  %own = add nsw i64 %own.row, %x
  %j = add nsw i64 %own, 1
  %pb = getelementptr inbounds float, ptr %p, i64 %j
  %b = load float, ptr %pb
  %sum = fadd float %a, %b
  ret float %sum
}

; Something is written in between.
; CHECK-LABEL: define float @written(
; CHECK: load float
; CHECK: store float
; CHECK: load float
; CHECK: ret float
define float @written(ptr %p, ptr %q, i64 %x, i64 %y, i64 %w) {
  %below = add nsw i64 %y, 1
  %row = mul nsw i64 %below, %w
  %i = add nsw i64 %row, %x
  %pa = getelementptr inbounds float, ptr %p, i64 %i
  %a = load float, ptr %pa
  store float 1.0, ptr %q
  %own.row = mul nsw i64 %y, %w
  %own = add nsw i64 %own.row, %x
  %j = add nsw i64 %own, %w
  %pb = getelementptr inbounds float, ptr %p, i64 %j
  %b = load float, ptr %pb
  %sum = fadd float %a, %b
  ret float %sum
}

; The first load does not always happen.
; CHECK-LABEL: define float @not_on_every_path(
; CHECK: load float
; CHECK: load float
; CHECK: ret float
define float @not_on_every_path(ptr readonly noalias %p, i64 %x, i64 %y, i64 %w, i1 %if) {
entry:
  br i1 %if, label %first, label %second

first:
  %below = add nsw i64 %y, 1
  %row = mul nsw i64 %below, %w
  %i = add nsw i64 %row, %x
  %pa = getelementptr inbounds float, ptr %p, i64 %i
  %a = load float, ptr %pa
  br label %second

second:
  %or.zero = phi float [ 0.0, %entry ], [ %a, %first ]
  %own.row = mul nsw i64 %y, %w
  %own = add nsw i64 %own.row, %x
  %j = add nsw i64 %own, %w
  %pb = getelementptr inbounds float, ptr %p, i64 %j
  %b = load float, ptr %pb
  %sum = fadd float %or.zero, %b
  ret float %sum
}

; A volatile load is a load.
; CHECK-LABEL: define float @volatile(
; CHECK: load volatile float
; CHECK: load volatile float
; CHECK: ret float
define float @volatile(ptr %p) {
  %a = load volatile float, ptr %p
  %b = load volatile float, ptr %p
  %sum = fadd float %a, %b
  ret float %sum
}
