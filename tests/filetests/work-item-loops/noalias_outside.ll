;! passes = "transfer-kernel-metadata,legalize-attributes,work-item-loops,add-entry-hook"

; The noalias attributes of a kernel's pointers apply once, around the loops over work-items.
declare i64 @__mux_get_global_id(i32)

; CHECK: define internal void @k(ptr readonly %in, ptr %out)
; CHECK: define internal void @k.mux-barrier-wrapper(ptr readonly %0, ptr %1)
; CHECK: define void @k.mux-entry-hook(ptr noalias readonly %0, ptr noalias %1)
define spir_kernel void @k(ptr noalias readonly %in, ptr noalias %out) {
  %x = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr float, ptr %in, i64 %x
  %v = load float, ptr %a
  %b = getelementptr float, ptr %out, i64 %x
  store float %v, ptr %b
  ret void
}
