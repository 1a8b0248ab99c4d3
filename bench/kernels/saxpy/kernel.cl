kernel void saxpy(float a, global const float *x, global const float *y, global float *z) {
  const size_t i = get_global_id(0);
  z[i] = a * x[i] + y[i];
}
