kernel void sum_segments(global const float *in, global float *sums) {
  local float tree[SEGMENT];
  const size_t me = get_local_id(0);
  tree[me] = in[get_global_id(0)];
  for (size_t half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_size)
      tree[me] += tree[me + half_size];
  }
  if (me == 0)
    sums[get_group_id(0)] = tree[0];
}
