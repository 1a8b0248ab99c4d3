kernel void turn_image(global const float4 *image, global float4 *copy, float xx, float xy, float x0, float yx,
                       float yy, float y0) {
  const int width = (int)get_global_size(0), height = (int)get_global_size(1);
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const float u = xx * (float)x + xy * (float)y + x0 - 0.5f;
  const float v = yx * (float)x + yy * (float)y + y0 - 0.5f;
  const float left = floor(u), top = floor(v), a = u - left, b = v - top;
  const int column0 = clamp((int)left, 0, width - 1), column1 = clamp((int)left + 1, 0, width - 1);
  const int row0 = clamp((int)top, 0, height - 1), row1 = clamp((int)top + 1, 0, height - 1);
  global const float4 *above = image + (size_t)row0 * width, *below = image + (size_t)row1 * width;
  copy[(size_t)y * width + x] = (1 - b) * ((1 - a) * above[column0] + a * above[column1]) +
                                b * ((1 - a) * below[column0] + a * below[column1]);
}
