;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "expand-builtins"

declare i32 @__mux_sub_group_reduce_add_i32(i32)
declare i1 @__mux_vec_group_any_v4i1(<4 x i1>)
define ptx_kernel void @k(ptr %out, i32 %x, <4 x i1> %v) "mux-kernel"="entry-point" {
  %s = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)
  store i32 %s, ptr %out
  %a = call i1 @__mux_vec_group_any_v4i1(<4 x i1> %v)
  store i1 %a, ptr %out
  ret void
}
