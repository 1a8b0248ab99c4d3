;! tool = "muxc"
;! passes = "verify-reqd-sub-group-legal"
;! [[runs]]
;! args = "--device-sg-sizes=8,16"
;! fails = true
;! [[runs]]
;! args = "--device-sg-sizes=8,16,5"
;! check = "FINE"

; CHECK: kernel 'five' has required sub-group size 5 which is not supported by this device
; CHECK-NOT: eight
; FINE: define void @five()
define void @five() !intel_reqd_sub_group_size !0 {
  ret void
}
define void @eight() !intel_reqd_sub_group_size !1 {
  ret void
}
!0 = !{i32 5}
!1 = !{i32 8}
