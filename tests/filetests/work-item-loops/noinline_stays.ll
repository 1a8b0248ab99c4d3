;! passes = "transfer-kernel-metadata,work-item-loops"

; -O0 marks functions noinline; work-item loops respect that.
; CHECK: define internal spir_func void @k() #[[K:[0-9]+]]
define spir_kernel void @k() noinline optnone {
  ret void
}
; CHECK: attributes #[[K]] = { noinline optnone "mux-innermost-dimension"="none" "mux-orig-fn"="k" }
