kernel void values(global const float *place, global const float *coefficient, global float *out,
                   int degree) {
  const size_t i = get_global_id(0);
  const float x = place[i];
  float value = 0;
  if (x > 0)
    for (int k = 0; k < degree; k++)
      value = value * x + coefficient[k];
  out[i] = value;
}
