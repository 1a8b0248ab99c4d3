;! passes = "place-static-group-memory"
; Variables with the attribute go to local memory, uninitialised; others stay.

; CHECK-DAG: @other = internal global i32 7
; CHECK-DAG: @one = internal addrspace(3) global { i32 } poison, align 4
; CHECK-DAG: @many = internal addrspace(3) global [4 x { double }] poison, align 16
; CHECK-NOT: scythe-work-group-static

@one = linkonce_odr global { i32 } undef, align 4 #0
@many = internal global [4 x { double }] zeroinitializer, align 16 #0
@other = internal global i32 7

; CHECK-LABEL: define i32 @f(
; CHECK: load i32, ptr addrspacecast (ptr addrspace(3) @one to ptr)
; CHECK: load i32, ptr @other
; CHECK: store double 1.000000e+00, ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(3) @many to ptr), i64 16)
define i32 @f() {
  %a = load i32, ptr @one
  %b = load i32, ptr @other
  store double 1.0, ptr getelementptr inbounds (i8, ptr @many, i64 16)
  %c = add i32 %a, %b
  ret i32 %c
}

attributes #0 = { "scythe-work-group-static" }
