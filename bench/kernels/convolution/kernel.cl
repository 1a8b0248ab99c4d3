kernel void convolve(global const float *image, global const float *filter, global float *out,
                     ulong width) {
  const size_t y = get_global_id(1), x = get_global_id(0), pitch = width + DIAMETER - 1;
  float sum = 0;
  for (size_t i = 0; i < DIAMETER; i++)
    for (size_t j = 0; j < DIAMETER; j++)
      sum += image[(y + i) * pitch + x + j] * filter[i * DIAMETER + j];
  out[y * width + x] = sum;
}
