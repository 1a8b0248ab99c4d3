;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "subtract-generic"

; CHECK-LABEL: define i64 @generic_minus_local(
; CHECK: [[A:%.*]] = ptrtoint ptr %a to i64
; CHECK: [[GENERIC:%.*]] = addrspacecast ptr addrspace(3) %b to ptr
; CHECK: [[B:%.*]] = ptrtoint ptr [[GENERIC]] to i64
; CHECK: sub i64 [[A]], [[B]]
define i64 @generic_minus_local(ptr %a, ptr addrspace(3) %b) {
  %1 = ptrtoint ptr %a to i64
  %2 = ptrtoint ptr addrspace(3) %b to i64
  %3 = sub i64 %1, %2
  ret i64 %3
}

; The other use of the address keeps it.
; CHECK-LABEL: define i64 @global_minus_generic(
; CHECK: [[A:%.*]] = ptrtoint ptr addrspace(1) %a to i64
; CHECK: [[B:%.*]] = ptrtoint ptr %b to i64
; CHECK: [[GENERIC:%.*]] = addrspacecast ptr addrspace(1) %a to ptr
; CHECK: [[MADE:%.*]] = ptrtoint ptr [[GENERIC]] to i64
; CHECK: [[D:%.*]] = sub i64 [[MADE]], [[B]]
; CHECK: xor i64 [[D]], [[A]]
define i64 @global_minus_generic(ptr addrspace(1) %a, ptr %b) {
  %1 = ptrtoint ptr addrspace(1) %a to i64
  %2 = ptrtoint ptr %b to i64
  %3 = sub i64 %1, %2
  %4 = xor i64 %3, %1
  ret i64 %4
}

; CHECK-LABEL: define i64 @same_space(
; CHECK-NOT: addrspacecast
; CHECK: ret i64
define i64 @same_space(ptr addrspace(3) %a, ptr addrspace(3) %b) {
  %1 = ptrtoint ptr addrspace(3) %a to i64
  %2 = ptrtoint ptr addrspace(3) %b to i64
  %3 = sub i64 %1, %2
  ret i64 %3
}

; CHECK-LABEL: define i64 @offset(
; CHECK-NOT: addrspacecast
; CHECK: ret i64
define i64 @offset(ptr %a, i64 %b) {
  %1 = ptrtoint ptr %a to i64
  %2 = sub i64 %1, %b
  ret i64 %2
}

; The address of a variable becomes a constant.
; CHECK-LABEL: define i64 @generic_minus_variable(
; CHECK: sub i64 %{{.*}}, ptrtoint (ptr addrspacecast (ptr addrspace(3) @variable to ptr) to i64)
@variable = internal addrspace(3) global i32 undef
define i64 @generic_minus_variable(ptr %a) {
  %1 = ptrtoint ptr %a to i64
  %2 = ptrtoint ptr addrspace(3) @variable to i64
  %3 = sub i64 %1, %2
  ret i64 %3
}
