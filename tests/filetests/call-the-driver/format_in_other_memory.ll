;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "call-the-driver"

; The driver takes generic pointers.
@format = internal addrspace(1) constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr addrspace(4), ...)

define void @k(i32 %x) {
  %n = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)), i32 %x)
  ret void
}

; CHECK-LABEL: define void @k(
; CHECK: call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @format to ptr), ptr %printed)
