kernel void transpose(global const float *in, global float *out, ulong rows, ulong columns) {
  const size_t i = get_global_id(1), j = get_global_id(0);
  out[j * rows + i] = in[i * columns + j];
}
