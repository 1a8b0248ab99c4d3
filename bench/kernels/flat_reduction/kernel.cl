kernel void products(global const float *in, global float *w, global float *sums, int width,
                     int height) {
  local float tree[WORK_GROUP];
  const int item = get_local_id(0), count = width * height;
  float sum = 0;
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    const int x = i % width, y = i / width;
    if (x >= BORDER && x < width - BORDER && y >= BORDER && y < height - BORDER) {
      w[i] = 5 * in[i] - in[i + 1] - in[i - 1] - in[i + width] - in[i - width];
      sum += w[i] * in[i];
    }
  }
  tree[item] = sum;
  for (int half_size = WORK_GROUP / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size)
      tree[item] += tree[item + half_size];
  }
  if (item == 0)
    sums[get_group_id(0)] = tree[0];
}

kernel void add(global const float *sums, global float *sum, int count) {
  float all = 0;
  for (int i = 0; i < count; i++)
    all += sums[i];
  *sum = all;
}
