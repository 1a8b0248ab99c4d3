;! tool = "muxc"
;! [[runs]]
;! passes = "require<device-info>,check-unsupported-types"
;! [[runs]]
;! passes = "require<device-info>,check-unsupported-types"
;! args = "--device-fp64-capabilities=false"
;! fails = true
;! check = "DOUBLE"
;! [[runs]]
;! passes = "require<device-info>,check-unsupported-types"
;! args = "--device-fp16-capabilities=false"
;! fails = true
;! check = "HALF"
;! [[runs]]
;! passes = "check-unsupported-types"
;! fails = true
;! check = "DOUBLE"

; CHECK: define void @f(
; DOUBLE: muxc: error: A double precision floating point number was generated, but cl_khr_fp64 is not supported on this target.
; HALF: muxc: error: A half precision floating point number was generated, but cl_khr_fp16 is not supported on this target.
define void @f(<2 x half> %h, ptr %p) noinline optnone {
  store <2 x half> %h, ptr %p
  store double 1.0, ptr %p
  ret void
}
