kernel void flow(global const float *now, global float *next, ulong width, ulong height) {
  const size_t i = get_global_id(0), x = i % width, y = i / width;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    next[i] = now[i] + 0.2f * (now[i - 1] + now[i + 1] + now[i - width] + now[i + width] -
                               4.0f * now[i]);
}
