;! tool = "muxc"
;! fails = true
;! [[runs]]
;! passes = "compute-local-memory-usage"
;! [[runs]]
;! passes = "replace-module-scope-vars"

; CHECK: function `opaque`: is in local memory and has a type of unknown size
%unknown = type opaque
@opaque = external addrspace(3) global %unknown

define void @k(ptr %out) "mux-kernel"="entry-point" {
  store ptr addrspace(3) @opaque, ptr %out
  ret void
}
