;! tool = "muxc"
;! passes = "add-sched-params,define-mux-builtins"
;! fails = true

; CHECK: function `__mux_dma_read_1D`: calls __mux_get_local_id and does not have the same scheduling parameters: it has to be defined before add-sched-params
declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_dma_read_1D(ptr addrspace(3), ptr addrspace(1), i64, i64)
