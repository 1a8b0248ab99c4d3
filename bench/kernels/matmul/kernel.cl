kernel void multiply(global const float *a, global const float *b, global float *c, ulong n) {
  const size_t i = get_global_id(1), j = get_global_id(0);
  float sum = 0;
  for (size_t k = 0; k < n; k++)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}
