;! tool = "muxc"
;! passes = "compute-local-memory-usage"

; Variables of a kernel's callees count, each once; an old number is overwritten.
@a = internal addrspace(3) global i16 poison
@b = internal addrspace(3) global [4 x float] poison
@elsewhere = internal addrspace(3) global i64 poison
@ordinary = global i64 0

define void @helper() {
  %x = load i16, ptr addrspace(3) @a
  ret void
}

; CHECK: define void @both() #[[BOTH:[0-9]+]]
define void @both() "mux-kernel"="entry-point" {
  call void @helper()
  call void @helper()
  %x = load float, ptr addrspace(3) getelementptr ([4 x float], ptr addrspace(3) @b, i64 0, i64 1)
  %y = load i64, ptr @ordinary
  ret void
}

; CHECK: define void @none() #[[NONE:[0-9]+]]
define void @none() "mux-kernel"="entry-point" "mux-local-mem-usage"="4" {
  ret void
}
; CHECK-DAG: attributes #[[BOTH]] = { "mux-kernel"="entry-point" "mux-local-mem-usage"="18" }
; CHECK-DAG: attributes #[[NONE]] = { "mux-kernel"="entry-point" "mux-local-mem-usage"="0" }
