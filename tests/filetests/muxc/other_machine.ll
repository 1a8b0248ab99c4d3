;! tool = "muxc"
;! device = "RefSi M1"
;! fails = true

; CHECK: muxc: error: the module is for 'aarch64-unknown-linux-gnu' and not for device 'RefSi M1'
target triple = "aarch64-unknown-linux-gnu"
