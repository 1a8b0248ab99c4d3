;! passes = "transfer-kernel-metadata,legalize-attributes"

; CHECK: define void @k() #[[K:[0-9]+]]
; CHECK: call void @f()
; CHECK-NOT: convergent
; CHECK: define void @f()
define spir_kernel void @k() convergent norecurse nounwind {
  call spir_func void @f() convergent
  ret void
}

define spir_func void @f() convergent {
  ret void
}
; CHECK-NOT: norecurse
; CHECK: attributes #[[K]] = { nounwind "mux-kernel"
