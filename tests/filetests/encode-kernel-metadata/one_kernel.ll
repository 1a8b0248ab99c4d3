;! tool = "muxc"
;! [[runs]]
;! passes = "encode-kernel-metadata<name=k>"
;! check = "BOTH,PLAIN"
;! [[runs]]
;! passes = "encode-kernel-metadata<name=k;local-sizes=4:8:16>"
;! check = "BOTH,SIZES"
;! [[runs]]
;! passes = "encode-kernel-metadata"
;! check = "NAMELESS"
;! fails = true
;! [[runs]]
;! passes = "encode-kernel-metadata<name=k;local-sizes=4:8>"
;! check = "FEW"
;! fails = true
;! [[runs]]
;! passes = "encode-kernel-metadata<name=k;local-sizes=4:8:-1>"
;! check = "NEGATIVE"
;! fails = true
;! [[runs]]
;! passes = "encode-kernel-metadata<name=missing>"
;! check = "MISSING"
;! fails = true

; NAMELESS: EncodeKernelMetadataPass must be provided a 'name'
; FEW: invalid local-sizes parameter to EncodeKernelMetadataPass - all 3 dimensions must be provided
; NEGATIVE: invalid local-sizes parameter to EncodeKernelMetadataPass - sizes must be positive numbers
; MISSING: function `missing`: is not in the module

; PLAIN: define void @k() #[[K:[0-9]+]] {
; SIZES: define void @k() #[[K:[0-9]+]] !reqd_work_group_size [[SIZE:![0-9]+]] {
define void @k() {
  ret void
}
; BOTH: define void @other() {
define void @other() {
  ret void
}
; BOTH: attributes #[[K]] = { "mux-kernel"="entry-point" "mux-orig-fn"="k" }
; SIZES: [[SIZE]] = !{i32 4, i32 8, i32 16}
