kernel void scan_groups(global const uint *in, global uint *out, global uint *totals, ulong count) {
  // Each step reads one half and writes the other, so that one barrier per step is enough.
  local uint sums[2][WORK_GROUP];
  const size_t i = get_global_id(0), item = get_local_id(0);
  size_t now = 0;
  sums[now][item] = i < count ? in[i] : 0;
  for (size_t distance = 1; distance < WORK_GROUP; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint before = item >= distance ? sums[now][item - distance] : 0;
    sums[1 - now][item] = sums[now][item] + before;
    now = 1 - now;
  }
  const uint sum = sums[now][item];
  if (i < count)
    out[i] = sum;
  if (item == WORK_GROUP - 1)
    totals[get_group_id(0)] = sum;
}

kernel void add_totals(global const uint *totals, global uint *out) {
  // The first part has nothing before it.
  const size_t i = get_global_id(0);
  out[i + WORK_GROUP] += totals[i / WORK_GROUP];
}
