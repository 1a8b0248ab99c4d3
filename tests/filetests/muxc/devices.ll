;! tool = "muxc"
;! [[runs]]
;! device = "RefSi M1"
;! check = "PLAIN"
;! [[runs]]
;! args = "--device-idx 1"
;! check = "PLAIN"
;! [[runs]]
;! args = "--list-devices"
;! check = "LIST"
;! [[runs]]
;! device = "RefSi"
;! fails = true
;! check = "SEVERAL"
;! [[runs]]
;! device = "wibble"
;! fails = true
;! check = "NONE"
;! [[runs]]
;! args = "--device-idx 99"
;! fails = true
;! check = "NUMBER"
;! [[runs]]
;! args = "--filetype asm"
;! fails = true
;! check = "CODE"

; A device assigns its triple to a module without one.
target triple = "spir64-unknown-unknown"
; PLAIN: target triple = "riscv64-unknown-elf"

; LIST: {{^}}host CPU{{$}}
; LIST: {{^}}RefSi M1{{$}}

; SEVERAL: muxc: error: several devices match 'RefSi'; available devices:
; SEVERAL-NEXT: device 0: host CPU
; SEVERAL-NEXT: device 1: RefSi M1
; NONE: muxc: error: no device matches 'wibble'; available devices:
; NUMBER: muxc: error: there is no device 99; available devices:
; CODE: muxc: error: code is written for a device: choose one with --device
