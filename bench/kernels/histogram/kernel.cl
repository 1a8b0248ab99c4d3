kernel void clear(global uint *counts) { counts[get_global_id(0)] = 0; }

kernel void count_values(global const uchar *in, global uint *counts) {
  local uint local_counts[BINS];
  const size_t item = get_local_id(0);
  for (size_t bin = item; bin < BINS; bin += WORK_GROUP)
    local_counts[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t first = get_group_id(0) * WORK_GROUP * PER_ITEM + item;
  for (size_t i = 0; i < PER_ITEM; i++)
    atomic_inc(&local_counts[in[first + i * WORK_GROUP]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t bin = item; bin < BINS; bin += WORK_GROUP)
    atomic_add(&counts[bin], local_counts[bin]);
}
