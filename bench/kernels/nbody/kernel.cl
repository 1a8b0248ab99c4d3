kernel void attract(global const float *x, global const float *y, global const float *z,
                    global const float *mass, global float *pull, ulong count) {
  const size_t i = get_global_id(0);
  float sum_x = 0, sum_y = 0, sum_z = 0;
  for (size_t j = 0; j < count; j++) {
    const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
    const float factor = mass[j] * inverse * inverse * inverse;
    sum_x += factor * dx;
    sum_y += factor * dy;
    sum_z += factor * dz;
  }
  pull[i] = sum_x;
  pull[count + i] = sum_y;
  pull[2 * count + i] = sum_z;
}
