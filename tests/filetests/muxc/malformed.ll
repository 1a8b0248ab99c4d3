;! tool = "muxc"
;! fails = true

; CHECK: muxc: error: cannot parse '{{.*}}malformed.ll': {{.*}}malformed.ll:6:3: error: expected instruction opcode
define void @k() {
  wibble
}
