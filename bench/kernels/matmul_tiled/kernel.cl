kernel void multiply(global const float *a, global const float *b, global float *c, ulong n) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const size_t i = get_global_id(1), j = get_global_id(0);
  const size_t row = get_local_id(1), column = get_local_id(0);
  float sum = 0;
  for (size_t t = 0; t < n; t += TILE) {
    tile_a[row][column] = a[i * n + t + column];
    tile_b[row][column] = b[(t + row) * n + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t k = 0; k < TILE; k++)
      sum += tile_a[row][k] * tile_b[k][column];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[i * n + j] = sum;
}
