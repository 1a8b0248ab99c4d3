// OpenCL 1.2 has no sub-groups: LANES neighbours do the work of one through local memory.
kernel void multiply(global const float *matrix, global const float *vector, global float *out) {
  local float sums[WORK_GROUP];
  const size_t item = get_local_id(0), lane = item % LANES;
  const size_t first = get_group_id(0) * ROWS_PER_GROUP;
  for (size_t row = first + item / LANES; row < first + ROWS_PER_GROUP; row += WORK_GROUP / LANES) {
    float sum = 0;
    for (size_t i = lane; i < COLUMNS; i += LANES)
      sum += matrix[row * COLUMNS + i] * vector[i];
    sums[item] = sum;
    for (size_t distance = LANES / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lane < distance)
        sums[item] += sums[item + distance];
    }
    if (lane == 0)
      out[row] = sums[item];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
