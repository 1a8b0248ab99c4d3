kernel void sum_groups(global const float *in, global float *sums, ulong count) {
  local float tree[WORK_GROUP];
  const size_t item = get_local_id(0);
  const size_t first = get_group_id(0) * WORK_GROUP * PER_ITEM + item;
  float sum = 0;
  for (size_t i = 0; i < PER_ITEM; i++)
    if (first + i * WORK_GROUP < count)
      sum += in[first + i * WORK_GROUP];
  tree[item] = sum;
  for (size_t half_size = WORK_GROUP / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size)
      tree[item] += tree[item + half_size];
  }
  if (item == 0)
    sums[get_group_id(0)] = tree[0];
}
