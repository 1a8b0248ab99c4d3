;! tool = "muxc"
;! passes = "replace-module-scope-vars"
;! fails = true

; CHECK: function `a`: lies in local memory and another variable starts with its address, which is not known then
@a = internal addrspace(3) global i32 poison
@p = global ptr addrspace(3) @a
