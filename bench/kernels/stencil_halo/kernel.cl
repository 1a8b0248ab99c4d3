kernel void sum_neighbours(global const int *in, global int *out) {
  local int tile[GROUP + 2 * RADIUS];
  const int at = (int)get_global_id(0) + RADIUS, me = (int)get_local_id(0) + RADIUS;
  tile[me] = in[at];
  if (get_local_id(0) < RADIUS) {
    tile[me - RADIUS] = in[at - RADIUS];
    tile[me + GROUP] = in[at + GROUP];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++)
    sum += tile[me + offset];
  out[at - RADIUS] = sum;
}
