;! tool = "muxc"
;! [[runs]]
;! passes = "encode-builtin-range-metadata<max-local-sizes=8:4;max-global-sizes=100>"
;! [[runs]]
;! passes = "encode-builtin-range-metadata<max-local-sizes=8:0>"
;! fails = true
;! check = "ZERO"

; ZERO: invalid EncodeBuiltinRangeMetadataPass parameter 'max-local-sizes=8:0': expected up to three sizes, X:Y:Z

define i64 @f(i32 %unknown) {
  %dim = call i32 @__mux_get_work_dim()
  %size = call i64 @__mux_get_local_size(i32 1)
  %id = call i64 @__mux_get_local_id(i32 0)
  %none = call i64 @__mux_get_local_id(i32 2)
  %any = call i64 @__mux_get_local_id(i32 %unknown)
  %global = call i64 @__mux_get_global_id(i32 0)
  ret i64 %id
}
declare i32 @__mux_get_work_dim()
declare i64 @__mux_get_local_size(i32)
declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_global_id(i32)

; CHECK-LABEL: define i64 @f(
; CHECK: %dim = {{.*}}, !range ![[DIM:[0-9]+]]
; CHECK: %size = {{.*}}, !range ![[SIZE:[0-9]+]]
; CHECK: %id = {{.*}}, !range ![[ID:[0-9]+]]
; CHECK: %none = call i64 @__mux_get_local_id(i32 2){{$}}
; CHECK: %any = call i64 @__mux_get_local_id(i32 %unknown){{$}}
; CHECK: %global = {{.*}}, !range ![[GLOBAL:[0-9]+]]
; CHECK-DAG: ![[DIM]] = !{i32 1, i32 4}
; CHECK-DAG: ![[SIZE]] = !{i64 1, i64 5}
; CHECK-DAG: ![[ID]] = !{i64 0, i64 8}
; CHECK-DAG: ![[GLOBAL]] = !{i64 0, i64 100}
