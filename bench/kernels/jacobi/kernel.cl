kernel void relax(global const float *now, global float *next) {
  const size_t row = get_global_size(0) + 2, plane = row * row;
  const size_t z = get_global_id(2) + 1, y = get_global_id(1) + 1, x = get_global_id(0) + 1;
  const size_t i = z * plane + y * row + x;
  next[i] = (now[i - 1] + now[i + 1] + now[i - row] + now[i + row] + now[i - plane] +
             now[i + plane]) *
            (1.0f / 6.0f);
}
