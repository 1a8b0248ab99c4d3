;! tool = "muxc"
;! [[runs]]
;! passes = "replace-mux-math-decls"
;! check = "BOTH,EXACT"
;! [[runs]]
;! passes = "replace-mux-math-decls<fast>"
;! check = "BOTH,FAST"

declare i1 @__mux_usefast()
declare i1 @__mux_isftz()
declare i1 @__mux_isembeddedprofile()
declare i64 @__mux_get_local_id(i32)

; BOTH-LABEL: define internal i1 @__mux_usefast()
; EXACT: ret i1 false
; FAST: ret i1 true
; BOTH-LABEL: define internal i1 @__mux_isftz()
; BOTH: ret i1 false
; BOTH-LABEL: define internal i1 @__mux_isembeddedprofile()
; BOTH: ret i1 false
; BOTH: declare i64 @__mux_get_local_id(i32)
