;! tool = "muxc"
;! fails = true
;! [[runs]]
;! passes = "wibble"
;! [[runs]]
;! passes = "add-sched-params,function(wibble)"
;! check = "NESTED"

; CHECK: muxc: error: parse of pass pipeline 'wibble' failed : unknown pass name 'wibble'
; NESTED: muxc: error: parse of pass pipeline 'add-sched-params,function(wibble)' failed : unknown function pass 'wibble'
