;! tool = "muxc"
;! passes = "check-ext-funcs"
;! fails = true

; CHECK: muxc: error: Could not find a definition for external function 'elsewhere'
declare i64 @_Z13get_global_idj(i32)
declare i64 @__mux_get_global_id(i32)
declare float @llvm.fabs.f32(float)
declare i32 @printf(ptr, ...)
declare void @elsewhere()
