;! tool = "muxc"
;! fails = true
;! [[runs]]
;! passes = "compute-local-memory-usage"
;! [[runs]]
;! passes = "replace-module-scope-vars"

; CHECK: function `opaque`: lies in local memory and is of a type whose size nobody knows
%unknown = type opaque
@opaque = external addrspace(3) global %unknown

define void @k(ptr %out) "mux-kernel"="entry-point" {
  store ptr addrspace(3) @opaque, ptr %out
  ret void
}
