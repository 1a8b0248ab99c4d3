;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "set-launch-bounds"

; A required size bounds launches. Sub-groups of full warps are full, and dimensions with one work-item have one id.
declare i32 @__mux_get_sub_group_size()
declare i32 @__mux_get_num_sub_groups()
declare i64 @__mux_get_local_id(i32)

; CHECK: define ptx_kernel void @whole(ptr %out) #[[WHOLE:[0-9]+]]
; CHECK-NEXT: store i32 32, ptr %out
; CHECK-NEXT: store i32 4, ptr %out
; CHECK-NEXT: [[ID:%.*]] = call i64 @__mux_get_local_id(i32 0)
; CHECK-NEXT: store i64 [[ID]]
; CHECK-NEXT: store i64 0, ptr %out
define ptx_kernel void @whole(ptr %out) "mux-kernel"="entry-point" !reqd_work_group_size !0 {
  %s = call i32 @__mux_get_sub_group_size()
  store i32 %s, ptr %out
  %n = call i32 @__mux_get_num_sub_groups()
  store i32 %n, ptr %out
  %x = call i64 @__mux_get_local_id(i32 0)
  store i64 %x, ptr %out
  %z = call i64 @__mux_get_local_id(i32 2)
  store i64 %z, ptr %out
  ret void
}

; The last of two sub-groups has 8 work-items here.
; CHECK: define ptx_kernel void @short(ptr %out) #[[SHORT:[0-9]+]]
; CHECK-NEXT: call i32 @__mux_get_sub_group_size()
; CHECK: store i32 2, ptr %out
define ptx_kernel void @short(ptr %out) "mux-kernel"="entry-point" !reqd_work_group_size !1 {
  %s = call i32 @__mux_get_sub_group_size()
  store i32 %s, ptr %out
  %n = call i32 @__mux_get_num_sub_groups()
  store i32 %n, ptr %out
  ret void
}

; CHECK: define ptx_kernel void @any(ptr %out) #[[ANY:[0-9]+]]
; CHECK-NEXT: call i32 @__mux_get_num_sub_groups()
define ptx_kernel void @any(ptr %out) "mux-kernel"="entry-point" {
  %n = call i32 @__mux_get_num_sub_groups()
  store i32 %n, ptr %out
  ret void
}
; CHECK: attributes #[[WHOLE]] = { {{.*}}"nvvm.reqntid"="64,2,1"
; CHECK: attributes #[[SHORT]] = { {{.*}}"nvvm.reqntid"="40,1,1"
; CHECK: attributes #[[ANY]] = { "mux-kernel"="entry-point" }
!0 = !{i32 64, i32 2, i32 1}
!1 = !{i32 40, i32 1, i32 1}
