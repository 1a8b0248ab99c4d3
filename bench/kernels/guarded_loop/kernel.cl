kernel void errors(global const float *slope, global const float *start, global const float *x,
                   global const float *y, global float *out, int lines, int points) {
  const int i = get_global_id(0);
  if (i >= lines)
    return;
  const float a = slope[i], b = start[i];
  float sum = 0;
  for (int k = 0; k < points; k++) {
    const float e = a * x[k] + b - y[k];
    sum += e * e;
  }
  out[i] = sum;
}
